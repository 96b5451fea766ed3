"""The variance of estimates against the closed form of the mechanism."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.catoni import VISIBLE, finding, tested
from rftheory.conformance.moments.familiar import alike
from rftheory.conformance.moments.measurements import FamiliarVariances
from rftheory.conformance.moments.mending import mending
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.measured.inputs import Floats
from rftheory.moments.catalogue import variance_statement
from rftheory.moments.pairs import Pair
from rftheory.moments.term_moments import TermMoments
from rftheory.verdict import Outcome


def variance(
    subject: Estimates, pair: Pair, values: Floats, term: TermMoments, exact: float
) -> Finding | None:
    """The mean of (estimate - claimed mean)^2 is the closed form.

    Its spread is the kurtosis less one: exact for rows of one cosine (`estimate_moments`) and for independent rows,
    else bounded by Minkowski (`fourth_bound`); the finding says which. None where that and this many draws let no
    error below VISIBLE be seen, which is known before any draw. A failure names the mechanisms with this variance.
    """
    name, m, declared = f"variance: {pair.label}", subject.m or 1, subject.declaration
    share = subject.ledger.share(name)
    known = subject.theory.fourth(pair, m, term, exact)
    if known is None:
        return None
    fourth, sure = known
    word = "kurtosis" if sure else "kurtosis at most"
    spread = max(fourth - exact**2, 0.0)
    squares = (values - term.mean) ** 2
    budget = 4.0 * subject.rounding * term.mean**2
    found, rule = tested(squares, exact, spread, share, budget)
    if rule is None or rule.margin - 2.0 * budget > VISIBLE * exact:
        return None
    statement = variance_statement(subject.map, declared.coupling, declared.row)
    detail = f"variance {np.mean(squares):.4g}, claimed {exact:.4g}; {word} {fourth / exact**2:.3g}"
    coupled = declared.coupling is not None and declared.coupling.law.directions != "independent"
    near: list[tuple[str, str]] = []
    if found is Outcome.FAILS and declared.row is None:
        near, text = alike(subject, pair, term, squares, share, budget)
        detail += text
    larger = float(np.mean(squares)) > exact
    seen = FamiliarVariances(tuple(rows for rows, kind in near if kind == declared.map), coupled, larger)
    made = finding(name, statement, found, rule, squares, share, detail, exact, seen)
    if not made.fails:
        return made

    def judged(drawn: Floats) -> Outcome:
        return tested((drawn - term.mean) ** 2, exact, spread, share, budget)[0]

    return replace(made, mending=mending(subject.rows, subject.map, subject.kernel, pair, values, judged))
