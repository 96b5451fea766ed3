"""The variance of estimates against the closed form of the mechanism."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.claim.declaration import VARIANCES, Pair
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.catoni import VISIBLE, finding, tested
from rftheory.conformance.moments.familiar import alike
from rftheory.conformance.moments.measurements import FamiliarVariances
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.measured.inputs import Floats
from rftheory.moments.projection_moments import Law, estimate, fourth_bound
from rftheory.verdict import Outcome


def variance(subject: Estimates, pair: Pair, values: Floats, law: Law, exact: float) -> Finding | None:
    """The mean of (estimate - claimed mean)^2 is the closed form.

    Its spread is the kurtosis less one: exact for rows of one cosine (`laws.estimate`) and for independent rows, else
    bounded by Minkowski (`laws.fourth_bound`); the finding says which. None where that and this many draws let no
    error below VISIBLE be seen, which is known before any draw. A failure names the mechanisms with this variance.
    """
    name, m = f"variance: {pair.label}", subject.m or 1
    share = subject.ledger.share(name)
    coupling, declared = subject.declaration.coupling, subject.declaration.map or "positive"
    coupled = coupling is not None and coupling.law.directions != "independent"
    known = None
    if coupling is not None and subject.declaration.row is None:
        known = estimate(coupling, declared, subject.kernel, pair, m)
    if known is not None:
        fourth, word = known.fourth, "kurtosis"
    elif coupling is not None:
        fourth = fourth_bound(coupling, law, exact, len(pair.x), m)
        word = "kurtosis at most" if coupled else "kurtosis"
    else:
        return None
    spread = max(fourth - exact**2, 0.0)
    squares = (values - law.mean) ** 2
    budget = 4.0 * subject.rounding * law.mean**2
    found, rule = tested(squares, exact, spread, share, budget)
    if rule is None or rule.margin - 2.0 * budget > VISIBLE * exact:
        return None
    statement = VARIANCES[declared]
    if coupled and declared != "phase":
        statement = "orf/thm1/decomposition" if declared == "trigonometric" else "simrf/thm3.2/formula"
        statement = "crt/thm4.1" if subject.declaration.row is not None else statement
    detail = f"variance {np.mean(squares):.4g}, claimed {exact:.4g}; {word} {fourth / exact**2:.3g}"
    near: list[tuple[str, str]] = []
    if found is Outcome.FAILS and subject.declaration.row is None:
        near, text = alike(subject, pair, law, squares, share, budget)
        detail += text
    seen = FamiliarVariances(tuple(rows for rows, kind in near if kind == declared), coupled)
    return finding(name, statement, found, rule, squares, share, detail, exact, seen)
