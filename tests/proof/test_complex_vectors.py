"""Gaussian vectors at complex arguments in proofs: products of complex means, inner products with vectors of entries."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import mpmath
import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Expectation, Inner, Row
from rftheory.context import Context
from rftheory.evidence.theorems.complexes import Parts
from rftheory.evidence.theorems.moments import words
from rftheory.evidence.theorems.store import stored
from rftheory.evidence.theorems.theorem import ProofObject
from rftheory.exact.functions.complex_vectors import Complex, Plus
from rftheory.exact.functions.gaussian_exponential import GaussianMoment
from rftheory.proof.terms import ProofError, Term
from rftheory.statements import Statement
from rftheory.verdict import Outcome

U, V = sp.IndexedBase("u"), sp.IndexedBase("v")
SPOKEN = Parts(words("hrf", frozenset("uv")), frozenset())
ENTRIES = {"u": (0.5, -1.0, 2.0), "v": (1.5, 3.0, -2.5)}  # three angles that add to more than pi


@functools.cache
def mean(c: float, e: float) -> Any:
    """E exp((c + ie) g) by its definition."""
    return mpmath.quad(lambda g: mpmath.exp(mpmath.mpc(c, e) * g) * mpmath.npdf(g), [-20, -5, 0, 5, 20])


def value(term: Term, k: int = 0) -> Any:
    """The number that a term is at the entries above."""
    if not isinstance(term, tuple):
        return {"d": 3, "k": k}.get(term, term) if isinstance(term, str) else term
    head, *parts = term
    if head == "q":
        return mpmath.mpf(parts[0]) / parts[1]
    if head in ("prod", "sum"):
        join = mpmath.fprod if head == "prod" else mpmath.fsum
        return join(value(parts[3], place) for place in range(value(parts[1]), value(parts[2]) + 1))
    if head == "entry":
        return ENTRIES[parts[0]][value(parts[1], k)]
    found = [value(part, k) for part in parts]
    if head in ("normal-real", "normal-imaginary"):
        assert found[:2] == [0, 0]
        whole = mean(*found[2:])
        return whole.real if head == "normal-real" else whole.imag
    one = {"cos": mpmath.cos, "sin": mpmath.sin, "+": lambda *t: sum(t), "*": lambda *t: mpmath.fprod(t)}
    return {**one, "^": mpmath.power, "arg": lambda p, q: mpmath.arg(mpmath.mpc(p, q))}[head](*found)


def test_a_product_of_means_is_a_product_of_complex_numbers() -> None:
    pair = SPOKEN.of(GaussianMoment(Complex(U, V)))
    expected = mpmath.fprod(mean(*each) for each in zip(*ENTRIES.values(), strict=True))
    for part, wanted in zip(pair, (expected.real, expected.imag), strict=True):
        assert mpmath.almosteq(value(part), wanted, rel_eps=1e-9)
        assert abs(wanted) > 1e-3


def test_of_one_number_it_is_one_mean() -> None:
    a, b = sp.symbols("a b", real=True)
    ends: tuple[Term, ...] = (0, 0, "a", "b")
    assert SPOKEN.of(GaussianMoment(Complex(a, b))) == (("normal-real", *ends), ("normal-imaginary", *ends))


def test_a_row_meets_a_vector_of_entries() -> None:
    at = {"z_re": ("vec", "z_re"), "z_im": ("vec", "z_im")}
    row = ("row", ("name", "iid"), 1)
    moment = Expectation(sp.exp(Inner(Row("iid", 1), sp.IndexedBase("z_re") + sp.I * sp.IndexedBase("z_im"))))
    real, imaginary = Parts(words("hrf"), frozenset()).of(moment)
    size: Term = ("exp", ("dot", row, at["z_re"]))
    turn: Term = ("dot", row, at["z_im"])
    assert real == ("E", ("*", size, ("cos", turn)))
    assert imaginary == ("E", ("*", size, ("sin", turn)))


@pytest.mark.parametrize(
    "argument", [U, Plus(U, V), Complex(U, sp.Symbol("b", real=True)), Complex(Plus(U, V), V)], ids=str
)
def test_other_vectors_have_no_word(argument: sp.Basic) -> None:
    with pytest.raises(ProofError):
        SPOKEN.of(GaussianMoment(argument))


def test_lemma_2_4_is_proved_as_it_stands_and_not_otherwise() -> None:
    """The square of the conjugate, and twice the exponent, are other claims."""
    lemma = registry.statement("hrf/lemma2.4")
    assert set(stored(lemma.id)) == {0, 1}
    assert ProofObject().run(lemma, Context()).outcome is Outcome.HOLDS
    side = lemma.sides[""]
    for change in (lambda e: e.xreplace({sp.I: -sp.I}), lambda e: e**2):
        other: Statement = replace(lemma, sides={"": side.with_expression(change(side.expression))})
        assert ProofObject().run(other, Context()).outcome is Outcome.UNDECIDED
