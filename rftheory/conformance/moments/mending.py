"""Estimates made anew from rows that were read off, by the definition of the map: without what is wrong in features."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.findings import Mending
from rftheory.conformance.projections.repairs import SEED, part, repaired
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.induced_kernels import own_maps, values
from rftheory.moments.pairs import Pair
from rftheory.moments.term_moments import WAVES, weight
from rftheory.verdict import Outcome

TERMS = {"positive": np.exp, "hyperbolic": np.cosh, "trigonometric": np.cos}
Judged = Callable[[Floats], Outcome]
"""The outcome of a check of these estimates."""


def mending(
    rows: DrawnRows | None, name: str, kernel: Kernel, pair: Pair, found: Floats, judge: Judged
) -> Mending | None:
    """Whether a check of estimates holds once features are right and repairs are made in rows; None without rows,
    or where too few of them are looked at to fail.
    """
    if rows is None or (name not in WAVES and name not in own_maps()):
        return None
    few = part(rows)
    if judge(found[: few.n]) is not Outcome.FAILS:
        return None

    def mended(repairs: tuple[str, ...]) -> bool:
        made = repaired(few, repairs) if repairs else few
        return judge(estimates(made.w, name, kernel, pair)) is Outcome.HOLDS

    return mended


def estimates(w: Floats, name: str, kernel: Kernel, pair: Pair) -> Floats:
    """Estimates (n,) at a pair of rows (n, m, d) under the map; phases are drawn."""
    if name in own_maps():
        one, two = (w @ point for point in (pair.x, pair.y))
        products = sum((values(f, one) * values(f, two) for f in own_maps()[name]), np.zeros_like(one))
        induced: Floats = np.mean(products, axis=1)
        return induced
    g, _ = weight(name, kernel, pair.x, pair.y)
    along = w @ (pair.x + pair.y if name in ("positive", "hyperbolic") else pair.x - pair.y)
    terms = TERMS[WAVES[name]](along)
    if name == "phase":
        rng = np.random.Generator(np.random.PCG64DXSM(SEED))
        terms = terms + np.cos(w @ (pair.x + pair.y) + rng.uniform(0.0, 4.0 * np.pi, along.shape))
    found: Floats = g * np.mean(terms, axis=1)
    return found
