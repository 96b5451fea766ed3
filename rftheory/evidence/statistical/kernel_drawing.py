"""KernelDrawing: from a point of exact parameters to a statistic of random frequencies of a stationary kernel."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rftheory.evidence.statistical.points import integer, level_at, real, reals
from rftheory.exact.formula import Formula
from rftheory.measured.couplings.pairs import PairOfCosine
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.estimates import KernelEstimate, What
from rftheory.measured.radial.law import AbstractRadialLaw, AbstractSpectralLaw
from rftheory.measured.radial.laws import (
    ExponentialPower,
    FixedRadius,
    Gaussian,
    GeneralisedCauchy,
    Matern,
    RationalQuadratic,
)
from rftheory.measured.radial.lengthscales import Lengthscale
from rftheory.measured.radial.norms import GivenNorms, ScaledChiNorms, Sharing
from rftheory.mechanisms._shelf import couplings

Values = Mapping[str, object]
Frequencies = Callable[[Values], AbstractCoupling | AbstractSpectralLaw]


@dataclass(frozen=True)
class KernelDrawing:
    """The statistic `what` of m frequencies, for `Sampled` and `SampledBelow`.

    `frequencies` makes them of a point (a function or object of the top level of a module). A point gives m (1 where
    missing) and vectors x and y, or the distance z of two points of R^d, d 3 where missing: x = (z, 0, ..) + away and
    y = away, where `offset` terms see more than the difference. `distance` is z where that is no number of the point;
    `level` is what an error or a covariance subtracts; values are divided by `over`.
    """

    frequencies: Frequencies
    what: What = "mean"
    level: Formula | None = None
    offset: bool = False
    over: Formula | None = None
    distance: Formula | None = None

    def __call__(self, point: Values) -> KernelEstimate:
        """The experiment at a point."""
        if self.distance is not None:
            point = {**point, "z": repr(level_at(self.distance, point))}
        x, y = apart(point)
        m, level = integer(point.get("m", 1)), level_at(self.level, point)
        scale = 0.0 if self.over is None else -math.log(level_at(self.over, point))
        return KernelEstimate(self.frequencies(point), x, y, m, self.what, level, self.offset, scale)


@dataclass(frozen=True)
class Coupled:
    """Frequencies of the radial law of a point under a coupling of the shelf, or one that is given."""

    radial: Callable[[Values], AbstractRadialLaw]
    coupling: str | AbstractCoupling = "iid"
    sharing: Sharing = "row"

    def __call__(self, point: Values) -> RadialCoupling:
        """The coupling at a point."""
        base = couplings()[self.coupling] if isinstance(self.coupling, str) else self.coupling
        return RadialCoupling(base, self.radial(point), self.sharing)


def apart(point: Values) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The vectors x and y of a point, or two at the distance z, neither of them 0 for d >= 2."""
    if "x" in point:
        return reals(point["x"]), reals(point["y"])
    rest = (0.5,) * (integer(point.get("d", 3)) - 1)
    return (real(point["z"]), *rest), (0.0, *rest)


@dataclass(frozen=True)
class PairOf:
    """Pairs of a cosine c with norms of their own: the radii r1, r2 of a point, or sqrt(2a) chi_d and sqrt(2b) chi_d."""

    def __call__(self, point: Values) -> PairOfCosine:
        """The coupling at a point."""
        angle = real(point.get("c", 0))
        if "r1" in point:
            return PairOfCosine(angle, norms=GivenNorms((real(point["r1"]), real(point["r2"]))))
        return PairOfCosine(angle, norms=ScaledChiNorms((2.0 * real(point["a"]), 2.0 * real(point["b"]))))


def gaussian(point: Values) -> Gaussian:
    """Frequencies of the Gaussian kernel."""
    return Gaussian(_scale(point))


def matern(point: Values) -> Matern:
    """Frequencies of the Matern kernel of smoothness nu."""
    return Matern(real(point["nu"]), _scale(point))


def rational_quadratic(point: Values) -> RationalQuadratic:
    """Frequencies of the rational quadratic kernel of shape alpha."""
    return RationalQuadratic(real(point["alpha"]), _scale(point))


def cauchy(point: Values) -> RationalQuadratic:
    """Frequencies of the radial Cauchy kernel, shape 1."""
    return RationalQuadratic(1.0, _scale(point))


def exponential_power(point: Values) -> ExponentialPower:
    """Frequencies of the exponential-power kernel of power a."""
    return ExponentialPower(real(point["a"]), _scale(point))


def generalised_cauchy(point: Values) -> GeneralisedCauchy:
    """Frequencies of the generalised Cauchy kernel of power a and exponent beta."""
    return GeneralisedCauchy(real(point["a"]), real(point["beta"]), _scale(point))


def fixed_radius(point: Values) -> FixedRadius:
    """Frequencies of the length r."""
    return FixedRadius(real(point["r"]))


def _scale(point: Values) -> Lengthscale:
    """The lengthscale l of a point, 1 where missing; a list of one for every coordinate."""
    given = point.get("l", 1)
    return reals(given) if isinstance(given, (list, tuple)) else real(given)
