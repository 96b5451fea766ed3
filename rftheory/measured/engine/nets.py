"""Nets: scrambled Sobol points behind the methods of a generator, so that whatever draws is integrated."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

if TYPE_CHECKING:
    from typing import Self

_MOST = 40  # random numbers of one draw; more would leave a net no better than plain draws
_HELD = 2**19  # points times dimensions of one net that are held at most


class Nets(np.random.Generator):
    """`count` nets of 2^`power` points each, one after the other, as draws of whatever is asked for.

    Every number of a draw takes a dimension of its own, in the order of the calls; laws come by their inverse
    distribution functions. The scrambles are fixed, so that nothing depends on a seed: the means over the nets are
    as independent estimates of one integral, and their spread is its error. The first axis of whatever is asked for
    is the number of draws, count 2^power; InputError for another one, as of a sampler that rejects, and for more than
    40 numbers a draw. Source: Owen, Scrambled net variance for integrals of smooth functions (1997).
    """

    def __init__(self, count: int, power: int) -> None:
        super().__init__(np.random.PCG64(0))
        self._count, self._bits, self.draws = count, power, count * 2**power
        self._used = 0

    def __new__(cls, count: int, power: int) -> Self:
        del count, power
        found: Self = np.random.Generator.__new__(cls, np.random.PCG64(0))  # type: ignore[call-arg]
        return found

    def random(self, size: Any = None, *args: Any, **more: Any) -> Any:
        """Uniform on (0, 1)."""
        del args, more
        shape = (
            (self.draws,) if size is None else (size,) if isinstance(size, (int, np.integer)) else tuple(size)
        )
        if shape[0] != self.draws:
            raise InputError(f"nets give {self.draws} draws at once, not {shape[0]}")
        wanted = math.prod(shape[1:])
        dimensions = min(_MOST, _HELD >> self._bits)
        if self._used + wanted > dimensions:
            raise InputError(f"more than {dimensions} random numbers a draw")
        found = _points(self._count, self._bits)[:, self._used : self._used + wanted]
        self._used += wanted
        return found.reshape(shape)

    def standard_normal(self, size: Any = None, *args: Any, **more: Any) -> Any:
        """N(0, 1)."""
        return scipy.special.ndtri(self.random(size, *args, **more))

    def gaussians(self, *shape: int) -> Floats:
        """N(0, 1) in every draw, (draws, *shape)."""
        return np.asarray(self.standard_normal((self.draws, *shape)))

    def chisquare(self, df: Any, size: Any = None) -> Any:
        """chi^2 of df degrees of freedom."""
        return 2.0 * self.standard_gamma(np.asarray(df, dtype=np.float64) / 2.0, size)

    def standard_gamma(self, shape: Any, size: Any = None, *args: Any, **more: Any) -> Any:
        """Gamma of that shape and rate 1."""
        return scipy.special.gammaincinv(shape, self.random(size, *args, **more))

    def standard_exponential(self, size: Any = None, *args: Any, **more: Any) -> Any:
        """Exponential of rate 1."""
        return -np.log1p(-self.random(size, *args, **more))

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """Uniform between both ends."""
        return low + (np.asarray(high) - low) * self.random(size)

    def integers(self, low: Any, high: Any = None, size: Any = None, *args: Any, **more: Any) -> Any:
        """Whole numbers from low (0 where `high` is missing) to below the other end."""
        del args, more
        first, end = (0, low) if high is None else (low, high)
        return (first + np.floor((end - first) * self.random(size))).astype(np.int64)

    def poisson(self, lam: Any = 1.0, size: Any = None) -> Any:
        """Poisson of that rate."""
        return scipy.stats.poisson.ppf(self.random(size), lam).astype(np.int64)

    def beta(self, a: Any, b: Any, size: Any = None) -> Any:
        """Beta(a, b)."""
        return scipy.special.betaincinv(a, b, self.random(size))


@functools.lru_cache(maxsize=2)
def _points(count: int, power: int) -> Floats:
    """The points of all nets, (count 2^power, dimensions), strictly inside the cube."""
    dimensions = min(_MOST, _HELD >> power)
    nets = [
        scipy.stats.qmc.Sobol(dimensions, scramble=True, rng=key).random_base2(power) for key in range(count)
    ]
    return np.clip(np.concatenate(nets), 2.0**-40, 1.0 - 2.0**-40)
