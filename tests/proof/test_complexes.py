"""Complex expressions as pairs of real terms: against complex arithmetic, and what has no such pair is refused."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Expectation, Inner, Row
from rftheory.evidence.theorems.asked import asked
from rftheory.evidence.theorems.complexes import Parts
from rftheory.evidence.theorems.moments import words
from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.proof.checker import Refused, check
from rftheory.proof.kernel import ProofContext, infer, require_defined
from rftheory.proof.terms import ProofError, Term, frozen

A, u, n = sp.Symbol("A"), sp.Symbol("u", real=True), sp.Symbol("n", integer=True)
POINTS = [(-0.3 + 0.2j, 0.7, 3), (0.1 - 2j, -1.3, 1), (-5 + 0j, 2.0, 4), (0.05j, -0.4, 2)]
EXPRESSIONS = [
    A**2 - 3 * A + 1,
    sp.sqrt(1 - 4 * A),
    sp.sqrt(-1 - 4 * A),
    (1 - 4 * A) ** (n / 2),
    1 / (1 - 8 * A),
    (1 - 8 * A) ** -3,
    sp.exp(A * u - 2 * sp.I),
    sp.conjugate(A) * A + sp.re(A) * sp.im(A),
    sp.Abs(1 - 4 * A) ** 3 * sp.sqrt(A**2 - 8),
    sp.exp(-2 * sp.re(A)) * (1 + 16 * A**2 / (1 - 8 * A)) ** (n / 2),
    GaussianExponential(A - 1, u * sp.sqrt(-(1 - 4 * A))),
]


def value(term: Term, at: dict[str, Any]) -> Any:
    """The number that a term is; the Gaussian means by quadrature."""
    if isinstance(term, str):
        return at[term]
    if isinstance(term, int):
        return mpmath.mpf(term)
    head, *parts = term
    if head == "q":
        return mpmath.mpf(parts[0]) / parts[1]
    found = [value(part, at) for part in parts]
    if head == "arg":
        return mpmath.arg(mpmath.mpc(*found))
    if head in ("normal-real", "normal-imaginary"):
        a, b = mpmath.mpc(*found[:2]), mpmath.mpc(*found[2:])
        mean = mpmath.quad(lambda g: mpmath.exp(a * g * g + b * g) * mpmath.npdf(g), [-30, -5, 0, 5, 30])
        return mean.real if head == "normal-real" else mean.imag
    if head == "+":
        return mpmath.fsum(found)
    if head == "*":
        return mpmath.fprod(found)
    if head == "^":
        return mpmath.power(*found)
    return {"exp": mpmath.exp, "cos": mpmath.cos, "sin": mpmath.sin, "abs": abs}[head](found[0])


def _means(expression: sp.Expr) -> sp.Expr:
    """E exp(a g^2 + b g) = (1 - 2a)^(-1/2) exp(b^2/(2 (1 - 2a)))."""
    a, b = sp.Wild("a"), sp.Wild("b")
    return expression.replace(
        GaussianExponential(a, b), (1 - 2 * a) ** sp.Rational(-1, 2) * sp.exp(b**2 / (2 - 4 * a))
    )


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
@pytest.mark.parametrize("point", POINTS, ids=str)
def test_the_parts_are_those_of_the_number(expression: sp.Expr, point: tuple[complex, float, int]) -> None:
    a, real, whole = point
    pair = Parts(words("crt", frozenset("A")), frozenset("A")).of(expression)
    found = mpmath.mpc(
        *(value(part, {"A_re": a.real, "A_im": a.imag, "u": real, "n": whole}) for part in pair)
    )
    expected = sp.lambdify((A, u, n), _means(expression), "mpmath")(mpmath.mpc(a), mpmath.mpf(real), whole)
    assert mpmath.almosteq(found, expected, rel_eps=1e-9, abs_eps=1e-12)


@pytest.mark.parametrize(
    "expression", [sp.log(A), sp.gamma(A), sp.re(sp.IndexedBase("f")[0]), A**u * sp.cos(A)], ids=str
)
def test_what_has_no_word_is_refused(expression: sp.Expr) -> None:
    with pytest.raises(ProofError):
        Parts(words("crt", frozenset("A")), frozenset("A")).of(expression)


def test_a_complex_parameter_is_two_real_variables() -> None:
    (goal,) = asked(registry.statement("crt/thm3.1"))
    assert goal.context.variables[1:3] == (("A_re", "real"), ("A_im", "real"))
    assert ("<", ("*", "A_re", 4), 1) in goal.context.constraints
    assert not goal.narrower


def test_matrices_of_complex_entries_have_no_word() -> None:
    with pytest.raises(ProofError, match="entries may be complex"):
        asked(registry.statement("crt/eq2"))


def test_equal_complex_numbers_have_equal_parts() -> None:
    first = asked(registry.statement("crt/sec3.1/special"))[0].proposition
    assert isinstance(first, tuple)
    assert first[0] == "and"
    assert [each[0] for each in first[1:]] == ["=", "="]


HEADS: list[tuple[list[Any], list[Any]]] = [
    (["arg", "p", "q"], ["<", 0, ["+", ["^", "p", 2], ["^", "q", 2]]]),
    (["normal-real", "p", "q", 1, 0], ["<", 0, ["+", 1, ["*", -2, "p"]]]),
    (["normal-imaginary", "p", "q", 1, 0], ["<", 0, ["+", 1, ["*", -2, "p"]]]),
]


@pytest.mark.parametrize(("term", "defined"), HEADS, ids=["angle", "real", "imaginary"])
@pytest.mark.parametrize("shown", [True, False])
def test_angles_and_means_must_be_defined(term: list[Any], defined: list[Any], shown: bool) -> None:
    """Both programs take t = t where the condition is a step, and refuse it where it is none."""
    constraints = [defined] if shown else [["<", 0, "p"]]
    steps = [
        {"rule": "given", "then": constraints[0]},
        {"rule": "replace", "then": ["=", term, term], "from": [0]},
    ]
    context = {"variables": [["p", "real"], ["q", "real"]], "constraints": constraints}
    written = {"format": 1, "about": "x", "context": context, "steps": steps, "conclusion": ["=", term, term]}
    frame = ProofContext((("p", "real"), ("q", "real")), frozen(constraints))
    known = infer(frame, "given", frozen(constraints[0]))
    theorem = infer(frame, "replace", frozen(["=", term, term]), [known])
    if shown:
        check(written)
        require_defined(theorem, [known, theorem])
        return
    with pytest.raises(Refused):
        check(written)
    with pytest.raises(ProofError):
        require_defined(theorem, [known, theorem])


def test_the_tilt_is_the_root_that_defines_it() -> None:
    """The constraint holds at the root that the exact wing finds, and at no other tilt."""
    goal = asked(registry.statement("crt/thm3.3/minimum"))[0]
    equation = goal.context.constraints[-1]
    assert isinstance(equation, tuple)
    at: dict[str, Any] = {"d": 3, "x2": mpmath.mpf(1), "y2": mpmath.mpf(2), "xy": mpmath.mpf("0.5")}
    found = PositiveTilt.oracle(mpmath.mp, mpmath.mpf(3), mpmath.mpf(4))
    left, right = (value(side, at | {"tilt": found}) for side in equation[1:])
    assert mpmath.almosteq(left, right, rel_eps=1e-10)
    left, right = (value(side, at | {"tilt": found + 1}) for side in equation[1:])
    assert left > right + 0.1


def test_rho_alone_gives_the_parameter() -> None:
    first, second = asked(registry.statement("crt/sec9.4/line2"))
    assert ("A", "real") in first.context.variables
    assert ("=", ("*", "rho", ("+", 1, ("*", -8, "A"))), 1) in first.context.constraints
    assert ("A", "real") not in second.context.variables


def test_entries_of_real_parameters_are_real_and_sums_go_part_by_part() -> None:
    """sum of (a_k + i b_k)^2 x_k: real part sum of (a_k^2 - b_k^2) x_k, imaginary part sum of 2 a_k b_k x_k."""
    a, b, x = (sp.IndexedBase(name) for name in "abx")
    k = sp.Symbol("k", integer=True)
    spoken = words("hrf", frozenset("abx"))
    total = sp.Sum((a[k] + sp.I * b[k]) ** 2 * x[k], (k, 0, u - 1))
    real, imaginary = Parts(spoken, frozenset()).of(total)
    entries = {"a": (2, -1), "b": (3, 5), "x": (7, 11)}

    def at(term: object, place: int) -> mpmath.mpf:
        if isinstance(term, tuple) and term[0] == "entry":
            return mpmath.mpf(entries[term[1]][place])
        if isinstance(term, tuple):
            found = [at(part, place) for part in term[1:]]
            return {"+": mpmath.fsum, "*": mpmath.fprod, "^": lambda v: mpmath.power(*v)}[term[0]](found)
        return mpmath.mpf(term)

    assert isinstance(real, tuple)
    assert isinstance(imaginary, tuple)
    assert real[:4] == imaginary[:4] == ("sum", "k", 0, ("+", "u", -1))
    for place in (0, 1):
        p, q, r = (entries[name][place] for name in "abx")
        assert at(real[4], place) == (p * p - q * q) * r
        assert at(imaginary[4], place) == 2 * p * q * r
    assert Parts(spoken, frozenset()).of(sp.re(x[k])) == (("entry", "x", "k"), 0)
    assert Parts(spoken, frozenset()).of(sp.im(x[k])) == (0, 0)


def test_a_mean_of_a_complex_number_is_that_of_its_parts() -> None:
    w = Inner(Row("iid", 1), sp.Symbol("x"))
    pair = Parts(words("hrf"), frozenset()).of(Expectation(sp.exp(sp.I * w)))
    product = ("dot", ("row", ("name", "iid"), 1), ("vec", "x"))
    assert pair == (("E", ("*", ("exp", 0), ("cos", product))), ("E", ("*", ("exp", 0), ("sin", product))))
