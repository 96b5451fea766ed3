"""Section 4 of simrf, Lemmas 4.1 and 4.2: densities of w = |w_i + w_j| and the conformities that they give.

* Lemma 4.1, (18): independent rows have the density w^{d-1} e^{-w^2/4}/(2^{d-1} Gamma(d/2)); (19): rho =
  e^{v^2}.
* Lemma 4.2, (20): at a fixed angle, an integral over the split f of the two chi_d norms, w^2 = r^2
  (1 + c sin 2f); held against the triangle of sides w_i, w_j, w. At a right angle it is the chi density with
  2d degrees of freedom.
* Lemma 4.2, (21): the conformity at a fixed angle, by Tonelli and the radial integral of every term.

The derivations are those of Appendices A.4 to A.6, in `_lemmas.pairs`; the pair products are drawn as well.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Distribution,
    Domain,
    Equal,
    InPart,
    Law,
    Length,
    Proof,
    Representations,
    Simulation,
    Statement,
    formula,
)
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.pairs import (
    DENSITY,
    ONE_LENGTH,
    PAIR,
    PAIR_CONFORMITY,
    PAIR_POINTS,
    chi_twice,
    printed_density,
)
from rftheory.papers.simrf._lemmas.random_terms import FIXED, mean_summand, resultant
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    EXPERIMENT,
    LENGTH,
    SIMPLEX,
    SUMMAND_TERM,
    c,
    chi,
    chosen,
    conformity,
    d,
    f,
    k,
    v,
    w,
)

_IID_DENSITY = w ** (d - 1) * sp.exp(-(w**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))


def _iid_density(proof: Proof) -> None:
    s, r = sp.Symbol("s", real=True), sp.Symbol("w", positive=True)
    proof.equal(sp.exp(s**2 / 2) ** 2, sp.exp(2 * s**2 / 2), "mgf of a coordinate of w_i + w_j: N(0, 2)")
    proof.cite(
        "uniqueness of the moment generating function: (w_i + w_j)/sqrt(2) is N(0, I_d), its norm chi_d"
    )
    proof.equal(
        chi(r / sp.sqrt(2)) / sp.sqrt(2),
        _IID_DENSITY.subs(w, r),
        "the density of sqrt(2) times a chi_d variable",
    )


LEMMA4_1_PDF = Statement(
    id="simrf/lemma4.1/pdf",
    kind="identity",
    where="Lemma 4.1, eq. (18), repeated as (52)",
    title="Length of a sum of two independent projections",
    text="The resultant of two independent Gaussian vectors has the length of sqrt(2) times a chi_d variable.",
    latex=r"p_{\rm i.i.d.}(w_{ij})=\frac{w_{ij}^{d-1}e^{-w_{ij}^2/4}}{2^{d-1}\Gamma(\frac d2)}",
    domain_text="w_i, w_j iid N(0, I_d)",
    domain=ONE_LENGTH,
    sides={
        "lhs": formula(chi(w / sp.sqrt(2)) / sp.sqrt(2), ONE_LENGTH, "d w"),
        "rhs": formula(_IID_DENSITY, ONE_LENGTH, "d w"),
    },
    claim=All(
        (
            Law(Length(resultant("iid")), Distribution("density", _IID_DENSITY)),
            Equal("lhs", "rhs"),
        )
    ),
    checks=(Derivation(_iid_density, WHOLE),),
    mechanism=("iid", "positive"),
)

_MODEST = ({"d": 8, "m": 4, "length": 1}, {"d": 16, "m": 8, "length": 3})

_FREE = Domain(
    (ANY_DIMENSION, LENGTH),
    extra=({"d": 64, "v": 10}, {"d": 2, "v": 0}, {"d": 1, "v": 2}, {"d": 3, "v": 100}),
)

_IID_MOMENT = 4**k * sp.gamma(d / 2 + k) / sp.gamma(d / 2)


def _iid_conformity(proof: Proof) -> None:
    r, s = sp.symbols("w s", positive=True)
    body = _IID_DENSITY.subs(w, r) * r ** (2 * k)
    changed = body.subs(r, 2 * sp.sqrt(s)) * sp.diff(2 * sp.sqrt(s), s)
    gamma_body = 4**k / sp.gamma(d / 2) * s ** (k + d / 2 - 1) * sp.exp(-s)
    proof.cite("Tonelli: all terms are nonnegative, so expectation and sum exchange")
    proof.equal(changed, gamma_body, "w = 2 sqrt(s) turns E w^(2k) into the Gamma integral of k + d/2")
    proof.cite("Euler's integral of Gamma(k + d/2)")
    proof.equal(SUMMAND_TERM * _IID_MOMENT, v ** (2 * k) / sp.factorial(k), "every term of (10)")
    proof.equal(
        sp.summation(v ** (2 * k) / sp.factorial(k), (k, 0, sp.oo)), sp.exp(v**2), "the exponential series"
    )


LEMMA4_1_CONFORMITY = Statement(
    id="simrf/lemma4.1/conformity",
    kind="identity",
    where="Lemma 4.1, eq. (19), repeated in (53)",
    title="RF-conformity of independent projections",
    text="Independent projections have the conformity exp(v^2), in every dimension.",
    latex=r"\rho_{\rm IIDRF}(x,y)=e^{v^2}",
    domain_text="x, y in R^d",
    domain=_FREE,
    sides={
        "lhs": formula(sp.Sum(SUMMAND_TERM * _IID_MOMENT, (k, 0, sp.oo)), _FREE, "d v"),
        "rhs": formula(sp.exp(v**2), _FREE, "v"),
    },
    claim=All((Equal(mean_summand("iid"), "lhs"), Equal("lhs", "rhs"))),
    checks=(
        Derivation(_iid_conformity, WHOLE),
        Simulation("iid", "positive", "pair", formula(sp.exp(chosen**2), EXPERIMENT, "d m length"), _MODEST),
    ),
    uses=("simrf/lemma4.1/pdf", "simrf/def3.1"),
    mechanism=("iid", "positive"),
)


def _triangle_density() -> sp.Expr:
    """The density from the triangle of sides w_i, w_j, w: an integral over the angle between w_i and the resultant."""
    g = sp.Symbol("g", real=True)
    theta = sp.acos(c)
    side = w / sp.sin(theta)
    return sp.Integral(side * chi(side * sp.sin(theta - g)) * chi(side * sp.sin(g)), (g, 0, theta))


LEMMA4_2_PDF = Statement(
    id="simrf/lemma4.2/pdf",
    kind="identity",
    where="Lemma 4.2, eq. (20)",
    title="Length of a sum of two projections at a fixed angle",
    text="For chi_d norms and a fixed angle the density of the resultant is an integral over the split of the norms.",
    latex=(
        r"p_\theta(w)=\frac{w^{2d-1}}{2^{d-2}\Gamma(\frac d2)^2}\int_0^{\pi/2}d\phi\,(\sin\phi\cos\phi)^{d-1}"
        r"\frac{e^{-\frac{w^2}{2(1+\sin2\phi\cos\theta)}}}{(1+\sin2\phi\cos\theta)^d}"
    ),
    domain_text="fixed angle theta",
    domain=PAIR,
    sides={
        "lhs": formula(_triangle_density(), PAIR, "d c w", closed=DENSITY),
        "rhs": formula(printed_density(), PAIR, "d c w", closed=DENSITY),
    },
    claim=Law(Length(resultant(FIXED)), Distribution("density", printed_density())),
    checks=(
        InPart("against the triangle of sides w_i, w_j, w: lhs = rhs", Agreement(points=PAIR_POINTS)),
        Representations("rhs", points=PAIR_POINTS[2:]),
        Representations("lhs", points=PAIR_POINTS[:2]),
        Derivation(pairs.density_steps, WHOLE, covered="at w = 0 both densities are 0"),
    ),
    setting="a pair of fixed cosine",
)


def _orthogonal(proof: Proof) -> None:
    pairs.polar_steps(proof)
    proof.equal(
        pairs.STRETCH.subs(c, 0), 1, "at cos(theta) = 0 the stretch is 1, so (20) has a Beta integral"
    )
    split = sp.gamma(d / 2) ** 2 / (2 * sp.gamma(d))
    proof.cite(
        "int_0^(pi/2) (sin f cos f)^(d-1) df = Gamma(d/2)^2 / (2 Gamma(d)), the Beta integral of (d/2, d/2)"
    )
    r = sp.Symbol("w", positive=True)
    value = r ** (2 * d - 1) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2) * split * sp.exp(-(r**2) / 2)
    doubled = chi(r).subs(d, 2 * d)
    proof.equal(value, doubled, "(20) at cos(theta) = 0 is the chi density with 2d degrees of freedom")


LEMMA4_2_ORTHOGONAL = Statement(
    id="simrf/lemma4.2/orthogonal",
    kind="identity",
    where="Lemma 4.2, text after (20)",
    title="The orthogonal case",
    text="ORFs are the case cos(theta) = 0, SimRFs cos(theta) = -1/(d-1); at a right angle (20) is the chi law of 2d.",
    latex=r"p_{\pi/2}=\chi_{2d}",
    domain_text="theta = pi/2",
    domain=ONE_LENGTH,
    claim=Equal(
        formula(printed_density(sp.S.One), ONE_LENGTH, "d w"), formula(chi_twice(w), ONE_LENGTH, "d w")
    ),
    checks=(Derivation(_orthogonal, WHOLE),),
    uses=("simrf/lemma4.2/pdf",),
    mechanism=("orthogonal", "positive"),
)


def _conformity(proof: Proof) -> None:
    pairs.density_steps(proof)
    proof.cite("Tonelli: the terms and the density are nonnegative, so sum, radius and angle exchange")
    pairs.moment_steps(proof)
    density = 1 / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
    halves = 2 ** (-(d - 1)) / sp.Integer(2)
    term = SUMMAND_TERM * density * 2 ** (k + d - 1) * sp.gamma(k + d) * halves
    printed = v ** (2 * k) * sp.gamma(k + d) / (2**k * sp.factorial(k) * sp.gamma(k + d / 2))
    proof.equal(2 * sp.sin(f) * sp.cos(f), sp.sin(2 * f), "sin f cos f = sin(2f)/2, then f -> f/2 on (0, pi)")
    proof.equal(term, printed / (2 ** (d - 1) * sp.gamma(d / 2)), "the constants of every term")


_INNER = sp.Sum(
    v ** (2 * k)
    * (1 + sp.sin(f) * c) ** k
    / (2**k * sp.factorial(k) * sp.gamma(k + d / 2))
    * sp.gamma(k + d),
    (k, 0, sp.oo),
)

_CONFORMITY = sp.Integral(sp.sin(f) ** (d - 1) * _INNER, (f, 0, sp.pi)) / (2 ** (d - 1) * sp.gamma(d / 2))

_CONFORMITY_POINTS: tuple[dict[str, object], ...] = (
    {"d": 3, "c": "-1/2", "v": 1},
    {"d": 2, "c": "-1", "v": 2},
    {"d": 8, "c": "-1/7", "v": 3},
    {"d": 5, "c": "1/2", "v": "1/10"},
)

LEMMA4_2_CONFORMITY = Statement(
    id="simrf/lemma4.2/conformity",
    kind="identity",
    where="Lemma 4.2, eq. (21), repeated as (63)",
    title="RF-conformity at a fixed angle",
    text="The conformity of pairs of one fixed angle is an integral over the split of the norms of a power series.",
    latex=(
        r"\rho_\theta(x,y)=\frac1{2^{d-1}\Gamma(\frac d2)}\int_0^\pi d\phi\,(\sin\phi)^{d-1}\sum_{k=0}^\infty"
        r"\frac{v^{2k}(1+\sin\phi\cos\theta)^k}{2^kk!\,\Gamma(k+\frac d2)}\Gamma(k+d)"
    ),
    domain_text="fixed angle theta",
    domain=PAIR_CONFORMITY,
    sides={
        "lhs": formula(conformity(c), PAIR_CONFORMITY, "d c v"),
        "rhs": formula(_CONFORMITY, PAIR_CONFORMITY, "d c v", closed=conformity(c)),
    },
    claim=Equal(),
    checks=(
        Agreement(points=_CONFORMITY_POINTS),
        Representations("rhs", points=_CONFORMITY_POINTS[:1]),
        Derivation(_conformity, WHOLE),
        Simulation(
            "simplex",
            "positive",
            "pair",
            formula(conformity(SIMPLEX, chosen**2), EXPERIMENT, "d m length"),
            _MODEST,
        ),
    ),
    uses=("simrf/lemma4.2/pdf", "simrf/def3.1"),
    mechanism=("positive",),
    setting="a pair of fixed cosine x positive",
)


STATEMENTS = (
    LEMMA4_1_PDF,
    LEMMA4_1_CONFORMITY,
    LEMMA4_2_PDF,
    LEMMA4_2_ORTHOGONAL,
    LEMMA4_2_CONFORMITY,
)
