"""Means and variances of estimates against the closed forms of the mechanism, by Catoni's test."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rftheory.conformance.causes import BANDWIDTHS, CAUSES
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.catoni import finding, tested
from rftheory.conformance.moments.moment_causes import mean_cause
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.conformance.moments.variance import variance
from rftheory.measured.inputs import Floats
from rftheory.moments.catalogue import INFINITE, maps, mean_statement
from rftheory.moments.pairs import Pair
from rftheory.moments.term_moments import TermMoments
from rftheory.verdict import Outcome

FACTORS = frozenset(cause for _, cause, _ in BANDWIDTHS)
"""Mistakes that change all means and variances: one pair that shows their name explains the others."""


def names(pairs: Sequence[Pair]) -> list[str]:
    """The tests that `examine` makes, known before any draw."""
    return [f"{what}: {pair.label}" for what in ("mean", "variance") for pair in pairs]


def examine(subject: Estimates) -> Iterator[Finding]:
    """Unbiasedness at every pair, then the variance wherever a closed form is known; no moment of structured rows is."""
    coupling = subject.declaration.coupling
    if coupling is not None and not coupling.isotropic:
        return
    terms = [subject.theory.term(pair) for pair in subject.pairs]
    means = [
        mean_of(subject, pair, subject.values[:, index], term)
        if math.isfinite(term.variance)
        else _untestable(subject, pair)
        for index, (pair, term) in enumerate(zip(subject.pairs, terms, strict=True))
    ]
    factor = next((found.cause for found in means if found.cause in FACTORS), None)
    if factor is not None:
        subject = replace(subject, cause=subject.cause or factor)
    for index, (pair, term, found) in enumerate(zip(subject.pairs, terms, means, strict=True)):
        yield replace(found, cause=factor, diagnosis=CAUSES[factor]) if factor and found.cause else found
        exact = subject.variance(pair, term) if math.isfinite(term.fourth) else None
        if exact is not None and exact > 0.0:
            judged = variance(subject, pair, subject.values[:, index], term, exact)
            if judged is not None:
                yield judged


def _untestable(subject: Estimates, pair: Pair) -> Finding:
    """A mean that no number of draws bounds, since one estimate has an infinite variance."""
    text = "the variance of an estimate is infinite or overflows: no number of draws bounds its mean"
    known = maps().get(subject.declaration.map or "")
    statement = INFINITE if known is None else known.variance
    return Finding(f"mean: {pair.label}", statement, Outcome.UNDECIDED, text, draws=len(subject.values))


def mean_of(subject: Estimates, pair: Pair, values: Floats, term: TermMoments) -> Finding:
    """The mean of the estimates is the mechanism's."""
    name = f"mean: {pair.label}"
    share = subject.ledger.share(name)
    bound = subject.variance_bound(pair, term)
    statement = mean_statement(subject.declaration.map, subject.kernel, subject.declaration.coupling)
    found, rule = tested(values, term.mean, bound, share, subject.rounding * abs(term.mean))
    detail = f"mean {np.mean(values):.6g}, claimed {term.mean:.6g}"
    cause = mean_cause(subject, pair, float(np.mean(values)), term.mean)
    return finding(name, statement, found, rule, values, share, detail, cause, term.mean)
