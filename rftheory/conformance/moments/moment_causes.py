"""Which mistake has this mean or this variance of estimates."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.moments.catoni import VISIBLE, tested
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import PoissonLaw
from rftheory.moments.catalogue import familiar
from rftheory.moments.pairs import Pair, kernel_value
from rftheory.moments.row_maps import Counts, Exponential, Row
from rftheory.moments.term_moments import WAVES, TermMoments, weight
from rftheory.verdict import Outcome


def alike(
    subject: Estimates, pair: Pair, term: TermMoments, squares: Floats, share: Share, budget: float
) -> tuple[list[tuple[str, str]], str]:
    """The familiar mechanisms that the same test, with their own variance and kurtosis, does not refute, nearest first.

    The claim is refuted; what it is held against keeps its own probability alpha of being wrongly left out.
    """
    declared, m = subject.declaration.map or "", subject.m
    if m is None or declared not in WAVES:
        return [], ""
    inside = []
    for rows, kind, one in familiar(declared, subject.kernel, pair, m, term.mean):
        if one.variance > 0.0:
            found, rule = tested(squares, one.variance, one.fourth - one.variance**2, share, budget)
            if found is not Outcome.FAILS and rule is not None and rule.margin <= VISIBLE * one.variance:
                inside.append((abs(one.variance - float(np.mean(squares))), rows, kind, one.variance))
    inside.sort()
    texts = [
        f"{rows} {'rows' if kind == declared else f'{kind} features'} ({value:.4g})"
        for _, rows, kind, value in inside
    ]
    return [(rows, kind) for _, rows, kind, _ in inside], f"; that of {' or '.join(texts)}" if texts else ""


def mean_cause(subject: Estimates, pair: Pair, value: float, claim: float) -> str:
    """The mistake found before, else the one whose factor of the mean this is; "biased" for any other.

    A bandwidth shows as a power: of the whole kernel where the points are scaled, of the part that the projections
    make where these are.
    """
    if subject.cause is not None:
        return subject.cause
    d, m, ratio = len(pair.x), subject.m or 1, value / claim
    scales = ((float(m), "missing-1/sqrt-m"), (1.0 / m, "extra-1/sqrt-m"), (m / d, "d-and-m-swapped"))
    for factor, cause in scales:
        if factor not in (1.0, 0.0) and abs(ratio / factor - 1.0) < 0.1:
            return cause
    if subject.declaration.row is not None:
        return _row_cause(subject.declaration.row, ratio, d)
    if value <= 0.0 or subject.map not in WAVES:
        return "biased"
    g, square = weight(subject.map, subject.kernel, pair.x, pair.y)
    exponent = math.log(kernel_value(subject.kernel, pair.x, pair.y))
    for log, whole in ((math.log(value / g), square / 2.0), (math.log(value), exponent)):
        if abs(whole) > 0.05:
            for factor, cause, _ in BANDWIDTHS:
                if abs(log / whole / factor - 1.0) < 0.1:
                    return cause
    return "biased"


def _row_cause(row: Row, ratio: float, d: int) -> str:
    """Which mistake multiplies every mean by `ratio`: D, or the weight of Poisson features, forgotten, half or doubled."""
    if isinstance(row, Exponential) and row.a is not None and row.a.imag == 0.0:
        log, cause = 0.5 * d * math.log(1.0 - 4.0 * row.a.real), "gerf-constant"
    elif isinstance(row, Counts) and isinstance(row.law, PoissonLaw):
        log, cause = float(np.sum(np.broadcast_to(row.law.rates, (d,)))), "poisson-weight"
    else:
        return "biased"
    if ratio <= 0.0 or abs(log) < 0.2:
        return "biased"
    return (
        cause
        if any(abs(math.log(ratio) / log - k) < 0.05 for k in (-1.0, -0.5, 0.5, 1.0, -2.0))
        else "biased"
    )
