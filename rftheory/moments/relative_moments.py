"""What is known of one projection over many pairs, relative to the kernel and in logarithms, one class a feature map.

Relative to K(x, y), errors are the same for the Gaussian and the softmax kernel. `parameters` are the map's own: A, rate,
p, signs.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments import log_fourths, log_variances
from rftheory.moments.block_covariance import positive_gap, trigonometric_gap
from rftheory.moments.pairs import Invariants, Pairs

Parameters = Mapping[str, Any]
Gap = tuple[Floats, Floats]
"""(sign and size, log scale) of the covariance of two projections of a block, over K^2."""

TINY = math.log(1e-6)
SQUARED_NORMAL = math.log(15.0)
LARGE = 300.0


def trigonometric_pairs(pairs: Invariants, cosine: float) -> Gap:
    """For cos w.(x - y)."""
    return trigonometric_gap(pairs.minus, pairs.d, cosine), pairs.minus


def positive_pairs(pairs: Invariants, cosine: float) -> Gap:
    """For e^{w.(x + y)}."""
    return positive_gap(pairs.plus, pairs.d, (cosine,)), np.zeros_like(pairs.plus)


def hyperbolic_pairs(pairs: Invariants, cosine: float) -> Gap:
    """For cosh w.(x + y)."""
    cosines = (cosine, -cosine) if cosine else (0.0,)
    return positive_gap(pairs.plus, pairs.d, cosines), np.zeros_like(pairs.plus)


class AbstractRelativeMoments(ABC):
    """A feature map with parameters; `cost` real features a projection, `couples` where blocks help.

    `moves`: whether errors change where all points are shifted. `joins`: coupled rows are drawn without known moments.
    """

    name: str
    cost: int = 1
    couples: bool = True
    moves: bool = True
    joins: bool = False

    @abstractmethod
    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        """log of Var/K^2 for one projection, for every pair."""

    @abstractmethod
    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        """log of E (Z/K - 1)^4 for one projection."""

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        """An upper bound of `log_single` over all pairs within `worst`."""
        return float(self.log_single(worst, parameters)[0])

    def gap(self, pairs: Invariants, cosine: float) -> Gap:
        """The covariance of two projections of a block with this cosine."""
        del cosine
        return np.zeros(len(pairs.plus)), np.zeros(len(pairs.plus))

    def never_worse(self, cosine: float) -> bool:
        """Whether no pair of points has projections of a block that vary together."""
        del cosine
        return False

    def width(self, parameters: Parameters) -> int:
        """Real features a projection at these parameters."""
        del parameters
        return self.cost

    @final
    def correlation(self, pairs: Invariants, cosine: float, logs: Floats) -> Floats:
        """Covariance of two projections over the variance of one, of logarithm `logs`, in [-1, 1]."""
        sizes, scales = self.gap(pairs, cosine)
        with np.errstate(invalid="ignore", over="ignore"):
            found = sizes * np.exp(np.minimum(scales - logs, 700.0))
        return np.where(np.isfinite(found), np.clip(found, -1.0, 1.0), 0.0)

    def log_kurtosis(self, pairs: Pairs, parameters: Parameters, logs: Floats, m: int) -> Floats:
        """log of the kurtosis of the average of m independent projections, or of an upper bound.

        `logs`: the logarithms of the relative variances of one projection. Below 1e-6 these leave no digits for a
        fourth moment, and the limit of a squared normal variable stands in.
        """
        one = np.where(logs < TINY, SQUARED_NORMAL, self.log_fourth(pairs, parameters) - 2.0 * logs)
        # kurtosis - 3 falls as 1/m; no kurtosis is below 1
        with np.errstate(over="ignore"):
            small = np.log(np.maximum(1.0, 3.0 + (np.exp(np.minimum(one, LARGE)) - 3.0) / m))
        return np.where(one < LARGE, small, one - math.log(m))


@final
@dataclass(frozen=True)
class TrigonometricMoments(AbstractRelativeMoments):
    """Sine and cosine: two features a projection; a shift changes nothing."""

    name: str = "trigonometric"
    cost: int = 2
    moves: bool = False

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        del parameters
        return log_variances.cosh_type(pairs.minus)

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        del parameters
        return log_fourths.exponential(pairs.invariants.minus, pairs.invariants.d, 0j, -1)

    def gap(self, pairs: Invariants, cosine: float) -> Gap:
        return trigonometric_pairs(pairs, cosine)


@final
@dataclass(frozen=True)
class PositiveMoments(AbstractRelativeMoments):
    """e^{w.x}."""

    name: str = "positive"

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        del parameters
        return log_variances.positive(pairs.plus)

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        del parameters
        return log_fourths.exponential(pairs.invariants.plus, pairs.invariants.d, 0j, 1)

    def gap(self, pairs: Invariants, cosine: float) -> Gap:
        return positive_pairs(pairs, cosine)

    def never_worse(self, cosine: float) -> bool:
        return cosine <= 0.0


@final
@dataclass(frozen=True)
class HyperbolicMoments(AbstractRelativeMoments):
    """e^{w.x} and e^{-w.x}: two features a projection."""

    name: str = "hyperbolic"
    cost: int = 2

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        del parameters
        return log_variances.cosh_type(pairs.plus)

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        del parameters
        return log_fourths.hyperbolic(pairs.invariants.plus)

    def gap(self, pairs: Invariants, cosine: float) -> Gap:
        return hyperbolic_pairs(pairs, cosine)

    def never_worse(self, cosine: float) -> bool:
        return cosine == 0.0


@final
@dataclass(frozen=True)
class GeneralisedMoments(AbstractRelativeMoments):
    """GERF. `real`: A real and s = 1 (OPRF), one feature a projection; else A complex and two features."""

    name: str = "oprf"
    sign: int = 1
    real: bool = True

    @property
    def cost(self) -> int:  # type: ignore[override]
        """Real numbers a projection."""
        return 1 if self.real else 2

    @property
    def moves(self) -> bool:  # type: ignore[override]
        """Whether a shift matters: it cancels in x - y."""
        return self.sign == 1

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        return log_variances.generalised(self.square(pairs), pairs.d, _complex(parameters), self.sign)

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        square = self.square(worst)
        return float(
            log_variances.generalised(square, worst.d, _complex(parameters), self.sign, bound=True)[0]
        )

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        one = pairs.invariants
        return log_fourths.exponential(self.square(one), one.d, _complex(parameters), self.sign)

    def gap(self, pairs: Invariants, cosine: float) -> Gap:
        return positive_pairs(pairs, cosine) if self.sign == 1 else trigonometric_pairs(pairs, cosine)

    def never_worse(self, cosine: float) -> bool:
        return self.sign == 1 and cosine <= 0.0

    def square(self, pairs: Invariants) -> Floats:
        """|x + s y|^2."""
        return pairs.plus if self.sign == 1 else pairs.minus


@final
@dataclass(frozen=True)
class PoissonMoments(AbstractRelativeMoments):
    """Poisson counts, with one rate or one a coordinate."""

    name: str = "poisson"
    each: bool = False
    couples: bool = False

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        rates = np.broadcast_to(np.asarray(parameters["rate"], dtype=np.float64), (pairs.d,))
        return log_variances.poisson(pairs.products, pairs.inner, rates)

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        rates = np.broadcast_to(np.asarray(parameters["rate"], dtype=np.float64), (worst.d,))
        return float(log_variances.poisson_bound(worst.products, worst.inner, rates)[0])

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        return log_fourths.poisson(pairs.x * pairs.y, np.asarray(parameters["rate"], dtype=np.float64))


@final
@dataclass(frozen=True)
class GeometricMoments(AbstractRelativeMoments):
    """Geometric counts."""

    name: str = "geometric"
    couples: bool = False

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        return log_variances.geometric(pairs.products, pairs.inner, float(parameters["p"]))

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        return log_fourths.geometric(pairs.x * pairs.y, float(parameters["p"]))


@final
@dataclass(frozen=True)
class AngularMoments(AbstractRelativeMoments):
    """The angular hybrid of SM++ and SMtrig on shared projections: 4 m (n + 1) features."""

    name: str = "angular-hybrid"
    couples: bool = False
    cost: int = 4

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        n = int(parameters["signs"])
        return log_variances.angular(pairs.plus, pairs.minus, pairs.difference, pairs.angle, n)

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        del parameters
        return float(log_variances.angular_bound(worst.plus, worst.minus)[0])

    def width(self, parameters: Parameters) -> int:
        return 4 * (int(parameters["signs"]) + 1)

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        del parameters
        return self._parts(pairs, 1)

    def log_kurtosis(self, pairs: Pairs, parameters: Parameters, logs: Floats, m: int) -> Floats:
        """An upper bound."""
        del parameters
        with np.errstate(divide="ignore", invalid="ignore"):
            found = self._parts(pairs, m) - 2.0 * (logs - math.log(m))
        return np.where(np.isfinite(logs), np.maximum(found, 0.0), SQUARED_NORMAL)

    def _parts(self, pairs: Pairs, m: int) -> Floats:
        """(l h + (1-l) t)^4 <= l h^4 + (1-l) t^4 for a share l of sign changes, independent of the errors h and t."""
        one = pairs.invariants
        share = np.clip(one.angle / math.pi, 0.0, 1.0)
        fourths = []
        for part in (HyperbolicMoments(), TrigonometricMoments()):
            single = part.log_single(one, {})
            variance = single - math.log(m)
            base = part.log_kurtosis(pairs, {}, single, m)
            fourths.append(np.where(np.isfinite(variance), base + 2.0 * variance, -math.inf))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.logaddexp(np.log(share) + fourths[0], np.log1p(-share) + fourths[1]))


def _complex(parameters: Parameters) -> complex:
    real, imaginary = parameters["A"]
    return complex(float(real), float(imaginary))
