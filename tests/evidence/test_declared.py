"""All that draws is declared, counted, announced and paid for out of one budget; what is not gets no verdict."""

import json
import re
from dataclasses import dataclass, replace

import jsonschema
import pytest

from rftheory import registry
from rftheory.context import Context, profile
from rftheory.domain import Domain
from rftheory.evidence.declared import contradiction, evidence_of, made_tests
from rftheory.evidence.deterministic.in_part import InPart
from rftheory.evidence.plan import applicable, planned_tests
from rftheory.evidence.statistical import sign_tests
from rftheory.evidence.statistical.regimes import Gain, RegimeGains, TunedParameters
from rftheory.evidence.statistical.simplex_plus import ConformityDecrease, ConformityLeadingOrder
from rftheory.measured.engine.streams import stream
from rftheory.measured.engine.watching import watched
from rftheory.measured.inference import design
from rftheory.measured.inference.design import CALIBRATION_STATEMENT
from rftheory.report.runs import budget_document, run_document
from rftheory.report.schema import json_schema
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, Verdict
from rftheory.verification import announced, examine, planned

AT_POINTS = (TunedParameters, ConformityDecrease, ConformityLeadingOrder)
"""The checks that draw only points at which they then evaluate: a new one is a decision, made here."""


def everywhere():
    """Every check of every statement and correction, with its statement."""
    for statement in registry.statements():
        for each in (statement, *([statement.correction] if statement.correction is not None else [])):
            for check in applicable(each):
                yield each, check.check if isinstance(check, InPart) else check


def test_every_check_that_draws_is_counted_or_speaks_of_points():
    kinds = {"": 0, "points": 0, "samples": 0}
    for statement, check in everywhere():
        assert contradiction(check) == "", (statement.id, check)
        assert (check.random == "points") == isinstance(check, AT_POINTS), (statement.id, check)
        if check.random:
            assert check.kind.establishes is Verdict.SUPPORTED, (statement.id, check)
        kinds[check.random] += 1
    assert all(kinds.values())


def test_every_test_announces_itself_at_its_share_and_draws_nothing(monkeypatch):
    monkeypatch.setattr(design, "draws_per_second", lambda *_: 1.0)
    monkeypatch.setattr(sign_tests.SignTests, "_seconds", lambda *_: 1.0)
    total = planned_tests(registry.statements())
    context = Context(profile=profile("full"), tests=total)
    announcements = []
    with watched() as streams:
        for statement, check in everywhere():
            if check.random == "samples":
                heard = []
                found = evidence_of(check, statement, replace(context, ahead=heard.append))
                assert found.outcome is Outcome.UNDECIDED
                assert made_tests(found) == 0
                assert len(heard) == check.tests, (statement.id, check)
                announcements += heard
    assert streams == set()
    assert len(announcements) == total == registry.planned_tests()
    assert {(test.alpha, test.beta) for test in announcements} == {context.share}
    assert sum(test.alpha for test in announcements) <= context.alpha * (1 + 1e-12)


def test_calibration_uses_streams_of_its_own():
    context = planned("quick")
    with watched() as streams:
        found = announced("crt/sec5.1/gains-trig", context=context)
    assert len(found) == 2
    assert all(test.draws > 0 and test.seconds > 0 for test in found)
    assert streams == {CALIBRATION_STATEMENT}


@dataclass(frozen=True)
class Planted(Check):
    """Draws and says that the statement is false; declares what it is told to."""

    random: str = ""
    tests: int = 0
    made: int = 0
    kind = EvidenceKind.SIMULATION

    def run(self, statement, context):
        stream(context.seed, statement.id, 0, 0).random()
        return Evidence(
            self.kind, Outcome.FAILS, "drawn", counterexample={"x": "1"}, data={"tests": self.made}
        )


def planted(check):
    return Statement("x/1", "inequality", "-", "-", "-", "-", "-", Domain(), checks=(check,))


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (Planted(), r"random numbers were drawn \(x/1\), and none are declared"),
        (Planted(random="samples"), "samples are drawn, and no test is declared"),
        (Planted(tests=1), "1 tests are declared, and no samples"),
        (Planted(random="points", tests=1), "1 tests are declared, and no samples"),
        (Planted(random="points", made=1), "1 tests were made, 0 are declared"),
        (Planted(random="samples", tests=1, made=2), "2 tests were made, 1 are declared"),
    ],
)
def test_a_check_outside_the_budget_gets_no_verdict(check, reason):
    result = examine(planted(check), Context())
    assert result.verdict is Verdict.UNDECIDED
    assert result.counterexample is None
    (found,) = result.evidence
    assert re.search(reason, found.detail)
    assert found.detail.startswith("outside the error budget")


def test_a_check_inside_it_keeps_what_it_found():
    result = examine(planted(Planted(random="samples", tests=2, made=1)), Context())
    assert result.verdict is Verdict.REFUTED


def test_a_smaller_share_takes_more_draws_and_is_kept():
    gains = RegimeGains((Gain("normal", "OPRF", "PosRF", 75.0),), count=64)
    statement = planted(gains)
    drawn = {}
    for tests in (1, 200):
        found = evidence_of(gains, statement, Context(tests=tests))
        assert found.outcome is Outcome.HOLDS
        assert found.data["tests"] == 1
        drawn[tests] = found.data["draws"]
        assert 2.0 ** -found.data["draws"] <= 1e-6 / tests < 2.0 ** (1 - found.data["draws"])
    assert drawn == {1: 20, 200: 28}


def test_a_run_states_the_whole_budget_and_what_it_spent():
    gains = RegimeGains((Gain("normal", "OPRF", "PosRF", 75.0),), count=64)
    context = Context(tests=200)
    statement = planted(gains)
    results = [examine(replace(statement, correction=replace(statement, id="x/1/corrected")), context)]
    found = budget_document(results, context)
    assert found == {
        "alpha": 1e-6,
        "beta": 1e-6,
        "tests_of_all_papers": 200,
        "alpha_each": 1e-6 / 200,
        "beta_each": 1e-6 / 200,
        "tests_made": 2,
        "alpha_spent": 2 * (1e-6 / 200),
        "beta_spent": 2 * (1e-6 / 200),
    }
    document = json.loads(json.dumps(run_document([], context)))
    assert document["budget"]["tests_made"] == 0
    jsonschema.validate(document, json_schema())
