"""Means and variances of estimates against the closed forms of the mechanism, by Catoni's test. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from rftheory.conformance.causes import BANDWIDTHS, CAUSES
from rftheory.conformance.declaration import VARIANCES, Declaration, Pair, kernel_value, mean_statement
from rftheory.conformance.findings import Finding
from rftheory.errors import BudgetError
from rftheory.measured.inference import MeanRule, decide_mean, mean_rule, min_discrepancy_mean, psi
from rftheory.measured.inference import Outcome as Decided
from rftheory.measured.inputs import Floats
from rftheory.measured.ledger import Ledger, Share
from rftheory.measured.protocol import Kernel
from rftheory.recommendation.coupled import block_share, positive_gap, trigonometric_gap
from rftheory.verdict import Outcome

HOPELESS = 0.5
MISS = 1e-6
COUPLED = {
    ("orthogonal", "positive"): 3.0,
    ("orthogonal", "trigonometric"): 3.0,
    ("simplex", "trigonometric"): 3.0,
}
OTHERWISE = 8.0
VISIBLE = 1.0
OUTCOMES = {Decided.PASS: Outcome.HOLDS, Decided.REFUTED: Outcome.FAILS, Decided.UNDECIDED: Outcome.UNDECIDED}


@dataclass(frozen=True)
class Law:
    """Mean, variance and fourth central moment of what one projection adds to an estimate at a pair."""

    mean: float
    variance: float
    fourth: float


@dataclass(frozen=True)
class Subject:
    """n estimates at each pair (n, p), what they claim, their rounding, the ledger, and a cause found earlier."""

    values: Floats
    pairs: tuple[Pair, ...]
    declaration: Declaration
    kernel: Kernel
    m: int | None
    rounding: float
    ledger: Ledger
    cause: str | None = None


def names(pairs: Sequence[Pair]) -> list[str]:
    """The tests that `examine` makes, known before any draw."""
    return [f"{what}: {pair.label}" for what in ("mean", "variance") for pair in pairs]


def claimed(name: str, kernel: Kernel, pair: Pair, fixed: bool) -> Law:
    """The law of one term; `fixed`: rows of length sqrt(d), else Gaussian rows."""
    d = len(pair.x)
    plus = float((pair.x + pair.y) @ (pair.x + pair.y))
    minus = float((pair.x - pair.y) @ (pair.x - pair.y))
    squares = float(pair.x @ pair.x + pair.y @ pair.y)

    def exponential(square: float) -> float:
        """E e^{w.s}, or E cos(w.s) for a negative square."""
        return float(scipy.special.hyp0f1(d / 2.0, d * square / 4.0)) if fixed else math.exp(square / 2.0)

    if name in ("positive", "hyperbolic"):
        g, t = math.exp(-squares if kernel == "gaussian" else -squares / 2.0), plus
    else:
        g, t = (1.0 if kernel == "gaussian" else math.exp(squares / 2.0)), -minus
    one, two, three, four = (exponential(k * k * t) for k in (1, 2, 3, 4))
    if name == "positive":
        raw = (one, two, three, four)
    else:
        raw = (one, (1.0 + two) / 2.0, (three + 3.0 * one) / 4.0, (3.0 + 4.0 * two + four) / 8.0)
    mean, second, third, fourth = raw
    variance = second - mean**2
    central = fourth - 4.0 * third * mean + 6.0 * second * mean**2 - 3.0 * mean**4
    if name == "phase":
        variance, central = variance + 0.5, 9.0 * (variance + 0.5)
    return Law(g * mean, g * g * variance, g**4 * max(central, 0.0))


def variance_of(subject: Subject, pair: Pair, law: Law) -> float | None:
    """The variance of an estimate of m projections by the closed form, None where there is none."""
    coupling, name, m = subject.declaration.coupling, subject.declaration.map, subject.m
    if coupling is None or name is None or m is None:
        return None
    if coupling.name == "iid" or (coupling.law.directions == "independent"):
        return law.variance / m
    if coupling.name not in ("orthogonal", "simplex") or name == "phase":
        return None
    d = len(pair.x)
    cosine = 0.0 if coupling.name == "orthogonal" else -1.0 / (d - 1)
    if name == "trigonometric":
        minus = np.array([float((pair.x - pair.y) @ (pair.x - pair.y))])
        square = law.mean**2 * math.exp(float(minus[0]))
        gap = float(trigonometric_gap(minus, d, cosine)[0]) * square
    else:
        plus = np.array([float((pair.x + pair.y) @ (pair.x + pair.y))])
        cosines = (cosine, -cosine) if name == "hyperbolic" and cosine else (cosine,)
        gap = float(positive_gap(plus, d, cosines)[0]) * law.mean**2
    return (law.variance + block_share(d, m) * gap) / m


def examine(subject: Subject) -> Iterator[Finding]:
    """Unbiasedness at every pair, then the variance wherever a closed form is known; no moment of structured rows is."""
    coupling = subject.declaration.coupling
    if coupling is not None and not coupling.isotropic:
        return
    for index, pair in enumerate(subject.pairs):
        values = subject.values[:, index]
        law = _law(subject, pair)
        yield mean_of(subject, pair, values, law)
        if subject.declaration.hybrid is None:
            exact = variance_of(subject, pair, law)
            if exact is not None and exact > 0.0:
                found = variance(subject, pair, values, law, exact)
                if found is not None:
                    yield found


def _law(subject: Subject, pair: Pair) -> Law:
    if subject.declaration.hybrid is not None:
        parts = [claimed(name, subject.kernel, pair, False) for name in ("positive", "trigonometric")]
        return Law(parts[0].mean, parts[0].variance + parts[1].variance, math.inf)
    coupling = subject.declaration.coupling
    fixed = coupling is not None and coupling.law.norm == "sqrt(d)"
    return claimed(subject.declaration.map or "positive", subject.kernel, pair, fixed)


def mean_of(subject: Subject, pair: Pair, values: Floats, law: Law) -> Finding:
    """The mean of the estimates is the mechanism's."""
    name, m = f"mean: {pair.label}", subject.m or 1
    share = subject.ledger.share(name)
    coupling = subject.declaration.coupling
    safe = 1.0 if coupling is not None and coupling.name in ("iid", "orthogonal", "simplex") else 2.0
    bound = safe * law.variance / m
    statement = mean_statement(subject.declaration.map, subject.kernel)
    if subject.declaration.hybrid is not None:
        statement, bound = "hrf/eq8/unbiased", law.variance / m
    elif coupling is not None and coupling.law.norm == "sqrt(d)":
        statement = (
            "orf/thm2/bias" if subject.declaration.map == "trigonometric" else "performer/sec2.3/smreg"
        )
    found, rule = _tested(values, law.mean, bound, share, subject.rounding * abs(law.mean))
    detail = f"mean {np.mean(values):.6g}, claimed {law.mean:.6g}"
    cause = _mean_cause(subject, pair, float(np.mean(values)), law.mean)
    return _finding(name, statement, found, rule, values, share, detail, cause, law.mean, subject.rounding)


