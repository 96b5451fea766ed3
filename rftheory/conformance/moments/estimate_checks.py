"""Means and variances of estimates against the closed forms of the mechanism, by Catoni's test. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rftheory.conformance.causes import BANDWIDTHS, CAUSES
from rftheory.conformance.claim.declaration import VARIANCES, Pair, mean_statement
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.catoni import finding, tested
from rftheory.conformance.moments.moment_causes import mean_cause
from rftheory.conformance.moments.moment_claims import Subject, law_of, variance_bound, variance_of
from rftheory.conformance.moments.variance import variance
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.projection_moments import Law, claimed
from rftheory.verdict import Outcome

FACTORS = frozenset(cause for _, cause, _ in BANDWIDTHS)
"""Mistakes that change all means and variances: one pair that shows their name explains the others."""


def names(pairs: Sequence[Pair]) -> list[str]:
    """The tests that `examine` makes, known before any draw."""
    return [f"{what}: {pair.label}" for what in ("mean", "variance") for pair in pairs]


def examine(subject: Subject) -> Iterator[Finding]:
    """Unbiasedness at every pair, then the variance wherever a closed form is known; no moment of structured rows is."""
    coupling = subject.declaration.coupling
    if coupling is not None and not coupling.isotropic:
        return
    laws = [law_of(subject, pair) for pair in subject.pairs]
    means = [
        mean_of(subject, pair, subject.values[:, index], law)
        if math.isfinite(law.variance)
        else _untestable(subject, pair)
        for index, (pair, law) in enumerate(zip(subject.pairs, laws, strict=True))
    ]
    factor = next((found.cause for found in means if found.cause in FACTORS), None)
    if factor is not None:
        subject = replace(subject, cause=subject.cause or factor)
    for index, (pair, law, found) in enumerate(zip(subject.pairs, laws, means, strict=True)):
        yield replace(found, cause=factor, diagnosis=CAUSES[factor]) if factor and found.cause else found
        exact = variance_of(subject, pair, law) if math.isfinite(law.fourth) else None
        if exact is not None and exact > 0.0:
            judged = variance(subject, pair, subject.values[:, index], law, exact)
            if judged is not None:
                yield judged


def _untestable(subject: Subject, pair: Pair) -> Finding:
    """A mean that no number of draws bounds, since one estimate has an infinite variance."""
    text = "the variance of an estimate is infinite or overflows: no number of draws bounds its mean"
    statement = VARIANCES.get(subject.declaration.map or "", "crt/thm3.2")
    return Finding(f"mean: {pair.label}", statement, Outcome.UNDECIDED, text, draws=len(subject.values))


def mean_of(subject: Subject, pair: Pair, values: Floats, law: Law) -> Finding:
    """The mean of the estimates is the mechanism's."""
    name = f"mean: {pair.label}"
    share = subject.ledger.share(name)
    coupling = subject.declaration.coupling
    bound = variance_bound(subject, pair, law)
    statement = mean_statement(subject.declaration.map, subject.kernel)
    if coupling is not None and coupling.law.norm == "sqrt(d)":
        statement = (
            "orf/thm2/bias" if subject.declaration.map == "trigonometric" else "performer/sec2.3/smreg"
        )
    found, rule = tested(values, law.mean, bound, share, subject.rounding * abs(law.mean))
    detail = f"mean {np.mean(values):.6g}, claimed {law.mean:.6g}"
    cause = mean_cause(subject, pair, float(np.mean(values)), law.mean)
    return finding(name, statement, found, rule, values, share, detail, cause, law.mean)


def preflight(name: str | None, kernel: Kernel, d: int, m: int | None) -> str:
    """How large the relative error of one estimate is for orthogonal points of norm 1, 2, 4, and what 10 % needs."""
    parts = []
    for norm in (1.0, 2.0, 4.0):
        pair = Pair("", norm * np.eye(max(d, 2))[0], norm * np.eye(max(d, 2))[1])
        law = claimed(name or "positive", kernel, pair, False)
        relative = law.variance / law.mean**2
        error = math.sqrt(relative / (m or 1))
        hopeless = ", hopeless" if relative > 1e7 else ""
        parts.append(
            f"|x| = |y| = {norm:g}: {error:.2g} (10 % needs {100.0 * relative:.2g} projections{hopeless})"
        )
    return f"relative error of one estimate, {name or 'positive'} features, x orthogonal to y: {'; '.join(parts)}"
