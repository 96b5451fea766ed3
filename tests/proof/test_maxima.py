"""Largest errors in claims: the suprema that proofs speak of are those of the certified functions."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import pytest
import sympy as sp

from rftheory.evidence.theorems.moments import words
from rftheory.exact.functions.hybrids.angular_maximum import LargestError
from rftheory.exact.functions.hybrids.linear_maximum import LargestLinear
from rftheory.proof.terms import Term

_n, _r = sp.symbols("n r", positive=True)


def _value(term: Term, at: dict[str, Any]) -> Any:
    """A term in floating point."""
    if not isinstance(term, tuple):
        return at[term] if isinstance(term, str) else term
    if term[0] == "q":
        return mpmath.mpf(term[1]) / term[2]
    inner = [_value(part, at) for part in term[1:]]
    if term[0] in ("+", "*"):
        return mpmath.fsum(inner) if term[0] == "+" else math.prod(inner)
    plain = {"pi": lambda: mpmath.pi, "^": lambda b, e: b**e, "exp": mpmath.exp, "cos": mpmath.cos}
    return plain[term[0]](*inner)


@pytest.mark.parametrize(
    ("node", "at"),
    [
        (LargestError(_n, _r), {"n": 1, "r": 1}),
        (LargestError(_n, _r), {"n": 4, "r": mpmath.mpf(3) / 2}),
        (LargestLinear(_r), {"r": 1}),
        (LargestLinear(_r), {"r": 2}),
    ],
)
def test_the_supremum_is_the_certified_maximum(node: Any, at: dict[str, Any]) -> None:
    term = words("beyond", frozenset(at)).term(node)
    assert isinstance(term, tuple)
    head, variable, low, high, body = term
    assert (head, low, high) == ("sup", 0, 1)
    grid = [mpmath.mpf(i) / 2000 for i in range(2001)]
    found = max(_value(body, {**at, variable: place}) for place in grid)
    certified = type(node).oracle(mpmath.mp, *(at[str(each)] for each in node.args))
    assert found <= certified * (1 + mpmath.mpf(10) ** -12)
    assert found >= certified * (1 - mpmath.mpf(10) ** -5)
