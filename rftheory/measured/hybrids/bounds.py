"""Proved bounds of weighted statistics of hybrids, and the laws that make them.

The coefficients sum to one, so an error is sum_k c_k (SM_k - level).

With |SM_k| <= B_k, or |SM_k| <= g_k (1/m) sum_i sum_c a_c e^{w_i.s_c} (sum a_c = 1), the rows of SM_k are drawn from
L P, L the mean over rows of l = D + (1 - D) sum share e^{q w.s - q^2 |s|^2/2}, q the degree 1 or 2. By convexity
|SM_k|^q <= g_k^q (1/m) sum_i sum_c a_c e^{q w_i.s_c}, so the mediant rule gives |SM_k|^q / L <= g_k^q max_c
a_c e^{q^2 |s_c|^2/2} / share_c; other sets of rows have L >= D. docs/inference.md, section 11.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.measured.estimators.proposals import Component, GaussianMixture
from rftheory.measured.hybrids.lambdas import ClusterLambda
from rftheory.measured.hybrids.parts import Reach
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats

# The share of N(0, I) by degree, to the power of the number of sets: less of it bounds the tilted set better
# and the level, or the other sets, worse. A tuning: any share in (0, 1) is exact.
DEFENCE = {1: 0.5, 2: 0.2}


@dataclass(frozen=True, slots=True)
class HybridProposal:
    """The law of each independent set of projections (None: N(0, I)) and log of the bound of a weighted |value|."""

    laws: tuple[GaussianMixture | None, ...]
    log_bound: float

    @property
    def label(self) -> str:
        """For the report."""
        parts = sum(len(law.components) for law in self.laws if law is not None)
        return f"change of measure, {parts} Gaussians" if parts else "plain draws"


def plain_proposal(
    hybrid: AbstractHybrid, x: Floats, y: Floats, degree: int, *, level: float = 0.0, of_lambda: bool = False
) -> HybridProposal:
    """Draws from N(0, I), with the bound that bounded parts give."""
    laws = (None,) * len(hybrid.families(1, 1))
    if of_lambda:
        reach = hybrid.lambdas[0].reach(x, y)
        return HybridProposal(laws, degree * _log(reach.size) if reach else math.inf)
    bases = [part.reach(x, y) for part in hybrid.bases]
    logs = [math.inf if b is None else _centred(b, _log(b.size), _log(level)) for b in bases]
    return HybridProposal(laws, degree * _joined(logs, _coefficients(hybrid, x, y)))


def bounded_proposal(
    hybrid: AbstractHybrid, x: Floats, y: Floats, degree: int, *, level: float = 0.0
) -> HybridProposal:
    """A change of measure under which every weighted value is bounded; plain draws where no rule applies."""
    bases = [reach for part in hybrid.bases if (reach := part.reach(x, y)) is not None]
    coefficients = _coefficients(hybrid, x, y)
    sets: dict[int, list[int]] = {}
    for k, base in enumerate(bases):
        if base.exponents:
            sets.setdefault(0 if hybrid.shared else k, []).append(k)
    if len(bases) < len(hybrid.bases) or not sets or coefficients is None:
        return plain_proposal(hybrid, x, y, degree, level=level)
    defence = DEFENCE[degree]
    laws: list[GaussianMixture | None] = [None] * len(hybrid.families(1, 1))
    still = len(sets) * math.log(defence) / degree
    logs = [_log(base.size) - still for base in bases]
    for where, members in sets.items():
        share = (1.0 - defence) / len(members)
        parts = [Component(defence, (0.0,) * len(x))]
        for k in members:
            parts += [Component(share * a, tuple(degree * s for s in z)) for a, z in bases[k].exponents]
            top = max(float(np.dot(z, z)) for _, z in bases[k].exponents)
            others = (len(sets) - 1) * math.log(defence)
            logs[k] = bases[k].log_weight + degree * top / 2.0 - (math.log(share) + others) / degree
        laws[where] = GaussianMixture(tuple(parts))
    centred = [_centred(b, v, _log(level) - still) for b, v in zip(bases, logs, strict=True)]
    return HybridProposal(tuple(laws), degree * _joined(centred, coefficients))


def _centred(base: Reach, log_size: float, log_level: float) -> float:
    """log of a bound of |SM - level| L^{-1/q} from those of |SM| and of the level; the larger one where SM >= 0."""
    if base.interval[0] >= 0.0:
        return max(log_size, log_level)
    return float(np.logaddexp(log_size, log_level))


def _coefficients(hybrid: AbstractHybrid, x: Floats, y: Floats) -> tuple[float, ...] | None:
    """Bounds of |lam_1| .. |lam_p|, |1 - sum lam|; () for coefficients >= 0 of sum 1; None where there is none."""
    reaches = [part.reach(x, y) for part in hybrid.lambdas]
    if all(isinstance(part, ClusterLambda) for part in hybrid.lambdas):
        return ()
    low = math.fsum(-math.inf if reach is None else reach.interval[0] for reach in reaches)
    high = math.fsum(math.inf if reach is None else reach.interval[1] for reach in reaches)
    if not (math.isfinite(low) and math.isfinite(high)):
        return None
    if len(reaches) == 1 and low >= 0.0 and high <= 1.0:
        return ()
    sizes = tuple(reach.size for reach in reaches if reach is not None)
    return (*sizes, max(abs(1.0 - low), abs(1.0 - high)))


def _joined(logs: list[float], coefficients: tuple[float, ...] | None) -> float:
    """log of a bound of |sum_k c_k (SM_k - level)| L^{-1/q}, as coefficients sum to 1: Minkowski's, or the largest one."""
    if coefficients is None:
        return math.inf
    if not coefficients:
        return max(logs)
    return float(np.logaddexp.reduce([v + _log(c) for v, c in zip(logs, coefficients, strict=True)]))


def _log(size: float) -> float:
    return math.log(size) if size > 0.0 else -math.inf
