"""How all rows of a draw lie to one another: none repeats another, and independent ones have cos^2 of mean 1/d."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from rftheory.battery.rows.digest import FEW, slices
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import directions, gram
from rftheory.battery.rows.laws import chi
from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import catoni
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.measurements import Closeness, Parallel
from rftheory.conformance.projections.repairs import part, repaired
from rftheory.conformance.projections.seen import opposites
from rftheory.conformance.references import COSINES, ESTIMATE, INDEPENDENT_ROWS, NORMS, PRODUCTS
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inference.mean import MeanRule
from rftheory.measured.inputs import Floats
from rftheory.moments.block_powers import sphere_wave
from rftheory.verdict import Outcome

NAME = "rows of a draw"
SEEDS = "seeds that repeat"
SIZES = "norms and coordinates"
STATISTICAL = (NAME, SIZES)
WAVE = 1.5
REPEATS = "rows that repeat"
MOMENTS = "second moments of a row"
VANISHING = "entries that vanish"
LENGTHSCALES = "rows and lengthscales"


def repeats(subject: Projections) -> Finding:
    """No row of a draw has the direction of another one in every draw, unless the coupling says so."""
    rows = subject.rows
    pairs = _parallel(rows)
    text = "pairs of rows that are parallel in every draw" + (f", {pairs[0]} the first" if pairs else "")
    count, draws = float(len(pairs)), min(FEW, rows.n)
    seen = Parallel(all(opposites(rows.w[:FEW, i - 1], rows.w[:FEW, j - 1], rows.same) for i, j in pairs))
    found = identity(REPEATS, INDEPENDENT_ROWS, count, 0.0, draws, text, seen)
    return replace(found, mending=partial(_apart, rows)) if found.fails else found


def _parallel(rows: DrawnRows) -> list[tuple[int, int]]:
    """Pairs of rows that are so, numbered from one."""
    parallel = np.triu(np.ones((rows.m, rows.m), dtype=bool), 1)
    for units in rows.units[: FEW // 4]:
        parallel &= np.abs(units @ units.T) >= 1.0 - rows.same
    claimed = rows.claim.law.gram(rows.d)
    if claimed is not None:
        place, block = np.arange(rows.m) % rows.block, np.arange(rows.m) // rows.block
        same = block[:, None] == block
        parallel &= ~(same & (np.abs(claimed[place][:, place]) == 1.0))
    return [(int(i) + 1, int(j) + 1) for i, j in np.argwhere(parallel)]


def _apart(rows: DrawnRows, repairs: tuple[str, ...]) -> bool:
    few = part(rows)
    return bool(_parallel(few)) and not _parallel(repaired(few, repairs))


def seeds(subject: Projections) -> Finding:
    """Different seeds give different draws: at most one in two repeats another one."""
    rows = subject.rows
    share = 1.0 - len(np.unique(np.round(rows.numbers.key, 9))) / rows.n
    text = f"share of draws that repeat another one: {share:.3g}"
    return identity(SEEDS, ESTIMATE, share, 0.5, rows.n, text)


def closeness(subject: Projections) -> Finding | None:
    """The mean of cos^2 over all pairs of a draw is 1/d for independent directions.

    Cosines of independent directions are pairwise independent, so the mean over pairs has the variance of one,
    2 (d-1) / (d^2 (d+2)), over their number; directions that are more alike than independent ones have more.
    """
    rows, share = subject.rows, subject.ledger.share(NAME)
    if rows.m < 2:
        return None
    outcome, rule, values = _tested(rows, share)
    value = float(np.mean(values)) * rows.d
    text = f"mean cos^2 of two rows of a draw, times d: {value:.4g} where independent rows have 1"
    seen = Closeness(value > 1.0)
    made = catoni.finding(NAME, INDEPENDENT_ROWS, outcome, rule, values, share, text, 1.0 / rows.d, seen)
    return replace(made, mending=partial(_independent, rows, share)) if made.fails else made


def _tested(rows: DrawnRows, share: Share) -> tuple[Outcome, MeanRule | None, Floats]:
    m, d, values = rows.m, rows.d, rows.numbers.likeness
    assert values is not None
    bound = 4.0 * (d - 1.0) / (d**2 * (d + 2.0)) / (m * (m - 1.0))
    outcome, rule = catoni.tested(values, 1.0 / d, bound, share, 4.0 * rows.error)
    return outcome, rule, values


def _independent(rows: DrawnRows, share: Share, repairs: tuple[str, ...]) -> bool:
    few = part(rows)
    return (
        _tested(few, share)[0] is Outcome.FAILS and _tested(repaired(few, repairs), share)[0] is Outcome.HOLDS
    )


def sizes(subject: Projections) -> Finding:
    """The norms of all rows tell nothing of their first coordinates.

    The mean over the rows of r_i c_i, r_i the norm as a uniform number in (-1, 1) and c_i the cosine of the first
    coordinate, centred. Independent norms make it of mean zero and variance E c^2 / (3m), whatever the directions.
    """
    rows, share = subject.rows, subject.ledger.share(SIZES)
    outcome, rule, values = _weighed(rows, share)
    text = "mean over rows of norm times first coordinate, as uniform number and cosine"
    made = catoni.finding(SIZES, NORMS, outcome, rule, values, share, text, 1.0)
    return replace(made, mending=partial(_free, rows, share)) if made.fails else made


def _weighed(rows: DrawnRows, share: Share) -> tuple[Outcome, MeanRule | None, Floats]:
    """The test of 1 plus that mean; norms of another size are ranked as if they had the right one."""
    size, law = math.sqrt(rows.square) or 1.0, chi(rows.d)
    centre, double = (sphere_wave(k * k * WAVE**2, rows.d) for k in (1.0, 2.0))
    values: Floats = np.empty(rows.n)
    for some in slices(rows.n, rows.m):
        ranks = 2.0 * law(rows.norms[some] / size) - 1.0
        waves = np.cos(WAVE * math.sqrt(rows.d) * np.nan_to_num(rows.numbers.first[some])) - centre
        values[some] = 1.0 + np.mean(ranks * waves, axis=1)
    bound = max((1.0 + double) / 2.0 - centre**2, 0.0) / (3.0 * rows.m)
    outcome, rule = catoni.tested(values, 1.0, bound, share, 4.0 * rows.error)
    return outcome, rule, values


def _free(rows: DrawnRows, share: Share, repairs: tuple[str, ...]) -> bool:
    few = part(rows)
    return (
        _weighed(few, share)[0] is Outcome.FAILS
        and _weighed(repaired(few, repairs), share)[0] is Outcome.HOLDS
    )


def turned(subject: Projections) -> Finding:
    """Rows are not orthogonal in the coordinates of the code where lengthscales make others of them in the kernel's."""
    rows, lengths = subject.rows, np.asarray(subject.lengths)
    few = rows.w[:FEW, : min(rows.d, rows.m)]
    one = np.eye(few.shape[1])
    with np.errstate(invalid="ignore"):
        off = [float(np.max(np.abs(gram(directions(part)) - one))) for part in (few, few / lengths)]
    late = float(off[1] <= rows.tolerance < off[0])
    text = "rows are orthogonal before lengthscales are divided by, or are not made orthogonal"
    if late:
        text = "rows of a block are orthogonal after lengthscales were divided by, so not in the units of the kernel"
    return identity(LENGTHSCALES, COSINES["orthogonal"], late, 0.0, len(few), text)


