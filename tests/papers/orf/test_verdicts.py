"""The verdicts of orf, and the errata it contains."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import All, Limit, MeanSquareError, On, formal
from rftheory.context import Context
from rftheory.errors import DomainError
from rftheory.evaluation import evaluate
from rftheory.evidence.deterministic.conjunction import conjunctions
from rftheory.papers.orf._notation import LIMIT_SINH, OPEN_PLANE, RATIO, D, d
from rftheory.verdict import Conclusion, Outcome, Verdict

Results = dict[str, Any]


@pytest.fixture
def results(verified_orf: Any) -> Results:
    """What `verify orf` says, by id."""
    found: Results = verified_orf.results
    return found


def test_the_whole_paper(results: Results) -> None:
    assert len(results) == 61
    refuted = {name for name, result in results.items() if result["verdict"] == "refuted"}
    assert refuted == {"orf/sec3/small-z-ratio", "orf/thm2/variance"}
    assert not [name for name, result in results.items() if result["verdict"] == "undecided"]
    for name in ("thm1/variance", "lemma2", "eq3", "cor1"):
        assert results[f"orf/{name}"]["verdict"] == "proved", name
    for name in ("thm2/bias", "thm3", "thm4/inner-products"):
        assert results[f"orf/{name}"]["verdict"] == "derived", name


@pytest.mark.parametrize("name", ["sec3/small-z-ratio", "thm2/variance"])
def test_errata_come_with_derived_corrections(results: Results, name: str) -> None:
    result = results[f"orf/{name}"]
    assert result["counterexample"]
    conclusion = Conclusion.parse(result["correction"]["conclusion"])
    assert Verdict.DERIVED in (conclusion.verdict, *(each.verdict for each in conclusion.beside))


def test_always_improves_is_said_of_large_d(results: Results) -> None:
    result = results["orf/sec3/always-improves"]
    assert (result["verdict"], result["correction"]["verdict"]) == ("proved", "derived")


def test_always_improves_has_certified_exceptions() -> None:
    for z, size in (("3.5", 4), ("6", 4), ("3", 5)):
        assert evaluate("orf/sec3/always-improves:lhs", z=z, d=size, D=size).lower > 1
    for z in ("1/2", "3", "20"):
        assert evaluate("orf/sec3/always-improves:lhs", z=z, d=2, D=2, digits=400).upper < 1
    corrected = registry.statement("orf/sec3/always-improves").correction
    assert corrected is not None
    with pytest.raises(DomainError):
        corrected.sides["lhs"].evaluate(z=3, d=5, D=5)


def test_table_1_says_of_errors_what_section_3_says(results: Results) -> None:
    orf, sorf = (registry.statement(f"orf/table1/{name}") for name in ("orf", "sorf"))
    assert orf.claim is not None
    assert sorf.claim is not None
    for claim in (orf.claim, sorf.claim):  # no order of errors at every point, which is false at some
        assert not any(isinstance(term, sp.Basic) and term.has(MeanSquareError) for term in claim.terms)
    assert formal(orf.claim)
    assert not formal(sorf.claim)
    assert results["orf/table1/orf"]["verdict"] == "derived"
    at_two = On(OPEN_PLANE, Limit(RATIO.subs(D, 2 * d), "d", sp.oo, LIMIT_SINH))
    wrong = replace(orf, claim=All((at_two,)))
    (found,) = (check.run(wrong, Context()) for check in conjunctions(wrong))
    assert found.outcome is Outcome.FAILS  # the same limit of the wrong sequence
