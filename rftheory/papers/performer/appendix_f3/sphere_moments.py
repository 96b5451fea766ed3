"""Appendix F.3 of performer, (21) to (24): SMREG as a series, and the moments of one coordinate of a direction.

Main results, u a uniform direction in R^d
* (21): SMREG = Lambda sum_k |z|^{2k} d^k E u_1^{2k}/(2k)!.
* E u_1^{2k} = (2k-1)!!/(d (d+2) .. (d+2k-2)); (24): the angle to an axis has a density proportional to sin^{d-2}.

False as printed, by misprints
* That isotropy makes the even terms vanish: it is the odd ones.
* Lemma 3: A(k,d) is defined as the moment of order 2k, and the quotient is that of A(k,d), not of A(2k,d).

Proofs. |g| and g/|g| are independent; reflection. Second forms: integrals of powers of sine and cosine. Drawn: the
mean over the sphere.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Expectation,
    Length,
    Probability,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import DIMENSION, d, pairs
from rftheory.papers._shared.regularised_softmax import PLANE, SPHERE_MOMENT, k, w
from rftheory.papers.performer._lemmas.sphere_moments import (
    A_DOUBLED,
    COORDINATE,
    GENTLE,
    MIXED,
    MOMENTS,
    POSITIVE_ORDERS,
    QUOTIENT,
    SMREG,
    SPHERE_MEAN,
    W_POINTS,
    A,
    Z,
    density_steps,
    even_moment,
    phi,
    powers,
    series_steps,
)
from rftheory.papers.performer._notation import LAMBDA

EQ21 = Statement(
    id="performer/eq21",
    kind="identity",
    where="eq. (21)",
    title="The regularised softmax kernel as a series",
    text="The regularised kernel is a power series in |z|^2 with the even moments of one coordinate of a direction.",
    latex=(
        r"\mathrm{SMREG}(x,y)=e^{-\frac{\|x\|^2+\|y\|^2}2}\sum_{k\ge0}\frac1{(2k)!}\|z\|^{2k}d^k\,"
        r"\mathbb E\Big[\Big(\tfrac\omega{\|\omega\|_2}e_1\Big)^{2k}\Big]"
    ),
    domain_text="z = x + y",
    domain=pairs(DIMENSION, d=(1, 2, 64)),
    claim=Equal(
        SMREG,
        LAMBDA * sp.Sum(Length(Z) ** (2 * k) * d**k / sp.factorial(2 * k) * even_moment(k), (k, 0, sp.oo)),
    ),
    checks=(
        Restated(
            "SMREG/SM by the angle between omega and z and by the series, w = |z|^2/2",
            {
                "lhs": formula(reg.ratio_angle(), PLANE, "d w"),
                "rhs": formula(
                    sp.exp(-w)
                    * sp.Sum((2 * w) ** k * d**k / sp.factorial(2 * k) * SPHERE_MOMENT, (k, 0, sp.oo)),
                    PLANE,
                    "d w",
                ),
            },
            PLANE,
            Equal(),
            Agreement(points=W_POINTS),
        ),
        Derivation(series_steps, WHOLE),
        SPHERE_MEAN,
    ),
    uses=("performer/sec2.3/smreg",),
    mechanism=("sphere",),
)


def _odd_moments(proof: Proof) -> None:
    reflected = (sp.cos(phi) ** (2 * k + 1) * sp.sin(phi) ** d).subs(phi, sp.pi - phi)
    proof.equal(
        reflected,
        -(sp.cos(phi) ** (2 * k + 1)) * sp.sin(phi) ** d,
        "odd powers of the cosine change sign under phi -> pi - phi, the reflection u_1 -> -u_1",
    )
    proof.cite("an integrable function that is odd under a symmetry of the law has mean 0")
    reg.direction_moments(proof)
    proof.positive(SPHERE_MOMENT, "the even moments do not vanish")


def _even_survive(proof: Proof) -> None:
    reg.direction_moments(proof)
    proof.equal(SPHERE_MOMENT.subs(k, 1), 1 / d, "E u_1^2 = 1/d")
    proof.positive(1 / d, "so the even term of order 2 does not vanish")


_EVEN_MOMENT = formula(SPHERE_MOMENT, POSITIVE_ORDERS, "k d")

EQ21_PARITY = Statement(
    id="performer/eq21/parity",
    kind="identity",
    where="Section F.3, after (21)",
    title="Which terms vanish by isotropy",
    text="Isotropy of the Gaussian law makes the even terms of the Taylor expansion vanish.",
    latex="-",
    domain_text="isotropic law",
    domain=POSITIVE_ORDERS,
    claim=All((Equal(even_moment(k), sp.S.Zero), Equal(_EVEN_MOMENT, sp.S.Zero))),
    checks=(Derivation(_even_survive, part("the term of order 2, in every dimension"), refutes=True),),
    uses=("performer/eq21",),
    mechanism=("sphere",),
    erratum=Erratum(
        kind="misprint",
        at="Section F.3, p. 29, after (21)",
        quote="zeroing of the even terms in the Taylor expansion",
        false="Isotropy makes the odd terms vanish; (21) itself consists of the even ones.",
        weight=1,
        points=({"k": "1", "d": "2"},),
    ),
).corrected(
    title="Odd terms vanish by isotropy",
    text="Isotropy makes the odd terms of the Taylor expansion vanish, and no even one.",
    latex=r"\mathbb E\Big[\Big(\tfrac\omega{\|\omega\|_2}e_1\Big)^{2k+1}\Big]=0",
    domain=MOMENTS,
    claim=All(
        (
            Equal(Expectation(COORDINATE ** (2 * k + 1)), sp.S.Zero),
            Below(sp.S.Zero, even_moment(k)),
            Below(sp.S.Zero, formula(SPHERE_MOMENT, MOMENTS, "k d")),
        )
    ),
    checks=(Derivation(_odd_moments, WHOLE),),
)

EQ21_A = Statement(
    id="performer/eq21/A",
    kind="definition",
    where="Section F.3, definition before (22)",
    title="Moments of one coordinate of a direction",
    text="A(k,d) is the mean of the 2k-th power of the first coordinate of a uniform direction in R^d.",
    latex=r"A(k,d)\overset{\rm def}=\mathbb E_{\omega\sim N(0,I_d)}\Big[\Big(\tfrac\omega{\|\omega\|_2}e_1\Big)^{2k}\Big]",
    domain_text="k a natural number",
    domain=MOMENTS,
    sides={"": A},
    checks=(Representations("", None, GENTLE), Representations("", QUOTIENT, GENTLE)),
    setting="sphere moments",
)


def _quotient(proof: Proof) -> None:
    reg.direction_moments(proof)
    step = sp.gammasimp(SPHERE_MOMENT.subs(k, k + 1) / SPHERE_MOMENT)
    proof.equal(
        step, (2 * (k + 1) - 1) / (d + 2 * (k + 1) - 2), "the printed quotient gains the factor (2k+1)/(d+2k)"
    )
    proof.equal(SPHERE_MOMENT.subs(k, 1), 1 / d, "and is 1/d at k = 1, 1 (empty products) at k = 0")


LEMMA3 = Statement(
    id="performer/lemma3",
    kind="identity",
    where="Lemma 3, eqs (22), (23)",
    title="Sphere moments as a quotient",
    text="A(2k,d) is (2k-1)!! over the product d (d+2) .. (d+2k-2).",
    latex=r"A(2k,d)=\frac{(2k-1)!!}{(d+2k-2)(d+2k-4)\cdots d}",
    domain_text="k a natural number; the proof takes d >= 2",
    domain=MOMENTS,
    sides={"lhs": A_DOUBLED, "rhs": QUOTIENT},
    claim=Equal(),
    checks=(Representations("rhs", None, GENTLE),),
    uses=("performer/eq21/A",),
    setting="sphere moments",
    note=MIXED,
    erratum=Erratum(
        kind="misprint",
        at="Lemma 3, p. 30, (22) and (23)",
        formula=r"A(2k,d)",
        false="A(k,d) is defined as the moment of order 2k; the quotient is A(k,d), not A(2k,d).",
        weight=1,
        points=({"k": "1", "d": "2"},),
    ),
).corrected(
    text="A(k,d), the moment of order 2k, is (2k-1)!! over d (d+2) .. (d+2k-2), in every dimension.",
    latex=r"A(k,d)=\frac{(2k-1)!!}{(d+2k-2)(d+2k-4)\cdots d}",
    domain_text="k >= 0, d >= 1",
    sides={"lhs": A, "rhs": QUOTIENT},
    checks=(
        Agreement(points=GENTLE),
        Representations("lhs", None, GENTLE),
        Representations("rhs", None, GENTLE),
        Derivation(_quotient, WHOLE),
    ),
)

_theta = sp.Symbol("theta", real=True)
_PI = Fraction("3.1415926535897932384626433832795028841971")  # from below

_ANGLES = Domain(
    (integer("d", 2), real("theta", 0, reach=("1e-6", 3), meaning="angle in radians")),
    (Rule(_theta <= sp.pi, "theta <= pi"),),
    extra=(
        {"d": 2, "theta": 0}, {"d": 3, "theta": 1}, {"d": 3, "theta": 0}, {"d": 64, "theta": "3/2"},
        {"d": 10, "theta": 3}, {"d": 10**6, "theta": "1.57"},
    ),
)  # fmt: skip

_DENSITY = sp.sin(_theta) ** (d - 2) / powers(0, d - 2)
_DENSITY_CLOSED = sp.sin(_theta) ** (d - 2) * sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
_DENSITY_BY_DOUBLING = formula(
    (sp.sin(_theta) / 2) ** (d - 2) * sp.gamma(d - 1) / sp.gamma((d - 1) / 2) ** 2, _ANGLES, "d theta"
)

EQ24 = Statement(
    id="performer/eq24",
    kind="identity",
    where="eq. (24)",
    title="Density of the angle to an axis",
    text="The angle between a uniform direction and e_1 has a density proportional to sin^(d-2).",
    latex=r"p_d(\theta)=\frac{\sin^{d-2}\theta}{\int_0^\pi\sin^{d-2}\theta\,d\theta}",
    domain_text="d >= 2",
    domain=_ANGLES,
    claim=Equal(sp.Derivative(Probability(sp.Le(sp.acos(COORDINATE), _theta)), _theta), ""),
    sides={"": formula(_DENSITY, _ANGLES, "d theta", closed=_DENSITY_CLOSED)},
    checks=(
        Representations("", None, ({"d": 2, "theta": 1}, {"d": 3, "theta": 2}, {"d": 64, "theta": "3/2"})),
        Representations("", _DENSITY_BY_DOUBLING),
        Derivation(density_steps, WHOLE),
    ),
    mechanism=("sphere",),
)


STATEMENTS = (
    EQ21,
    EQ21_PARITY,
    EQ21_A,
    LEMMA3,
    EQ24,
)
