"""Projections held against the law of a mechanism: exact structure, then bands of DKW and Hoeffding. Nothing is drawn here.

Proofs of the bands: rftheory.evidence.dkw; here the rate of each test comes from the ledger of the run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory.conformance.bands import (
    banded,
    chi,
    coordinate,
    cosine,
    distance,
    exact,
    finish,
    ks,
    mean,
    normal,
    reach,
    uncorrelated,
)
from rftheory.conformance.causes import BANDWIDTHS, CAUSES
from rftheory.conformance.findings import Finding
from rftheory.evidence.row_functionals import combination, directions, lengths, residuals, successive
from rftheory.measured.inputs import Floats
from rftheory.measured.ledger import Ledger, Share
from rftheory.measured.protocol import AbstractCoupling
from rftheory.verdict import Outcome

STATISTICAL = (
    "norm law",
    "norms within a draw",
    "signs of entries",
    "signs of diagonals",
    "marginal law",
    "directions between blocks",
    "directions within a block",
    "independence of draws",
    "norms and directions",
)
GRAM_STATEMENTS = {
    "orthogonal": "orf/eq2",
    "simplex": "simrf/eq9/inner",
    "full-simplex": "beyond/simplex-d+1/mse",
    "cross-polytope": "beyond/cross-polytope/mse",
    "anti-resultant": "simrf/eq16",
    "independent": "orf/eq1",
}


@dataclass(frozen=True)
class Subject:
    """n draws of W (n, m, d) by successive seeds, the coupling they claim, their error, the ledger of the run."""

    w: Floats
    claim: AbstractCoupling
    error: float
    ledger: Ledger

    @property
    def n(self) -> int:
        return len(self.w)

    @property
    def m(self) -> int:
        return int(self.w.shape[1])

    @property
    def d(self) -> int:
        return int(self.w.shape[2])

    @property
    def block(self) -> int:
        return min(self.claim.height(self.d), self.m)

    @cached_property
    def norms(self) -> Floats:
        return lengths(self.w)

    @cached_property
    def units(self) -> Floats:
        with np.errstate(invalid="ignore"):
            return directions(self.w)

    @property
    def tolerance(self) -> float:
        """For cosines, to rounding."""
        return 1e-9 + 4.0 * self.error

    @property
    def same(self) -> float:
        """Below this two numbers that vary by about one count as the same."""
        return min(self.tolerance, 0.05)

    @cached_property
    def gram(self) -> Floats:
        """Cosines of the rows of the first block in the first draws, (k, block, block)."""
        units = self.units[:64, : self.block]
        found: Floats = units @ np.swapaxes(units, 1, 2)
        return found

    @cached_property
    def shared_norms(self) -> bool:
        """Whether the norms of the first block are all one number, which changes from draw to draw."""
        norms = self.norms[:, : self.block]
        return (
            self.block > 1
            and bool(np.all(np.ptp(norms, axis=1) <= self.same * norms[:, 0]))
            and not self.constant
        )

    @cached_property
    def constant(self) -> bool:
        """Whether all norms of all draws are one number."""
        return bool(np.ptp(self.norms) <= self.same * float(np.max(self.norms)))

    @cached_property
    def frozen_norms(self) -> bool:
        """Whether the norms do not change between draws, and are no constant."""
        return (
            self.n > 1
            and not self.constant
            and bool(np.max(np.ptp(self.norms, axis=0)) <= self.same * math.sqrt(self.d))
        )

    @cached_property
    def frozen_directions(self) -> bool:
        """Whether the directions do not change between draws."""
        return self.n > 1 and bool(np.max(np.ptp(self.units, axis=0)) <= self.same)

    @cached_property
    def repeated_blocks(self) -> bool:
        """Whether the first rows of two blocks have one direction in every draw."""
        if self.m <= self.block:
            return False
        cosines = np.vecdot(self.units[:, 0], self.units[:, self.block])
        return bool(np.all(np.abs(np.abs(cosines) - 1.0) <= self.same))

    def share(self, name: str) -> Share:
        return self.ledger.share(name)


CONSEQUENCES = frozenset(
    {"anisotropic", "blocks-dependent", "norm-law", "not-centred", "norms-dependent", "norm-direction"}
)


def examine(subject: Subject) -> Iterator[Finding]:
    """Every check of the projections, cheap ones first; what an earlier mistake explains is put down to it."""
    root: str | None = None
    for found in _checks(subject):
        if found.cause is not None and root is not None and found.cause in CONSEQUENCES:
            yield replace(found, cause=root, diagnosis=CAUSES[root])
            continue
        root = root or found.cause
        yield found


def _checks(subject: Subject) -> Iterator[Finding]:
    yield redraws(subject)
    yield gram(subject)
    yield blocks(subject)
    if subject.claim.padded(subject.d) == subject.d:
        yield norm_law(subject)
        yield norms_within(subject)
    if subject.claim.isotropic:
        yield entry_signs(subject)
        yield diagonal_signs(subject)
        yield marginal(subject)
        yield between_blocks(subject)
        if subject.claim.law.directions == "independent":
            yield within_block(subject)
        if subject.claim.law.norm == "chi_d":
            yield norms_and_directions(subject)
    yield independence(subject)


def redraws(subject: Subject) -> Finding:
    """Norms and directions change from draw to draw."""
    found = None
    if subject.frozen_directions and (subject.frozen_norms or subject.constant):
        found = "seed-ignored"
    elif subject.frozen_norms:
        found = "norms-frozen"
    elif subject.frozen_directions:
        found = "directions-frozen"
    return exact(
        "redraws", "simrf/eq1", 1.0 if found else 0.0, 0.0, found, subject.n, "share of draws that repeat"
    )


def gram(subject: Subject) -> Finding:
    """The cosines of a block are the mechanism's, to rounding; independent rows are not all orthogonal."""
    law, block, name = subject.claim.law, subject.block, "cosines of a block"
    statement = GRAM_STATEMENTS[law.directions]
    if law.directions == "independent":
        off = float(np.max(np.abs(subject.gram - np.eye(block)))) if block > 1 else 1.0
        return exact(
            name, statement, 0.0 if off > subject.tolerance else 1.0, 0.0, "gram", 64, "rows too regular"
        )
    if law.directions == "anti-resultant":
        full = subject.block == subject.claim.height(subject.d)
        gap = float(np.quantile(residuals(subject.w[:64, :block]), 0.9)) if full else 0.0
        return exact(
            name, statement, gap, 1e-6 + subject.tolerance, "gram", 64, "residual of the fixed point"
        )
    claimed = law.gram(subject.claim.padded(subject.d))
    if claimed is None or subject.claim.padded(subject.d) != subject.d:
        return exact(name, statement, 0.0, 0.0, "gram", 0, "no cosines are claimed of rows that were cut")
    gap = float(np.max(np.abs(subject.gram - claimed[:block, :block])))
    return exact(
        name, statement, gap, subject.tolerance, _gram_cause(subject), 64, "largest error of a cosine"
    )


