"""Section 2.4 of hrf: angular and Gaussian lambda coefficients, and estimators adapted to clusters."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule, real, vectors
from rftheory.evidence.agreement import Representations
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.exact.complex_pairs import Dot, Sign, Size
from rftheory.exact.formula import Formula
from rftheory.papers._complex_pairs import (
    IMAGINARY2,
    INPUTS,
    LOSS,
    PAIR,
    REAL2,
    SAME_LENGTH,
    T,
    complex_error,
    matrix_pairs,
    x,
    y,
)
from rftheory.papers._invariants import COUNT, m, pairs, x2, xy, y2
from rftheory.papers.hrf.common import ANGLE, RADIUS, SIGNS, n, r, second_moment, theta
from rftheory.statements import Below, Statement, formula

_NONZERO = Rule(
    ("x2", "y2"), "x and y are nonzero (they have no angle otherwise)", lambda a, b: a > 0 and b > 0
)
_ANGLES = pairs(rules=(_NONZERO,))
_i, _j = sp.symbols("i j", integer=True, nonnegative=True)
_d = sp.Symbol("d", positive=True, integer=True)

_SIGN_DOMAIN = Domain(
    (vectors("T", meaning="projections tau_i, one a row"), *INPUTS),
    (
        SAME_LENGTH,
        Rule(("T", "x"), "the projections have the length of x", lambda t, u: len(t[0]) == len(u)),
        Rule(("x",), "x is nonzero", any),
        Rule(("y",), "y is nonzero", any),
    ),
    extra=(
        {"T": "1,2;-1,1/2;3,-1/3", "x": "1,-1", "y": "1/2,1"},
        {"T": "2;-1", "x": "1", "y": "-3"},
        {"T": "2;-1;1/3", "x": "1", "y": "3"},
        {"T": "1,0,1;0,1,2;1/7,-2,1;1,1,1", "x": "1,1,1", "y": "-1,2,1/2"},
        {"T": "1,2;-1,1/2", "x": "1000,-1", "y": "1/1000,1"},
        {"T": "1,1", "x": "1,-1", "y": "1/2,1"},
    ),
)
_COUNT = Size(T)
_SX, _SY = Sign(Dot(T[_i], x)), Sign(Dot(T[_i], y))
_SIGN_ESTIMATE = sp.Rational(1, 2) + sp.Sum(
    (sp.I / sp.sqrt(2 * _COUNT) * _SX) * (sp.I / sp.sqrt(2 * _COUNT) * _SY), (_i, 0, _COUNT - 1)
)
_DISAGREEMENT = sp.Sum((_SX - _SY) ** 2 + 2 - _SX**2 - _SY**2, (_i, 0, _COUNT - 1)) / (4 * _COUNT)

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
_EXPANDED = formula(sp.exp(-(_X2 + _MY2) / (2 * _c**2)) * sp.exp(-_XMY / _c**2), _WINDOW, "x y M c")
_PRODUCT = formula(
    sp.exp(-_X2 / (2 * _c**2)) * sp.exp(-_MY2 / (2 * _c**2)) * sp.exp(-_XMY / _c**2), _WINDOW, "x y M c"
)
_GAUSS = formula(sp.exp(-_SHIFT2 / (2 * _c**2)), _WINDOW, "x y M c")

_PAIRS = matrix_pairs()
_EQUAL_NORMS = Domain(
    (COUNT, RADIUS), extra=tuple({"m": mm, "r": rr} for mm in (1, 10) for rr in (1, 5, 100))
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


def _angle_law(proof: Proof) -> None:
    """E lam = theta/pi, from the probability that two projections differ in sign."""
    t, phi = sp.symbols("t phi", real=True)
    proof.cite(
        "N(0, I_d) is rotation invariant: in the plane of x and y the direction phi of tau is uniform, the signs "
        "are those of cos(phi) and cos(phi - theta), and neither is 0 with probability 1"
    )
    product = (sp.cos(theta) + sp.cos(2 * phi - theta)) / 2
    proof.equal(
        sp.expand_trig(product), sp.expand_trig(sp.cos(phi) * sp.cos(phi - theta)), "period pi in phi"
    )
    inside = product.subs(phi, sp.pi / 2 + theta / 2 + t * theta / 2)
    proof.equal(
        sp.expand_trig(inside),
        sp.expand_trig((sp.cos(theta) - sp.cos(t * theta)) / 2),
        "on the arc of length theta from pi/2: negative inside |t| < 1, as cos falls on [0, pi]",
    )
    other = product.subs(phi, theta / 2 + t * (sp.pi - theta) / 2)
    proof.equal(
        other,
        (sp.cos(theta) + sp.cos(t * (sp.pi - theta))) / 2,
        "on the rest of half a turn: positive inside, as cos((pi - theta)t) > cos(pi - theta) = -cos(theta)",
    )
    share = sp.integrate(1, (phi, sp.pi / 2, sp.pi / 2 + theta)) / sp.pi
    proof.equal(share, theta / sp.pi, "P(signs differ): theta of every half turn pi; in line it is 0 or 1")
    mean = (1 - share) - share
    weight = (sp.I / sp.sqrt(2 * n)) ** 2
    proof.equal(sp.Rational(1, 2) + n * weight * mean, theta / sp.pi, "1/2 + n (i/sqrt(2n))^2 E sgn sgn")


def _both_ends(proof: Proof) -> None:
    """At theta = 0 lam is 0 and SMtrig exact, at theta = pi lam is 1 and SM++ exact."""
    s, t = sp.symbols("s t", real=True)
    weight = (sp.I / sp.sqrt(2 * n)) ** 2
    half, length = sp.Rational(1, 2), sp.Symbol("x2", nonnegative=True)
    proof.cite("equal norms: theta = 0 means y = x, theta = pi means y = -x")
    proof.equal(
        half + n * weight * 1, sp.S.Zero, "y = x: all signs agree, lam = 0 for every tau with tau.x != 0"
    )
    proof.equal(half + n * weight * -1, sp.S.One, "y = -x: all signs differ, lam = 1")
    proof.equal(
        sp.exp(length) * sp.cos(s - s),
        sp.exp(length),
        "y = x: every trigonometric term is exp(|x|^2) cos 0 = SM",
    )
    proof.equal(
        sp.exp(-length) * sp.cosh(t - t),
        sp.exp(-length),
        "y = -x: every positive term is exp(-|x|^2) cosh 0 = SM",
    )
    proof.equal(0 * s + (1 - 0) * t, t, "lam SM++ + (1 - lam) SMtrig at lam = 0 is SMtrig")
    proof.equal(1 * s + (1 - 1) * t, s, "and at lam = 1 it is SM++: the estimate is SM, its variance 0")


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


def _small_loss(proof: Proof) -> None:
    """The error is SM^2 (e^l - 1)/m, continuous, and z is linear in (x, y)."""
    complex_error(proof)
    a, c, u, v, h, k = sp.symbols("a c u v h k")
    proof.equal(
        a * (u + h) + c * (v + k),
        (a * u + c * v) + (a * h + c * k),
        "z is linear: moving the inputs by h, k moves it by Ah + A^(-T)k, at most |A||h| + |A^(-1)||k| long",
    )
    loss = sp.Symbol("L", nonnegative=True)
    proof.true(
        sp.limit(sp.exp(loss) - 1, loss, 0) == 0,
        "so close to the centres and with small l(A) the error is small",
    )


def one_cell(proof: Proof) -> None:
    """Indicators of disjoint clusters that cover the inputs: one lambda is 1, all others 0."""
    row, column, i, j = sp.symbols("i0 j0 i j", positive=True, integer=True)
    more, others = sp.symbols("u w", nonnegative=True, integer=True)
    table = sp.IndexedBase("S")
    limits = (i, 1, row + more), (j, 1, column + others)
    first, second = sp.KroneckerDelta(i, row), sp.KroneckerDelta(j, column)
    proof.cite(
        "x lies in exactly one of its clusters, X_i0, and y in Y_j0: the indicators are Kronecker deltas"
    )
    proof.equal(
        sp.Sum(first, limits[0]).doit() * sp.Sum(second, limits[1]).doit(),
        sp.S.One,
        "the products of indicators add up to (sum_i)(sum_j) = 1",
    )
    proof.equal(
        sp.Sum(second * sp.Sum(first * table[i, j], limits[0]).doit(), limits[1]).doit(),
        table[row, column],
        "the hybrid is the base estimate of that pair of clusters, sample by sample",
    )


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="hrf/eq19/lambda",
        kind="definition",
        where="Section 2.4, before eq. (19)",
        title="Lambda of the angular hybrid",
        text="The angular hybrid weighs SM++ with the angle between x and y over pi, and SMtrig with the rest.",
        latex=r"\lambda(x,y)=\theta_{x,y}/\pi",
        domain_text="x, y nonzero",
        domain=_ANGLES,
        sides={"": formula(ANGLE / sp.pi, _ANGLES, "x2 y2 xy")},
        checks=(
            Representations(
                "",
                formula(sp.Rational(1, 2) - sp.asin(xy / sp.sqrt(x2 * y2)) / sp.pi, _ANGLES, "x2 y2 xy"),
                points=(
                    {"x2": 1, "y2": 4, "xy": 1},
                    {"x2": 3, "y2": 5, "xy": -2},
                    {"x2": 100, "y2": "1/4", "xy": 0},
                    {"x2": 1, "y2": 1, "xy": -1},
                ),
            ),
        ),
        uses=("hrf/eq12",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/eq19/estimator",
        kind="identity",
        where="eq. (19)",
        title="Sign features estimate the angle without bias",
        text="One half plus the product of the imaginary sign features of x and y has mean theta/pi.",
        latex=(
            r"\hat\lambda_n(x,y)=\tfrac12+\rho_n(x)^\top\rho_n(y),\quad"
            r"\rho_n(z)=\tfrac i{\sqrt{2n}}(\mathrm{sgn}(\tau_1^\top z),\dots,\mathrm{sgn}(\tau_n^\top z))^\top"
        ),
        domain_text="x, y nonzero",
        domain=_SIGN_DOMAIN,
        sides={"": formula(_SIGN_ESTIMATE, _SIGN_DOMAIN, "T x y")},
        checks=(
            Derivation(_angle_law),
            Representations("", formula(_DISAGREEMENT, _SIGN_DOMAIN, "T x y")),
        ),
        uses=("hrf/eq10",),
        mechanism="sign features, n projections",
        note="With sgn(0) = 0, which has probability 0, a projection orthogonal to an input counts one half.",
    ),
    Statement(
        id="hrf/sec2.4/zero-ends",
        kind="identity",
        where="Section 2.4, after eq. (19)",
        title="The angular hybrid is exact at both ends",
        text="At fixed input length the angular hybrid has variance 0 at theta = 0 and at theta = pi.",
        latex=r"\mathrm{Var}|_{\theta=0}=\mathrm{Var}|_{\theta=\pi}=0",
        domain_text="|x| = |y| = r",
        checks=(Derivation(_both_ends),),
        uses=("hrf/thmD.1/independent",),
        mechanism="angular hybrid",
    ),
    Statement(
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
        mechanism="Gaussian hybrid",
    ),
    Statement(
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
        mechanism="Gaussian hybrid",
    ),
    Statement(
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
            Restated(
                "lambda_k at most 1", {"lambda": _GAUSS}, _WINDOW, Below("lambda", sp.S.One, strict=False)
            ),
        ),
        uses=("hrf/eq20/lambda",),
        mechanism="Gaussian hybrid",
    ),
    Statement(
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
        mechanism="Gaussian (normalised, Appendix F) against angular hybrid, same m, n",
        note=(
            "With positive lambda features the Gaussian hybrid loses near theta = 0 and wins near theta = pi: each "
            "kind of features is better than the sign features at one end."
        ),
        correction=Statement(
            id="hrf/sec2.4/gaussian-variance/corrected",
            kind="inequality",
            where="Section 2.4, after eq. (20)",
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
            uses=("hrf/thmF.2/mse", "hrf/thmD.1/independent"),
        ),
    ),
    Statement(
        id="hrf/sec2.4/gaussian-no-vanish",
        kind="identity",
        where="Section 2.4, after eq. (20)",
        title="No Gaussian hybrid is exact at both ends",
        text="With finitely many lambda features the Gaussian hybrid cannot be exact at theta = 0 and at theta = pi.",
        latex=r"\mathrm{Var}|_{\theta=0}+\mathrm{Var}|_{\theta=\pi}>0",
        domain_text="inputs of fixed length, finite n",
        checks=(Derivation(_never_both),),
        uses=("hrf/appF/ends",),
        mechanism="Gaussian hybrid, trigonometric or positive features for lambda",
    ),
    Statement(
        id="hrf/eq21",
        kind="definition",
        where="eq. (21)",
        title="Loss of a matrix at a pair of cluster centres",
        text="The base estimator of a pair of centres takes the A that minimises the Hermitian |A x_i + A^(-T) y_j|^2.",
        latex=r"l(A)=|Ax_i+A^{-\top}y_j|^2",
        domain_text="A invertible in C^{d x d}",
        domain=_PAIRS,
        sides={"": formula(LOSS, _PAIRS, PAIR)},
        checks=(
            Representations(
                "",
                formula(REAL2 + IMAGINARY2, _PAIRS, PAIR),
            ),
        ),
        uses=("hrf/eq16",),
        mechanism="CE adapted to a pair of clusters",
    ),
    Statement(
        id="hrf/sec2.4/zero-loss",
        kind="identity",
        where="Section 2.4, after eq. (21)",
        title="Small loss, small error",
        text=(
            "A matrix of loss 0 gives no error at the centres; close to them, and with a small loss, the variance is "
            "small."
        ),
        latex=r"l(A)=0\Rightarrow\mathrm{Var}=0",
        domain_text="A invertible",
        checks=(Derivation(_small_loss),),
        uses=("hrf/eq17", "hrf/eq21"),
        mechanism="CE",
    ),
    Statement(
        id="hrf/sec2.4/indicator-lambda",
        kind="algorithm",
        where="Section 2.4",
        title="Zero-one lambda coefficients of clusters",
        text="With cluster indicators as features of lambda the hybrid uses the estimator of the pair of clusters alone.",
        latex=r"\lambda^{(x_i,y_j)}(x,y)=1[x\in X_i]\,1[y\in Y_j]",
        domain_text="cluster membership computable",
        checks=(Derivation(one_cell),),
        uses=("hrf/eq8", "hrf/eq21"),
        mechanism="zero-one hybrid",
    ),
)
