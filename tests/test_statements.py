"""A statement and its correction."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.kit import WHOLE, Below, Derivation, Domain, Equal, Erratum, Statement, formula, real

X = sp.Symbol("x", real=True)
DOMAIN = Domain((real("x"),))


def printed() -> Statement:
    """x^2 >= x, said of every real x."""
    return Statement(
        "toy/square",
        "inequality",
        "Lemma 1",
        "A square is no smaller than its root",
        "x^2 >= x.",
        "x^2\\ge x",
        "every real x",
        DOMAIN,
        {"lhs": formula(X, DOMAIN, "x"), "rhs": formula(X**2, DOMAIN, "x")},
        companions={"toy/square/side": {"": formula(X**2, DOMAIN, "x")}},
        claim=Below(strict=False),
        checks=(Derivation(lambda proof: proof.equal(X, X, "nothing"), WHOLE),),
        mechanism=("iid",),
        setting="one row",
        note="false on (0, 1)",
        erratum=Erratum("misprint", "Lemma 1", "False between 0 and 1.", 1, formula="x^2\\ge x"),
    )


def test_a_correction_inherits_what_was_printed_and_no_evidence() -> None:
    wide = Domain((real("x", lower=1),))
    false = printed()
    fixed = false.corrected(text="x^2 >= x for x >= 1.", domain=wide).correction
    assert fixed is not None
    assert (fixed.id, fixed.text, fixed.domain) == ("toy/square/corrected", "x^2 >= x for x >= 1.", wide)
    assert (fixed.kind, fixed.where, fixed.latex, fixed.mechanism, fixed.setting) == (
        "inequality",
        "Lemma 1",
        "x^2\\ge x",
        ("iid",),
        "one row",
    )
    assert dict(fixed.sides) == dict(false.sides)
    assert (fixed.checks, fixed.note, fixed.erratum, dict(fixed.companions)) == ((), "", None, {})


def test_the_printed_statement_stays_what_it_was() -> None:
    whole = printed().corrected(claim=Equal())
    assert (whole.id, whole.note, whole.misprint, whole.claim) == (
        "toy/square",
        "false on (0, 1)",
        True,
        Below(strict=False),
    )
    assert len(whole.checks) == 1


def test_a_change_of_no_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="titel"):
        printed().corrected(titel="misspelt")
