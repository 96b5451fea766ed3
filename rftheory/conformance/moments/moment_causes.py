"""Which mistake has this mean or this variance of estimates. Nothing is judged here."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.claim.declaration import MAPS, Pair, kernel_value
from rftheory.conformance.moments.catoni import VISIBLE, tested
from rftheory.conformance.moments.moment_claims import Subject
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats
from rftheory.moments import row_moments
from rftheory.moments.projection_moments import Law, others, weight
from rftheory.verdict import Outcome


def alike(
    subject: Subject, pair: Pair, law: Law, squares: Floats, share: Share, budget: float
) -> tuple[list[tuple[str, str]], str]:
    """The familiar mechanisms that the same test, with their own variance and kurtosis, does not refute, nearest first.

    The claim is refuted; what it is held against keeps its own probability alpha of being wrongly left out.
    """
    declared, m = subject.declaration.map or "", subject.m
    if m is None or declared not in MAPS:
        return [], ""
    inside = []
    for rows, kind, one in others(declared, subject.kernel, pair, m, law.mean):
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


def mean_cause(subject: Subject, pair: Pair, value: float, claim: float) -> str:
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
        return row_moments.mean_cause(subject.declaration.row, ratio, d)
    if value <= 0.0:
        return "biased"
    g, square = weight(subject.declaration.map or "positive", subject.kernel, pair)
    exponent = math.log(kernel_value(subject.kernel, pair.x, pair.y))
    for log, whole in ((math.log(value / g), square / 2.0), (math.log(value), exponent)):
        if abs(whole) > 0.05:
            for factor, cause, _ in BANDWIDTHS:
                if abs(log / whole / factor - 1.0) < 0.1:
                    return cause
    return "biased"
