"""Printed decimals in claims: right when the value is rounded or cut off at the last digit, and nothing else."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from rftheory.claims import Printed, conjuncts
from rftheory.comparison.printed import parse_printed
from rftheory.context import Context
from rftheory.domain import Domain
from rftheory.errors import InputError
from rftheory.statements import Statement
from rftheory.verification import examine

_STEPS = [Fraction(n, 20) for n in range(-32, 33)]  # of units around the decimal, ties and ends among them


def _holds(value: Fraction, decimal: str) -> bool:
    bounds = Printed(sp.Rational(value), decimal).parts
    relations = [(sp.Lt if bound.strict else sp.Le)(bound.left, bound.right) for bound in bounds]
    return all(relation == sp.true for relation in relations)


@pytest.mark.parametrize("decimal", ["0.62", "-0.62", "0.00", "60", "1.3e-6", "-2.50E3", "+.5", "7."])
def test_a_claim_and_a_table_judge_a_decimal_alike(decimal: str) -> None:
    printed = parse_printed(decimal)
    values = [printed.number + step * printed.unit for step in _STEPS]
    judged = {value: _holds(value, decimal) for value in values}
    assert judged == {value: printed.reading((value, value)) in ("rounded", "truncated") for value in values}
    assert set(judged.values()) == {True, False}


@pytest.mark.parametrize(
    ("decimal", "word"),
    [("3.1415", "supported"), ("3.1416", "supported"), ("3.1414", "refuted"), ("3.1417", "refuted")],
)
def test_pi_is_rounded_or_cut_off(decimal: str, word: str) -> None:
    own = Statement("toy/pi", "numerical", "-", "-", "-", "-", "-", claim=Printed(sp.pi, decimal))
    assert str(examine(own, Context()).conclusion) == word


def test_a_decimal_is_two_bounds_of_one_term() -> None:
    low, high = (each.claim for each in conjuncts(Printed(sp.pi, "3.14"), Domain()))
    assert (low.terms[1], high.terms[0]) == (sp.pi, sp.pi)


@pytest.mark.parametrize("text", ["", " ", "pi", "1/3", "nan", "1e"])
def test_what_is_no_decimal_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="needs digits"):
        Printed(sp.pi, text)