def _gram_cause(subject: Subject) -> str:
    w = subject.w[:64, : subject.block]
    if subject.block == subject.d and wrong_axis(w, subject.tolerance):
        return "wrong-axis"
    off = subject.gram[:, ~np.eye(subject.block, dtype=bool)]
    if float(np.max(np.abs(np.mean(off, axis=0)))) < 1.0 and float(np.std(off)) > 0.3 / math.sqrt(subject.d):
        return "uncoupled"
    return "not-orthogonal" if subject.claim.law.directions == "orthogonal" else "gram"


def wrong_axis(w: Floats, tolerance: float) -> bool:
    """Whether columns of square blocks (n, d, d) are orthogonal while rows are not."""
    if w.shape[1] != w.shape[2]:
        return False
    with np.errstate(invalid="ignore"):
        columns = directions(np.swapaxes(w, 1, 2))
    off = columns @ np.swapaxes(columns, 1, 2) - np.eye(w.shape[1])
    rows = directions(w)
    skew = rows @ np.swapaxes(rows, 1, 2) - np.eye(w.shape[1])
    return float(np.max(np.abs(off))) <= tolerance < float(np.max(np.abs(skew)))


def blocks(subject: Subject) -> Finding:
    """No block repeats the directions of another."""
    found = "blocks-repeated" if subject.repeated_blocks else None
    return exact(
        "blocks", "performer/secB.2/block", 1.0 if found else 0.0, 0.0, found, subject.n, "blocks repeated"
    )


def norm_law(subject: Subject) -> Finding:
    """All norms are sqrt(d), or independent chi_d."""
    d, root = subject.d, math.sqrt(subject.d)
    if subject.claim.law.norm == "sqrt(d)":
        gap = float(np.max(np.abs(subject.norms / root - 1.0)))
        found = _scale_cause(subject) if subject.constant else "norms-random"
        text = f"mean |w|^2/d = {np.mean(subject.norms**2) / d:.4g}"
        return exact("norm law", "orf/eq4", gap, subject.tolerance, found or "bandwidth", subject.n, text)
    if subject.shared_norms:
        values = subject.norms[:, :: subject.block]
    else:
        values = subject.norms[:1] if subject.frozen_norms else subject.norms
    slack = 0.6 * root * subject.error
    found_law = ks(values.ravel(), chi(d), subject.share("norm law"), slack)
    found = _norm_cause(subject, values.ravel()) if found_law.outcome is Outcome.FAILS else None
    text = f"|w| against chi_{d}: mean |w|^2/d = {np.mean(values**2) / d:.4g}"
    return finish("norm law", "orf/sec3/norms", found_law, text, found)


