"""Section 3.2 of simrf: couplings that know the norms, the truncated objective and SimRFs+."""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.statistical.simplex_plus import Improvement, LeadingOrder, Passes
from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import (
    Agreement,
    Derivation,
    Domain,
    Equal,
    Order,
    Proof,
    Restated,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas import lemmas
from rftheory.papers.simrf._lemmas.arrangements import (
    ARRANGEMENTS,
    CONFORMITY,
    MINIMAL,
    SOLUTIONS,
    truncated,
    truncated_closed,
)
from rftheory.papers.simrf._notation import ANY_DIMENSION, COSINE, DIMENSION, LENGTH, c, d, f, k, v

_PAIR = Domain(
    (DIMENSION, COSINE, LENGTH),
    extra=(
        {"d": 2, "c": -1, "v": 0},
        {"d": 3, "c": "-1/2", "v": 1},
        {"d": 64, "c": 0, "v": "1/10"},
        {"d": 5, "c": 1, "v": 2},
    ),
)
_MEAN = sp.sqrt(2) * sp.gamma((d + 1) / 2) / sp.gamma(d / 2)  # E w_i; E w_i^3 = (d+1) E w_i


def _second(squared_mean: sp.Expr) -> sp.Expr:
    """E w_ij^2 for a pair of cosine c, by (E w_i)^2."""
    return 2 * d + 2 * c * squared_mean


def _fourth(squared_mean: sp.Expr) -> sp.Expr:
    """E w_ij^4."""
    return 2 * d * (d + 2) + 2 * d**2 + 8 * c * (d + 1) * squared_mean + 4 * c**2 * d**2


_SECOND, _FOURTH = _second(_MEAN**2), _fourth(_MEAN**2)


def _coefficients(proof: Proof) -> None:
    w2, w4 = sp.symbols("w2 w4", positive=True)
    tau = sp.gamma(d / 2) * v**2 * w2 / (4 * sp.gamma(d / 2 + 1))
    after = v**2 / 8 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2 + 2) * w4 / w2
    proof.equal(lemmas.TERM.subs(k, 0), sp.S.One, "the term k = 0 times Gamma(d/2)")
    proof.equal(lemmas.TERM.subs(k, 1) * w2, tau, "the term k = 1 is tau")
    proof.equal(
        sp.gammasimp(lemmas.TERM.subs(k, 2) * w4),
        sp.gammasimp(tau * after),
        "the term k = 2 is tau times the printed correction",
    )
    rest = sp.gammasimp(sp.combsimp(lemmas.TERM.subs(k, k + 1) / lemmas.TERM))
    proof.equal(rest, v**2 / ((2 * k + d) * (2 * k + 2)), "ratio of successive coefficients")
    proof.cite("the series with E w_ij^(2k) converges for every v (chi norms), so what follows is O(v^6)")
    _moments(proof)


def _moments(proof: Proof) -> None:
    moment = 2 ** (k / 2) * sp.gamma((d + k) / 2) / sp.gamma(d / 2)
    proof.equal(moment.subs(k, 2), d, "E w_i^2 of chi_d")
    proof.equal(sp.gammasimp(moment.subs(k, 4)), d * (d + 2), "E w_i^4")
    proof.equal(sp.gammasimp(moment.subs(k, 3) / moment.subs(k, 1)), d + 1, "E w_i^3 over E w_i")
    one, two, cosine = sp.symbols("a b c", real=True)
    square = sp.expand((one**2 + two**2 + 2 * cosine * one * two) ** 2)
    means = {1: _MEAN, 2: d, 3: (d + 1) * _MEAN, 4: d * (d + 2), 0: sp.S.One}
    total = sum(f * means[p] * means[q] for (p, q), f in sp.Poly(square, one, two).terms())
    proof.equal(sp.expand(total.subs(cosine, c) - _FOURTH), 0, "E w_ij^4 for a pair of cosine c")


