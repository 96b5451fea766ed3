"""Section 2.4 of hrf: Gaussian lambda coefficients, their features and how they compare with the angular ones."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Formula,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    real,
    vectors,
)
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, x, y
from rftheory.papers._shared.invariants import COUNT, m
from rftheory.papers.hrf._notation import RADIUS, SIGNS, n, r, second_moment, theta

_i, _j = sp.symbols("i j", integer=True, nonnegative=True)
_d = sp.Symbol("d", positive=True, integer=True)
M, _c = sp.IndexedBase("M"), sp.Symbol("c", real=True, nonzero=True)
_WINDOW = Domain(
    (*INPUTS, vectors("M", meaning="matrix M_k, by rows"), real("c", meaning="window width c_k")),
    (
        SAME_LENGTH,
        Rule(("M", "x"), "M is square, of the size of x", lambda a, u: len(a) == len(a[0]) == len(u)),
        Rule(("c",), "c is nonzero", bool),
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
_MY = sp.Sum(M[_i, _j] * y[_j], (_j, 0, _d - 1))
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
    checks=(Derivation(_gaussian_maps), Representations("rhs", _GAUSS)),
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


SEC2_4_GAUSSIAN_WINDOW = Statement(
    id="hrf/sec2.4/gaussian-window",
    kind="identity",
    where="Section 2.4, after eq. (20)",
    title="Range of Gaussian lambda coefficients",
    text="A Gaussian lambda coefficient lies in (0, 1], is 1 at x = -My, and its window widens with c.",
    latex=r"0<\lambda_k\le1",
    domain_text="c_k nonzero",
    domain=_WINDOW,
    checks=(
        Derivation(_window),
        Restated("lambda_k at most 1", {"lambda": _GAUSS}, _WINDOW, Below("lambda", sp.S.One, strict=False)),
    ),
    uses=("hrf/eq20/lambda",),
    mechanism=("gaussian-hybrid",),
)

# MSE/SM^2 at equal norms, times m
_sigma = sp.Symbol("sigma", positive=True)

_P = 2 * sp.sinh(2 * r**2 * sp.cos(theta / 2) ** 2) ** 2

_Q = 2 * sp.sinh(2 * r**2 * sp.sin(theta / 2) ** 2) ** 2

_q = sp.exp(-2 * _sigma**2 * r**2)

_decay = sp.exp(-2 * _sigma**2 * r**2 * sp.sin(theta / 2) ** 2)

_spread = (1 - _decay**2) ** 2 / (2 * n * (1 - _q) ** 2)

_GAUSS_ERROR = ((1 - _decay) ** 2 / (1 - _q) ** 2 + _spread) * _P + (
    (_q - _decay) ** 2 / (1 - _q) ** 2 + _spread
) * _Q

_ANGULAR_ERROR = second_moment(theta / sp.pi) * _P + second_moment(1 - theta / sp.pi) * _Q

_BELOW_PI = real(
    "theta", above=0, below="3.14159265358979", reach=("1e-6", 3), meaning="angle between x and y in radians"
)

_RACE = Domain(
    (COUNT, SIGNS, real("sigma", above=0, reach=("1/10", 3)), RADIUS, _BELOW_PI),
    extra=(
        {"m": 1, "n": 1, "sigma": 1, "r": 1, "theta": "1/100"},
        {"m": 10, "n": 8, "sigma": 1, "r": 1, "theta": "3.14"},
    ),
)


def _relative(error: sp.Expr) -> Formula:
    return formula(error / m, _RACE, "m n sigma r theta")


def _ratio_of_errors(proof: Proof) -> None:
    """The two errors near theta = 0 and near theta = pi, at any r, sigma, n; 1/m and SM^2 are common factors."""
    radius, angle = sp.symbols("r theta", positive=True)
    gauss, angular = (e.subs({r: radius, theta: angle}) for e in (_GAUSS_ERROR, _ANGULAR_ERROR))
    s = sp.Symbol("s", positive=True)
    in_s = gauss.subs({sp.sin(angle / 2): sp.sqrt(s), sp.cos(angle / 2): sp.sqrt(1 - s)})
    proof.equal(
        in_s.subs(s, 0), sp.S.Zero, "the Gaussian error as a function of s = sin^2(theta/2): 0 at s = 0"
    )
    slope = sp.diff(in_s, s).subs(s, 0)
    proof.equal(slope, sp.S.Zero, "and so is its slope in s: it is of order s^2, theta^4")
    proof.equal(
        sp.diff(angular, angle).subs(angle, 0),
        2 * sp.sinh(2 * radius**2) ** 2 / (sp.pi * n),
        "the angular error starts with 2 sinh^2(2r^2) theta/(pi n) > 0: larger for all small theta",
    )
    end = gauss.subs(angle, sp.pi)
    proof.equal(angular.subs(angle, sp.pi), sp.S.Zero, "at theta = pi the angular error is 0")
    decay = sp.exp(-2 * _sigma**2 * radius**2)
    proof.equal(
        end,
        (1 - decay**2) ** 2 / (2 * n * (1 - decay) ** 2) * 2 * sp.sinh(2 * radius**2) ** 2,
        "and the Gaussian one is (1+q)^2/(2n) 2 sinh^2(2r^2) > 0: larger near pi, both being continuous",
    )


SEC2_4_GAUSSIAN_VARIANCE = Statement(
    id="hrf/sec2.4/gaussian-variance",
    kind="inequality",
    where="Section 2.4, after eq. (20)",
    title="Gaussian against angular hybrid",
    text="For small and large kernel values at fixed length the Gaussian hybrid has the larger variance.",
    latex=r"\mathrm{MSE}(\widehat{SM}^{gausshyb}_{m,n})>\mathrm{MSE}(\widehat{SM}^{anghyb}_{m,n})",
    domain_text="inputs of fixed length",
    domain=_RACE,
    checks=(
        Restated(
            "MSE/SM^2 of the normalised Gaussian hybrid with trigonometric lambda features exceeds the angular one",
            {"angular": _relative(_ANGULAR_ERROR), "gaussian": _relative(_GAUSS_ERROR)},
            _RACE,
            Below("angular", "gaussian"),
        ),
    ),
    uses=("hrf/thmF.2/mse", "hrf/thmD.1/independent"),
    mechanism=("angular-hybrid",),
    setting="Gaussian (normalised, Appendix F) against angular hybrid, same m, n",
    note=(
        "With positive lambda features the Gaussian hybrid loses near theta = 0 and wins near theta = pi: each "
        "kind of features is better than the sign features at one end."
    ),
).corrected(
    title="The Gaussian hybrid has the larger error near one end only",
    text=(
        "With trigonometric lambda features, for every m, n, sigma and r, the Gaussian hybrid has the larger "
        "MSE near theta = pi and the smaller one near theta = 0."
    ),
    latex=(
        r"\lim_{\theta\to0}\frac{\mathrm{MSE}(\widehat{SM}^{gausshyb}_{m,n})}"
        r"{\mathrm{MSE}(\widehat{SM}^{anghyb}_{m,n})}=0,\quad\lim_{\theta\to\pi}(\cdot)=\infty"
    ),
    domain_text="|x| = |y| = r, lambda of Appendix F with trigonometric features",
    checks=(Derivation(_ratio_of_errors),),
    domain=Domain(),
)


def _never_both(proof: Proof) -> None:
    """Trigonometric lambda features leave a variance at pi, positive ones at 0, an unnormalised kernel at one end."""
    decay = sp.Symbol("q", positive=True)  # exp(-2 sigma^2 r^2) < 1
    rho, size = 1 - decay, sp.Symbol("r", positive=True)
    base = 2 * sp.sinh(2 * size**2) ** 2
    proof.positive(base, "Q at theta = pi and P at theta = 0 are 2 sinh^2(2r^2) > 0")
    trig = ((1 - decay**2) / rho) ** 2 / (2 * n)
    proof.equal(trig, (1 + decay) ** 2 / (2 * n), "trigonometric features: E(1-lam)^2 at theta = pi, mean 1")
    proof.positive(((1 + decay) ** 2 / (2 * n)) * base, "so the error at theta = pi is positive")
    t = sp.Symbol("t", positive=True)
    proof.positive(
        2 * sp.sinh(t / 2) ** 2 / n * base,
        "positive features: E lam^2 at 0 is (cosh(4 sigma^2 r^2)-1)/(rho^2 n)",
    )
    proof.equal(
        sp.cosh(t).rewrite(sp.exp),
        (1 + 2 * sp.sinh(t / 2) ** 2).rewrite(sp.exp),
        "cosh(t) - 1 = 2 sinh^2(t/2) > 0, the spread of a mean of cosh(sigma tau.(x+y)) at t = 4 sigma^2 r^2",
    )
    proof.cite(
        "without the normalisation lambda is a kernel value, positive everywhere: no estimate of it is 0 with "
        "probability 1, as a vanishing error at one of the ends requires"
    )


SEC2_4_GAUSSIAN_NO_VANISH = Statement(
    id="hrf/sec2.4/gaussian-no-vanish",
    kind="identity",
    where="Section 2.4, after eq. (20)",
    title="No Gaussian hybrid is exact at both ends",
    text="With finitely many lambda features the Gaussian hybrid cannot be exact at theta = 0 and at theta = pi.",
    latex=r"\mathrm{Var}|_{\theta=0}+\mathrm{Var}|_{\theta=\pi}>0",
    domain_text="inputs of fixed length, finite n",
    checks=(Derivation(_never_both),),
    uses=("hrf/appF/ends",),
    mechanism=("gaussian-hybrid", "trigonometric", "positive"),
    setting="Gaussian hybrid, trigonometric or positive features for lambda",
)

STATEMENTS = (
    EQ20_LAMBDA,
    EQ20,
    SEC2_4_GAUSSIAN_WINDOW,
    SEC2_4_GAUSSIAN_VARIANCE,
    SEC2_4_GAUSSIAN_NO_VANISH,
)
