"""Appendix F.4 of performer, (51) to (60): mixed moments of projections, and Lemma 5.

Main results
* (51): the gap of E prod (omega_i.z)^{d_i} between independent and orthogonal rows.
* (52)-(55), (60): orthogonal rows project z like independent lengths times |z| g/|g|, so that lengths, |z| and
  direction separate; (56): the moments of independent rows multiply.
* Lemma 5, (57): E prod g_i^{k_i}/|g|^{sum k_i} = prod E g_i^{k_i}/E|g|^{sum k_i}.

Proofs. (R e_i).z = e_i.(R^T z) for a Haar rotation R; |g| and g/|g| are independent, and u_1^2 is a Beta variable.
Second forms: products of Gamma functions. Drawn: a product of two orthogonal rows.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.chi_moments import ChiMoments, NormalMoments, SphereMarginals, SphereMoment
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Expectation,
    Independent,
    Inner,
    Law,
    Length,
    Proof,
    Representations,
    Row,
    Rule,
    Simulation,
    Statement,
    every,
    formula,
    part,
)
from rftheory.papers._shared.beautiful_functions import (
    ANY_MOMENTS,
    IID_EXACT,
    MOMENT_DOMAIN,
    ORTHOGONAL_EXACT,
    ORTHOGONAL_MOMENT,
    RATIO_DOMAIN,
    TAU_EXACT,
    TOTAL,
    TOTAL_CHI,
    K,
    length_and_direction,
    mu,
    v,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.performer._lemmas.beautiful_terms import (
    IID,
    LENGTHS,
    NORMAL,
    ORDER,
    ORT,
    e,
    i,
    moment,
    product,
    projection,
    z,
)
from rftheory.papers.performer._notation import DRAWN, length, orthogonal_pair

_MOMENTS = "d v k"
_SPREAD = tuple(dict(p) for p in MOMENT_DOMAIN.extra)

_GAP = formula(IID_EXACT - ORTHOGONAL_MOMENT, MOMENT_DOMAIN, _MOMENTS, closed=IID_EXACT * (1 - TAU_EXACT))

EQ51 = Statement(
    id="performer/eq51",
    kind="definition",
    where="eq. (51)",
    title="Gap of a mixed moment",
    text="The mean of a product of powers of projections, for independent less for orthogonal rows.",
    latex=(
        r"\hat\Delta(d_1,\dots,d_m)=\mathbb E\prod((\omega_i^{\rm iid})^\top z)^{d_i}"
        r"-\mathbb E\prod((\omega_i^{\rm ort})^\top z)^{d_i}"
    ),
    domain_text="nonnegative integers d_i, m <= d",
    domain=MOMENT_DOMAIN,
    sides={"": _GAP},
    uses=("performer/eq55", "performer/eq56"),
    mechanism=("iid", "orthogonal"),
)


def _rotation(proof: Proof) -> None:
    angle = sp.Symbol("f", real=True)
    z1, z2 = sp.symbols("z1 z2", real=True)
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    z = sp.Matrix([z1, z2])
    for index in range(2):
        unit = sp.Matrix([int(index == 0), int(index == 1)])
        proof.equal(
            ((turn * unit).T * z)[0],
            (unit.T * (turn.T * z))[0],
            f"(R e_{index + 1}).z = e_{index + 1}.(R^T z)",
        )
    proof.equal(((turn.T * z).T * (turn.T * z))[0], z1**2 + z2**2, "R^T z keeps the length of z")
    proof.cite(
        "the directions of orthogonal rows are a Haar rotation R of e_1, .., e_m, independent of the lengths"
    )
    proof.cite(
        "for Haar R the vector R^T z is uniform on the sphere of radius |z|, which is the law of |z| g/|g|"
    )


_TURNED = Inner(e[i], NORMAL) / Length(NORMAL)  # entry i of g/|g|
_NORM = Length(Row(ORT, i))

EQ53 = Statement(
    id="performer/eq53",
    kind="identity",
    where="eqs (52), (53)",
    title="Rotating z in place of the rows",
    text="Projections of z on orthogonal rows have the law of independent lengths times entries of |z| g/|g|.",
    latex=r"Y\overset d=\prod_i\Big(e_i^\top\tfrac g{\|g\|_2}\|z\|_2\Big)^{d_i}\|\omega_i^{\rm ort}\|_2^{d_i}",
    domain_text="m <= d",
    domain=MOMENT_DOMAIN,
    claim=All(
        (
            Law(
                product(projection(ORT, i) ** K[i]),
                Distribution("law of", product((_TURNED * Length(z)) ** K[i] * _NORM ** K[i])),
            ),
            Independent((NORMAL, Length(Row(ORT, 1)), Length(Row(ORT, 2)))),
        )
    ),
    checks=(
        Derivation(_rotation, part("rotations written out in a plane; the law of Haar rotations is cited")),
        Simulation(
            "orthogonal",
            "positive",
            "pair",
            formula(orthogonal_pair(length**2), DRAWN, "d m length"),
            ({"d": 4, "m": 3, "length": 1}, {"d": 8, "m": 8, "length": 2}),
        ),
    ),
    mechanism=("orthogonal",),
)


def _lemma5(proof: Proof) -> None:
    length_and_direction(proof)
    b, rest, e = sp.symbols("b r e", positive=True)
    first = sp.gamma(e + sp.Rational(1, 2)) / sp.gamma(sp.Rational(1, 2))
    stick = (
        first
        * sp.gamma(b + rest)
        * sp.gamma(b + sp.Rational(1, 2))
        / (sp.gamma(b) * sp.gamma(b + rest + e + sp.Rational(1, 2)))
    )
    shape = b + sp.Rational(1, 2)
    proof.equal(
        stick * sp.gamma(b) / sp.gamma(b + rest),
        first * sp.gamma(shape) / sp.gamma(shape + rest + e),
        "u_1^2 is Beta(1/2, b), b = (d-1)/2: one coordinate less turns the formula in d - 1 into that in d",
    )
    proof.equal(
        mu(2 * e) / 2**e,
        sp.gamma(d / 2 + e) / sp.gamma(d / 2),
        "and E |g|^(2e) supplies the remaining Gamma quotient",
    )


def _rotation_and_lemma5(proof: Proof) -> None:
    _rotation(proof)
    _lemma5(proof)


_NORM_ORDER = Length(NORMAL) ** ORDER

EQ55 = Statement(
    id="performer/eq55",
    kind="identity",
    where="eqs (54), (55), (60)",
    title="Mixed moments of orthogonal rows",
    text="Lengths, |z| and direction separate; by Lemma 5 the directions give normal moments over one chi moment.",
    latex=(
        r"\mathbb E\prod((\omega_i^{\rm ort})^\top z)^{d_i}=\prod_i\mathbb E\|\omega_i^{\rm ort}\|^{d_i}\cdot"
        r"\|z\|^{\sum d_i}\,\mathbb E\frac{\prod g_i^{d_i}}{\sqrt{g_1^2+\dots+g_d^2}^{\,\sum d_i}}"
    ),
    domain_text="m <= d",
    domain=MOMENT_DOMAIN,
    sides={"": formula(ORTHOGONAL_MOMENT, MOMENT_DOMAIN, _MOMENTS, closed=ORTHOGONAL_EXACT)},
    claim=All(
        (
            Equal(
                moment(ORT),
                LENGTHS
                * Length(z) ** ORDER
                * Expectation(product(Inner(e[i], NORMAL) ** K[i]) / _NORM_ORDER),
            ),
            Equal(moment("orthogonal"), ""),
            Equal(formula(ORTHOGONAL_EXACT, MOMENT_DOMAIN, _MOMENTS), ""),
        )
    ),
    checks=(
        Derivation(
            _rotation_and_lemma5, part("rotations written out in a plane; the law of Haar rotations is cited")
        ),
        Representations("", points=_SPREAD),
    ),
    uses=("performer/eq53", "performer/lemma5"),
    mechanism=("orthogonal",),
)


def _independent(proof: Proof) -> None:
    length_and_direction(proof)
    chi, one, power = sp.symbols("c g z", positive=True)
    proof.equal(
        chi * power * (one / chi),
        power * one,
        "for N(0, I_d) the lengths cancel: E (omega.z)^k = |z|^k E g_1^k",
    )
    proof.cite("independent rows: the mean of a product is the product of the means")


EQ56 = Statement(
    id="performer/eq56",
    kind="identity",
    where="eq. (56)",
    title="Mixed moments of independent rows",
    text="The moments multiply; each is a moment of the length, a power of |z| and a moment of one coordinate.",
    latex=(
        r"\mathbb E\prod((\omega_i^{\rm iid})^\top z)^{d_i}=\prod_i\mathbb E\|\omega_i^{\rm iid}\|^{d_i}\cdot"
        r"\|z\|^{\sum d_i}\prod_i\mathbb E\frac{g_i^{d_i}}{\sqrt{g_1^2+\dots+g_d^2}^{\,d_i}}"
    ),
    domain_text="independent rows",
    domain=ANY_MOMENTS,
    claim=All(
        (
            Equal(moment(IID), product(Expectation(projection(IID, i) ** K[i]))),
            Equal(moment(IID), LENGTHS * Length(z) ** ORDER * product(Expectation(_TURNED ** K[i]))),
            Equal(moment("iid"), ""),
            Equal(formula(IID_EXACT, ANY_MOMENTS, _MOMENTS), ""),
        )
    ),
    sides={
        "": formula(
            ChiMoments(d, K) * v**TOTAL * SphereMarginals(d, K), ANY_MOMENTS, _MOMENTS, closed=IID_EXACT
        )
    },
    checks=(Derivation(_independent, WHOLE), Representations("", points=_SPREAD)),
    mechanism=("iid",),
)

_POSITIVE = Domain(
    RATIO_DOMAIN.parameters,
    (*RATIO_DOMAIN.rules, Rule(every(K, lambda entry: entry > 0), "positive exponents")),
    extra=tuple(p for p in RATIO_DOMAIN.extra if "0" not in str(p["k"]).split(",")),
)

LEMMA5 = Statement(
    id="performer/lemma5",
    kind="identity",
    where="Lemma 5, eq. (57); proof (58), (59)",
    title="Moments of a normalised Gaussian vector",
    text="Mixed moments on the unit sphere are normal moments divided by one moment of the length.",
    latex=(
        r"\mathbb E\frac{g_1^{k_1}\cdots g_s^{k_s}}{\sqrt{g_1^2+\dots+g_d^2}^{\,k_1+\dots+k_s}}"
        r"=\frac{\prod_{i=1}^s\mathbb E[g_i^{k_i}]}{\mathbb E\big[\sqrt{g_1^2+\dots+g_d^2}^{\,k_1+\dots+k_s}\big]}"
    ),
    domain_text="s <= n = d, positive integers k_i",
    domain=_POSITIVE,
    sides={
        "lhs": formula(SphereMoment(d, K), _POSITIVE, "d k"),
        "rhs": formula(NormalMoments(K) / TOTAL_CHI, _POSITIVE, "d k"),
    },
    claim=Equal(),
    checks=(Derivation(_lemma5, WHOLE),),
)


STATEMENTS = (
    EQ51,
    EQ53,
    EQ55,
    EQ56,
    LEMMA5,
)
