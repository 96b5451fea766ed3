"""Where the mean log second moment of dense features is convex: along geodesics of positive definite matrices, nowhere else.

Main result: in one dimension it is convex in r iff r < 1 + sqrt 2, whatever the second moment is.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    On,
    Proof,
    Rule,
    Statement,
    formula,
    real,
)

_WHERE = "dense features, the log optimum"
_LATEX_CONVEX = r"\partial_r^2\left[\log(1+r)-\tfrac12\log r+rt\right]=\frac1{2r^2}-\frac1{(1+r)^2}"

_r, _u, _t = sp.Symbol("r", positive=True), sp.Symbol("u", positive=True), sp.Symbol("t", nonnegative=True)
_RATES = Domain(
    (
        real("r", above=0, reach=("1e-3", 1000), meaning="an eigenvalue of R"),
        real("t", 0, reach=("1e-3", 100), meaning="second moment"),
    ),
    extra=({"r": 1, "t": 0}, {"r": "12/5", "t": 1}, {"r": "5/2", "t": 1}, {"r": "1/9", "t": 3}),
)
_HALFWAY = Domain(
    (*_RATES.parameters, real("u", above=0, reach=("1e-3", 1000), meaning="another eigenvalue of R")),
    (Rule(sp.Ne(_r, _u), "r and u differ"),),
    extra=({"r": 1, "t": 0, "u": 2}, {"r": 100, "t": 1, "u": "1/7"}, {"r": "1/2", "t": "1/3", "u": "1/3"}),
)
_CURVATURE = 1 / (2 * _r**2) - 1 / (1 + _r) ** 2


def _scalar(rate: sp.Expr) -> sp.Expr:
    """The log second moment of one eigenvalue."""
    return sp.log(1 + rate) - sp.log(rate) / 2 + rate * _t


_p, _q, _k, _l = sp.symbols("p q k l", positive=True)
_theta = sp.Symbol("theta", real=True)
_MATRICES = Domain(
    (
        *(real(n, above=0, reach=("1e-2", 50), meaning="an eigenvalue") for n in "pqkl"),
        real("theta", reach=("1e-2", 3), meaning="angle between the eigenvectors of two matrices"),
        real("t", 0, reach=("1e-2", 20), meaning="the only nonzero eigenvalue of T"),
    ),
    extra=(
        {"p": 1, "q": 2, "k": 3, "l": "1/5", "theta": 1, "t": 1},
        {"p": 10, "q": "1/10", "k": "1/3", "l": 7, "theta": "1/2", "t": 0},
    ),
)
_ONE = sp.Matrix([[_p, 0], [0, _q]])
_TURN = sp.Matrix([[sp.cos(_theta), -sp.sin(_theta)], [sp.sin(_theta), sp.cos(_theta)]])
_TWO = _TURN * sp.Matrix([[_k, 0], [0, _l]]) * _TURN.T


def _plane(matrix: sp.Matrix, determinant: sp.Expr) -> sp.Expr:
    """G of a 2 x 2 matrix R of this determinant, T = t e_1 e_1^T."""
    size = 1 + matrix[0, 0] + matrix[1, 1] + determinant
    return sp.log(size) - sp.log(4 * sp.sqrt(determinant)) + _t * matrix[0, 0]


def _middle() -> sp.Expr:
    """G at the geometric mean of the two matrices, in closed form for size 2."""
    one, two = sp.sqrt(_p * _q), sp.sqrt(_k * _l)
    whole = _ONE / one + _TWO / two
    root = sp.sqrt(whole[0, 0] * whole[1, 1] - whole[0, 1] * whole[1, 0])
    return _plane(whole * (sp.sqrt(one * two) / root), one * two)


def _convexity_steps(proof: Proof) -> None:
    r, size = sp.symbols("r t", positive=True)
    proof.equal(
        sp.diff(sp.log(1 + r) - sp.log(r) / 2 + r * size, r, 2),
        1 / (2 * r**2) - 1 / (1 + r) ** 2,
        "the second derivative in r",
    )
    proof.equal((1 + r) ** 2 - 2 * r**2, 2 - (r - 1) ** 2, "its sign is that of 2 - (r-1)^2: r < 1 + sqrt 2")
    u = sp.Symbol("u", real=True)
    proof.equal(
        sp.diff(sp.log(1 + sp.exp(u)) - u / 2 + size * sp.exp(u), u, 2),
        sp.exp(u) / (1 + sp.exp(u)) ** 2 + size * sp.exp(u),
        "along a geodesic of commuting matrices: convex, strictly",
    )
    proof.cite(
        "log det(I + R) and tr(RT) are geodesically convex on positive definite matrices, log det R is geodesically affine "
        "(Bhatia, Positive Definite Matrices, chapter 6)"
    )


CONVEXITY = Statement(
    id="beyond/dense/log-optimum/convexity",
    kind="inequality",
    where=_WHERE,
    title="Convex along geodesics only",
    text=(
        "The mean log second moment is convex neither in R nor in A, but along geodesics of positive definite matrices, "
        "strictly if T > 0. In one dimension it is convex in r iff r < 1 + sqrt 2, whatever t is."
    ),
    latex=_LATEX_CONVEX,
    domain_text="r > 0",
    domain=_RATES,
    claim=All(
        (
            Equal(
                formula(sp.diff(_scalar(_r), _r, 2), _RATES, "r"),
                formula((2 - (_r - 1) ** 2) / (2 * _r**2 * (1 + _r) ** 2), _RATES, "r"),
            ),
            Given((_r - 1) ** 2 < 2, Below(sp.S.Zero, formula(_CURVATURE, _RATES, "r"))),
            Given(sp.And((_r - 1) ** 2 > 2, _r > 1), Below(formula(_CURVATURE, _RATES, "r"), sp.S.Zero)),
            On(
                _HALFWAY,
                Below(
                    formula(_scalar(sp.sqrt(_r * _u)), _HALFWAY, "r t u"),
                    formula((_scalar(_r) + _scalar(_u)) / 2, _HALFWAY, "r t u"),
                ),
                "two rates: halfway along the geodesic",
            ),
            On(
                _MATRICES,
                Below(
                    formula(_middle(), _MATRICES, "p q k l theta t"),
                    formula(
                        (_plane(_ONE, _p * _q) + _plane(_TWO, _k * _l)) / 2, _MATRICES, "p q k l theta t"
                    ),
                    strict=False,
                ),
                "d = 2: halfway between two matrices that need not commute",
            ),
        )
    ),
    checks=(Derivation(_convexity_steps, WHOLE, covered="at t = 0 the term with t is absent"),),
    uses=("beyond/dense/log-objective",),
)


STATEMENTS = (CONVEXITY,)