def _norm_cause(subject: Subject, values: Floats) -> str:
    d, m = subject.d, subject.m
    if subject.constant:
        return _scale_cause(subject) or "norms-sqrt-d"
    if subject.block == d and wrong_axis(subject.w[:64, :d], subject.tolerance):
        return "wrong-axis"
    candidates: list[tuple[float, str]] = [
        (distance(values / math.sqrt(factor), chi(d)), cause) for factor, cause, _ in BANDWIDTHS
    ]
    degrees = {
        d - 1: "chi-degrees",
        d + 1: "chi-degrees",
        2 * d: "chi-degrees",
        1: "chi-degrees",
        m: "d-and-m-swapped",
    }
    candidates += [(distance(values, chi(k)), cause) for k, cause in degrees.items() if k > 0 and k != d]
    free = float(np.mean(values**2)) / d
    candidates.append(
        (distance(values / math.sqrt(free), chi(d)) + 2.0 * reach(len(values), 1e-3), "bandwidth")
    )
    best = min(candidates)
    return best[1] if best[0] <= max(0.02, 2.0 * reach(len(values), 1e-6)) else "norm-law"


def _scale_cause(subject: Subject) -> str | None:
    """What one constant norm means; None where it is sqrt(d)."""
    value, d, m = float(np.mean(subject.norms)), subject.d, subject.m

    def near(other: float) -> bool:
        return abs(value / other - 1.0) <= 1e-6 + subject.tolerance

    if near(math.sqrt(d)):
        return None
    if near(math.sqrt(m)):
        return "d-and-m-swapped"
    if near(1.0):
        return "norms-unit"
    return next((cause for c, cause, _ in BANDWIDTHS if near(math.sqrt(c * d))), "bandwidth")


