"""Appendix A.1 of simrf: the MSE of positive features through the resultants of pairs."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Agreement,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Rule,
    Simulation,
    Statement,
    formally,
    formula,
    real,
    vector,
)
from rftheory.papers.simrf._lemmas import isotropy, lemmas
from rftheory.papers.simrf._lemmas.arrangements import LIST, W, axis, row
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    EXPERIMENT,
    LENGTH,
    NEAR,
    STRICT_DOMAIN,
    V2,
    c,
    chosen,
    conformity,
    d,
    k,
    m,
    orf_mse,
    v,
    w,
    x2,
    xy,
    y2,
)

_ANGLE = sp.Symbol("f", real=True)
_T, _ALPHA = sp.Symbol("t", positive=True), sp.Symbol("alpha", nonnegative=True)


def _bessel_equation(proof: Proof) -> None:
    term = (-1) ** k / (sp.gamma(k + 1) * sp.gamma(k + _ALPHA + 1)) * (_T / 2) ** (2 * k + _ALPHA)
    power = 2 * k + _ALPHA
    proof.equal(
        _T**2 * sp.diff(term, _T, 2) + _T * sp.diff(term, _T) - _ALPHA**2 * term,
        (power**2 - _ALPHA**2) * term,
        "each term in Bessel's equation t^2 J'' + t J' - alpha^2 J = -t^2 J",
    )
    before = term.subs(k, k - 1)
    ratio = sp.gammasimp(sp.powsimp(term / before))
    proof.equal((power**2 - _ALPHA**2) * ratio, -(_T**2), "which the next lower term matches")
    proof.equal((power**2 - _ALPHA**2).subs(k, 0), sp.S.Zero, "and the lowest satisfies by itself")
    proof.cite("J_alpha is the solution with leading term (t/2)^alpha/Gamma(alpha+1) (Frobenius)")


_X, _Y = sp.IndexedBase("x"), sp.IndexedBase("y")

_FEATURES = Domain(
    (LIST, vector("x"), vector("y")),
    tuple(
        Rule(
            ("W", name),
            f"{name} as long as the vectors of W",
            lambda rows, entries: len(rows[0]) == len(entries),
        )
        for name in ("x", "y")
    ),
    extra=(
        {"W": "1,0;0,1", "x": "1/2,-1/3", "y": "1/4,2"},
        {"W": "0.3,-1.2,0.5", "x": "0,0,0", "y": "1,1,1"},
        {"W": "1,2,3,4;-1,0,2,1;0.5,0.5,0.5,0.5", "x": "0.1,0.2,0.3,0.4", "y": "-0.1,-0.2,-0.3,-0.4"},
        {"W": "30,0;0,-30;-21,21", "x": "5,5", "y": "4,-5"},
        {"W": "2;-3;0", "x": "1", "y": "1/7"},
    ),
)


def _dot(one: sp.Expr, two: sp.Expr) -> sp.Expr:
    return sp.Sum(one * two, (axis, 0, d - 1))


def _feature(entries: sp.IndexedBase) -> sp.Expr:
    """The component of phi_PRF for the row `row` of W."""
    norm = _dot(entries[axis], entries[axis])
    return sp.sqrt(1 / m) * sp.exp(-norm) * sp.exp(_dot(W[row, axis], entries[axis]))


_PRODUCT = sp.Sum(_feature(_X) * _feature(_Y), (row, 0, m - 1))

_MERGED = (
    sp.exp(-_dot(_X[axis], _X[axis]) - _dot(_Y[axis], _Y[axis]))
    / m
    * sp.Sum(sp.exp(_dot(W[row, axis], _X[axis] + _Y[axis])), (row, 0, m - 1))
)


def _merge_exponents(proof: Proof) -> None:
    s, t, a, b = sp.symbols("s t a b", real=True)
    one = sp.sqrt(1 / m) * sp.exp(-a) * sp.exp(s) * (sp.sqrt(1 / m) * sp.exp(-b) * sp.exp(t))
    proof.equal(
        one, sp.exp(-a - b) / m * sp.exp(s + t), "one term: w.x + w.y = w.(x+y), prefactors multiplied"
    )


EQ28 = Statement(
    id="simrf/eq28",
    kind="identity",
    where="eq. (28), (29)",
    title="The estimator as a mean of exponentials",
    text="The inner product of two positive feature vectors is a damped mean of exp(w_i.(x+y)).",
    latex=r"\widehat K=\frac{e^{-x^2-y^2}}m\sum_{i=1}^me^{w_i^\top(x+y)}=\frac{e^{-x^2-y^2}}m\sum_{i=1}^mb_i",
    domain_text="x, y in R^d",
    domain=_FEATURES,
    sides={"lhs": formula(_PRODUCT, _FEATURES, "W x y"), "rhs": formula(_MERGED, _FEATURES, "W x y")},
    claim=Equal(),
    checks=(Derivation(_merge_exponents),),
    uses=("simrf/eq7",),
    mechanism=("positive",),
)

_V = Domain((LENGTH,), extra=({"v": 0}, {"v": 1}, {"v": 10}, {"v": 100}))

SECA_1_MEAN = Statement(
    id="simrf/seca.1/mean",
    kind="identity",
    where="A.1, after (29)",
    title="Mean of a term",
    text="Each b_i has the mean exp(v^2/2), so the estimator is unbiased for the Gaussian kernel.",
    latex=r"\mathbb E(b_i)=e^{v^2/2}",
    domain_text="marginals N(0, I_d)",
    domain=_V,
    sides={"": formula(sp.exp(v**2 / 2), _V, "v")},
    checks=(
        Representations(
            "",
            formula(sp.Sum((v**2 / 2) ** k / sp.factorial(k), (k, 0, sp.oo)), _V, "v"),
            ({"v": 0}, {"v": "1/3"}, {"v": 1}, {"v": 4}),
        ),
        Derivation(lemmas.mean_of_terms),
        Simulation(
            "orthogonal",
            "positive",
            "mean",
            formula(sp.exp(chosen**2 / 2), EXPERIMENT, "d m length"),
            ({"d": 8, "m": 8, "length": 1},),
            second=formula(
                (sp.exp(2 * chosen**2) + (m - 1) * conformity(sp.S.Zero, chosen**2)) / m,
                EXPERIMENT,
                "d m length",
            ),
        ),
    ),
    uses=("simrf/eq28",),
    mechanism=("positive",),
)

EQ30 = Statement(
    id="simrf/eq30",
    kind="identity",
    where="eq. (30)",
    title="The MSE through pair products",
    text="The MSE splits into the variance of one term and the mean excess of the pair products.",
    latex=(
        r"\mathrm{MSE}(\widehat K)=\frac{e^{-2x^2-2y^2}}m\left((e^{2v^2}-e^{v^2})+(m-1)\Big(\tfrac1{m(m-1)}"
        r"\sum_i\sum_{i\ne j}\mathbb E[b_ib_j]-e^{v^2}\Big)\right)"
    ),
    domain_text="marginally Gaussian w_i",
    checks=(Derivation(lemmas.mean_of_terms),),
    uses=("simrf/seca.1/mean",),
    mechanism=("positive",),
    setting="any coupling x positive",
)

_DIMENSIONS = Domain((DIMENSION,), extra=({"d": 2}, {"d": 3}, {"d": 64}))

SECA_1_ISOTROPY = Statement(
    id="simrf/seca.1/isotropy",
    kind="identity",
    where="A.1, before (31)",
    title="Isotropy of resultants",
    text="Isotropic w_i and w_j, coupled in any of the ways considered, are said to have an isotropic sum.",
    latex=r"w_i,w_j\ \text{isotropic}\Rightarrow w_i+w_j\ \text{isotropic}",
    domain_text="all couplings considered (Definition 1.1)",
    domain=_DIMENSIONS,
    checks=(
        Restated(
            "variance of w_1 + w_2 across and in the mirror, directions mirrored in a hyperplane",
            {
                "across": formula(2 - 2 * isotropy.SQUARED_MEAN / d, _DIMENSIONS, "d"),
                "within": formula(2 + 2 * isotropy.SQUARED_MEAN / d, _DIMENSIONS, "d"),
            },
            _DIMENSIONS,
            Equal("across", "within"),
        ),
        Derivation(isotropy.reflection, "a coupling of Definition 1.1 in every d >= 2", refutes=True),
        Derivation(
            isotropy.tilted_simplex,
            "simplex directions under a non-uniform rotation, d = m = 3: not even (34) survives",
            refutes=True,
        ),
    ),
    uses=("simrf/def1.1",),
    setting="couplings with Gaussian marginals",
    note="True of the four couplings that the paper builds (all are randomly rotated), not of the class of Definition 1.1.",
).corrected(
    where="A.1, corrected",
    title="Joint isotropy",
    text="If the whole ensemble is rotation-invariant, every sum of its vectors is isotropic.",
    latex=r"(Rw_i)_i\overset d=(w_i)_i\ \forall R\Rightarrow w_i+w_j\ \text{isotropic}",
    domain_text="jointly rotation-invariant ensembles",
    checks=(Derivation(isotropy.joint_invariance, "jointly rotation-invariant ensembles"),),
    domain=Domain(),
    uses=(),
)

_SPHERE = Domain(
    (DIMENSION, real("w", 0, meaning="length of the resultant"), LENGTH),
    extra=(
        {"d": 2, "w": 1, "v": 1},
        {"d": 3, "w": 2, "v": "1/2"},
        {"d": 7, "w": 1, "v": 5},
        {"d": 64, "w": 10, "v": 3},
    ),
)

_SPHERE_INTEGRAL = (
    sp.gamma(d / 2)
    / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.exp(w * v * sp.cos(_ANGLE)) * sp.sin(_ANGLE) ** (d - 2), (_ANGLE, 0, sp.pi))
)

_IMAGINARY = sp.I * w * v

_BESSEL_FORM = (
    sp.gamma(d / 2) * 2 ** (d / 2 - 1) * _IMAGINARY ** (1 - d / 2) * sp.besselj(d / 2 - 1, _IMAGINARY)
)

_REAL_FORM = sp.hyper((), (d / 2,), w**2 * v**2 / 4)


def _sphere_and_bessel(proof: Proof) -> None:
    lemmas.sphere_average(proof)
    _bessel_equation(proof)
    x = sp.Symbol("x", positive=True)
    order = d / 2 - 1
    printed = sp.gamma(d / 2) * 2**order * (-1) ** k / (sp.factorial(k) * sp.gamma(k + order + 1))
    squared = sp.Symbol("s", real=True)  # the square of the argument of J
    series = printed * (squared / 4) ** k / 2**order
    proof.equal(
        series.subs(squared, -(x**2)).subs(x, v * w),
        lemmas.TERM * w ** (2 * k),
        "the k-th term at argument i w v",
    )


EQ31 = Statement(
    id="simrf/eq31",
    kind="identity",
    where="eq. (31) and footnote 5",
    title="Exponential moment of an isotropic vector",
    text="For an isotropic resultant the exponential moment is a mean over its length of a modified Bessel function.",
    latex=(
        r"\mathbb E[e^{w_{ij}^\top v}]=\Gamma(d/2)2^{\frac d2-1}\int_0^\infty dw_{ij}\,p(w_{ij})"
        r"(iw_{ij}v)^{1-\frac d2}J_{\frac d2-1}(iw_{ij}v)"
    ),
    domain_text="w_ij isotropic",
    domain=_SPHERE,
    sides={
        "lhs": formally(formula(_SPHERE_INTEGRAL, _SPHERE, "d w v", closed=_REAL_FORM), ANY_DIMENSION),
        "rhs": formally(formula(_BESSEL_FORM, _SPHERE, "d w v", closed=_REAL_FORM), ANY_DIMENSION),
    },
    claim=Equal(),
    checks=(
        Agreement(
            points=(
                {"d": 2, "w": 1, "v": 1},
                {"d": 3, "w": 2, "v": "1/2"},
                {"d": 7, "w": 1, "v": 5},
                {"d": 10, "w": 10, "v": 2},
            )
        ),
        Derivation(_sphere_and_bessel),
    ),
    uses=("simrf/seca.1/isotropy",),
    setting="resultant of a pair",
    note="The printed form has an imaginary argument; its value is the real 0F1(; d/2; w^2 v^2/4), 1 at w v = 0.",
)

_BESSEL = Domain(
    (real("alpha", 0), real("t", above=0)),
    extra=({"alpha": 0, "t": 1}, {"alpha": "1/2", "t": 10}, {"alpha": 31, "t": 100}),
)

_BESSEL_SERIES = sp.Sum(
    (-1) ** k / (sp.factorial(k) * sp.gamma(k + _ALPHA + 1)) * (_T / 2) ** (2 * k + _ALPHA), (k, 0, sp.oo)
)

EQ32 = Statement(
    id="simrf/eq32",
    kind="identity",
    where="eq. (32)",
    title="Series of the Bessel function",
    text="The Taylor series of the Bessel function of the first kind.",
    latex=r"J_\alpha(z)=\sum_{k=0}^\infty\frac{(-1)^k}{k!\,\Gamma(k+\alpha+1)}\left(\frac z2\right)^{2k+\alpha}",
    domain_text="general",
    checks=(
        Restated(
            "J_alpha(t) against its series",
            {
                "lhs": formula(sp.besselj(_ALPHA, _T), _BESSEL, "alpha t"),
                "rhs": formula(_BESSEL_SERIES, _BESSEL, "alpha t"),
            },
            _BESSEL,
            Equal(),
        ),
        Derivation(_bessel_equation),
    ),
)

_PAIR = Domain((DIMENSION, COSINE, NEAR), extra=({"d": 2, "c": -1, "v": 1}, {"d": 3, "c": "-1/2", "v": 1}))

_PAIR_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": 1},
    {"d": 3, "c": "-1/2", "v": 2},
    {"d": 8, "c": "1/3", "v": 1},
    {"d": 4, "c": 1, "v": 0},
)

_SPLIT = (
    sp.gamma((d + 1) / 2)
    / (sp.sqrt(sp.pi) * sp.gamma(d / 2))
    * sp.Integral(
        sp.sin(_ANGLE) ** (d - 1) * sp.hyper((d,), (d / 2,), v**2 / 2 * (1 + c * sp.sin(_ANGLE))),
        (_ANGLE, 0, sp.pi),
    )
)

_PAIR_MEAN = {
    "lhs": formula(conformity(c), _PAIR, "d c v"),
    "rhs": formula(_SPLIT, _PAIR, "d c v", closed=conformity(c)),
}


def _inserted_into_74() -> sp.Expr:
    """(74) with the pair mean (33) of orthogonal rows put for E a_i a_j, at z^2 = |x-y|^2."""
    z2 = x2 + y2 - 2 * xy
    return ((1 - sp.exp(-z2)) ** 2 / 2 + (m - 1) * (conformity(sp.S.Zero, V2) - sp.exp(-z2))) / m


def _pair_mean(proof: Proof) -> None:
    lemmas.sphere_average(proof)
    proof.cite("isotropy of w_i + w_j given its length, and Tonelli")


def _insert_into_30(proof: Proof) -> None:
    _pair_mean(proof)
    lemmas.mean_of_terms(proof)


EQ33 = Statement(
    id="simrf/eq33",
    kind="identity",
    where="eq. (33) and the sentence after it",
    title="Pair product through the resultant",
    text="The mean pair product is the summand of the conformity averaged over the resultant; put into (74), it is said to give (34).",
    latex=(
        r"\mathbb E[b_ib_j]=\Gamma(\tfrac d2)\,\mathbb E_{w_{ij}}\Big(\sum_k\frac{v^{2k}w_{ij}^{2k}}"
        r"{2^{2k}k!\,\Gamma(k+\frac d2)}\Big)"
    ),
    domain_text="isotropic resultant",
    domain=STRICT_DOMAIN,
    checks=(
        Restated(
            "(74) with (33) inserted against (34), orthogonal rows",
            {
                "inserted": formula(_inserted_into_74(), STRICT_DOMAIN, "d m x2 y2 xy"),
                "printed": formula(orf_mse(), STRICT_DOMAIN, "d m x2 y2 xy"),
            },
            STRICT_DOMAIN,
            Equal("inserted", "printed"),
        ),
    ),
    uses=("simrf/eq31", "simrf/eq32"),
    mechanism=("positive",),
    setting="any pair x positive",
    slip=True,
    note="A wrong reference: (74) is the MSE of trigonometric features; the equation meant is (30). The identity itself holds.",
).corrected(
    where="eq. (33), corrected reference",
    text="The mean pair product is the summand of the conformity averaged over the resultant; put into (30), it gives (34).",
    latex=r"\mathbb E[b_ib_j]=\Gamma(\tfrac d2)\,\mathbb E_{w_{ij}}(\ldots),\quad(33)\to(30)\Rightarrow(34)",
    domain=_PAIR,
    sides=_PAIR_MEAN,
    claim=Equal(),
    checks=(
        Agreement(points=_PAIR_POINTS),
        Representations("rhs", points=_PAIR_POINTS[:2]),
        Derivation(_insert_into_30),
    ),
    uses=(),
)

STATEMENTS = (
    EQ28,
    SECA_1_MEAN,
    EQ30,
    SECA_1_ISOTROPY,
    EQ31,
    EQ32,
    EQ33,
)
