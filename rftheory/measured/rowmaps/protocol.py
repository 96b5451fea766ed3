"""What a feature map of whole rows must offer, and what follows from it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any, Literal, NamedTuple

import numpy as np
from array_api_compat import array_namespace

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Array, Floats, chunks, finite, generator, integer, reals
from rftheory.measured.protocol import AbstractCoupling, Kernel, SignedLog
from rftheory.measured.rowmaps.laws import AbstractFrequencyLaw

Side = Literal[0, 1]
"""Queries (f1) or keys (f2)."""


class Polar(NamedTuple):
    """Numbers sign * exp(logabs + i angle), elementwise; sign None is 1 and angle None is 0."""

    logabs: Array
    sign: Array | None = None
    angle: Array | None = None


class AbstractRowMap(ABC):
    """f1(w, x) and f2(w, y) with E Re(f1 f2) = K(x, y) for rows w of the map's own `law`. crt, (1).

    Products never conjugate. A complex map makes two real features a row, Re f1, Im f1 against Re f2, -Im f2;
    a real map makes one. Everything is computed from logarithms, so that only a number that overflows by
    itself is refused. `kernels` are those the map may be asked for, the first one where none is named.
    """

    name: str
    title: str
    reference: str
    kernels: tuple[Kernel, ...] = ("gaussian", "softmax")

    @property
    @abstractmethod
    def law(self) -> AbstractFrequencyLaw:
        """How rows are drawn."""

    @property
    @abstractmethod
    def complex_valued(self) -> bool:
        """Whether features have an imaginary part."""

    @abstractmethod
    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        """f1 or f2 without m^{-1/2}: rows (..., m, d) and points (..., p, d) to (..., p, m)."""

    @abstractmethod
    def mutants(self) -> tuple[AbstractRowMap, ...]:
        """Deliberately wrong variants; each has a text `wrong`."""

    @property
    def width(self) -> int:
        """The real features of one row."""
        return 2 if self.complex_valued else 1

    def divisor(self, m: int) -> float:
        """What the sum over m rows is divided by."""
        return float(m)

    def sample(
        self,
        d: int,
        m: int,
        *,
        rng: np.random.Generator,
        n: int,
        coupling: AbstractCoupling | None = None,
    ) -> Floats:
        """n draws of the rows, (n, m, d); a coupling joins Gaussian rows only."""
        return self.law.draw(d, m, rng=rng, n=n, coupling=coupling)

    def queries(self, w: Any, x: Any, *, kernel: Kernel | None = None) -> Array:
        """Real features of x: w (m, d) or (n, m, d), x (d,) or (p, d) to (m,), (p, m), (n, m), (n, p, m).

        A complex map has 2m in place of m. InputError where a feature overflows.
        """
        return self._features(w, x, 0, kernel)

    def keys(self, w: Any, y: Any, *, kernel: Kernel | None = None) -> Array:
        """Real features of y, shaped as `queries`; queries(x) . keys(y) is the estimate."""
        return self._features(w, y, 1, kernel)

    def estimate(self, w: Any, x: Any, y: Any, *, kernel: Kernel | None = None) -> Array:
        """Re (1/m) sum_i f1(w_i, x) f2(w_i, y) at one pair x, y (d,): rows (..., m, d) to (...)."""
        found = self.log_estimate(w, x, y, kernel=kernel)
        xp = array_namespace(found.logabs)
        with np.errstate(over="ignore"):
            values = found.sign * xp.exp(found.logabs)
        if not finite(values):
            raise InputError("an estimate overflows this dtype; use log_estimate")
        return values

    def log_estimate(self, w: Any, x: Any, y: Any, *, kernel: Kernel | None = None) -> SignedLog:
        """Sign and log |estimate|, without overflow."""
        w = reals("w", w, ndims=(2, 3), shape="(m, d) or (n, m, d)")
        x, y = (reals(k, v, ndims=(1,), shape="(d,)") for k, v in (("x", x), ("y", y)))
        self._fit(w, x)
        self._fit(w, y)
        kernel = self.kernel(kernel)
        queries, keys = self.polar(w, x[None, :], 0, kernel), self.polar(w, y[None, :], 1, kernel)
        return self._mean(multiplied(queries, keys))

    def _mean(self, terms: Polar) -> SignedLog:
        """Signed log of the sum of real parts (..., 1, m) over the divisor."""
        xp = array_namespace(terms.logabs)
        logs, factor = terms.logabs[..., 0, :], real_factor(terms)
        top = xp.max(logs, axis=-1, keepdims=True)
        top = xp.where(top > -math.inf, top, 0.0)
        size = xp.exp(logs - top)
        total = xp.sum(size if factor is None else factor[..., 0, :] * size, axis=-1)
        with np.errstate(divide="ignore"):
            logabs = top[..., 0] + xp.log(xp.abs(total)) - math.log(self.divisor(logs.shape[-1]))
        return SignedLog(xp.sign(total), logabs)

    def pair_estimates(
        self,
        x: Any,
        y: Any,
        m: int,
        *,
        rng: np.random.Generator,
        n: int,
        kernel: Kernel | None = None,
        coupling: AbstractCoupling | None = None,
    ) -> Floats:
        """n independent estimates at (x, y) with m rows each, in pieces that stay in cache; shape (n,)."""
        x, y = (np.asarray(reals(k, v, ndims=(1,), shape="(d,)"), float) for k, v in (("x", x), ("y", y)))
        n, m, rng = integer("n", n, 1), integer("m", m, 1), generator(rng)
        found = np.empty(n)
        for part in chunks(n, m * len(x)):
            w = self.sample(len(x), m, rng=rng, n=part.stop - part.start, coupling=coupling)
            found[part] = self.estimate(w, x, y, kernel=kernel)
        return found

    def kernel(self, name: Kernel | None = None) -> Kernel:
        """The kernel of that name, the map's first one without a name; DomainError for one it has not."""
        if name is None:
            return self.kernels[0]
        if name not in self.kernels:
            raise DomainError("kernel", name, "one of " + ", ".join(f'"{known}"' for known in self.kernels))
        return name

    def _features(self, w: Any, x: Any, side: Side, kernel: Kernel | None) -> Array:
        w = reals("w", w, ndims=(2, 3), shape="(m, d) or (n, m, d)")
        x = reals("x", x, ndims=(1, 2), shape="(d,) or (p, d)")
        self._fit(w, x)
        rows = x if x.ndim == 2 else x[None, :]
        polar = self.polar(w, rows, side, self.kernel(kernel))
        with np.errstate(over="ignore", invalid="ignore"):
            phi = real_features(polar, side, -0.5 * math.log(self.divisor(w.shape[-2])))
        if not finite(phi):
            raise InputError("a feature overflows this dtype; scale the data down or use log_estimate")
        return phi if x.ndim == 2 else phi[..., 0, :]

    def _fit(self, w: Array, x: Array) -> None:
        if w.shape[-1] != x.shape[-1]:
            raise InputError(f"w has d = {w.shape[-1]} and x has d = {x.shape[-1]}; allowed: the same d")
        self.law.check(int(x.shape[-1]))
        try:
            array_namespace(w, x)
        except TypeError as error:
            raise InputError("arrays of different libraries are mixed; allowed: one library") from error