def _descent(proof: Proof) -> None:
    lemmas.minimisers(proof)
    proof.equal(
        sp.diff(lemmas.TERM.subs(k, 1) / v**2, v),
        0,
        "the truncated objective depends on v by a factor only: so do its solutions not",
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

_TAU = sp.gamma(d / 2) * v**2 * _SECOND / (4 * sp.gamma(d / 2 + 1))

_NEXT = v**2 / 8 * sp.gamma(d / 2 + 1) / sp.gamma(d / 2 + 2) * _FOURTH / _SECOND

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
        "lhs": formally(formula(Conformity(d, c, v**2), _PAIR, "d c v"), ANY_DIMENSION),
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
    claim=Order(scale=v**-6, variable="v", toward=sp.S.Zero),
    checks=(Derivation(_coefficients),),
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
    proof.equal(sp.gammasimp(_RATIO), 2 * (d + 1), "the printed Gamma expression")
    proof.equal(d * (d + 2) / d + d, 2 * (d + 1), "E w_i^4/E w_i^2 + E w_i^2")
    proof.equal(
        sp.limit(2 * (d + 1) / d, d, sp.oo), sp.Integer(2), "growth in proportion to d, with the prefactor 2"
    )
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
    claim=Equal(),
    checks=(
        Derivation(_ratio),
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
    checks=(
        Derivation(_coefficients),
        Restated(
            "conformity minus 1 minus tau",
            {
                "lhs": formula(Conformity(d, c, v**2), _PAIR, "d c v"),
                "rhs": formula(1 + v**2 * _SECOND / (2 * d), _PAIR, "d c v"),
            },
            _PAIR,
            Order(scale=v**-4, variable="v", toward=sp.S.Zero),
        ),
    ),
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

EQ16 = Statement(
    id="simrf/eq16",
    kind="optimality",
    where="eq. (16); derived in A.3 as (51)",
    title="The SimRFs+ equations",
    text="The truncated objective is minimised exactly when every vector points away from the resultant of the others.",
    latex=r"w_i=-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}\,w_i,\quad i=1,..,d",
    domain_text="given norms, d vectors in R^d",
    domain=SOLUTIONS,
    checks=(MINIMAL,),
    uses=("simrf/eq15",),
    mechanism=("simplex-plus",),
    note="The equations are necessary, not sufficient: three collinear vectors of norms 6, 5, 5 satisfy them, yet a triangle is better.",
).corrected(
    where="eq. (16), corrected",
    title="The minimisers of the truncated objective",
    text=(
        "Every minimiser with nonzero resultants satisfies (16). The minimum is reached exactly where the "
        "vectors sum to zero, if the largest norm is at most the sum of the others, and else by antialigning "
        "the longest vector with all others."
    ),
    latex=r"\min\|\textstyle\sum_iw_i\|=\max\left(0,\,2\max_iw_i-\sum_iw_i\right)",
    domain_text="given norms, at least two vectors in R^d, d >= 2",
    checks=(Derivation(lemmas.minimisers),),
    domain=Domain(),
    uses=(),
)

EQ17 = Statement(
    id="simrf/eq17",
    kind="algorithm",
    where="eq. (17)",
    title="The SimRFs+ iteration",
    text=(
        "Turning each vector in turn against the resultant of the others converges in a few passes, best from "
        "the simplex; the outcome does not depend on v."
    ),
    latex=r"w_i\leftarrow-\frac{\sum_{j\ne i}w_j}{\|\sum_{j\ne i}w_j\|_2}\,w_i",
    domain_text="empirical",
    checks=(
        Derivation(
            _descent, "no update raises the objective, and v plays no part; the speed is run", whole=False
        ),
        Passes(),
    ),
    uses=("simrf/eq16",),
    mechanism=("simplex-plus",),
    note="Few passes in the typical draw; near-degenerate norms (the largest close to the sum of the others, d = 3, 4) take dozens.",
)

FIG3 = Statement(
    id="simrf/fig3",
    kind="inequality",
    where="Figure 3 caption",
    title="SimRFs+ beat SimRFs at small v",
    text="With SimRFs+ longer vectors open larger angles, and the MSE is below that of SimRFs once v is small.",
    latex=r"\mathrm{MSE}_{\rm SimRF+}\le\mathrm{MSE}_{\rm SimRF}\quad(v\to0)",
    domain_text="v sufficiently small",
    checks=(
        Derivation(
            _descent,
            "the v^2 coefficient of the conformity: started at the simplex, no update raises it",
            whole=False,
        ),
        Improvement(CONFORMITY, (3, 6, 12), "1/100"),
        LeadingOrder(CONFORMITY),
    ),
    uses=("simrf/eq16",),
    mechanism=("simplex-plus", "simplex"),
)

SEC3_2_MARGINAL = Statement(
    id="simrf/sec3.2/marginal",
    kind="inequality",
    where="Section 3.2, last paragraph",
    title="The gain of SimRFs+ is marginal",
    text=(
        "SimRFs+ reach only a slightly lower conformity than SimRFs, for an extra O(d^3) step, and lie close to "
        "the optimum over all directions chosen from the norms."
    ),
    latex=r"\rho_{\rm SimRF+}\lesssim\rho_{\rm SimRF}",
    domain_text="as in Figure 4 (d = 6, v = 1, one draw of norms)",
    checks=(Improvement(CONFORMITY, (6,), "1", slight=0.1),),
    uses=("simrf/eq12", "simrf/eq17"),
    mechanism=("simplex-plus", "simplex"),
    note="`Slightly` is read as less than a tenth of the conformity; as v -> 0 the relative gain in MSE is not marginal.",
)

STATEMENTS = (
    EQ12,
    EQ13,
    SEC3_2_FOOTNOTE4,
    EQ14,
    EQ15,
    EQ16,
    EQ17,
    FIG3,
    SEC3_2_MARGINAL,
)
