"""Section 3.2 of simrf, up to (15): the conformity of given vectors and its expansion at small v.

* (12): for given norms the conformity is a function of the directions alone.
* (13), (14): rho = 1 + tau (1 + O(v^2)) with tau = v^2 E w_ij^2/(2d), coefficients from the series in v^2.
* Footnote 4: E w_ij^4/E w_ij^2 = 2d + 2 for an orthogonal pair; at any cosine by chi moments, and by the
  angular law.
* (15): the truncated objective, v^2 (sum_{i != j} w_ij^2)/(2 d m (m-1)).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Length,
    Limit,
    Order,
    Proof,
    Restated,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas.arrangements import ARRANGEMENTS, CONFORMITY
from rftheory.papers.simrf._lemmas.random_terms import ANY, mean_summand, resultant
from rftheory.papers.simrf._lemmas.truncated_objective import truncated, truncated_closed
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    LENGTH,
    MEAN_NORM,
    SUMMAND_TERM,
    c,
    conformity,
    d,
    f,
    k,
    v,
)

EQ12 = Statement(
    id="simrf/eq12",
    kind="definition",
    where="eq. (12) and footnote 3",
    title="Conformity of an arrangement",
    text=(
        "For given norms the conformity is a deterministic function of the directions, to be minimised; mixing "
        "arrangements at random cannot beat the best of them."
    ),
    latex=(
        r"\rho(x,y)=\frac{\Gamma(\frac d2)}{m(m-1)}\sum_{i,j\ne i}\sum_{k=0}^\infty"
        r"\frac{v^{2k}w_{ij}^{2k}}{2^{2k}k!\,\Gamma(k+\frac d2)}"
    ),
    domain_text="d vectors of known norms",
    domain=ARRANGEMENTS,
    sides={"": CONFORMITY},
    uses=("simrf/def3.1",),
    setting="weight-dependent couplings",
)

_PAIR = Domain(
    (DIMENSION, COSINE, LENGTH),
    extra=(
        {"d": 2, "c": -1, "v": 0},
        {"d": 3, "c": "-1/2", "v": 1},
        {"d": 64, "c": 0, "v": "1/10"},
        {"d": 5, "c": 1, "v": 2},
    ),
)


def _second(squared_mean: sp.Expr) -> sp.Expr:
    """E w_ij^2 for a pair of cosine c, by (E w_i)^2."""
    return 2 * d + 2 * c * squared_mean


def _fourth(squared_mean: sp.Expr) -> sp.Expr:
    """E w_ij^4."""
    return 2 * d * (d + 2) + 2 * d**2 + 8 * c * (d + 1) * squared_mean + 4 * c**2 * d**2


_SECOND, _FOURTH = _second(MEAN_NORM**2), _fourth(MEAN_NORM**2)


def _coefficients(proof: Proof) -> None:
    w2, w4 = sp.symbols("w2 w4", positive=True)
    tau = sp.gamma(d / 2) * v**2 * w2 / (4 * sp.gamma(d / 2 + 1))
    after = v**2 / 8 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2 + 2) * w4 / w2
    proof.equal(SUMMAND_TERM.subs(k, 0), sp.S.One, "the term k = 0 times Gamma(d/2)")
    proof.equal(SUMMAND_TERM.subs(k, 1) * w2, tau, "the term k = 1 is tau")
    proof.equal(
        SUMMAND_TERM.subs(k, 2) * w4, tau * after, "the term k = 2 is tau times the printed correction"
    )
    rest = sp.gammasimp(sp.combsimp(SUMMAND_TERM.subs(k, k + 1) / SUMMAND_TERM))
    proof.equal(rest, v**2 / ((2 * k + d) * (2 * k + 2)), "ratio of successive coefficients")
    proof.cite("the series with E w_ij^(2k) converges for every v (chi norms), so what follows is O(v^6)")
    _moments(proof)


def _moments(proof: Proof) -> None:
    moment = 2 ** (k / 2) * sp.gamma((d + k) / 2) / sp.gamma(d / 2)
    proof.equal(moment.subs(k, 2), d, "E w_i^2 of chi_d")
    proof.equal(moment.subs(k, 4), d * (d + 2), "E w_i^4")
    proof.equal(moment.subs(k, 3) / moment.subs(k, 1), d + 1, "E w_i^3 over E w_i")
    one, two, cosine = sp.symbols("a b c", real=True)
    square = sp.expand((one**2 + two**2 + 2 * cosine * one * two) ** 2)
    means = {1: MEAN_NORM, 2: d, 3: (d + 1) * MEAN_NORM, 4: d * (d + 2), 0: sp.S.One}
    total = sum(f * means[p] * means[q] for (p, q), f in sp.Poly(square, one, two).terms())
    proof.equal(total.subs(cosine, c), _FOURTH, "E w_ij^4 for a pair of cosine c")


_TAU = sp.gamma(d / 2) * v**2 * _SECOND / (4 * sp.gamma(d / 2 + 1))

_NEXT = v**2 / 8 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2 + 2) * _FOURTH / _SECOND

_MEAN_SQUARE, _MEAN_FOURTH = (Expectation(Length(resultant(ANY)) ** power) for power in (2, 4))


def _near(remainder: sp.Expr, **terms: object) -> Order:
    """Equal up to this order as v tends to 0."""
    return Order(1 / remainder, "v", toward=sp.S.Zero, **terms)  # type: ignore[arg-type]


EQ13 = Statement(
    id="simrf/eq13",
    kind="asymptotic",
    where="eq. (13)",
    title="Expansion of the conformity at small v",
    text="The first terms of the sum in (10), written with the ratio of fourth to second moment of the resultant.",
    latex=(
        r"\frac1{\Gamma(\frac d2)}\sum_{i,j\ne i}1+\tau\left(1+\frac{v^2}8\frac{\Gamma(\frac d2+1)}{\Gamma(\frac d2+2)}"
        r"\frac{\mathbb E(w_{ij}^4)}{\mathbb E(w_{ij}^2)}+...\right),\ \tau=\frac{\Gamma(\frac d2)v^2\mathbb E(w_{ij}^2)}"
        r"{4\Gamma(\frac d2+1)}"
    ),
    domain_text="small v",
    domain=_PAIR,
    sides={
        "lhs": formally(formula(conformity(c), _PAIR, "d c v"), ANY_DIMENSION),
        "rhs": formally(
            formula(
                1 + _TAU * (1 + _NEXT),
                _PAIR,
                "d c v",
                closed=1 + v**2 * _SECOND / (2 * d) + v**4 * _FOURTH / (8 * d * (d + 2)),
            ),
            ANY_DIMENSION,
        ),
    },
    claim=All(
        (
            _near(
                v**6,
                left=mean_summand(ANY),
                right=1 + v**2 * _MEAN_SQUARE / (2 * d) + v**4 * _MEAN_FOURTH / (8 * d * (d + 2)),
            ),
            _near(v**6),
        )
    ),
    checks=(Derivation(_coefficients, WHOLE),),
    uses=("simrf/def3.1",),
    setting="pair of cosine c",
)

_ORTHOGONAL = Domain(
    (DIMENSION, real("c", 0, 0)), extra=({"d": 2, "c": 0}, {"d": 64, "c": 0}, {"d": 10**6, "c": 0})
)

_ANY_PAIR = Domain((DIMENSION, COSINE))

_RATIO = 2 * sp.gamma(d / 2 + 2) / sp.gamma(d / 2 + 1) + 2 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2)


def _ratio(proof: Proof) -> None:
    _moments(proof)
    proof.equal((_FOURTH / _SECOND).subs(c, 0), 2 * (d + 1), "orthogonal pair: E w_ij^4/E w_ij^2")
    proof.equal(_RATIO, 2 * (d + 1), "the printed Gamma expression")
    proof.equal(d * (d + 2) / d + d, 2 * (d + 1), "E w_i^4/E w_i^2 + E w_i^2")
    proof.limit(2 * (d + 1) / d, d, sp.oo, sp.Integer(2), "growth in proportion to d, with the prefactor 2")
    proof.cite("Wendel's inequality: (E w_i)^2/d tends to 1")
    for low in (d, d - 1):
        prefactor = sp.limit(sp.cancel(_fourth(low) / _second(low) / d), d, sp.oo)
        proof.equal(prefactor, 2 * (1 + c), "a pair of any fixed cosine c > -1: the prefactor is 2(1+c)")


_MOMENT_RATIO = formally(formula(_FOURTH / _SECOND, _ANY_PAIR, "d c"), ANY_DIMENSION)

_STRETCH = 1 + c * sp.sin(f)

_BY_ANGLES = formula(
    2
    * (d + 1)
    * sp.Integral(sp.sin(f) ** (d - 1) * _STRETCH**2, (f, 0, sp.pi))
    / sp.Integral(sp.sin(f) ** (d - 1) * _STRETCH, (f, 0, sp.pi)),
    _ANY_PAIR,
    "d c",
)

SEC3_2_FOOTNOTE4 = Statement(
    id="simrf/sec3.2/footnote4",
    kind="identity",
    where="Section 3.2 and footnote 4",
    title="The moment ratio grows like d",
    text="For an orthogonal pair the ratio of fourth to second moment of the resultant, in Gamma functions, grows with d.",
    latex=(
        r"\frac{\mathbb E(w_{ij}^4)}{\mathbb E(w_{ij}^2)}=2\frac{\Gamma(\frac d2+2)}{\Gamma(\frac d2+1)}"
        r"+2\frac{\Gamma(\frac d2+1)}{\Gamma(\frac d2)}\sim d"
    ),
    domain_text="chi_d norms, orthogonal directions (similar for iid and simplex)",
    domain=_ORTHOGONAL,
    sides={
        "lhs": _MOMENT_RATIO,
        "rhs": formally(formula(_RATIO, _ANY_PAIR, "d", closed=2 * d + 2), ANY_DIMENSION),
    },
    claim=All(
        (
            Equal(
                Expectation(Length(resultant("orthogonal")) ** 4)
                / Expectation(Length(resultant("orthogonal")) ** 2),
                "rhs",
            ),
            Equal("lhs", "rhs"),
            Limit(formula(_RATIO / d, _ORTHOGONAL, "d", closed=(2 * d + 2) / d), "d", sp.oo, sp.Integer(2)),
        )
    ),
    checks=(
        Derivation(_ratio, WHOLE),
        Restated(
            "the ratio at any cosine, by the angular law of the resultant",
            {"moments": _MOMENT_RATIO, "angles": _BY_ANGLES},
            _ANY_PAIR,
            Equal("moments", "angles"),
            Agreement("moments", "angles", ({"d": 2, "c": "-1/2"}, {"d": 3, "c": "1/3"}, {"d": 6, "c": 1})),
        ),
    ),
    uses=("simrf/eq13",),
    mechanism=("orthogonal",),
    note="The tilde is read as `grows in proportion to d`: the ratio is exactly 2d + 2.",
)

EQ14 = Statement(
    id="simrf/eq14",
    kind="asymptotic",
    where="eq. (14)",
    title="Leading order of the conformity",
    text="At small v the second moment of the resultant carries the conformity, up to a relative O(v^2).",
    latex=(
        r"\frac1{\Gamma(\frac d2)}\sum_{i,j\ne i}1+\frac{\Gamma(\frac d2)v^2\mathbb E(w_{ij}^2)}{4\Gamma(\frac d2+1)}"
        r"(1+\mathcal O(v^2)+...)"
    ),
    domain_text="small v",
    domain=_PAIR,
    claim=All(
        (
            _near(v**4, left=mean_summand(ANY), right=1 + v**2 * _MEAN_SQUARE / (2 * d)),
            _near(
                v**4,
                left=formula(conformity(c), _PAIR, "d c v"),
                right=formula(1 + v**2 * _SECOND / (2 * d), _PAIR, "d c v"),
            ),
        )
    ),
    checks=(Derivation(_coefficients, WHOLE),),
    uses=("simrf/eq13",),
    setting="any coupling",
)

EQ15 = Statement(
    id="simrf/eq15",
    kind="definition",
    where="eq. (15)",
    title="Truncated objective",
    text="The part of the conformity of an arrangement that is of order v^2.",
    latex=r"\tilde\rho(x,y)=\frac{\Gamma(d/2)v^2}{4m(m-1)\Gamma(1+d/2)}\sum_{i,j\ne i}w_{ij}^2",
    domain_text="v small",
    domain=ARRANGEMENTS,
    sides={"": formula(truncated(), ARRANGEMENTS, "W v", closed=truncated_closed())},
    uses=("simrf/eq12",),
    setting="weight-dependent couplings",
)


STATEMENTS = (
    EQ12,
    EQ13,
    SEC3_2_FOOTNOTE4,
    EQ14,
    EQ15,
)
