"""Wrong steps do not pass, whatever SymPy would make of them: both sides are seen again in balls."""

import pytest
import sympy as sp

from rftheory.domain import Domain, Rule, integer, real
from rftheory.evidence.steps import proof as proofs
from rftheory.evidence.steps.exactness import ProofFailure, ProofGap
from rftheory.evidence.steps.ground import POINTS, Ground, allows
from rftheory.evidence.steps.proof import RECHECKED, UNSEEN, Proof
from rftheory.evidence.steps.second_look import approaches

x, y = sp.symbols("x y", real=True)
p, q = sp.symbols("p q", positive=True)
n = sp.Symbol("n", positive=True, integer=True)
z = sp.Symbol("z")

WRONG = {
    "a sign": (p + q, p - q),
    "a root of a square": (sp.sqrt(x**2), x),
    "a branch of the logarithm": (sp.log(x * y), sp.log(x) + sp.log(y)),
    "an angle beyond pi": (sp.acos(sp.cos(p)), p),
    "an integer's property for a real": (sp.cos(sp.pi * p), (-1) ** n),
    "a root of a product": (sp.sqrt(x) * sp.sqrt(y), sp.sqrt(x * y)),
    "Gamma, shifted": (sp.gamma(p + 1), p * sp.gamma(p) + sp.gamma(p) / 10**6),
    "a tiny difference": (sp.exp(p), sp.exp(p) * (1 + sp.Rational(1, 10**20))),
    "a complex power": ((z**2) ** sp.S.Half, z),
    "a series without its first term": (sp.Sum(p**n / sp.factorial(n), (n, 1, sp.oo)), sp.exp(p)),
}
RIGHT = {
    "off the pole": ((x**2 - 1) / (x - 1), x + 1),
    "addition": (sp.cos(x + y), sp.cos(x) * sp.cos(y) - sp.sin(x) * sp.sin(y)),
    "Gamma": (sp.gamma(p + 1) / sp.gamma(p), p),
    "a series": (sp.Sum(p**n / sp.factorial(n), (n, 1, sp.oo)), sp.exp(p) - 1),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_equation_fails_even_if_sympy_agrees(what, monkeypatch):
    monkeypatch.setattr(proofs, "identical", lambda *_: True)
    with pytest.raises(ProofFailure, match="false in balls"):
        Proof().equal(*WRONG[what], what)


@pytest.mark.parametrize("what", RIGHT)
def test_a_right_equation_passes_and_was_seen(what):
    proof = Proof()
    proof.equal(*RIGHT[what], what)
    assert proof.looks[RECHECKED] == 1


@pytest.mark.parametrize(
    "expression",
    [x**2 - 1, p - 1, sp.exp(p) - p**3, 1 - p, sp.sin(p), -sp.exp(-p), sp.log(p)],
    ids=str,
)
def test_a_sign_that_fails_somewhere_fails_even_if_sympy_agrees(expression, monkeypatch):
    monkeypatch.setattr(proofs, "has_sign", lambda *_, **__: True)
    for step in (Proof().positive, Proof().nonnegative):
        with pytest.raises(ProofFailure, match="false in balls"):
            step(expression, "only for large values, or nowhere")


def test_strictness_is_seen_at_the_edge(monkeypatch):
    monkeypatch.setattr(proofs, "has_sign", lambda *_, **__: True)
    Proof().nonnegative(x**2, "a square")
    with pytest.raises(ProofFailure):
        Proof().positive(x**2, "0 at 0")


def test_numbers_are_decided_by_their_balls():
    Proof().below(sp.exp(sp.pi) - sp.pi, 20, "19.9990...")
    Proof().below(sp.Rational(19999, 1000), sp.exp(sp.pi) - sp.pi, "19.9990...")
    with pytest.raises(ProofFailure):
        Proof().below(20, sp.exp(sp.pi) - sp.pi, "no")


def test_sides_that_no_ball_reads_are_counted():
    f = sp.Function("f")
    proof = Proof()
    proof.equal(f(p) * (f(p) + 1), f(p) ** 2 + f(p), "an unknown function")
    assert proof.looks[UNSEEN] == 1


def test_distinct_names_the_point():
    proof = Proof()
    proof.distinct(sp.diff(p**2, p), 2, "not constant")
    assert "p = " in proof.steps[0]
    with pytest.raises(ProofFailure):
        proof.distinct((p + 1) ** 2, p**2 + 2 * p + 1, "the same")


def test_limits():
    proof = Proof()
    proof.limit(sp.sin(x) / x, x, 0, 1, "at 0")
    proof.limit(p**2 / (p + 1), p, sp.oo, sp.oo, "outwards")
    proof.limit(1 / p, p, 0, sp.oo, "at a pole")
    assert proof.steps[0] == "at 0: sin(x)/x -> 1 as x -> 0"
    assert proof.looks == {RECHECKED: 3}
    for value in (2, sp.oo):
        with pytest.raises((ProofFailure, ProofGap)):
            proof.limit(sp.sin(x) / x, x, 0, value, "wrong")


def test_a_limit_that_sympy_gets_wrong_is_a_gap(monkeypatch):
    monkeypatch.setattr(proofs, "limit_of", lambda *_: sp.oo)
    with pytest.raises(ProofGap, match="do not come nearer"):
        Proof().limit(1 / p, p, sp.oo, sp.oo, "it tends to 0")


def test_a_limit_is_seen_from_its_side():
    """e^(1/x) tends to 0 from below 0 and to infinity from above."""
    for side, value, other in (("-", 0, sp.oo), ("+", sp.oo, 0)):
        assert approaches(sp.exp(1 / x), x, sp.S.Zero, sp.sympify(value), side, Ground(Domain())) is True
        assert approaches(sp.exp(1 / x), x, sp.S.Zero, sp.sympify(other), side, Ground(Domain())) is False


def test_one_value_on_the_way_says_nothing_of_a_limit(monkeypatch):
    """Gamma(5 - x) has poles at 16 and 64, not at 4."""
    monkeypatch.setattr(proofs, "limit_of", lambda *_: sp.S.Zero)
    proof = Proof()
    proof.limit(sp.gamma(5 - x), x, sp.oo, 0, "whatever SymPy says")
    assert proof.looks == {UNSEEN: 1}


def test_points_have_what_is_assumed():
    odd = sp.Symbol("k", odd=True)
    for symbol in (
        x,
        p,
        n,
        odd,
        sp.Symbol("e", even=True, negative=True),
        sp.Symbol("w", nonzero=True, real=True),
    ):
        found = list(Ground(Domain()).points([symbol]))
        assert len(found) == POINTS
        assert all(allows(symbol, point[symbol.name]) for point in found)
    assert list(Ground(Domain()).points([sp.Symbol("i", imaginary=True)])) == []


def test_parameters_are_looked_at_in_their_domain():
    domain = Domain(
        (integer("n", 3), real("p", 0, 1)),
        (Rule(n * p <= 2, "n p <= 2"),),
    )
    found = list(Ground(domain).points([n, p, q]))
    assert found
    assert all(point["n"] >= 3 and 0 < point["p"] <= 1 and point["n"] * point["p"] <= 2 for point in found)
    Proof(domain).equal(
        sp.Abs(n * p - 2) + n * p, 2 - n * p + n * p + sp.Abs(n * p - 2) - (2 - n * p), "|2 - np|"
    )