def variance(subject: Subject, pair: Pair, values: Floats, law: Law, exact: float) -> Finding | None:
    """The mean of (estimate - claimed mean)^2 is the closed form.

    Its spread is bounded by a kurtosis: that of independent rows, 3 + excess/m, and for coupled rows COUPLED times
    as much beyond one. For coupled rows this is an assumption, and the finding says which kurtosis it is. None where
    that bound and this many draws let no error below VISIBLE be seen, which is known before any draw.
    """
    name, m = f"variance: {pair.label}", subject.m or 1
    share = subject.ledger.share(name)
    coupling = subject.declaration.coupling
    coupled = coupling is not None and coupling.law.directions != "independent"
    key = (coupling.name if coupling is not None else "", subject.declaration.map or "")
    beyond = COUPLED.get(key, OTHERWISE) if coupled else 1.0
    excess = max(law.fourth / law.variance**2 - 3.0, 0.0) / m
    spread = beyond * (2.0 + excess) * exact**2
    squares = (values - law.mean) ** 2
    budget = 4.0 * subject.rounding * law.mean**2
    found, rule = _tested(squares, exact, spread, share, budget)
    if rule is None or rule.margin - 2.0 * budget > VISIBLE * exact:
        return None
    statement = VARIANCES[subject.declaration.map or "positive"]
    if coupled:
        statement = (
            "orf/thm1/decomposition" if subject.declaration.map == "trigonometric" else "simrf/thm3.2/formula"
        )
    detail = f"variance {np.mean(squares):.4g}, claimed {exact:.4g}; kurtosis bounded by {spread / exact**2 + 1.0:.3g}"
    return _finding(
        name,
        statement,
        found,
        rule,
        squares,
        share,
        detail,
        subject.cause or "variance",
        exact,
        subject.rounding,
    )


