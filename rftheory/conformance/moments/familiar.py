"""Familiar mechanisms that have the variance of some estimates."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.moments.catoni import VISIBLE, tested
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats
from rftheory.moments.catalogue import familiar
from rftheory.moments.pairs import Pair
from rftheory.moments.term_moments import WAVES, TermMoments
from rftheory.verdict import Outcome


def alike(
    subject: Estimates, pair: Pair, term: TermMoments, squares: Floats, share: Share, budget: float
) -> tuple[list[tuple[str, str]], str]:
    """The familiar mechanisms that the same test, with their own variance and kurtosis, does not refute, nearest first.

    Of another map than the one that was found there is none. The claim is refuted; what it is held against keeps its own probability alpha of being wrongly left out.
    """
    declared, m = subject.declaration.map or "", subject.m
    if m is None or declared not in WAVES:
        return [], ""
    inside = []
    for rows, kind, one in familiar(declared, subject.kernel, pair, m, term.mean):
        if one.variance > 0.0 and subject.form in ("", kind):
            found, rule = tested(squares, one.variance, one.fourth - one.variance**2, share, budget)
            if found is not Outcome.FAILS and rule is not None and rule.margin <= VISIBLE * one.variance:
                inside.append((abs(one.variance - float(np.mean(squares))), rows, kind, one.variance))
    inside.sort()
    texts = [
        f"{rows} {'rows' if kind == declared else f'{kind} features'} ({value:.4g})"
        for _, rows, kind, value in inside
    ]
    return [(rows, kind) for _, rows, kind, _ in inside], f"; that of {' or '.join(texts)}" if texts else ""
