"""A step takes exact sides and both of them: no truth value, no float, nothing that reads 0 = 0."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from rftheory.evidence.steps.exactness import ProofFailure, ProofGap
from rftheory.evidence.steps.proof import Proof

x = sp.Symbol("x", positive=True)
INEXACT = [
    True,
    sp.true,
    0.5,
    sp.Float("0.5"),
    1 + 0.5 * x,
    1j,
    np.float64(2),
    np.int64(2),
    np.True_,
    "1",
    None,
    {x},
]


@pytest.mark.parametrize("value", INEXACT, ids=repr)
@pytest.mark.parametrize("place", [0, 1])
def test_inexact_sides_are_refused(value, place):
    sides = [x, x]
    sides[place] = value
    proof = Proof()
    for step in (proof.equal, proof.below, proof.distinct):
        with pytest.raises(ProofGap):
            step(*sides, "planted")
    with pytest.raises(ProofGap):
        proof.limit(*sides[:1], x, sp.oo, sides[1], "planted")
    assert proof.steps == []


@pytest.mark.parametrize("value", INEXACT, ids=repr)
def test_a_sign_needs_an_exact_expression(value):
    for step in (Proof().positive, Proof().nonnegative):
        with pytest.raises(ProofGap):
            step(value, "planted")


@pytest.mark.parametrize("condition", [True, sp.true, x.is_positive, sp.Lt(1, 2), [True], x > -1], ids=repr)
def test_a_truth_value_shows_no_sides(condition):
    with pytest.raises(ProofGap, match="shows no sides"):
        Proof().true(condition, "planted")


def test_a_relation_that_keeps_its_sides_is_checked():
    proof = Proof()
    proof.true(sp.Lt(x, x**2 + 1 + x, evaluate=False), "grows")
    proof.true(sp.Eq((x + 1) ** 2, x**2 + 2 * x + 1, evaluate=False), "binomial")
    proof.true(sp.Ne(x, x + 1, evaluate=False), "apart")
    assert proof.steps[0] == "grows: x < x**2 + x + 1"
    assert proof.checked == 3
    with pytest.raises(ProofFailure):
        proof.true(sp.Lt(x**2 + 1, x, evaluate=False), "wrong")


def test_exact_numbers_of_python_are_sides():
    proof = Proof()
    proof.equal(Fraction(1, 3) + Fraction(1, 6), sp.S.Half, "fractions")
    proof.below(2, Fraction(5, 2), "an integer and a fraction")
    proof.equal([1, Fraction(1, 2)], (1, sp.S.Half), "entries")
    proof.equal(sp.eye(2) * x, sp.diag(x, x), "matrices")
    assert proof.checked == 4


def test_shapes_count():
    for left, right in (([1, 2], [1, 2, 3]), (sp.zeros(1, 2), sp.zeros(2, 1)), ([[1], 2], [[1, 2]])):
        with pytest.raises(ProofFailure):
            Proof().equal(left, right, "shapes")
        Proof().distinct(left, right, "shapes")


def test_what_sympy_merged_is_shown_as_written():
    proof = Proof()
    split = x * (x + 1) - x**2 - x
    proof.equal(sp.expand(split), 0, "merged")
    proof.equal(sp.cos(x) ** 2 + sp.sin(x) ** 2, 1, "not merged")
    assert proof.steps == [
        "merged: sp.expand(split) = 0 (both are 0)",
        "not merged: sin(x)**2 + cos(x)**2 = 1",
    ]


def test_a_name_bound_once_is_shown_as_what_it_stands_for():
    proof = Proof()
    gap = sp.diff(x**2, x) - 2 * x
    proof.equal(gap, 0, "a name")
    assert proof.steps == ["a name: sp.diff(x ** 2, x) - 2 * x = 0 (both are 0)"]


@pytest.mark.parametrize(
    "step",
    [
        lambda proof: proof.equal(0, 0, "?"),
        lambda proof: proof.equal(sp.S.Zero, 0, "?"),
        lambda proof: proof.equal(sp.Integer(1), sp.S.One, "?"),
        lambda proof: proof.equal(x + 1, x + 1, "?"),
        lambda proof: eval("proof.equal(x - x, 0, '?')", {"proof": proof, "x": x}),
    ],
    ids=["numerals", "zero", "one", "the same text", "no text at hand"],
)
def test_a_step_with_nothing_to_show_is_refused(step):
    proof = Proof()
    with pytest.raises(ProofGap, match="nothing else is written"):
        step(proof)
    assert proof.steps == []
