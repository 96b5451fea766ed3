"""Orthogonal rows beyond Theorems 5 and 6 of performer: exponential moments by M_X alone, polynomials exactly.

Main results, m <= d, h = e^(theta a_0), M = M_X(theta):
* E exp(theta sum X_i^ort) <= d/(d+2) M^m + 2/(d+2) h^(m-1) (m M - (m-1) h) for every beautiful function: M^m less
  2/(d+2) of what it has beyond its terms in one row. Evaluated for a linear g; for g = Lambda exp in the plane.
* This improvement is at least that of the corrected Theorem 5.
* Theorem 6 for any polynomial g with a_i >= 0, both sides exact, Gaussian rows and rows of length sqrt d.

Proved term by term: tuples with two positive even orders lose at least 2/(d+2) of their weight.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.polynomial_moments import PairMoment, SingleMoment
from rftheory.exact.functions.sphere_mgf import SphereMgf
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Expectation,
    Inner,
    Proof,
    Restated,
    Row,
    Rule,
    Statement,
    every,
    formula,
    real,
    vector,
)
from rftheory.papers._shared.beautiful_functions import (
    CORRECTED_IMPROVEMENT,
    KAPPA,
    LENGTH,
    LINEAR,
    LINEAR_NAMES,
    ORTHOGONAL_EXPONENTIAL,
    SMALL_DIMENSION,
    THETA,
    a0,
    square_steps,
    theta,
    v,
)
from rftheory.papers._shared.exponential_moments import difference_steps
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, d, m

_f = sp.Symbol("f", real=True)

_JOINT = Domain(
    (LENGTH, THETA, real("n", 0, reach=("1e-2", 8), meaning="|x|^2 + |y|^2")),
    extra=tuple(
        {"v": vv, "theta": tt, "n": nn}
        for vv, tt, nn in ((1, 1, 1), (2, 150, 10), ("1/2", 5, 2), (3, "1/10", 5))
    ),
)

_s = sp.Symbol("n", nonnegative=True)
_WEIGHT = sp.exp(-_s / 2)
_TURN = sp.sqrt(2) * v

_JOINT_MGF = sp.Integral(
    sp.exp(theta * _WEIGHT * (sp.exp(_TURN * sp.cos(_f)) + sp.exp(_TURN * sp.sin(_f)))), (_f, -3 * sp.pi / 4, sp.pi / 4)
) / sp.pi  # fmt: skip

_PLANE_MGF = SphereMgf(2, v**2, theta, _s)
_LEVEL = sp.exp(theta * _WEIGHT)
_LINEAR_BOUND = sp.exp(m * theta * a0) * (d * sp.exp(m * KAPPA) + 2 * (m * sp.exp(KAPPA) - m + 1)) / (d + 2)


_g, _z, _i = sp.Function("g"), sp.Symbol("z"), sp.Symbol("i", positive=True, integer=True)


def _term(coupling: str, index: object = 1) -> sp.Expr:
    """X_i = g(omega_i.z), g any beautiful function and omega_i of any isotropic law Omega."""
    return _g(Inner(Row(f"{coupling}, Omega", index), _z))


_MGF = Expectation(sp.exp(theta * _term("iid")))  # M_X(theta)
_LEAST = sp.exp(theta * _g(sp.S.Zero))  # h
_GENERAL = Below(
    Expectation(sp.exp(theta * sp.Sum(_term("orthogonal", _i), (_i, 1, m)))),
    d / (d + 2) * _MGF**m + 2 / (d + 2) * _LEAST ** (m - 1) * (m * _MGF - (m - 1) * _LEAST),
    strict=False,
)


def _exponential(proof: Proof) -> None:
    difference_steps(proof)
    size, base = sp.symbols("M h", positive=True)
    count = sp.Symbol("k", positive=True, integer=True)
    rest = size**count - count * base ** (count - 1) * size + (count - 1) * base**count
    for rows in range(1, 5):
        total = sp.expand((base + (size - base)) ** rows)
        few = base**rows + rows * base ** (rows - 1) * (size - base)
        proof.equal(total - few, rest.subs(count, rows), f"tuples with two positive entries, m = {rows}")
    proof.cite("the binomial theorem for every m, with h = exp(theta a_0) the constant term of exp(theta g)")
    proof.equal(
        size**count - 2 / (d + 2) * rest,
        d / (d + 2) * size**count + 2 / (d + 2) * base ** (count - 1) * (count * size - (count - 1) * base),
        "M^m less 2/(d+2) times the weight of these tuples",
    )


FAVOR_EXPONENTIAL_MOMENT = Statement(
    id="beyond/favor/exponential-moment",
    kind="inequality",
    where="performer, Theorem 5",
    title="Exponential moments of orthogonal rows in terms of M_X alone",
    text=(
        "With h = exp(theta a_0) the exponential moment of m orthogonal rows is at most M_X^m less 2/(d+2) of what "
        "M_X^m has beyond its terms in one row. The sides are those of a linear g under N(0, I_d)."
    ),
    latex=(
        r"\mathbb E\,e^{\theta\sum_iX_i^{\rm ort}}\le\frac d{d+2}M_X(\theta)^m+\frac2{d+2}h^{m-1}"
        r"\left(mM_X(\theta)-(m-1)h\right),\quad h=e^{\theta a_0}"
    ),
    domain_text="m <= d, theta > 0, beautiful functions with M_X(theta) finite",
    domain=LINEAR,
    sides={
        "lhs": formula(ORTHOGONAL_EXPONENTIAL, LINEAR, LINEAR_NAMES),
        "rhs": formula(_LINEAR_BOUND, LINEAR, LINEAR_NAMES),
    },
    claim=All((_GENERAL, Below(strict=False))),
    checks=(
        Derivation(_exponential, WHOLE),
        Restated(
            "two rows of length sqrt 2 in the plane, g = Lambda exp",
            {
                "joint": formula(_JOINT_MGF, _JOINT, "v theta n"),
                "bound": formula(
                    (_PLANE_MGF**2 + _LEVEL * (2 * _PLANE_MGF - _LEVEL)) / 2, _JOINT, "v theta n"
                ),
            },
            _JOINT,
            Below("joint", "bound", strict=False),
        ),
    ),
    uses=("performer/thm5/corrected",),
    mechanism=("orthogonal",),
)

_SHARPER = 2 / (d + 2) * sp.exp(m * theta * a0) * (sp.exp(m * KAPPA) - m * sp.exp(KAPPA) + m - 1)


def _sharper(proof: Proof) -> None:
    n = sp.Symbol("n", nonnegative=True, integer=True)
    terms = [((n + 1) ** i - (n + 1)) / sp.factorial(i) for i in range(1, 6)]
    proof.equal(terms[0], 0, "e^(m q) - m e^q + m - 1 has no linear term (m = n + 1)")
    for i, term in enumerate(terms[1:], start=2):
        proof.nonnegative(sp.expand(sp.simplify(term)), f"coefficient of q^{i}")
    proof.cite("m^k >= m for every k >= 1")
    lowest = 2 / (d + 2) * terms[1].subs(n, m - 1) * KAPPA**2
    proof.equal(
        lowest, CORRECTED_IMPROVEMENT, "its q^2 term gives the improvement of the corrected Theorem 5"
    )
    proof.nonnegative(m * theta * a0, "and exp(m theta a_0) >= 1, its exponent being >= 0")


FAVOR_EXPONENTIAL_MOMENT_SHARPER = Statement(
    id="beyond/favor/exponential-moment-sharper",
    kind="inequality",
    where="performer, Theorem 5",
    title="The improvement beyond the corrected Theorem 5",
    text="The improvement of the bound in M_X is at least that of the corrected Theorem 5, here for a linear g.",
    latex=r"\frac{\theta^4m(m-1)}{4(d+2)}a_1^4v^4\le\frac2{d+2}\left(M_X(\theta)^m-mh^{m-1}M_X(\theta)+(m-1)h^m\right)",
    domain_text="m <= d, theta > 0, g(x) = a_0 + a_1 x, Gaussian rows",
    domain=LINEAR,
    sides={
        "lhs": formula(CORRECTED_IMPROVEMENT, LINEAR, LINEAR_NAMES),
        "rhs": formula(sp.Piecewise((0, sp.Eq(m, 1)), (_SHARPER, True)), LINEAR, LINEAR_NAMES),
    },
    claim=Below(strict=False),
    checks=(Derivation(_sharper, WHOLE),),
    uses=("performer/thm5/corrected",),
)

_COEFFICIENTS = sp.IndexedBase("a")

_LISTS = (
    "1,1,1",
    "0,1,2,3",
    "1,0,1/2,0,1/24",
    "2",
    "0,3",
    "1,1,1/2,1/6,1/24,1/120,1/720",
    "0,0,0,0,1",
    "1/3,2,5",
)

_POLYNOMIALS = Domain(
    (SMALL_DIMENSION, COUNT, vector("a", "coefficients a_0, a_1, .. of g"), LENGTH),
    (WITHIN_BLOCK, Rule(every(_COEFFICIENTS, lambda entry: entry >= 0), "coefficients >= 0")),
    extra=tuple(
        {"d": dd, "m": mm, "a": entries, "v": vv}
        for (dd, mm, vv), entries in zip(
            (
                (2, 2, 1),
                (3, 2, "1/2"),
                (64, 64, 3),
                (1, 1, 2),
                (5, 3, 1),
                (1000, 10, "1/10"),
                (4, 4, 0),
                (8, 5, 1000),
            )
            * 2,
            (*_LISTS, *reversed(_LISTS)),
            strict=True,
        )
    ),
)


def _polynomial(fixed: int) -> dict[str, sp.Expr]:
    """Exact MSE of orthogonal rows and the bound of Theorem 6, for Gaussian rows (0) or rows of length sqrt d (1)."""
    law = sp.Integer(fixed)
    mean = SingleMoment(d, _COEFFICIENTS, v**2, law, sp.S.One)
    iid = (SingleMoment(d, _COEFFICIENTS, v**2, law, sp.Integer(2)) - mean**2) / m
    pair = PairMoment(d, _COEFFICIENTS, v**2, law)
    return {
        "lhs": iid + (1 - 1 / m) * (pair - mean**2),
        "rhs": iid - (1 - 1 / m) * 2 / (d + 2) * (mean - _COEFFICIENTS[0]) ** 2,
    }


_n = sp.Symbol("n", nonnegative=True, integer=True)


def _polynomials(proof: Proof) -> None:
    square_steps(proof)
    step = sp.gammasimp(
        sp.rf(sp.Rational(1, 2), _n + 1)
        / sp.rf(d / 2, _n + 1)
        / (sp.rf(sp.Rational(1, 2), _n) / sp.rf(d / 2, _n))
    )
    proof.equal(step, (1 + 2 * _n) / (d + 2 * _n), "moments of one coordinate of the sphere")


def _theorem6(law: str, words: str, fixed: int, mechanism: str) -> Statement:
    """Theorem 6 for polynomials under one law of the lengths."""
    return Statement(
        id=f"beyond/favor/polynomial-{law}",
        kind="inequality",
        where="performer, Theorem 6",
        title=f"Theorem 6 for polynomials, {words}",
        text="The exact MSE of orthogonal rows for g of coefficients a_0, a_1, .. against the bound of Theorem 6.",
        latex=(
            r"\frac{\mathbb EX^2-F^2}m+\Big(1-\frac1m\Big)\left(\mathbb E[X_1^{\rm ort}X_2^{\rm ort}]-F^2\right)"
            r"\le\frac{\mathbb EX^2-F^2}m-\Big(1-\frac1m\Big)\frac2{d+2}(F-a_0)^2"
        ),
        domain_text="m <= d, a_i >= 0",
        domain=_POLYNOMIALS,
        sides={
            side: formula(expression, _POLYNOMIALS, "d m a v")
            for side, expression in _polynomial(fixed).items()
        },
        claim=Below(strict=False),
        checks=(Derivation(_polynomials, WHOLE),),
        uses=("performer/thm6",),
        mechanism=(mechanism,),
    )


FAVOR_POLYNOMIAL_GAUSSIAN = _theorem6("gaussian", "Gaussian rows", 0, "orthogonal")
FAVOR_POLYNOMIAL_SPHERE = _theorem6("sphere", "rows of length sqrt d", 1, "orthogonal-fixed-norm")

STATEMENTS = (
    FAVOR_EXPONENTIAL_MOMENT,
    FAVOR_EXPONENTIAL_MOMENT_SHARPER,
    FAVOR_POLYNOMIAL_GAUSSIAN,
    FAVOR_POLYNOMIAL_SPHERE,
)