def vanishing(subject: Projections) -> Finding:
    """No entry of W is 0 in every draw: a row of an isotropic law has no coordinate that it leaves out."""
    count = _vanishing(subject.rows)
    text = f"entries that are 0 in every draw: {count}"
    found = identity(VANISHING, INDEPENDENT_ROWS, float(count), 0.0, len(subject.rows.w), text)
    return replace(found, mending=partial(_filled, subject.rows)) if found.fails else found


def _vanishing(rows: DrawnRows) -> int:
    return int(np.sum(np.max(np.abs(rows.w), axis=0) <= rows.tolerance))


def _filled(rows: DrawnRows, repairs: tuple[str, ...]) -> bool:
    few = part(rows)
    return _vanishing(few) > 0 and not _vanishing(repaired(few, repairs))


def moments(subject: Projections) -> Finding | None:
    """The first row w = a D of a product of Hadamard matrices, D its last diagonal, has E (w.u)^2 = |u|^2, u all ones.

    For a is independent of D and E d_j d_k = 0, so E w_j w_k = 0 for j != k; not if one diagonal serves several factors.
    (w.u)^2 <= |w|^2 |u|^2 bounds the variance. Its share is that of a check of independent rows, of which this one
    takes the place.
    """
    rows, share = subject.rows, subject.ledger.share(NAME)
    outcome, rule, values = _along(rows, share)
    if outcome is Outcome.UNDECIDED:
        return None
    text = f"mean (w.u)^2 of the first row along all ones: {float(np.mean(values)):.4g} where 1 is claimed"
    made = catoni.finding(MOMENTS, PRODUCTS, outcome, rule, values, share, text, 1.0)
    return replace(made, mending=partial(_lawful, rows, share)) if made.fails else made


def _along(rows: DrawnRows, share: Share) -> tuple[Outcome, MeanRule | None, Floats]:
    """Of rows of another length as if they had the right one."""
    values: Floats = np.sum(np.nan_to_num(rows.units[:, 0]), axis=1) ** 2
    outcome, rule = catoni.tested(values, 1.0, float(rows.d), share, 4.0 * rows.error)
    return outcome, rule, values


def _lawful(rows: DrawnRows, share: Share, repairs: tuple[str, ...]) -> bool:
    few = part(rows)
    return (
        _along(few, share)[0] is Outcome.FAILS and _along(repaired(few, repairs), share)[0] is Outcome.HOLDS
    )


_AREA, _ONE = "projections", (INDEPENDENT_ROWS,)
CHECKS = (
    ClientCheck(SEEDS, _AREA, Projections, (ESTIMATE,), seeds, frozenset({"isotropic", "redrawn"})),
    ClientCheck(REPEATS, _AREA, Projections, _ONE, repeats, frozenset({"isotropic"})),
    ClientCheck(VANISHING, _AREA, Projections, _ONE, vanishing, frozenset({"isotropic", "redrawn"})),
    ClientCheck(
        LENGTHSCALES,
        _AREA,
        Projections,
        (COSINES["orthogonal"],),
        turned,
        frozenset({"isotropic", "lengths"}),
    ),
    ClientCheck(
        NAME, _AREA, Projections, _ONE, closeness, frozenset({"isotropic", "independent", "redrawn"})
    ),
    ClientCheck(
        SIZES,
        _AREA,
        Projections,
        (NORMS,),
        sizes,
        frozenset({"isotropic", "chi_d", "redrawn", "varying", "free norms"}),
    ),
    ClientCheck(
        MOMENTS, _AREA, Projections, (PRODUCTS,), moments, frozenset({"unpadded", "redrawn", "products"})
    ),
)
