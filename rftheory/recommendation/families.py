"""What is known of every feature map: its cost, its exact error, its parameters by the data. Nothing is drawn here."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, final

import numpy as np
import scipy

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.moments import log_variances
from rftheory.moments.block_covariance import positive_gap, trigonometric_gap
from rftheory.recommendation.intervals import log_mean
from rftheory.recommendation.pairs import Invariants
from rftheory.recommendation.statistics import Averages

Parameters = Mapping[str, Any]
FLOOR = 1e-9
NOTHING = math.log(1e-6)


class AbstractFamily(ABC):
    """A feature map with parameters; `cost` real features a projection, `couples` where blocks help."""

    name: str
    cost: int = 1
    couples: bool = True
    moves: bool = True

    @abstractmethod
    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        """log of Var/K^2 for one projection, for every pair."""

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        """An upper bound of `log_single` over all pairs within `worst`."""
        return float(self.log_single(worst, parameters)[0])

    def gap(self, pairs: Invariants, cosine: float, parameters: Parameters) -> tuple[Floats, Floats]:
        """(sign and size, log scale) of the covariance of two projections of a block, over K^2."""
        del cosine, parameters
        return np.zeros(len(pairs.plus)), np.zeros(len(pairs.plus))

    def never_worse(self, cosine: float) -> bool:
        """Whether no pair of points has projections of a block that vary together."""
        del cosine
        return False

    def tuned(self, pairs: Invariants, averages: Averages, features: int) -> Parameters:
        """The parameters of least mean relative error over these pairs."""
        del pairs, averages, features
        return {}

    def homogeneous(self, averages: Averages, d: int) -> Parameters | None:
        """The parameters that suit a pair with the average statistics, None where there are none to choose."""
        del averages, d
        return None

    def correlation(self, pairs: Invariants, cosine: float, parameters: Parameters, logs: Floats) -> Floats:
        """Covariance of two projections over the variance of one, in [-1, 1]."""
        sizes, scales = self.gap(pairs, cosine, parameters)
        with np.errstate(invalid="ignore", over="ignore"):
            found = sizes * np.exp(np.minimum(scales - logs, 700.0))
        return np.where(np.isfinite(found), np.clip(found, -1.0, 1.0), 0.0)


@final
@dataclass(frozen=True)
class TrigonometricFamily(AbstractFamily):
    """Sine and cosine: two features a projection; a shift changes nothing."""

    name: str = "trigonometric"
    cost: int = 2
    moves: bool = False

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        del parameters
        return log_variances.cosh_type(pairs.minus)

    def gap(self, pairs: Invariants, cosine: float, parameters: Parameters) -> tuple[Floats, Floats]:
        del parameters
        return trigonometric_gap(pairs.minus, pairs.d, cosine), pairs.minus


@final
@dataclass(frozen=True)
class PositiveFamily(AbstractFamily):
    """e^{w.x}."""

    name: str = "positive"

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        del parameters
        return log_variances.positive(pairs.plus)

    def gap(self, pairs: Invariants, cosine: float, parameters: Parameters) -> tuple[Floats, Floats]:
        del parameters
        return positive_gap(pairs.plus, pairs.d, (cosine,)), np.zeros_like(pairs.plus)

    def never_worse(self, cosine: float) -> bool:
        return cosine <= 0.0


@final
@dataclass(frozen=True)
class HyperbolicFamily(AbstractFamily):
    """e^{w.x} and e^{-w.x}: two features a projection."""

    name: str = "hyperbolic"
    cost: int = 2

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        del parameters
        return log_variances.cosh_type(pairs.plus)

    def gap(self, pairs: Invariants, cosine: float, parameters: Parameters) -> tuple[Floats, Floats]:
        del parameters
        cosines = (cosine, -cosine) if cosine else (0.0,)
        return positive_gap(pairs.plus, pairs.d, cosines), np.zeros_like(pairs.plus)

    def never_worse(self, cosine: float) -> bool:
        return cosine == 0.0


@final
@dataclass(frozen=True)
class GeneralisedFamily(AbstractFamily):
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
        return log_variances.generalised(self._square(pairs), pairs.d, _complex(parameters), self.sign)

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        square = self._square(worst)
        return float(
            log_variances.generalised(square, worst.d, _complex(parameters), self.sign, bound=True)[0]
        )

    def gap(self, pairs: Invariants, cosine: float, parameters: Parameters) -> tuple[Floats, Floats]:
        del parameters
        if self.sign == -1:
            return trigonometric_gap(pairs.minus, pairs.d, cosine), pairs.minus
        return positive_gap(pairs.plus, pairs.d, (cosine,)), np.zeros_like(pairs.plus)

    def never_worse(self, cosine: float) -> bool:
        return self.sign == 1 and cosine <= 0.0

    def tuned(self, pairs: Invariants, averages: Averages, features: int) -> Parameters:
        del averages, features
        square = self._square(pairs)

        def error(a: complex) -> float:
            return log_mean(log_variances.generalised(square, pairs.d, a, self.sign) / 2.0)

        return self._best(error, square, pairs.d)

    def homogeneous(self, averages: Averages, d: int) -> Parameters | None:
        square = np.array([averages.plus if self.sign == 1 else averages.minus])
        if self.sign == 1:
            return _a((1.0 - 1.0 / log_variances.best_rho(float(square[0]), d)) / 8.0)
        return self._best(lambda a: float(log_variances.generalised(square, d, a, -1)[0]) / 2.0, square, d)

    def _best(self, error: Callable[[complex], float], square: Floats, d: int) -> Parameters:
        """Real A by a bounded search, then complex A around it where that is allowed and an error is left."""
        ends = (
            (0.0, -math.log(log_variances.best_rho(float(np.max(square)), d)) + 1e-9)
            if self.sign == 1
            else (-3.0, 3.0)
        )
        log_w = _least(lambda t: error((1.0 - math.exp(t)) / 8.0), *ends)
        best = complex((1.0 - math.exp(log_w)) / 8.0)
        if self.real or error(best) < NOTHING:
            return _a(best)

        def moved(u: Floats) -> float:
            return max(-1e9, error((1.0 - math.exp(min(u[0], 50.0)) * complex(1.0, u[1])) / 8.0))

        found = scipy.optimize.minimize(moved, (log_w, 0.3), method="Nelder-Mead", options={"maxiter": 80})
        if found.fun < error(best) - 1e-6:
            best = (1.0 - math.exp(found.x[0]) * complex(1.0, found.x[1])) / 8.0
        return _a(best)

    def _square(self, pairs: Invariants) -> Floats:
        return pairs.plus if self.sign == 1 else pairs.minus


@final
@dataclass(frozen=True)
class PoissonFamily(AbstractFamily):
    """Poisson counts, with one rate or one a coordinate."""

    name: str = "poisson"
    each: bool = False
    couples: bool = False

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        rates = np.broadcast_to(np.asarray(parameters["rate"], dtype=np.float64), (pairs.d,))
        return log_variances.poisson(pairs.products, pairs.inner, rates)

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        rates = np.broadcast_to(np.asarray(parameters["rate"], dtype=np.float64), (worst.d,))
        exponent = rates + worst.products**2 / rates
        return float(log_variances.log_expm1(exponent.sum(axis=1) - 2.0 * worst.inner)[0])

    def tuned(self, pairs: Invariants, averages: Averages, features: int) -> Parameters:
        del features
        base = self._base(averages, pairs.d)
        top = float(np.max(pairs.products)) / float(np.max(base)) + 1.0
        log_factor = _least(
            lambda t: log_mean(self.log_single(pairs, {"rate": base * math.exp(t)}) / 2.0),
            -7.0,
            math.log(top) + 3.0,
        )
        return {"rate": _plain(base * math.exp(log_factor))}

    def homogeneous(self, averages: Averages, d: int) -> Parameters | None:
        return {"rate": _plain(self._base(averages, d))}

    def _base(self, averages: Averages, d: int) -> Floats:
        total = math.fsum(averages.overlap)
        if total == 0.0:
            return np.ones(d if self.each else 1)
        if not self.each:
            return np.array([math.sqrt(total / d)])
        roots = np.sqrt(averages.overlap)
        return np.maximum(roots, FLOOR * float(np.max(roots)))


@final
@dataclass(frozen=True)
class GeometricFamily(AbstractFamily):
    """Geometric counts."""

    name: str = "geometric"
    couples: bool = False

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        return log_variances.geometric(pairs.products, pairs.inner, float(parameters["p"]))

    def tuned(self, pairs: Invariants, averages: Averages, features: int) -> Parameters:
        del averages, features
        return self._best(pairs.products, pairs.inner)

    def homogeneous(self, averages: Averages, d: int) -> Parameters | None:
        del d
        if averages.absolute is None:
            return None
        return self._best(averages.absolute[None, :], np.zeros(1))

    def _best(self, products: Floats, inner: Floats) -> Parameters:
        t = _least(lambda u: log_mean(log_variances.geometric(products, inner, _share(u)) / 2.0), -25.0, 30.0)
        return {"p": _share(t)}


@final
@dataclass(frozen=True)
class AngularFamily(AbstractFamily):
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

    def tuned(self, pairs: Invariants, averages: Averages, features: int) -> Parameters:
        del averages
        found = [
            (self._error(pairs, n) - math.log(features // (4 * (n + 1))) / 2.0, n) for n in signs(features)
        ]
        return {"signs": min(found)[1]}

    def needed(self, pairs: Invariants, log_target: float) -> tuple[float, int]:
        """(log of the fewest features for the target, their n)."""
        costs = []
        for n in signs(1 << 20):
            log_m = max(0.0, 2.0 * (self._error(pairs, n) - log_target))
            log_m = math.log(math.ceil(math.exp(log_m) - 1e-9)) if log_m < 30.0 else log_m
            costs.append((math.log(4.0 * (n + 1)) + log_m, n))
        return min(costs)

    def _error(self, pairs: Invariants, n: int) -> float:
        return log_mean(self.log_single(pairs, {"signs": n}) / 2.0)


FAMILIES: dict[str, AbstractFamily] = {
    family.name: family
    for family in (
        TrigonometricFamily(),
        PositiveFamily(),
        HyperbolicFamily(),
        GeneralisedFamily(),
        GeneralisedFamily("gerf+", 1, False),
        GeneralisedFamily("gerf-", -1, False),
        PoissonFamily(),
        PoissonFamily("poisson-each", True),
        GeometricFamily(),
        AngularFamily(),
    )
}
COUPLINGS = ("iid", "orthogonal", "simplex")


def cosine(coupling: str, d: int) -> float | None:
    """The cosine of two rows of a block, None where rows are independent."""
    if coupling == "iid" or d == 1:
        return None
    return 0.0 if coupling == "orthogonal" else -1.0 / (d - 1)


def split(mechanism: str) -> tuple[str, AbstractFamily]:
    """The coupling and the family of a name such as `orthogonal-oprf`; InputError for any other."""
    coupling, _, name = str(mechanism).partition("-")
    family = FAMILIES.get(name)
    if coupling not in COUPLINGS or family is None or (coupling != "iid" and not family.couples):
        known = ", ".join(FAMILIES)
        raise InputError(
            f"unknown mechanism {mechanism!r}; allowed: iid, orthogonal or simplex, a hyphen, and one of {known}; "
            "discrete maps and the hybrid are iid"
        )
    return coupling, family


def signs(features: int) -> list[int]:
    """Numbers of sign features to try: those that leave one projection, thinned out on a logarithmic scale."""
    most = features // 4 - 1
    return sorted({n for n in (*range(1, 33), *(round(32 * 1.15**k) for k in range(1, 40))) if n <= most})


def _least(error: Callable[[float], float], low: float, high: float) -> float:
    found = scipy.optimize.minimize_scalar(
        error, bounds=(low, high), method="bounded", options={"xatol": 1e-5}
    )
    ends = [low, high, float(found.x)]
    return min(ends, key=error)


def _share(t: float) -> float:
    return min(1.0 / (1.0 + math.exp(-t)), 1.0 - 1e-12)


def _a(value: complex) -> Parameters:
    value = complex(value)
    return {"A": [value.real, value.imag]}


def _complex(parameters: Parameters) -> complex:
    real, imaginary = parameters["A"]
    return complex(float(real), float(imaginary))


def _plain(rates: Floats) -> float | list[float]:
    return float(rates[0]) if len(rates) == 1 else [float(rate) for rate in rates]