def multiplied(first: Polar, second: Polar) -> Polar:
    """The product, without conjugation."""
    signs = [p.sign for p in (first, second) if p.sign is not None]
    angles = [p.angle for p in (first, second) if p.angle is not None]
    return Polar(
        first.logabs + second.logabs,
        None if not signs else (signs[0] if len(signs) == 1 else signs[0] * signs[1]),
        None if not angles else (angles[0] if len(angles) == 1 else angles[0] + angles[1]),
    )


def real_factor(polar: Polar) -> Array | None:
    """sign * cos(angle), None where that is 1."""
    if polar.angle is None:
        return polar.sign
    cosine = array_namespace(polar.angle).cos(polar.angle)
    return cosine if polar.sign is None else polar.sign * cosine


def real_parts(polar: Polar, side: Side) -> tuple[Array, Array]:
    """Signs and logarithms of the real features, shaped as `real_features`; a zero has the sign 0 and -inf."""
    xp = array_namespace(polar.logabs)
    one = xp.ones_like(polar.logabs)
    sign = one if polar.sign is None else polar.sign
    if polar.angle is None:
        return sign, polar.logabs
    imaginary = xp.sin(polar.angle)
    values = xp.concat([xp.cos(polar.angle), imaginary if side == 0 else -imaginary], axis=-1)
    sizes = xp.where(values == 0.0, -float("inf"), xp.log(xp.where(values == 0.0, 1.0, xp.abs(values))))
    logs = sizes + xp.concat([polar.logabs, polar.logabs], axis=-1)
    return xp.concat([sign, sign], axis=-1) * xp.sign(values), logs


def real_features(polar: Polar, side: Side, log_factor: float = 0.0) -> Array:
    """Real features (..., m) or, of a complex map, real parts then signed imaginary parts (..., 2m)."""
    xp = array_namespace(polar.logabs)
    size = xp.exp(polar.logabs + log_factor)
    size = size if polar.sign is None else polar.sign * size
    if polar.angle is None:
        return size
    imaginary = xp.sin(polar.angle)
    parts = [size * xp.cos(polar.angle), size * (imaginary if side == 0 else -imaginary)]
    return xp.concat(parts, axis=-1)
