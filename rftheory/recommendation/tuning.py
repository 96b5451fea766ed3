"""The parameters of a feature map by the user's data: of least mean relative error over sampled pairs, or by averages."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.moments import log_variances
from rftheory.moments.dense.relative import DenseMoments
from rftheory.moments.dense.tuning import descended
from rftheory.moments.pairs import Invariants
from rftheory.moments.relative_moments import (
    AbstractRelativeMoments,
    AngularMoments,
    GeneralisedMoments,
    GeometricMoments,
    Parameters,
    PoissonMoments,
)
from rftheory.moments.tuning import best_rate, best_rho, parameter_of
from rftheory.recommendation.intervals import log_mean
from rftheory.recommendation.statistics import Averages

FLOOR = 1e-9
NOTHING = math.log(1e-6)


def tuned(one: AbstractRelativeMoments, pairs: Invariants, averages: Averages, features: int) -> Parameters:
    """The parameters of least mean relative error over these pairs; none for a map that has none."""
    if isinstance(one, GeneralisedMoments):
        return _generalised(one, pairs)
    if isinstance(one, PoissonMoments):
        return _poisson(one, pairs, averages)
    if isinstance(one, GeometricMoments):
        return _geometric(pairs.products, pairs.inner)
    if isinstance(one, DenseMoments):
        return {"A": descended(pairs.sums).tolist()}
    if isinstance(one, AngularMoments):
        return {"signs": min(_of_signs(one, pairs, features))[1]}
    return {}


def homogeneous(one: AbstractRelativeMoments, averages: Averages, d: int) -> Parameters | None:
    """The parameters that suit a pair with the average statistics, None where there are none to choose."""
    if isinstance(one, GeneralisedMoments):
        square = averages.plus if one.sign == 1 else averages.minus
        if one.sign == 1:
            return _a(parameter_of(best_rho(square, d)))
        points = np.array([square])
        return _search(one, lambda a: float(log_variances.generalised(points, d, a, -1)[0]) / 2.0, points, d)
    if isinstance(one, PoissonMoments):
        return {"rate": _plain(_rates(one, averages, d))}
    if isinstance(one, GeometricMoments) and averages.absolute is not None:
        return _geometric(averages.absolute[None, :], np.zeros(1))
    return None


def needed(one: AngularMoments, pairs: Invariants, log_target: float) -> tuple[float, int]:
    """(log of the fewest features for the target, their number of signs)."""
    costs = []
    for n in signs(1 << 20):
        log_m = max(0.0, 2.0 * (_error(one, pairs, n) - log_target))
        log_m = math.log(math.ceil(math.exp(log_m) - 1e-9)) if log_m < 30.0 else log_m
        costs.append((math.log(4.0 * (n + 1)) + log_m, n))
    return min(costs)


def signs(features: int) -> list[int]:
    """Numbers of sign features to try: those that leave one projection, thinned out on a logarithmic scale."""
    most = features // 4 - 1
    return sorted({n for n in (*range(1, 33), *(round(32 * 1.15**k) for k in range(1, 40))) if n <= most})


def _generalised(one: GeneralisedMoments, pairs: Invariants) -> Parameters:
    square = one.square(pairs)

    def error(a: complex) -> float:
        return log_mean(log_variances.generalised(square, pairs.d, a, one.sign) / 2.0)

    return _search(one, error, square, pairs.d)


def _search(one: GeneralisedMoments, error: Callable[[complex], float], square: Floats, d: int) -> Parameters:
    """Real A by a bounded search, then complex A around it where that is allowed and an error is left."""
    ends = (0.0, -math.log(best_rho(float(np.max(square)), d)) + 1e-9) if one.sign == 1 else (-3.0, 3.0)
    log_w = _least(lambda t: error((1.0 - math.exp(t)) / 8.0), *ends)
    best = complex((1.0 - math.exp(log_w)) / 8.0)
    if one.real or error(best) < NOTHING:
        return _a(best)

    def moved(u: Floats) -> float:
        return max(-1e9, error((1.0 - math.exp(min(u[0], 50.0)) * complex(1.0, u[1])) / 8.0))

    found = scipy.optimize.minimize(moved, (log_w, 0.3), method="Nelder-Mead", options={"maxiter": 80})
    if found.fun < error(best) - 1e-6:
        best = (1.0 - math.exp(found.x[0]) * complex(1.0, found.x[1])) / 8.0
    return _a(best)


def _poisson(one: PoissonMoments, pairs: Invariants, averages: Averages) -> Parameters:
    """A common factor of the rates by averages."""
    base = _rates(one, averages, pairs.d)
    top = float(np.max(pairs.products)) / float(np.max(base)) + 1.0
    log_factor = _least(
        lambda t: log_mean(one.log_single(pairs, {"rate": base * math.exp(t)}) / 2.0),
        -7.0,
        math.log(top) + 3.0,
    )
    return {"rate": _plain(base * math.exp(log_factor))}


def _rates(one: PoissonMoments, averages: Averages, d: int) -> Floats:
    total = math.fsum(averages.overlap)
    if total == 0.0:
        return np.ones(d if one.each else 1)
    if not one.each:
        return np.array([best_rate(total, d)])
    roots = np.sqrt(averages.overlap)
    return np.maximum(roots, FLOOR * float(np.max(roots)))


def _geometric(products: Floats, inner: Floats) -> Parameters:
    t = _least(lambda u: log_mean(log_variances.geometric(products, inner, _share(u)) / 2.0), -25.0, 30.0)
    return {"p": _share(t)}


def _of_signs(one: AngularMoments, pairs: Invariants, features: int) -> list[tuple[float, int]]:
    """(log of the mean error with all features, number of signs)."""
    return [(_error(one, pairs, n) - math.log(features // (4 * (n + 1))) / 2.0, n) for n in signs(features)]


def _error(one: AngularMoments, pairs: Invariants, n: int) -> float:
    return log_mean(one.log_single(pairs, {"signs": n}) / 2.0)


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


def _plain(rates: Floats) -> float | list[float]:
    return float(rates[0]) if len(rates) == 1 else [float(rate) for rate in rates]
