"""Linear attention as sums in proofs: the terms have the values of the algorithms, at matrices of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from rftheory.evidence.theorems.moments import words
from rftheory.exact import balls
from rftheory.exact.functions.attention import (
    AttentionEntry,
    CausalLinearAttention,
    ExplicitCausalLinearAttention,
    ExplicitLinearAttention,
    LinearAttention,
    MaskedProduct,
    PrefixProduct,
)
from rftheory.proof.terms import Term

MATRICES = {
    "Q": [[1, 2], [3, -1], [2, 5]],
    "K": [[2, 1], [0, 3], [4, 1]],
    "V": [[1, -2, 3], [5, 7, 1], [2, 2, -4]],
}
KINDS = (
    LinearAttention, ExplicitLinearAttention, CausalLinearAttention, ExplicitCausalLinearAttention, MaskedProduct,
    PrefixProduct,
)  # fmt: skip


def value(term: Term, at: Mapping[str, int]) -> Fraction:
    """The value of a term in entries and finite sums."""
    if isinstance(term, int):
        return Fraction(term)
    if isinstance(term, str):
        return Fraction(at[term])
    head, *parts = term
    if head == "entry":
        name, *places = parts
        row, column = (int(value(place, at)) for place in places)
        return Fraction(MATRICES[name][row][column])
    if head in ("height", "width"):
        return Fraction(len(MATRICES[parts[0]]) if head == "height" else len(MATRICES[parts[0]][0]))
    if head == "sum":
        k, low, high, body = parts
        ends = range(int(value(low, at)), int(value(high, at)) + 1)
        return sum((value(body, {**at, k: place}) for place in ends), Fraction(0))
    values = [value(part, at) for part in parts]
    if head == "^":
        return values[0] ** int(values[1])
    found = values[0]
    for each in values[1:]:
        found = found + each if head == "+" else found * each
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("i", "j"), [(1, 1), (2, 3), (3, 2)])
def test_the_sums_are_the_algorithm(kind: type[AttentionEntry], i: int, j: int) -> None:
    names: list[Any] = [sp.Symbol(name) for name in MATRICES]
    term = words("performer").term(kind(*names, sp.Symbol("i"), sp.Symbol("j")))
    exact = [[[balls.fmpq(each) for each in row] for row in matrix] for matrix in MATRICES.values()]
    wanted = kind.ball(*exact, balls.fmpq(i), balls.fmpq(j))
    assert value(term, {"i": i, "j": j}) == balls.as_fraction(wanted)
