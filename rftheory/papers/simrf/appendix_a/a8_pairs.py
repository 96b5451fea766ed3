"""Appendix A.8 of simrf, around (75): pairs of cosines; trigonometric features as positive ones at v = -iz.

* Before (75): w_i + w_j and w_i - w_j share one law for independent and orthogonal pairs, not for simplex
  pairs.
* (75): the mean cosine of an isotropic vector of length w is 0F1(; d/2; -w^2 z^2/4), in Bessel form.
* Before (76): the gap (25) at v = -iz, without its prefactor, is said to be (76). False only by the slip in
  (25), whose series lacks 1/2^k; with it restored the substitution is right, term by term.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Erratum,
    Expectation,
    Inner,
    Law,
    Length,
    Proof,
    Representations,
    Restated,
    Row,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11, orf_series
from rftheory.papers.simrf._lemmas.positive_mse import sphere_average
from rftheory.papers.simrf._lemmas.random_terms import ANY, ISOTROPIC, X_MINUS_Y, cosine, resultant
from rftheory.papers.simrf._lemmas.trigonometric import BLOCK, GENTLY, ORT, ORT_COORDINATES, ORT_PRINTED, U
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    DIMENSION,
    DISTANCE,
    SIMPLEX,
    SUMMAND_TERM,
    c,
    d,
    k,
    m,
    t,
    v,
    w,
    z,
)


def _laws(proof: Proof) -> None:
    a, b, u, q = sp.symbols("a b u q", real=True)
    r1, r2 = sp.symbols("r1 r2", positive=True)
    density = sp.exp(-(u**2) / 2 - q**2 / 2)
    proof.equal(sp.cos(a) * sp.cos(b), (sp.cos(a + b) + sp.cos(a - b)) / 2, "product of two cosines")
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


def _difference(coupling: str) -> sp.Expr:
    return Row(coupling, 1) - Row(coupling, 2)


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
    claim=All(
        (
            Equal(
                cosine(ANY, 1) * cosine(ANY, 2),
                sum(sp.cos(Inner(total, X_MINUS_Y)) for total in (resultant(ANY), _difference(ANY))) / 2,
            ),
            *(Law(resultant(name), Distribution("law", _difference(name))) for name in ("iid", "orthogonal")),
            Below(Length(resultant("simplex")), Length(_difference("simplex"))),
        )
    ),
    checks=(Derivation(_laws, WHOLE),),
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
    sphere_average(proof)
    term = (-1) ** k * (w * z / 2) ** (2 * k + d / 2 - 1) / (sp.factorial(k) * sp.gamma(k + d / 2))
    printed = sp.gamma(d / 2) * 2 ** (d / 2 - 1) * (w * z) ** (1 - d / 2) * term
    cosine = (-1) ** k * SUMMAND_TERM.subs(v, w * z)
    positive = {w: sp.Symbol("w", positive=True), z: sp.Symbol("z", positive=True)}
    proof.cite("the power series (32) of the Bessel function")
    proof.equal(
        sp.expand_power_base((printed / cosine).subs(positive), force=True),
        sp.S.One,
        "the printed function has the terms of the sphere average at v = -i w z",
    )
    proof.cite(
        "conditioning on the length w_ij with its density p; for isotropic w_ij the mean is real: E e^{-ix} = E cos x"
    )


_FIXED_LENGTH = {
    "lhs": formally(formula(_TURN, _LENGTH, "d w z", closed=_SPHERE), ANY_DIMENSION),
    "rhs": formally(formula(_BESSEL, _LENGTH, "d w z", closed=_SPHERE), ANY_DIMENSION),
}

EQ75 = Statement(
    id="simrf/eq75",
    kind="identity",
    where="eq. (75)",
    title="Mean cosine of an isotropic vector",
    text="The mean cosine of an isotropic vector is an integral of a Bessel function over the law of its length.",
    latex=r"\mathbb E[\cos w_{ij}^\top z]=\Gamma(d/2)2^{\frac d2-1}\int_0^\infty dw_{ij}\,p(w_{ij})(w_{ij}z)^{1-\frac d2}J_{\frac d2-1}(w_{ij}z)",
    domain_text="isotropic w_ij",
    domain=_LENGTH,
    sides=_FIXED_LENGTH,
    claim=Equal(
        Expectation(sp.cos(Inner(resultant(ISOTROPIC), X_MINUS_Y))),
        Expectation(_BESSEL.xreplace({w: Length(resultant(ISOTROPIC))})),
    ),
    checks=(
        Restated("every fixed length", _FIXED_LENGTH, _LENGTH, Equal(), Agreement(points=_SHORT)),
        Representations("lhs", points=_SHORT[:3]),
        Representations("rhs", points=_SHORT),
        Derivation(
            _sphere, WHOLE, covered="at w z = 0 the quotient is read as its limit 1, the mean cosine there"
        ),
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
    uses=("simrf/cor4.4/corrected", "simrf/thm4.5", "simrf/eq31", "simrf/eq75"),
    mechanism=("positive", "trigonometric"),
    setting="positive to trigonometric",
    note=(
        "A consequence of the slip in (25), which lacks the factor 2^k of (23) in the denominator of its series; "
        "the substitution itself is right."
    ),
    erratum=Erratum(
        kind="misprint",
        at="A.8, before (76)",
        quote="inspecting Eq. 25, we can immediately state",
        false="Without the factor 2^k that (25) lacks, the substitution v -> -iz does not give (76).",
        weight=1,
        follows_from="simrf/cor4.4",
        points=({"d": "2", "m": "2", "z": "1"}, {"d": "3", "m": "2", "z": "1/2"}),
    ),
).corrected(
    title="From positive to trigonometric features by v -> -iz, with 2^k restored",
    text="The gap of positive features with the series of (23), continued to v = -iz, is the trigonometric gap.",
    latex=r"v\to-iz:\ e^{v^2}-\frac{\Gamma(d/2)}{\Gamma(d)}\sum_k\frac{v^{2k}}{2^kk!}\frac{\Gamma(k+d)}{\Gamma(k+d/2)}\mapsto(76)",
    sides={
        "lhs": formula(rff.gap(ORT_PRINTED), BLOCK, "d m z", closed=rff.gap(ORT)),
        "rhs": rff.exact(rff.gap(ORT_COORDINATES), rff.gap(ORT)),
    },
    checks=(*GENTLY, Derivation(_continued, WHOLE)),
    uses=("simrf/eq31", "simrf/eq69/line1", "simrf/eq75"),
)


STATEMENTS = (
    SECA_8_SAME_LAW,
    EQ75,
    SECA_8_CONTINUATION,
)
