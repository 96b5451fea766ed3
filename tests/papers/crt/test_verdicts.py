"""Verdicts of the sections of crt before its appendix: what is earned, what is refuted, what did not come out."""

from __future__ import annotations

import mpmath as mp
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.evidence.plan import applicable
from rftheory.verdict import EvidenceKind, Outcome, Verdict
from rftheory.verification import examine

EARNED = {
    "crt/abstract/lower-variance": "derived; certified, in part",
    "crt/abstract/ort-any-d": "proved, derived",
    "crt/sec1/mgf-infinite": "derived",
    "crt/eq3": "proved, certified, derived",
    "crt/sec3.1/special": "proved, certified, derived",
    "crt/thm3.3/minimum": "proved; derived; certified, in part",
    "crt/sec3.1/note-gain": "derived",
    "crt/eq8": "proved, certified, derived",
    "crt/sec3.1/homogeneity": "certified, in part; derived, in part",
    "crt/eq9": "derived; certified, in part",
    "crt/eq12": "proved, certified, derived",
    "crt/sec3.2.1/feature": "proved, certified, derived",
    "crt/sec3.2.1/lambda-star": "derived; certified, in part",
    "crt/sec3.2.3/shift": "proved; derived; certified, in part",
    "crt/thm4.1": "proved; derived; certified, in part",
    "crt/sec4/note-trig": "certified, in part; derived, in part",
    "crt/thm4.2/positive": "derived",
    "crt/sec5.2/argmax": "proved, derived",
}


@pytest.mark.parametrize("identifier", EARNED)
def test_true_as_printed(identifier: str) -> None:
    assert str(examine(registry.statement(identifier), Context()).conclusion) == EARNED[identifier]


@pytest.mark.parametrize(
    ("identifier", "kind", "corrected"),
    [
        ("crt/sec3.2.2/optimise", "misprint", "derived, in part"),
        ("crt/thm4.2/iid", "error", "derived"),
        ("crt/thm4.3", "error", "derived"),
    ],
)
def test_false_as_printed_and_true_as_corrected(identifier: str, kind: str, corrected: str) -> None:
    result = examine(registry.statement(identifier), Context())
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample
    assert result.statement.erratum is not None
    assert result.statement.erratum.kind == kind
    assert result.correction is not None
    assert str(result.correction.conclusion) == corrected


def test_the_tail_bound_fails_for_features_that_are_optimal() -> None:
    """The pair shown has A of (7), by its own formula."""
    shown = examine(registry.statement("crt/thm4.2/iid"), Context()).counterexample
    assert shown is not None
    d, t = int(shown["d"]), mp.mpf(4) * 9 / 5
    assert {shown[name] for name in ("x2", "y2", "xy")} == {"9/5"}
    rho = (mp.sqrt((2 * t + d) ** 2 + 8 * d * t) - 2 * t - d) / (4 * t)
    assert mp.almosteq((1 - 1 / rho) / 8, int(shown["A"]))


def test_gains_that_did_not_come_out_refute_nothing() -> None:
    statement = registry.statement("crt/sec5.1/gains-pos")
    result = examine(statement, Context())
    assert {check.kind for check in applicable(statement)} == {EvidenceKind.REGIMES}
    assert [e.outcome for e in result.evidence] == [Outcome.HOLDS, Outcome.FAILS]
    assert str(result.conclusion) == "not reproduced"
    assert result.correction is not None
    assert str(result.correction.conclusion) == "proved, derived"
