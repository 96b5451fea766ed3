"""Which rows share the mixing variable tau: by how the lengths of rows of a block, and of different blocks, vary together.

With u = 2 F(|w|) - 1 of each row, F its law, E u_i u_j is 0 where two rows have a tau of their own, and E E(u|tau)^2
where they share one. Means over the pairs of a draw lie in [-1, 1] and draws are independent: the band is that of
`spectral.rows` for two numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special

from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import SPECTRAL_SHARING
from rftheory.conformance.spectral.standard import Standard
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.moments.norm_nodes import chi_rule
from rftheory.verdict import Outcome

CHECK = "sharing of tau"
SLACK = 0.01
"""What tables and strata are granted."""
CAUSES = {
    "row": "mixing-separate",
    "block": "mixing-shared",
    "stratified": "mixing-stratified",
    "all": "mixing-one",
}
"""By what is seen in place of what is declared."""


def together(w: Floats, block: int) -> Floats:
    """The means of u_i u_j over pairs of rows (n, m, d) of one block, and over pairs of different ones (nan: none): (n, 2)."""
    n, m, d = w.shape
    u: Floats = 2.0 * special.gammainc(d / 2.0, vecdot(w, w) / 2.0) - 1.0
    starts = np.arange(0, m, block)
    sums, squares = np.add.reduceat(u, starts, axis=1), vecdot(u, u)
    sizes = np.diff([*starts, m])
    inside = int(np.sum(sizes * (sizes - 1)))
    outside = m * (m - 1) - inside
    within = vecdot(sums, sums)
    inner, outer = within - squares, np.sum(u, axis=1) ** 2 - within
    nothing = np.full(n, math.nan)
    return np.stack([inner / inside if inside else nothing, outer / outside if outside else nothing], axis=1)


@dataclass(frozen=True)
class SharedLengths:
    """Both means of every draw (n, 2), of B blocks, the law, the declared sharing and the ledger of the run.

    same: whether all rows of a block have one length. uncoupled: whether directions are independent, so that there is no
    block but all rows.
    """

    means: Floats
    blocks: int
    law: Standard
    d: int
    sharing: str
    same: bool
    uncoupled: bool
    ledger: ErrorBudget

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()

    @cached_property
    def laws(self) -> Mapping[str, Floats]:
        """The expectations of both means, by who shares tau."""
        given, weights = _given(self.law, self.d)
        common = float(given**2 @ weights)
        found = {
            "row": (0.0, 0.0),
            "block": (common, 0.0),
            "all": (common, common),
        }
        if self.uncoupled and self.sharing == "row":
            del found["block"]
        elif self.blocks > 1:
            strata = _strata(given, weights, self.blocks)
            found["stratified"] = (common, -float(strata @ strata) / (self.blocks * (self.blocks - 1.0)))
        return {name: np.array(pair) for name, pair in found.items()}


def _given(law: Standard, d: int) -> tuple[Floats, Floats]:
    """E(u|tau) at the nodes of tau, in increasing order, and their weights."""
    tau, weights = law.mixing
    order = np.argsort(tau)
    tau, weights = tau[order], weights[order]
    chi, shares = chi_rule(d, 48)
    lengths = np.sqrt(tau)[:, None] * chi
    given: Floats = (2.0 * law.shares(lengths) - 1.0) @ shares
    return given, weights


def _strata(given: Floats, weights: Floats, blocks: int) -> Floats:
    """E(u|stratum) of the strata of equal probability of tau."""
    ends = np.concatenate([[0.0], np.cumsum(weights)])
    sums = np.concatenate([[0.0], np.cumsum(given * weights)])
    found: Floats = np.diff(np.interp(np.linspace(0.0, 1.0, blocks + 1), ends / ends[-1], sums)) * blocks
    return found


@dataclass(frozen=True)
class Sharers(Measurements):
    """Who shares tau by what was seen, as far as it is told apart."""

    near: tuple[str, ...]


def sharing(subject: SharedLengths) -> Finding | None:
    """Lengths of rows vary together as tau is declared to be shared; None where no two rows are looked at."""
    known = ~np.any(np.isnan(subject.means), axis=0)
    if not np.any(known):
        return None
    values, n, share = subject.means[:, known], len(subject.means), subject.ledger.share(CHECK)
    found, spread = np.mean(values, axis=0), np.var(values, axis=0, ddof=1)
    log = math.log(8.0 / share.alpha)
    reach = np.sqrt(2.0 * spread * log / n) + 14.0 * log / (3.0 * (n - 1)) + SLACK

    def gaps(name: str) -> Floats:
        gap: Floats = np.abs(found - subject.laws[name][known])
        return gap

    if subject.sharing not in subject.laws:
        return None
    apart = gaps(subject.sharing)
    worst = int(np.argmax(apart - reach))
    holds = bool(np.all(apart <= reach))
    others = () if holds else tuple(name for name in subject.laws if np.all(gaps(name) <= reach))
    narrow = 6.0 * np.sqrt(spread / n) + SLACK
    near = tuple(name for name in others if np.all(gaps(name) <= narrow)) or others
    text = "how lengths of rows vary together, in a block and between blocks: "
    text += ", ".join(f"{value:.3g}" for value in found)
    distance, limit = float(apart[worst]), float(reach[worst])
    return Finding(
        CHECK,
        SPECTRAL_SHARING,
        Outcome.HOLDS if holds else Outcome.FAILS,
        f"{text}; tau declared: one a {subject.sharing}",
        distance,
        (max(0.0, distance - limit), distance + limit),
        "distance",
        2.0 * limit,
        share.alpha,
        share.beta,
        n,
        measurements=Sharers(("norms-shared",) if subject.same else tuple(CAUSES[name] for name in near)),
    )


CHECKS = (ClientCheck(CHECK, "sharing", SharedLengths, (SPECTRAL_SHARING,), sharing),)
