"""How often every inference rule errs, over fresh draws of laws at the very edge of what it allows, against its promise."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.laws import BOUNDED, UNBOUNDED, Law
from rftheory.measured.engine.reductions import Totals
from rftheory.measured.inference.eprocess import FloorBets, QuadraticBets, evidence_path
from rftheory.measured.inference.lifetime import decide_over_runs
from rftheory.measured.inference.mean import DecisionOutcome, mean_rule
from rftheory.measured.inference.sequential import SequentialRule
from rftheory.measured.inference.sign_test import SignTest
from rftheory.measured.inference.upper_bound import BelowRule

RATE = 0.05  # alpha and beta of every rule here: small ones would need more draws than anybody has
DRAWS = 400
RUNS = 8  # looks of a sequential rule, or runs of a lifetime
MARGIN = 0.3  # of a standard deviation
REFUTED, PASS = DecisionOutcome.REFUTED, DecisionOutcome.PASS
Values = Any


@dataclass(frozen=True)
class Case:
    """A rule at a law: `errs` says of values (DRAWS,) whether it makes the error that its promise bounds by RATE."""

    rule: str
    error: str
    law: str
    values: Callable[[np.random.Generator], Values]
    errs: Callable[[Values], bool]


def cases() -> Iterator[Case]:
    """Every rule, either error, every law that it allows, where its hypothesis holds with nothing to spare."""
    for law in (*UNBOUNDED, *BOUNDED):
        yield from _means(law)
        yield from _processes(law)
    yield from _signs()


def totals(rule: Any, values: Values) -> Totals:
    """The sums that a rule reads."""
    scores = rule.scores(values)
    squares = float(np.sum(values * values))
    return Totals(
        len(values),
        tuple(map(float, scores.sum(axis=1))),
        float(values.sum()),
        squares,
        float(values.min()),
        float(values.max()),
    )


def _drawn(law: Law) -> Callable[[np.random.Generator], Values]:
    return lambda rng: law.draw(rng, DRAWS)


def _ever(
    rule: Any, outcome: DecisionOutcome, decide: Callable[[Any, Totals], Any]
) -> Callable[[Values], bool]:
    """Whether any of RUNS looks says so."""
    looks = [DRAWS * (k + 1) // RUNS for k in range(RUNS)]
    return lambda values: any(decide(rule, totals(rule, values[:n])).outcome is outcome for n in looks)


def _means(law: Law) -> Iterator[Case]:
    """The mean tests at one number of draws, and over the runs of a lifetime."""
    deviation = math.sqrt(law.variance)
    margin = MARGIN * deviation
    bounded = math.isfinite(law.support[0])
    kinds: list[tuple[str, dict[str, Any]]] = [("Catoni", {"variance": law.variance})]
    if bounded:
        kinds.append(("betting", {"support": law.support, "variance": law.variance}))
    for name, known in kinds:
        rule = mean_rule(claim=0.0, delta=1.0, scale=margin, alpha=RATE, beta=RATE, **known)
        yield Case(f"mean, {name}", "false alarm", law.name, _drawn(law), _once(rule, REFUTED))
        yield Case(
            f"lifetime, {name}",
            "false alarm, ever",
            law.name,
            _drawn(law),
            _ever(rule, REFUTED, decide_over_runs),
        )
        for where, claim in (
            ("above", -margin),
            ("below", margin),
        ):  # the mean, 0, is off by the whole margin
            if bounded and not law.support[0] < claim < law.support[1]:
                continue
            other = mean_rule(claim=claim, delta=1.0, scale=margin, alpha=RATE, beta=RATE, **known)
            passing = _ever(other, PASS, decide_over_runs)
            yield Case(
                f"mean, {name}", f"false pass, mean {where}", law.name, _drawn(law), _once(other, PASS)
            )
            yield Case(f"lifetime, {name}", f"false pass, ever, mean {where}", law.name, _drawn(law), passing)


def _once(rule: Any, outcome: DecisionOutcome) -> Callable[[Values], bool]:
    return lambda values: rule.decide(totals(rule, values)).outcome is outcome


def _processes(law: Law) -> Iterator[Case]:
    """Rules that are looked at while they draw; a path of evidence is watched at every draw."""
    variance = law.variance
    quadratic = QuadraticBets(0.0, variance, RATE)
    yield Case("quadratic e-process", "false alarm, ever", law.name, _drawn(law), _crosses(quadratic))
    margin = MARGIN * math.sqrt(variance)
    watched = SequentialRule(0.0, margin, variance, variance, RATE, RATE)
    yield Case("sequential", "false alarm, ever", law.name, _drawn(law), _ever(watched, REFUTED, _decide))
    for where, claim in (("above", -margin), ("below", margin)):
        off = SequentialRule(claim, margin, variance, variance, RATE, RATE)
        yield Case(
            "sequential", f"false pass, ever, mean {where}", law.name, _drawn(law), _ever(off, PASS, _decide)
        )
    if math.isfinite(law.support[0]):
        floor = FloorBets(0.0, law.support[0], RATE)
        yield Case("floor e-process", "false alarm, ever", law.name, _drawn(law), _crosses(floor))
        below = BelowRule(0.0, law.support, RATE, RATE)
        for error, outcome in (("false alarm, ever", REFUTED), ("false pass, ever", PASS)):
            yield Case("upper bound", error, law.name, _drawn(law), _ever(below, outcome, _decide))


def _decide(rule: Any, found: Totals) -> Any:
    return rule.decide(found)


def _crosses(bets: Any) -> Callable[[Values], bool]:
    return lambda values: float(evidence_path(bets, values).max()) >= math.log(1 / bets.alpha)


def _signs() -> Iterator[Case]:
    """Sign tests where the event has the very chance of a coin."""
    test = SignTest(DRAWS, RATE, RATE)

    def coin(rng: np.random.Generator) -> Values:
        return (rng.random(DRAWS) < 0.5).astype(np.float64)

    for error, outcome in (("false alarm", REFUTED), ("false pass", PASS)):

        def errs(values: Values, outcome: DecisionOutcome = outcome) -> bool:
            return test.decide(int(values.sum())) is outcome

        yield Case("sign test", error, "a coin", coin, errs)
