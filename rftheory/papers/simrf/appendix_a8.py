"""Appendix A.8 of simrf: mean, MSE and pair terms of trigonometric features, up to Theorem 4.5."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Agreement,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Rule,
    Simulation,
    Statement,
    formally,
    formula,
    real,
    vector,
    vectors,
)
from rftheory.papers.simrf._lemmas import lemmas
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.trigonometric import BLOCK, GENTLY, ORT, ORT_COORDINATES, ORT_PRINTED, U
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COUNT,
    DIMENSION,
    DISTANCE,
    EXPERIMENT,
    SIMPLEX,
    c,
    chosen,
    d,
    hyper11,
    k,
    m,
    orf_series,
    t,
    v,
    w,
    z,
)  # fmt: skip

W, X, Y = sp.IndexedBase("W"), sp.IndexedBase("x"), sp.IndexedBase("y")

row, axis = sp.symbols("i q", nonnegative=True, integer=True)

_LISTS = Domain(
    (vectors("W", meaning="the projections w_i"), vector("x"), vector("y")),
    (
        Rule(("W", "x"), "x has the length of the rows of W", lambda rows, x: len(rows[0]) == len(x)),
        Rule(("x", "y"), "x and y have the same length", lambda x, y: len(x) == len(y)),
    ),
    extra=(
        {"W": "1,0;0,1", "x": "0.3,-1/2", "y": "1,2"},
        {"W": "1,2,3;-4,0.5,6;0,0,0", "x": "0.1,0.2,0.3", "y": "-7,8,1/9"},
        {"W": "2/7", "x": "5", "y": "-3"},
        {"W": "1,1;1,1", "x": "0,0", "y": "0,0"},
        {"W": "100,-30,2,7;11,12,-13,1e-6", "x": "9,8,7,6", "y": "-1,3,0.25,40"},
    ),
)

_ANGLE = sp.Sum(W[row, axis] * (X[axis] - Y[axis]), (axis, 0, d - 1))

_AT_X, _AT_Y = (sp.Sum(W[row, axis] * base[axis], (axis, 0, d - 1)) for base in (X, Y))

_PRODUCT = sp.sin(_AT_X) * sp.sin(_AT_Y) + sp.cos(_AT_X) * sp.cos(_AT_Y)


def _algebra(proof: Proof) -> None:
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b), sp.cos(a - b), "each projection gives cos(a - b)"
    )
    proof.equal(sp.sqrt(1 / m) ** 2, 1 / m, "the two prefactors multiply to 1/m")


EQ72 = Statement(
    id="simrf/eq72",
    kind="identity",
    where="eq. (72), (73)",
    title="The trigonometric estimator as a mean of cosines",
    text="The product of two trigonometric feature vectors is the mean of cos(w_i.(x-y)).",
    latex=r"\widehat K=\frac1m\sum_{i=1}^m\cos w_i^\top(x-y)=\frac1m\sum_{i=1}^ma_i",
    domain_text="x, y in R^d",
    domain=_LISTS,
    sides={
        "lhs": formula(sp.sqrt(1 / m) ** 2 * sp.Sum(_PRODUCT, (row, 0, m - 1)), _LISTS, "W x y"),
        "rhs": formula(sp.Sum(sp.cos(_ANGLE), (row, 0, m - 1)) / m, _LISTS, "W x y"),
    },
    claim=Equal(),
    checks=(Derivation(_algebra),),
    uses=("simrf/eq3",),
    mechanism=("trigonometric",),
    setting="any coupling x trigonometric",
)

_LINE = Domain((DISTANCE,), extra=({"z": 1}, {"z": 0}, {"z": 100}, {"z": "1/3"}))


def _mean(proof: Proof) -> None:
    rff.gaussian_cosine(proof)
    proof.cite(
        "w_i.(x-y) is normal with mean 0 and variance z^2; the mean of m such terms is their common mean"
    )


SECA_8_MEAN = Statement(
    id="simrf/seca.8/mean",
    kind="identity",
    where="A.8, after (73)",
    title="Mean of the trigonometric estimator",
    text="Each cosine has mean e^{-z^2/2}: with Gaussian marginals the estimator is unbiased.",
    latex=r"\mathbb E[a_i]=e^{-z^2/2}",
    domain_text="marginals N(0, I_d)",
    domain=_LINE,
    sides={"": formula(sp.exp(-U / 2), _LINE, "z")},
    checks=(
        Representations(
            "",
            formula(sp.Sum((-1) ** k * z ** (2 * k) / (2**k * sp.factorial(k)), (k, 0, sp.oo)), _LINE, "z"),
            ({"z": 1}, {"z": 0}, {"z": 5}, {"z": "1/3"}),
        ),
        Derivation(_mean),
        Simulation(
            "orthogonal",
            "trigonometric",
            "mean",
            formula(sp.exp(-(chosen**2) / 2), EXPERIMENT, "d m length"),
            ({"d": 8, "m": 8, "length": 1},),
        ),
    ),
    uses=("simrf/eq72",),
    mechanism=("trigonometric",),
    setting="any coupling x trigonometric",
)

_CLUSTER = Domain((COUNT, DISTANCE), extra=({"m": 1, "z": 1}, {"m": 64, "z": 0}, {"m": 2, "z": 100}))


def _mse(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    proof.equal(rff.mse(sp.exp(-U)), rff.IID_MSE, "independent rows have E a_i a_j = (e^{-z^2/2})^2")


EQ74 = Statement(
    id="simrf/eq74",
    kind="identity",
    where="eq. (74)",
    title="MSE of the trigonometric estimator",
    text="The MSE is the variance of one cosine over m plus the mean covariance of two.",
    latex=r"\mathrm{MSE}(\widehat K)=\frac1m\left(\frac{(1-e^{-z^2})^2}2+(m-1)\Big(\tfrac1{m(m-1)}\sum_i\sum_{i\ne j}\mathbb E[a_ia_j]-e^{-z^2}\Big)\right)",
    domain_text="marginally Gaussian w_i",
    domain=BLOCK,
    sides={
        "lhs": formally(rff.exact(rff.literal_mse(ORT_COORDINATES), rff.mse(ORT)), ANY_DIMENSION),
        "rhs": formally(formula(rff.mse(ORT_PRINTED), BLOCK, "d m z", closed=rff.mse(ORT)), ANY_DIMENSION),
    },
    companions={"simrf/eq74/iid": {"": formula(rff.mse(sp.exp(-U)), _CLUSTER, "m z", closed=rff.IID_MSE)}},
    claim=Equal(),
    checks=(
        *GENTLY,
        Derivation(_mse),
        rff.second_moment("orthogonal", ORT, (4, 4, 1), (16, 16, 2)),
        rff.second_moment("iid", sp.exp(-U), (4, 4, 1)),
    ),
    uses=("simrf/seca.8/mean",),
    mechanism=("trigonometric",),
    setting="any coupling x trigonometric",
)


def _laws(proof: Proof) -> None:
    a, b, u, q = sp.symbols("a b u q", real=True)
    r1, r2 = sp.symbols("r1 r2", positive=True)
    density = sp.exp(-(u**2) / 2 - q**2 / 2)
    proof.equal(
        sp.cos(a) * sp.cos(b), sp.expand_trig((sp.cos(a + b) + sp.cos(a - b)) / 2), "product of two cosines"
    )
    proof.equal(
        density.subs(q, -q),
        density,
        "iid pairs: (w_i, -w_j) has the law of (w_i, w_j), so sum and difference too",
    )
    plus, minus = r1**2 + r2**2 + 2 * r1 * r2 * c, r1**2 + r2**2 - 2 * r1 * r2 * c
    proof.equal(plus.subs(c, 0), minus.subs(c, 0), "orthogonal pairs: both have length (r_i^2 + r_j^2)^(1/2)")
    proof.cite("isotropy: the direction of either is uniform and independent of its length")
    proof.positive(
        (minus - plus).subs(c, SIMPLEX).subs(d, m + 1),
        "simplex pairs: |w_i-w_j|^2 > |w_i+w_j|^2 always, so the laws differ (d >= 2)",
    )


SECA_8_SAME_LAW = Statement(
    id="simrf/seca.8/same-law",
    kind="identity",
    where="A.8, before and after (75)",
    title="Sum and difference of two projections",
    text=(
        "A product of cosines splits into the sum and the difference of two projections, which share one law for "
        "independent and for orthogonal pairs, but not for simplex pairs."
    ),
    latex=r"w_i+w_j\overset d=w_i-w_j",
    domain_text="iid or orthogonal pairs",
    domain=Domain((DIMENSION,)),
    checks=(Derivation(_laws),),
    mechanism=("trigonometric",),
    setting="pairs x trigonometric",
)

_LENGTH = Domain(
    (DIMENSION, real("w", 0, meaning="length of the vector"), DISTANCE),
    extra=(
        {"d": 2, "w": 1, "z": 1},
        {"d": 3, "w": 5, "z": 2},
        {"d": 64, "w": 10, "z": 3},
        {"d": 2, "w": 0, "z": 1},
    ),
)

_SHORT: tuple[dict[str, object], ...] = (
    {"d": 2, "w": 1, "z": 1}, {"d": 3, "w": 5, "z": 2}, {"d": 64, "w": 10, "z": 3}, {"d": 9, "w": "1/10", "z": "1/7"},
    {"d": 2, "w": 20, "z": 1}, {"d": 1000, "w": 30, "z": 2},
)  # fmt: skip

_SPHERE = sp.hyper((), (d / 2,), -((w * z) ** 2) / 4)

_WEIGHT = sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))

_TURN = _WEIGHT * sp.Integral(sp.cos(w * z * sp.cos(t)) * sp.sin(t) ** (d - 2), (t, 0, sp.pi))

_BESSEL = sp.gamma(d / 2) * 2 ** (d / 2 - 1) * (w * z) ** (1 - d / 2) * sp.besselj(d / 2 - 1, w * z)


def _sphere(proof: Proof) -> None:
    lemmas.sphere_average(proof)
    term = (-1) ** k * (w * z / 2) ** (2 * k + d / 2 - 1) / (sp.factorial(k) * sp.gamma(k + d / 2))
    printed = sp.gamma(d / 2) * 2 ** (d / 2 - 1) * (w * z) ** (1 - d / 2) * term
    cosine = (-1) ** k * lemmas.TERM.subs(v, w * z)
    positive = {w: sp.Symbol("w", positive=True), z: sp.Symbol("z", positive=True)}
    proof.cite("the power series (32) of the Bessel function")
    proof.equal(
        sp.powsimp(sp.expand_power_base((printed / cosine).subs(positive), force=True)),
        sp.S.One,
        "the printed function has the terms of the sphere average at v = -i w z",
    )
    proof.cite(
        "conditioning on the length w_ij with its density p; for isotropic w_ij the mean is real: E e^{-ix} = E cos x"
    )


EQ75 = Statement(
    id="simrf/eq75",
    kind="identity",
    where="eq. (75)",
    title="Mean cosine of an isotropic vector",
    text="The mean cosine of an isotropic vector is an integral of a Bessel function over the law of its length.",
    latex=r"\mathbb E[\cos w_{ij}^\top z]=\Gamma(d/2)2^{\frac d2-1}\int_0^\infty dw_{ij}\,p(w_{ij})(w_{ij}z)^{1-\frac d2}J_{\frac d2-1}(w_{ij}z)",
    domain_text="isotropic w_ij",
    domain=_LENGTH,
    sides={
        "lhs": formally(formula(_TURN, _LENGTH, "d w z", closed=_SPHERE), ANY_DIMENSION),
        "rhs": formally(formula(_BESSEL, _LENGTH, "d w z", closed=_SPHERE), ANY_DIMENSION),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_SHORT),
        Representations("lhs", points=_SHORT[:3]),
        Representations("rhs", points=_SHORT),
        Derivation(_sphere),
    ),
    uses=("simrf/eq32",),
    mechanism=("trigonometric",),
    setting="pairs x trigonometric",
)


def _continued(proof: Proof) -> None:
    rff.pair_mean(proof)
    v = sp.Symbol("v", real=True)
    proof.equal(
        ((v**2 / 2) ** k).subs(v, -sp.I * z),
        (-U / 2) ** k,
        "the series (23) of rho_ORF at v = -iz is that of (76)",
    )
    proof.equal(sp.exp(v**2).subs(v, -sp.I * z), sp.exp(-U), "and e^{v^2} becomes e^{-z^2}")


SECA_8_CONTINUATION = Statement(
    id="simrf/seca.8/continuation",
    kind="identity",
    where="A.8, between (75) and (76)",
    title="From positive to trigonometric features by v -> -iz",
    text="The gap (25) of positive features, continued to v = -iz without its prefactor, is the gap (76).",
    latex=r"v\to-iz:\ (25)\mapsto(76)",
    domain_text="IIDRF and ORF",
    domain=BLOCK,
    sides={
        "lhs": formally(
            formula(rff.gap(orf_series(-U)), BLOCK, "d m z", closed=rff.gap(hyper11(-U))), ANY_DIMENSION
        ),
        "rhs": formally(formula(rff.gap(ORT_PRINTED), BLOCK, "d m z", closed=rff.gap(ORT)), ANY_DIMENSION),
    },
    claim=Equal(),
    checks=GENTLY,
    uses=("simrf/cor4.4", "simrf/thm4.5", "simrf/eq31", "simrf/eq75"),
    mechanism=("positive", "trigonometric"),
    setting="positive to trigonometric",
    note=(
        "A consequence of the slip in (25), which lacks the factor 2^k of (23) in the denominator of its series; "
        "the substitution itself is right."
    ),
    slip=True,
).corrected(
    title="From positive to trigonometric features by v -> -iz, with 2^k restored",
    text="The gap of positive features with the series of (23), continued to v = -iz, is the trigonometric gap.",
    latex=r"v\to-iz:\ e^{v^2}-\frac{\Gamma(d/2)}{\Gamma(d)}\sum_k\frac{v^{2k}}{2^kk!}\frac{\Gamma(k+d)}{\Gamma(k+d/2)}\mapsto(76)",
    sides={
        "lhs": formula(rff.gap(ORT_PRINTED), BLOCK, "d m z", closed=rff.gap(ORT)),
        "rhs": rff.exact(rff.gap(ORT_COORDINATES), rff.gap(ORT)),
    },
    checks=(*GENTLY, Derivation(_continued)),
    uses=(),
)

STATEMENTS = (
    EQ72,
    SECA_8_MEAN,
    EQ74,
    SECA_8_SAME_LAW,
    EQ75,
    SECA_8_CONTINUATION,
)
