"""What of a claim is evaluated: nothing under hypotheses on random quantities, no limit at an inner point."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.claims import (
    Distribution,
    Draw,
    Equal,
    Expectation,
    Independent,
    Limit,
    Prose,
    Supposing,
    conjuncts,
    formal,
    latex,
    plain,
)
from rftheory.domain import Domain, real
from rftheory.evidence.reduction import reduced

_DOMAIN = Domain((real("t", 0, 4),))
_t = sp.Symbol("t", nonnegative=True)
_Z = Draw("z", Distribution("normal", 0, 1))


def _evaluable(claim) -> bool:
    return all(reduced(each, {}) is not None for each in conjuncts(claim, _DOMAIN))


def test_a_claim_under_hypotheses_is_not_evaluated_without_them():
    """t = 0 is true of no point but one; under E z = t = 0 it is no claim about the points of the domain."""
    supposed = Supposing((Equal(Expectation(_Z), sp.S.Zero),), Equal(_t, sp.S.Zero))
    assert _evaluable(Equal(_t, sp.S.Zero))
    assert not _evaluable(supposed)


def test_hypotheses_in_words_make_a_claim_prose():
    claim = Equal(Expectation(_Z), sp.S.Zero)
    assert formal(Supposing((Independent((_Z,)),), claim))
    assert not formal(Supposing((Prose("z is nice"),), claim))
    assert not formal(Supposing((Independent((_Z,)),), Prose("all is well")))


def test_hypotheses_are_shown_after_the_claim():
    claim = Supposing((Equal(Expectation(_Z), _t), Independent((_Z,))), Equal(Expectation(2 * _Z), 2 * _t))
    assert plain(claim, {}) == "E[2*z] = 2*t  where E[z] = t;  z independent"
    assert r"\text{where }\mathbb E\left[z\right] = t" in latex(claim, {})


@pytest.mark.parametrize(("toward", "followed"), [(sp.oo, True), (sp.S.Zero, True), (sp.Integer(2), False)])
def test_only_limits_at_zero_and_infinity_are_followed(toward, followed):
    """An order is followed along powers of ten: at an inner point they lead elsewhere."""
    assert _evaluable(Limit(_t, "t", toward, sp.S.Zero)) is followed