def norms_within(subject: Subject) -> Finding:
    """Norms of different rows of a draw are independent (or constant, where that is the law)."""
    statement, name = "orf/sec3/norms", "norms within a draw"
    if subject.claim.law.norm == "sqrt(d)" or subject.m == 1 or subject.constant:
        return exact(name, statement, 0.0, 0.0, None, 0, "constant norms have no law of their own")
    if subject.shared_norms:
        return exact(name, statement, 1.0, 0.0, "norms-shared", subject.n, "all norms of a block are equal")
    ranks = (
        2.0 * chi(subject.d)(subject.norms / math.sqrt(float(np.mean(subject.norms**2)) / subject.d)) - 1.0
    )
    partner = np.roll(ranks, 1, axis=1)[:, :: max(2, subject.m // 4)]
    values = np.mean(ranks[:, :: max(2, subject.m // 4)] * partner, axis=1)
    found = mean(values, subject.share(name), subject.error)
    return finish(name, statement, found, "correlation of neighbouring norms", "norms-dependent")


def entry_signs(subject: Subject) -> Finding:
    """No entry of W prefers a sign: largest |mean sign|, with a union bound over all entries."""
    share = subject.share("signs of entries")
    worst = float(np.max(np.abs(np.mean(np.sign(subject.w), axis=0))))
    count = subject.m * subject.d
    limit = math.sqrt(2.0 * math.log(2.0 * count / share.alpha) / subject.n)
    found = banded(
        worst, limit, limit + math.sqrt(2.0 * math.log(2.0 / share.beta) / subject.n), share, subject.n
    )
    cause = "unsigned-qr" if _corner(subject) else "not-centred"
    return finish("signs of entries", "orf/sec3/footnote1", found, "largest |mean sign| of an entry", cause)


def diagonal_signs(subject: Subject) -> Finding:
    """The diagonals of blocks prefer no sign: what an unsigned QR gets wrong."""
    block, d = subject.block, subject.d
    diagonals = [
        np.diagonal(subject.w[:, start : start + block], axis1=1, axis2=2)
        for start in range(0, subject.m - min(block, d) + 1, block)
    ]
    values = np.mean(np.sign(np.concatenate(diagonals, axis=1)), axis=1)
    found = mean(values, subject.share("signs of diagonals"), 0.0)
    cause = "unsigned-qr" if _corner(subject) else "not-centred"
    return finish("signs of diagonals", "orf/sec3/footnote1", found, "mean sign of a diagonal", cause)


def _corner(subject: Subject) -> bool:
    """Whether the first diagonal entry always has one sign."""
    return abs(float(np.mean(np.sign(subject.w[:, 0, 0])))) > 0.95


def marginal(subject: Subject) -> Finding:
    """w.u has its law for u = all ones, axes, a generic direction: mean, covariance and shape of a row."""
    d, name = subject.d, "marginal law"
    fixed = subject.claim.law.norm == "sqrt(d)"
    cdf: Callable[[Floats], Floats] = coordinate(d) if fixed else normal
    share, n = subject.share(name), subject.n
    turn = np.arange(n) % subject.block
    picked = subject.w[np.arange(n), turn]
    generic = np.cos(1.0 + 2.399963 * np.arange(d))
    tests = {"all ones": np.ones(d), "axis 1": np.eye(d)[0], f"axis {d}": np.eye(d)[-1], "generic": generic}
    part = Share(name, share.alpha / len(tests), share.beta / len(tests))
    found = {
        label: ks(picked @ (u / np.linalg.norm(u)), cdf, part, subject.error) for label, u in tests.items()
    }
    label, worst = max(found.items(), key=lambda item: item[1].effect or 0.0)
    size = float(np.mean(picked**2))
    failed = worst.outcome is Outcome.FAILS
    alike = failed and min(f.effect or 0.0 for f in found.values()) > 0.5 * (worst.effect or 0.0)
    cause = None
    if failed:
        cause = _factor(size) if alike else "anisotropic"
    statement = "orf/thm2/bias" if fixed else "orf/thm1/marginal"
    return finish(name, statement, worst, f"w.u along {label}; mean of w_j^2 = {size:.4g}", cause)


def _factor(size: float) -> str:
    return next(
        (cause for c, cause, _ in BANDWIDTHS if abs(size / c - 1.0) < 0.08),
        "norm-law" if abs(size - 1.0) < 0.08 else "bandwidth",
    )


def between_blocks(subject: Subject) -> Finding:
    """Rows of two blocks are independent directions."""
    name, statement = "directions between blocks", "performer/secB.2/block"
    if subject.m <= subject.block or subject.repeated_blocks:
        cause = "blocks-repeated" if subject.repeated_blocks else None
        effect = 1.0 if cause else 0.0
        return exact(name, statement, effect, 0.0, cause, subject.n, "blocks that repeat (or only one)")
    found = ks(
        np.vecdot(subject.units[:, 0], subject.units[:, subject.block]),
        cosine(subject.d),
        subject.share(name),
        subject.error,
    )
    return finish(name, statement, found, "cosine of the first rows of two blocks", "blocks-dependent")


def within_block(subject: Subject) -> Finding:
    """Independent rows have the cosines of independent directions."""
    name = "directions within a block"
    if subject.m == 1:
        return exact(name, "orf/eq1", 0.0, 0.0, None, 0, "one row")
    cosines = np.vecdot(subject.units[:, 0], subject.units[:, 1])
    found = ks(cosines, cosine(subject.d), subject.share(name), subject.error)
    return finish(name, "orf/eq1", found, "cosine of the first two rows", "gram")


def norms_and_directions(subject: Subject) -> Finding:
    """The norm of a row tells nothing of its direction."""
    name = "norms and directions"
    ranks = 2.0 * chi(subject.d)(subject.norms[:, 0]) - 1.0
    if subject.constant or subject.frozen_norms:
        return exact(name, "orf/sec3/norms", 0.0, 0.0, None, 0, "norms that do not vary")
    found = uncorrelated(
        ranks, np.cos(1.5 * math.sqrt(subject.d) * subject.units[:, 0, 0]), subject.share(name), subject.error
    )
    return finish(name, "orf/sec3/norms", found, "covariance of a norm and its direction", "norm-direction")


def independence(subject: Subject) -> Finding:
    """Successive draws are independent."""
    name = "independence of draws"
    now, then = successive(subject.w)
    if len(now) < 4 or subject.frozen_directions:
        return exact(name, "simrf/eq1", 0.0, 0.0, None, 0, "see redraws")
    scale = math.sqrt(float(np.mean(subject.w**2))) or 1.0
    found = uncorrelated(
        np.sin(1.5 * combination(now) / scale),
        np.sin(1.5 * combination(then) / scale),
        subject.share(name),
        0.0,
    )
    return finish(name, "simrf/eq1", found, "covariance of successive draws", "blocks-dependent")
