"""How much of an exact error a few draws show: fourth moments of one projection in closed form. Nothing is drawn.

An exact error may rest on draws so rare that a hundred of them never meet one. The mean S of n squared errors of a pair
has E S = 1 (in units of the exact squared error) and E S^2 = 1 + (kurtosis - 1)/n, so by Hölder's inequality
E sqrt(S) >= (E S)^(3/2) / (E S^2)^(1/2) = (1 + (kurtosis - 1)/n)^(-1/2): so much of the exact error is sure to be seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.log_variances import cosh_type
from rftheory.recommendation.families import (
    AbstractFamily,
    AngularFamily,
    GeneralisedFamily,
    GeometricFamily,
    HyperbolicFamily,
    Parameters,
    PoissonFamily,
    TrigonometricFamily,
)
from rftheory.recommendation.intervals import Interval, log_mean
from rftheory.recommendation.pairs import Pairs

Moments = dict[int, list[tuple[float, Any]]]  # arrays of logarithms, real or complex

DRAWS = 100
TINY = math.log(1e-6)
SQUARED_NORMAL = math.log(15.0)
LARGE = 300.0
MOST_COUNT = 150.0

# Z = (F + conj F)/2: the shares of the products F^a conj(F)^b in Z^k
_POWERS = {
    2: ((2, 0, 1 / 2), (1, 1, 1 / 2)),
    3: ((3, 0, 1 / 4), (2, 1, 3 / 4)),
    4: ((4, 0, 1 / 8), (3, 1, 1 / 2), (2, 2, 3 / 8)),
}


@dataclass(frozen=True)
class Rarity:
    """`log_seen`: the mean error that `draws` draws are sure to show on average; `log_enough`: draws that show `low`.

    Both for independent projections, coupled ones counted as such.
    """

    draws: int
    log_seen: float
    log_enough: float

    @property
    def trusted(self) -> bool:
        """Whether so many draws are sure to show, on average, an error within the stated interval."""
        return self.log_enough <= math.log(self.draws)


def rarity(errors: Floats, log_kurtosis: Floats, interval: Interval, draws: int = DRAWS) -> Rarity:
    """By the bound above, for logarithms of relative errors and of kurtoses of the same pairs."""
    if interval.low == -math.inf:
        return Rarity(draws, seen(errors, log_kurtosis, math.log(draws)), 0.0)
    low, high = 0.0, math.log(draws)
    while seen(errors, log_kurtosis, high) < interval.low and high < 1e7:
        low, high = high, 2.0 * high
    for _ in range(60 if high < 1e7 else 0):
        middle = (low + high) / 2.0
        enough = seen(errors, log_kurtosis, middle) >= interval.low
        low, high = (low, middle) if enough else (middle, high)
    return Rarity(draws, seen(errors, log_kurtosis, math.log(draws)), high if high < 1e7 else math.inf)


def seen(errors: Floats, log_kurtosis: Floats, log_draws: float) -> float:
    """log of the mean over pairs of error (1 + (kurtosis - 1)/draws)^(-1/2)."""
    excess = log_kurtosis + np.log(-np.expm1(-np.maximum(log_kurtosis, 1e-12)))
    return log_mean(errors - np.logaddexp(0.0, excess - log_draws) / 2.0)


def log_kurtosis(
    family: AbstractFamily, pairs: Pairs, parameters: Parameters, logs: Floats, m: int
) -> Floats:
    """log of the kurtosis of the average of m independent projections; an upper bound for the angular hybrid.

    `logs`: the logarithms of the relative variances of one projection. Below 1e-6 these leave no digits for a fourth
    moment, and the limit of a squared normal variable stands in.
    """
    if isinstance(family, AngularFamily):
        return _angular(pairs, logs, m)
    one = np.where(logs < TINY, SQUARED_NORMAL, _log_fourth(family, pairs, parameters) - 2.0 * logs)
    return _averaged(one, m)


def _averaged(log_one: Floats, m: int) -> Floats:
    """kurtosis - 3 falls as 1/m; no kurtosis is below 1."""
    with np.errstate(over="ignore"):
        small = np.log(np.maximum(1.0, 3.0 + (np.exp(np.minimum(log_one, LARGE)) - 3.0) / m))
    return np.where(log_one < LARGE, small, log_one - math.log(m))


def _angular(pairs: Pairs, logs: Floats, m: int) -> Floats:
    """(l h + (1-l) t)^4 <= l h^4 + (1-l) t^4 for a share l of sign changes, independent of the errors h and t."""
    one = pairs.invariants
    share = np.clip(one.angle / math.pi, 0.0, 1.0)
    fourths = []
    for family, square in ((HyperbolicFamily(), one.plus), (TrigonometricFamily(), one.minus)):
        variance = cosh_type(square) - math.log(m)
        base = log_kurtosis(family, pairs, {}, cosh_type(square), m)
        fourths.append(np.where(np.isfinite(variance), base + 2.0 * variance, -math.inf))
    with np.errstate(divide="ignore", invalid="ignore"):
        fourth = np.logaddexp(np.log(share) + fourths[0], np.log1p(-share) + fourths[1])
        found = fourth - 2.0 * (logs - math.log(m))
    return np.where(np.isfinite(logs), np.maximum(found, 0.0), SQUARED_NORMAL)


def _log_fourth(family: AbstractFamily, pairs: Pairs, parameters: Parameters) -> Floats:
    """log E (Z/K - 1)^4 for one projection."""
    one = pairs.invariants
    if isinstance(family, PoissonFamily):
        return _counts_fourth(_poisson_logs(pairs, np.asarray(parameters["rate"], dtype=np.float64)))
    if isinstance(family, GeometricFamily):
        return _counts_fourth(_geometric_logs(pairs, float(parameters["p"])))
    if isinstance(family, GeneralisedFamily):
        a, s = complex(*parameters["A"]), family.sign
        return _exponential_fourth(one.plus if s == 1 else one.minus, one.d, a, s)
    if isinstance(family, TrigonometricFamily):
        return _exponential_fourth(one.minus, one.d, 0j, -1)
    if isinstance(family, HyperbolicFamily):
        return _central({k: [(c, ((a - b) ** 2 - k) * one.plus / 2.0 + 0j) for a, b, c in terms]
                         for k, terms in _POWERS.items()})  # fmt: skip
    return _exponential_fourth(one.plus, one.d, 0j, 1)


def _exponential_fourth(square: Floats, d: int, a: complex, s: int) -> Floats:
    """GERF at |x+sy|^2: E F^i conj(F)^j = |D-powers| (1-2h)^(-d/2) exp(g^2 |x+sy|^2/(2(1-2h)) - k s |x+sy|^2/2).

    h = 2(iA + j conj A), g = iB + j conj B; infinite unless Re(1-16A) > 0.
    """
    if 1.0 - 16.0 * a.real <= 0.0:
        return np.full(len(square), math.inf)
    r = 1.0 - 4.0 * a
    b = complex(np.sqrt(complex(s * r)))
    moments: Moments = {}
    for k, terms in _POWERS.items():
        moments[k] = []
        for i, j, share in terms:
            width = 1.0 - 4.0 * (i * a + j * a.conjugate())
            slope = i * b + j * b.conjugate()
            logs = d / 2.0 * (i * np.log(r) + j * np.log(r.conjugate()) - np.log(width))
            moments[k].append((share, logs + (slope * slope / width - k * s) * square / 2.0))
    return _central(moments)


def _central(moments: Moments) -> Floats:
    """log E (X-1)^4 for E X = 1 and E X^k = Re sum share e^logs, by differences from 1 where they are in range."""
    top = np.max([logs.real for _, logs in moments[4]], axis=0)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        less = {
            k: sum(share * np.expm1(np.where(top < LARGE, logs, 0.0)).real for share, logs in terms)
            for k, terms in moments.items()
        }
        near = np.log(np.maximum(less[4] - 4.0 * less[3] + 6.0 * less[2], 1e-300))
        whole = sum(share * np.exp(logs - top).real for share, logs in moments[4])
        far = top + np.log(np.maximum(whole, 1e-300))
    return np.where(top < LARGE, near, far)


def _counts_fourth(logs: dict[int, tuple[Floats, Floats]]) -> Floats:
    """The same for (log |E X^k|, sign) of counts."""
    return _central({
        k: [(1.0, size + np.where(sign < 0.0, math.pi * 1j, 0j))] for k, (size, sign) in logs.items()
    })  # fmt: skip


def _poisson_logs(pairs: Pairs, rates: Floats) -> dict[int, tuple[Floats, Floats]]:
    """E (Z/K)^k = exp(sum_l k lam_l - k x_l y_l + lam_l ((x_l y_l/lam_l)^k - 1))."""
    products = pairs.x * pairs.y
    rates = np.broadcast_to(rates, products.shape[1:])
    ones = np.ones(len(products))
    return {
        k: (np.sum(k * (rates - products) + rates * ((products / rates) ** k - 1.0), axis=1), ones)
        for k in _POWERS
    }


def _geometric_logs(pairs: Pairs, p: float) -> dict[int, tuple[Floats, Floats]]:
    """E (Z/K)^k = prod_l p^(1-k) e^(-k z) sum_w (z^k (1-p)^(1-k))^w / w!^k, z = x_l y_l.

    Beyond sizes of MOST_COUNT the fourth moment is taken there: beyond every number that could be trusted.
    """
    products = pairs.x * pairs.y
    found = {}
    for k in _POWERS:
        scale = (1.0 - p) ** ((k - 1) / k)
        z = np.clip(products / scale, -MOST_COUNT, MOST_COUNT)
        less, term = np.zeros_like(z), np.ones_like(z)
        for w in range(1, int(1.6 * float(np.max(np.abs(z)))) + 60):
            term = term * (z / w) ** k
            less += term
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(less > -0.5, np.log1p(np.maximum(less, -0.5)), np.log(np.abs(1.0 + less)))
        total = np.sum(logs - k * products, axis=1) - (k - 1) * z.shape[1] * math.log(p)
        found[k] = (total, np.prod(np.sign(1.0 + less), axis=1))
    return found
