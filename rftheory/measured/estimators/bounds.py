"""Proved bounds of weighted statistics, and the change of measure that makes one.

The mediant rule: if F <= (1/m) sum_i h(w_i) and L = (1/m) sum_i l(w_i), then F / L <= sup_w h(w) / l(w).
Convexity gives h: ((1/m) sum a_i)^k <= (1/m) sum a_i^k for a_i >= 0. docs/inference.md, section 10.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import scipy

from rftheory.measured.couplings.frames import span
from rftheory.measured.estimators.estimates import Estimate
from rftheory.measured.estimators.proposals import (
    Component,
    GaussianMixture,
    Proposal,
    TiltMixture,
    shiftable,
)
from rftheory.measured.protocol import Growth

DEFENCE = 0.1  # share of the law itself: bounds are 1/0.9 of the least, and an error's level costs ten times its square
# of the wider Gaussian: the best of a grid, since the bound is flat around its best scale; any is exact
SCALES = tuple(1.0 + 0.1 * step for step in range(1, 21))
LARGEST_POWER = 64.0  # where the search for the least bound of a tail ends
PLAIN = 4.0  # so much smaller must a bound be to leave the coupling's own code, which is what a test is about


def bounded(estimate: Estimate) -> Estimate:
    """The same statistic with values that are bounded by proof, where one of the rules below applies.

    The coupling's own code is drawn from unless the change of measure has a bound PLAIN times smaller.
    """
    plain, (proposal, bound) = plain_bound(estimate), bounded_proposal(estimate)
    if proposal is None or plain <= bound + math.log(PLAIN):
        return replace(estimate, proposal=None, log_bound=plain)
    return replace(estimate, proposal=proposal, log_bound=bound)


def plain_bound(estimate: Estimate) -> float:
    """log of the largest |value| of draws without a weight; infinite where the rows can be arbitrarily long."""
    if estimate.what == "tail":
        return 0.0
    growth = estimate.features.growth
    if growth is None:
        return math.inf
    logs = []
    for index, weight in enumerate(estimate.log_weights):
        lengths = _lengths(estimate, index)
        logs.append(weight + _log_size(growth, estimate, lengths))
    if estimate.what == "error":
        size = np.logaddexp(logs[0], _log(abs(estimate.level)))
        if growth.kind == "exponential" and estimate.level >= 0:
            size = max(logs[0], _log(estimate.level))
        return 2.0 * float(size)
    return sum(logs) * (2 if estimate.what == "square" else 1)


def bounded_proposal(estimate: Estimate) -> tuple[Proposal | None, float]:
    """A change of measure and the log bound of the weighted values; (None, inf) where no rule applies."""
    growth, coupling = estimate.features.growth, estimate.coupling
    none: tuple[Proposal | None, float] = (None, 0.0 if estimate.what == "tail" else math.inf)
    if growth is None or not coupling.isotropic or not shiftable(coupling.law):
        return none
    wrong: str = getattr(coupling, "wrong", "")
    if wrong:
        return none
    law = coupling.law
    gaussian = law.norm == "chi_d" and law.directions == "independent"
    if estimate.what == "product":
        exponential = growth.kind == "exponential" and estimate.features.pairwise
        return _crossed(estimate, growth) if exponential and gaussian else none
    if growth.kind == "exponential" and estimate.features.pairwise:
        length = float(np.linalg.norm(estimate.targets[0]))
        if length == 0.0:
            return none
        return (
            _tail(estimate, growth, length) if estimate.what == "tail" else _tilted(estimate, growth, length)
        )
    if growth.kind == "linear" and gaussian and not estimate.features.pairwise:
        return _spread(estimate, growth)
    return none


def _tilted(estimate: Estimate, growth: Growth, length: float) -> tuple[Proposal, float]:
    """h = g^k A^{k-1} sum_c a_c e^{k r_c t} (A = sum a_c) against l = D + (1 - D) sum_c (a_c/A) e^{k r_c t - Lambda_c}.

    The quotient is at most max_c A^k g^k e^{Lambda_c} / (1 - D); an error's level adds level^2 <= level^2 l / D.
    """
    k, total = estimate.degree, math.fsum(factor for factor, _ in growth.terms)
    defence = 0.5 if k == 1 else DEFENCE
    tilts = [((1.0 - defence) * factor / total, k * rate * length) for factor, rate in growth.terms]
    proposal = TiltMixture(estimate.coupling.law, estimate.d, ((defence, 0.0), *tilts))
    top = max(proposal.log_mean(tilt) for _, tilt in tilts)
    bound = k * (estimate.log_weights[0] + math.log(total)) + top - math.log(1.0 - defence)
    if estimate.what == "error":
        # (a - c)^2 <= a^2 + c^2 for a, c >= 0, and <= 2 a^2 + 2 c^2 always
        level = 2.0 * _log(abs(estimate.level)) - math.log(defence)
        bound = max(bound, level) + (0.0 if estimate.level >= 0 else math.log(2.0))
    return proposal, bound


def _crossed(estimate: Estimate, growth: Growth) -> tuple[Proposal | None, float]:
    """Khat_1 Khat_2 <= (rho Khat_1^2 + Khat_2^2 / rho) / 2, each square as in `_tilted`, each with half the shares.

    With B_j the bound of the square of Khat_j alone, rho = sqrt(B_2 / B_1) leaves sqrt(B_1 B_2).
    """
    total = math.fsum(factor for factor, _ in growth.terms)
    top = max(abs(rate) for _, rate in growth.terms)
    coordinates = estimate.coordinates
    if not all(np.any(row) for row in coordinates):
        return None, math.inf
    still = (0.0,) * coordinates.shape[1]
    parts = [Component(DEFENCE, still)]
    bound = -math.log(1.0 - DEFENCE)
    for row, weight in zip(coordinates, estimate.log_weights, strict=True):
        bound += weight + math.log(total) + (top * float(np.linalg.norm(row))) ** 2
        parts += [
            Component((1.0 - DEFENCE) * factor / (2.0 * total), tuple(map(float, 2.0 * rate * row)))
            for factor, rate in growth.terms
        ]
    return GaussianMixture(tuple(parts)), bound


def _tail(estimate: Estimate, growth: Growth, length: float) -> tuple[Proposal | None, float]:
    """On the event (1/m) sum_i a_i > c = level / g, where a_i <= sum_c a_c e^{r_c t_i}, and for kappa >= 1:

    (1/m) sum_i sum_c (a_c/A) e^{kappa r_c t_i} >= (c/A)^kappa by the power mean, so 1/L is at most
    (c/A)^{-kappa} max_c e^{Lambda_c} / (1 - D). Where the sum is A cosh(r t), the left side is the mean of
    T(cosh r t_i), T(u) = cosh(kappa arcosh u) convex on u >= 1, hence at least T(c/A). kappa is the least
    bound's, found numerically; any is exact.
    """
    total = math.fsum(factor for factor, _ in growth.terms)
    height = math.log(estimate.level) - estimate.log_weights[0] - math.log(total)
    probe = TiltMixture(estimate.coupling.law, estimate.d, ((1.0, 0.0),))
    top = max(abs(rate) for _, rate in growth.terms) * length
    even = sorted(growth.terms) == sorted((factor, -rate) for factor, rate in growth.terms)
    even = even and len(growth.terms) == 2

    def bound(kappa: float) -> float:
        log_mean: float = probe.log_mean(kappa * top)
        return log_mean - (_log_chebyshev(kappa, height) if even else kappa * height)

    found = scipy.optimize.minimize_scalar(bound, bounds=(1.0, LARGEST_POWER), method="bounded")
    kappa = float(found.x)
    log_bound = bound(kappa) - math.log(1.0 - DEFENCE)
    if log_bound >= 0.0:
        return None, 0.0
    tilts = [((1.0 - DEFENCE) * factor / total, kappa * rate * length) for factor, rate in growth.terms]
    return TiltMixture(estimate.coupling.law, estimate.d, ((DEFENCE, 0.0), *tilts)), log_bound


def _log_chebyshev(order: float, log_u: float) -> float:
    """log cosh(order arcosh u) from log u; 0 where u < 1, which every mean of cosh exceeds."""
    if log_u <= 0.0:
        return 0.0
    arc = order * (log_u + math.log1p(math.sqrt(-math.expm1(-2.0 * log_u))))
    return arc + math.log1p(math.exp(-2.0 * arc)) - math.log(2.0)


def _spread(estimate: Estimate, growth: Growth) -> tuple[Proposal | None, float]:
    """Rows of rank r drawn from D N(0, I) + (1 - D) N(0, s^2 I); h(w) = g^k [count (a + |x||w|)(a + |y||w|)]^k.

    sup h/l <= s^r / (1 - D) max_u h(u) e^{-(1 - s^-2) u^2/2}: the logarithm is concave in u = |w|, and s is
    the best of a fixed grid. An error's level adds as in the exponential case.
    """
    if estimate.what == "tail":
        return None, 0.0
    rank = span(estimate.targets).shape[1]
    lengths = [float(v) for v in np.linalg.norm(estimate.targets, axis=1)]
    k = estimate.degree
    if rank == 0 or (growth.offset == 0.0 and not all(lengths)):
        return None, math.inf

    def log_size(radius: float) -> float:
        return k * (math.log(growth.count) + math.fsum(_log(growth.offset + radius * v) for v in lengths))

    def peak(scale: float) -> float:
        rate = (1.0 - scale**-2) / 2.0
        top = math.sqrt(2.0 * k / rate) + 1.0
        found = scipy.optimize.minimize_scalar(
            lambda u: rate * u * u - log_size(u),
            bounds=(0.0, top),
            method="bounded",
            options={"xatol": 1e-10},
        )
        top_value: float = rank * math.log(scale) - float(found.fun) + 1e-9
        return top_value

    best = min(SCALES, key=peak)
    bound = peak(best) + k * estimate.log_weights[0] - math.log(1.0 - DEFENCE)
    if estimate.what == "error":
        bound = math.log(2.0) + max(bound, 2.0 * _log(abs(estimate.level)) - math.log(DEFENCE))
    still = (0.0,) * rank
    parts = (Component(DEFENCE, still), Component(1.0 - DEFENCE, still, best))
    return GaussianMixture(parts), bound


def _log_size(growth: Growth, estimate: Estimate, lengths: list[float]) -> float:
    """log of the bound of one row's contribution, for rows of length sqrt(d) or bounded functions."""
    if growth.kind == "bounded":
        return math.log(growth.count)
    wrong: str = getattr(estimate.coupling, "wrong", "")
    if estimate.coupling.law.norm != "sqrt(d)" or wrong:
        return math.inf
    radius = math.sqrt(estimate.coupling.padded(estimate.d))
    if growth.kind == "exponential":
        reach = radius * lengths[-1]
        return math.log(math.fsum(factor for factor, _ in growth.terms)) + reach * max(
            abs(rate) for _, rate in growth.terms
        )
    return math.log(growth.count) + math.fsum(_log(growth.offset + radius * v) for v in lengths[:2])


def _lengths(estimate: Estimate, index: int) -> list[float]:
    """|x|, |y| and |x + y| of a pair of points."""
    points = (estimate.x, estimate.y, *(estimate.other or ()))[2 * index : 2 * index + 2]
    x, y = (np.array(point) for point in points)
    return [float(np.linalg.norm(v)) for v in (x, y, x + y)]


def _log(size: float) -> float:
    return math.log(size) if size > 0.0 else -math.inf
