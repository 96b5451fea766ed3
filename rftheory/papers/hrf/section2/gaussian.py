"""Section 2.4 of hrf, Gaussian coefficients: lambda_k = exp(-|x + M_k y|^2/(2 c_k^2)) and its features, (20).

Main results
* lambda_k is the Gaussian kernel of x/c_k and -M_k y/c_k: a_k = 0 in (9), and its features are softmax features at
  these points with the weights exp(-|x|^2/(2c_k^2)) and exp(-|M_k y|^2/(2c_k^2)).
* 0 < lambda_k <= 1, with 1 exactly at x = -M_k y; it rises with c_k elsewhere.

Proofs. |x + My|^2 in its three parts, and exp(-t) for t >= 0.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    PLACE,
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Every,
    Expectation,
    Given,
    Height,
    Monotone,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    Supposing,
    Width,
    entries,
    formula,
    real,
    same_length,
    vectors,
)
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, x, y

_i, _j = sp.symbols("i j", integer=True, nonnegative=True)
_d = sp.Symbol("d", positive=True, integer=True)
_M, _c = sp.IndexedBase("M"), sp.Symbol("c", real=True, nonzero=True)

_WINDOW = Domain(
    (*INPUTS, vectors("M", meaning="matrix M_k, by rows"), real("c", meaning="window width c_k")),
    (
        SAME_LENGTH,
        Rule(
            sp.And(sp.Eq(Height(_M), Width(_M)), same_length(_M, x)), "M is square, of the size of x", "M x"
        ),
        Rule(sp.Ne(sp.Symbol("c"), 0), "c is nonzero"),
    ),
    extra=(
        {"x": "1,-1", "y": "1/2,2", "M": "1,0;1/3,-2", "c": 2},
        {"x": "1", "y": "1", "M": "-1", "c": "1/3"},
        {"x": "1", "y": "1", "M": "1", "c": -1},
        {"x": "0,0", "y": "0,0", "M": "0,0;0,0", "c": 1},
        {"x": "1,2,3", "y": "-1,1/2,1/3", "M": "0,1,0;0,0,1;1,0,0", "c": "-5/2"},
        {"x": "100,0", "y": "300,1", "M": "1,0;0,1", "c": 1},
    ),
)

_MY = sp.Sum(_M[_i, _j] * y[_j], (_j, 0, _d - 1))
_SHIFT2 = sp.Sum((x[_i] + _MY) ** 2, (_i, 0, _d - 1))
_MY2, _XMY = sp.Sum(_MY**2, (_i, 0, _d - 1)), sp.Sum(x[_i] * _MY, (_i, 0, _d - 1))
_X2 = sp.Sum(x[_i] ** 2, (_i, 0, _d - 1))
_GAUSS = formula(sp.exp(-_SHIFT2 / (2 * _c**2)), _WINDOW, "x y M c")

_EXPANDED = formula(sp.exp(-(_X2 + _MY2) / (2 * _c**2)) * sp.exp(-_XMY / _c**2), _WINDOW, "x y M c")

EQ20_LAMBDA = Statement(
    id="hrf/eq20/lambda",
    kind="definition",
    where="Section 2.4",
    title="Gaussian lambda coefficients",
    text="A Gaussian lambda coefficient is a Gaussian window in x + My of width c.",
    latex=r"\lambda_k(x,y)=e^{-\|x+M_ky\|^2/(2c_k^2)}",
    domain_text="c_k nonzero",
    domain=_WINDOW,
    sides={"": _GAUSS},
    checks=(Representations("", _EXPANDED),),
    mechanism=("gaussian-hybrid",),
)

_PRODUCT = formula(
    sp.exp(-_X2 / (2 * _c**2)) * sp.exp(-_MY2 / (2 * _c**2)) * sp.exp(-_XMY / _c**2), _WINDOW, "x y M c"
)


def _gaussian_maps(proof: Proof) -> None:
    """|x + My|^2 in its parts, and the mean of the softmax map at x/c and -My/c."""
    a, b, s = sp.symbols("a b s", real=True)  # |x|^2, |My|^2, x.My
    proof.equal(
        sp.exp(-(a + b + 2 * s) / (2 * _c**2)),
        sp.exp(-a / (2 * _c**2)) * sp.exp(-b / (2 * _c**2)) * sp.exp(-s / _c**2),
        "|x + My|^2 = |x|^2 + |My|^2 + 2 x.My: what is left is SM(x/c, -My/c)",
    )
    u, v = sp.symbols("u v", real=True)
    proof.equal(
        ((u / _c) - (-v / _c)) ** 2 / 2,
        (u + v) ** 2 / (2 * _c**2),
        "the Gaussian kernel between x/c and -My/c",
    )
    proof.cite(
        "phi_SM is an unbiased softmax map: E phi_SM(x/c).phi_SM(-My/c) = SM(x/c, -My/c); nothing is left for a_k"
    )


# the estimate of the softmax kernel at x/c and -My/c by the features phi_SM
_SOFTMAX = Estimate("any", "any", sp.Symbol("n"), at="x/c, -My/c", kernel="softmax")

EQ20 = Statement(
    id="hrf/eq20",
    kind="identity",
    where="eq. (20)",
    title="Features of Gaussian lambda coefficients",
    text=(
        "lambda_k is the Gaussian kernel of x/c and -My/c: no constant is needed, and its features are softmax "
        "features at these points with Gaussian weights."
    ),
    latex=(
        r"\rho^k_1(x)=e^{-\|x\|^2/2c_k^2}\phi_{SM}(x/c_k),\quad"
        r"\rho^k_2(y)=e^{-\|M_ky\|^2/2c_k^2}\phi_{SM}(-M_ky/c_k)"
    ),
    domain_text="c_k nonzero",
    domain=_WINDOW,
    sides={"rhs": _PRODUCT},
    claim=All(
        (
            Supposing(
                (Equal(Expectation(_SOFTMAX), sp.exp(-_XMY / _c**2)),),
                Equal(
                    Expectation(sp.exp(-_X2 / (2 * _c**2)) * sp.exp(-_MY2 / (2 * _c**2)) * _SOFTMAX), "rhs"
                ),
            ),
            Equal(_GAUSS, "rhs"),  # with a_k = 0 in (9)
        )
    ),
    checks=(Derivation(_gaussian_maps, WHOLE),),
    uses=("hrf/eq20/lambda", "hrf/eq10"),
    mechanism=("gaussian-hybrid",),
)


def _window(proof: Proof) -> None:
    """exp(-t) for t = |x + My|^2/(2c^2) >= 0."""
    t, size = sp.Symbol("t", nonnegative=True), sp.Symbol("s", real=True)
    proof.positive(sp.exp(-t), "lambda > 0")
    proof.positive(-sp.diff(sp.exp(-t), t), "it falls strictly in |x + My|^2")
    proof.equal(
        sp.exp(-t).subs(t, 0), sp.S.One, "and is 1 exactly at x = -My: there it fires, so lambda <= 1"
    )
    width = sp.Symbol("c", positive=True)
    proof.equal(
        sp.diff(sp.exp(-(size**2) / (2 * width**2)), width),
        size**2 / width**3 * sp.exp(-(size**2) / (2 * width**2)),
        "at fixed |x + My| it rises with c: a larger c is a wider window",
    )


_k = sp.Symbol("k", integer=True, nonnegative=True)
_CENTRE = Every(
    sp.Eq(x[PLACE] + sp.Sum(_M[PLACE, _k] * y[_k], (_k, 0, Height(y) - 1)), 0), entries(x)
)  # x = -My
_s2 = sp.Symbol("s2", nonnegative=True)
_width = sp.Symbol("width", positive=True)  # |c|, on which alone the window depends
_WIDENING = Domain(
    (real("s2", 0, meaning="|x + My|^2"), real("width", above=0, meaning="window width |c_k|"))
)

SEC2_4_GAUSSIAN_WINDOW = Statement(
    id="hrf/sec2.4/gaussian-window",
    kind="identity",
    where="Section 2.4, after eq. (20)",
    title="Range of Gaussian lambda coefficients",
    text="A Gaussian lambda coefficient lies in (0, 1], is 1 at x = -My, and its window widens with c.",
    latex=r"0<\lambda_k\le1",
    domain_text="c_k nonzero",
    domain=_WINDOW,
    claim=All(
        (
            Below(sp.S.Zero, _GAUSS),
            Below(_GAUSS, sp.S.One, strict=False),
            Given(_CENTRE, Equal(_GAUSS, sp.S.One)),
            On(_WIDENING, Monotone(sp.exp(-_s2 / (2 * _width**2)), "width", strict=False), "s2 = |x + My|^2"),
        )
    ),
    checks=(Derivation(_window, WHOLE),),
    uses=("hrf/eq20/lambda",),
    mechanism=("gaussian-hybrid",),
)


STATEMENTS = (
    EQ20_LAMBDA,
    EQ20,
    SEC2_4_GAUSSIAN_WINDOW,
)