def _tested(
    values: Floats, claim: float, bound: float, share: Share, budget: float
) -> tuple[Outcome, MeanRule | None]:
    """Catoni's test with the smallest margin that this many draws decide; the rounding budget widens the margin.

    None in place of a rule says that no margin up to HOPELESS times the claim can be decided (for a mean).
    """
    bound = max(bound, (budget + 1e-15 * abs(claim)) ** 2, 1e-300)
    try:
        delta = min_discrepancy_mean(
            len(values), claim=claim, variance=bound, alpha=share.alpha, beta=share.beta, miss=MISS
        )
    except BudgetError:
        return Outcome.UNDECIDED, None
    margin = delta * abs(claim) + 2.0 * budget
    rule = mean_rule(claim=claim, delta=1.0, scale=margin, variance=bound, alpha=share.alpha, beta=share.beta)
    kept = np.where(np.isfinite(values), values, 1e300)
    decided = decide_mean(kept, rule)
    outcome = OUTCOMES[decided.outcome]
    if outcome is Outcome.FAILS and abs(float(np.mean(kept)) - claim) <= budget:
        outcome = Outcome.HOLDS
    return outcome, rule


def _finding(
    name: str,
    statement: str,
    outcome: Outcome,
    rule: MeanRule | None,
    values: Floats,
    share: Share,
    detail: str,
    cause: str,
    claim: float,
    rounding: float,
) -> Finding:
    del rounding
    if rule is None:
        return Finding(
            name, statement, Outcome.UNDECIDED, f"{detail}; hopeless at this norm", draws=len(values)
        )
    delta = rule.margin / abs(claim)
    if outcome is Outcome.HOLDS and delta > HOPELESS and name.startswith("mean"):
        outcome, detail = (
            Outcome.UNDECIDED,
            f"{detail}; only errors above {delta:.0%} would be seen: more draws or features",
        )
    low, high = interval(values, rule, share.alpha)
    failed = cause if outcome is Outcome.FAILS else None
    return Finding(
        name,
        statement,
        outcome,
        detail,
        float(np.mean(values)) / claim - 1.0,
        (low / claim - 1.0, high / claim - 1.0),
        "relative",
        delta,
        share.alpha,
        share.beta,
        len(values),
        failed,
        None if failed is None else CAUSES[failed],
    )


def interval(values: Floats, rule: MeanRule, alpha: float) -> tuple[float, float]:
    """Catoni's interval of the mean at rate alpha, under the variance bound of the rule."""
    step, n = rule.steps[0], len(values)
    need = math.log(2.0 / alpha) + n * math.log1p(step**2 * rule.variance_bound / 2.0)

    def solve(target: float) -> float:
        low, high = float(np.min(values)) - 1e3 * rule.margin, float(np.max(values)) + 1e3 * rule.margin
        for _ in range(60):
            middle = (low + high) / 2.0
            if float(np.sum(psi(step * (values - middle)))) > target:
                low = middle
            else:
                high = middle
        return (low + high) / 2.0

    return solve(need), solve(-need)


def _mean_cause(subject: Subject, pair: Pair, value: float, claim: float) -> str:
    if subject.cause is not None:
        return subject.cause
    d, m, ratio = len(pair.x), subject.m or 1, value / claim
    scales = ((float(m), "missing-1/sqrt-m"), (1.0 / m, "extra-1/sqrt-m"), (m / d, "d-and-m-swapped"))
    for factor, cause in scales:
        if factor not in (1.0, 0.0) and abs(ratio / factor - 1.0) < 0.1:
            return cause
    exponent = math.log(kernel_value(subject.kernel, pair.x, pair.y))
    if value > 0.0 and abs(exponent) > 0.05:
        found = math.log(value) / exponent
        for factor, cause, _ in BANDWIDTHS:
            if abs(found / factor - 1.0) < 0.1:
                return cause
    return "biased"


Estimate = Callable[[Floats, Floats, int], Floats]


def ends(
    draw: Estimate, seeds: Sequence[int], d: int, norm: float, kernel: Kernel, rounding: float
) -> Finding:
    """A hybrid that is exact at the angles 0 and pi: there its estimates are the kernel, whatever the seed."""
    x = np.cos(1.0 + 2.399963 * np.arange(d))[None, :]
    x *= norm / np.linalg.norm(x)
    gaps = []
    for sign in (1.0, -1.0):
        truth = kernel_value(kernel, x[0], sign * x[0])
        values = np.array([float(draw(x, sign * x, seed)[0]) for seed in seeds])
        gaps.append(float(np.max(np.abs(values / truth - 1.0))))
    limit = 1e-9 + 256.0 * rounding
    both = min(gaps) > limit
    failed = max(gaps) > limit
    cause = ("lambda-swapped" if both else "zero-variance") if failed else None
    text = f"relative errors at theta = 0 and pi: {gaps[0]:.3g}, {gaps[1]:.3g}"
    return Finding(
        "both ends",
        "hrf/sec2.4/zero-ends",
        Outcome.FAILS if failed else Outcome.HOLDS,
        text,
        max(gaps),
        (max(gaps), max(gaps)),
        "relative",
        limit,
        None,
        None,
        len(seeds),
        cause,
        None if cause is None else CAUSES[cause],
    )


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
