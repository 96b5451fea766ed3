"""Theorem 3 of performer: exponential bounds of the upper tails for the regularised kernel.

Main result: for m independent rows on the sphere P(estimate > a) <= e^{-theta m a} M_X(theta)^m,
X = Lambda e^{omega.(x+y)}.

False as printed
* For orthogonal rows, that M_X^m may be lowered by Lambda^m theta^4 m(m-1)/(4(d+2)) |x+y|^4: for m = 2, 3 the bracket
  becomes negative at large theta. True with the weight 4 Lambda^4 in place of Lambda^m.
* That the orthogonal bound is strictly smaller in every dimension: for m = 1 or x = -y the two coincide. True for
  m >= 2 and x + y nonzero.

Proofs. Markov's inequality; the term of order theta^4 of Theorem 5, (a_1^2 + 2 a_0 a_2)^2 = 4 Lambda^4. M_X is a
mean over the sphere, also as its series in theta; at m = 1 the exact tail is a cap, and in the plane the joint moment
of two orthogonal rows is an integral.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Estimate,
    Expectation,
    On,
    Proof,
    Representations,
    Restated,
    Statement,
    TailBound,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.beautiful_functions import THETA, a, theta
from rftheory.papers._shared.exponential_moments import markov, weight_steps
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, V2, d, fit, m
from rftheory.papers.performer._lemmas.linear_tails import MARKOV
from rftheory.papers.performer._lemmas.sphere_tails import (
    DENSITY,
    IMPROVEMENT,
    MGF,
    MGF_DOMAIN,
    MGF_INTEGRAL,
    MOVING,
    NAMES,
    NEAR,
    PRINTED,
    SPEED,
    TAIL_DOMAIN,
    TERM,
    f,
)
from rftheory.papers.performer._notation import LAMBDA, sphere_kernel


def _with_mgf(mgf: sp.Expr, gain: sp.Expr) -> sp.Expr:
    return MARKOV * (mgf**m - gain)


_IID, _ORTHOGONAL = (
    Estimate(coupling, "positive", m, kernel="SMREG") for coupling in ("sphere", "orthogonal-fixed-norm")
)
_ROW = Estimate("sphere", "positive", 1, kernel="SMREG")  # X

_k = sp.Symbol("k", nonnegative=True, integer=True)
_SERIES = sp.Sum(TERM**_k / sp.factorial(_k) * sphere_kernel(_k**2 * V2), (_k, 0, sp.oo))
_SERIES_BOUND = {_k: (TERM * sp.exp(SPEED)) ** _k / sp.factorial(_k)}

_MGF_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "x2": 1, "y2": 1, "xy": 0, "theta": 1},
    {"d": 1, "x2": 1, "y2": 4, "xy": -2, "theta": 3},
    {"d": 5, "x2": "1/4", "y2": 1, "xy": "1/2", "theta": 2},
    {"d": 64, "x2": 1, "y2": 1, "xy": "-99/100", "theta": "1/2"},
)

_CAP = Domain(
    (integer("d", 2, reach=100), *NEAR, THETA, real("c", above=0, below=1, meaning="cosine at which X = a")),
    (CAUCHY_SCHWARZ,),
    fit,
)
_c = sp.Symbol("c", positive=True)
_CAP_SHARE = sp.Integral(DENSITY, (f, 0, sp.acos(_c)))
_CAP_BOUND = sp.exp(-TERM * sp.exp(SPEED * _c)) * MGF


def _iid(proof: Proof) -> None:
    markov(proof)
    proof.cite("independence: E exp(theta (X_1 + .. + X_m)) = M_X(theta)^m")
    length, angle = sp.Symbol("z", nonnegative=True), sp.Symbol("f", real=True)
    spare = d * length**2 - (sp.sqrt(d) * length * sp.cos(angle)) ** 2
    proof.nonnegative(sp.trigsimp(spare), "(omega.z)^2 <= d |z|^2, so X is bounded and M_X(theta) finite")


_MGF_SIDE = formula(MGF_INTEGRAL, MGF_DOMAIN, "d x2 y2 xy theta", closed=MGF)

THM3_IID = Statement(
    id="performer/thm3/iid",
    kind="tail bound",
    where="Theorem 3, first inequality",
    title="Tail of independent features for SMREG",
    text="The upper tail of m independent sphere rows is at most exp(-theta m a) times the m-th power of M_X.",
    latex=r"\Pr[\widehat{\mathrm{SMREG}}^{+}_m(x,y)>a]\le e^{-\theta ma}M_Z(\theta)^m",
    domain_text="x, y in R^d, a > SMREG(x, y), theta > 0, m <= d",
    domain=TAIL_DOMAIN,
    sides={
        "rhs": formally(
            formula(_with_mgf(MGF_INTEGRAL, sp.S.Zero), TAIL_DOMAIN, NAMES, closed=_with_mgf(MGF, sp.S.Zero)),
            without=("m", "a"),
        )
    },
    companions={"performer/thm3/mgf": {"": _MGF_SIDE}},
    claim=All(
        (
            TailBound(_IID, a, "rhs", strict=True),
            On(MGF_DOMAIN, Equal(Expectation(sp.exp(theta * _ROW)), _MGF_SIDE), "M_X"),
        )
    ),
    checks=(
        Derivation(_iid, WHOLE),
        Representations("performer/thm3/mgf", points=_MGF_POINTS[:3]),
        Restated(
            "M_X by quadrature is its series in theta, whose coefficients are values of g",
            {
                "mgf": _MGF_SIDE,
                "series": formula(_SERIES, MGF_DOMAIN, "d x2 y2 xy theta", majorants=_SERIES_BOUND),
            },
            replace(MGF_DOMAIN, extra=_MGF_POINTS),
            Equal("mgf", "series"),
        ),
        Restated(
            "at m = 1 the exact tail, the share of a cap of the sphere, is at most the bound",
            {
                "cap": formula(_CAP_SHARE, _CAP, "d c"),
                "bound": formula(_CAP_BOUND, _CAP, "d x2 y2 xy theta c"),
            },
            _CAP,
            Below("cap", "bound"),
        ),
    ),
    uses=("performer/lemma4",),
    mechanism=("sphere", "iid", "positive"),
)

_JOINT = Domain(
    (*NEAR, THETA),
    (CAUCHY_SCHWARZ,),
    fit,
    tuple(
        dict(zip(("x2", "y2", "xy", "theta"), corner, strict=True))
        for corner in (
            (1, 1, 0, 1),
            (5, 5, -4, 150),
            (9, 9, "-17/2", 10**4),
            (1, 1, "-1/2", "1/10"),
            (2, 1, 1, 2),
        )
    ),
)

_TURN = sp.sqrt(2 * V2)

_JOINT_MGF = (
    sp.Integral(
        sp.exp(TERM * (sp.exp(_TURN * sp.cos(f)) + sp.exp(_TURN * sp.sin(f)))),
        (f, -3 * sp.pi / 4, sp.pi / 4),
    )
    / sp.pi
)  # d = m = 2: both rows at angles f and f + pi/2, even about f = pi/4

_TWO = {d: 2, m: 2}


def _plane(gain: sp.Expr) -> Restated:
    """The joint moment generating function of two orthogonal rows in the plane against the bracket."""
    bracket = MGF_INTEGRAL.args[1][0] ** m - gain
    return Restated(
        "E exp(theta (X_1 + X_2)) of two orthogonal rows in the plane is at most the bracket",
        {
            "joint": formula(_JOINT_MGF, _JOINT, "x2 y2 xy theta"),
            "bracket": formula(
                bracket.subs(_TWO), _JOINT, "x2 y2 xy theta", closed=(MGF**m - gain).subs(_TWO)
            ),
        },
        _JOINT,
        Below("joint", "bracket", strict=False),
    )


def _ort(proof: Proof) -> None:
    markov(proof)
    weight_steps(proof)
    level = sp.Symbol("L", positive=True)  # Lambda
    weight = (level**2 + 2 * level * level / 2) ** 2
    proof.equal(weight, 4 * level**4, "a_s = Lambda/s!: the weight (a_1^2 + 2 a_0 a_2)^2 is 4 Lambda^4")
    gain = theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * weight * V2**2 * d**2
    proof.equal(
        gain, (IMPROVEMENT / LAMBDA**4) * level**4, "with |omega|^2 = d, the bound of the improvement"
    )


THM3_ORT = Statement(
    id="performer/thm3/ort",
    kind="tail bound",
    where="Theorem 3, second inequality",
    title="Tail of orthogonal features for SMREG",
    text="For orthogonal sphere rows M_X^m may be lowered by a term of order theta^4, with the weight Lambda^m.",
    latex=(
        r"\Pr[\widehat{\mathrm{SMREG}}^{\rm ort+}_m(x,y)>a]\le e^{-\theta ma}\left(M_Z(\theta)^m"
        r"-e^{-\frac m2(\|x\|^2+\|y\|^2)}\frac{\theta^4m(m-1)}{4(d+2)}\|x+y\|^4\right)"
    ),
    domain_text="as the first inequality",
    domain=TAIL_DOMAIN,
    sides={
        "rhs": formally(
            formula(_with_mgf(MGF_INTEGRAL, PRINTED), TAIL_DOMAIN, NAMES, closed=_with_mgf(MGF, PRINTED)),
            without=("m", "a"),
        )
    },
    claim=All((TailBound(_ORTHOGONAL, a, "rhs", strict=True), Below(sp.S.Zero, "rhs", strict=False))),
    checks=(_plane(PRINTED),),
    uses=("performer/thm5/corrected", "performer/remark1"),
    mechanism=("orthogonal-fixed-norm", "positive"),
    erratum=Erratum(
        kind="error",
        at="Theorem 3, second inequality",
        formula=(r"\exp\left(-\frac m2(\|x\|^2+\|y\|^2)\right)\frac{\theta^4m(m-1)}{4(d+2)}\|x+y\|^4"),
        false=(
            "For m = 2 or 3 the bound becomes negative, which no probability is: the term of order theta^4 has the "
            "weight 4 Lambda^4, not Lambda^m."
        ),
        weight=4,
        follows_from="performer/eq67/weight",
        points=(
            {"d": "2", "m": "2", "x2": "4", "y2": "4", "xy": "-3", "theta": "20", "a": "1/10"},
            {"d": "2", "m": "2", "x2": "5", "y2": "5", "xy": "-4", "theta": "60", "a": "1/10"},
        ),
        objection="For m >= 4 the printed bound is weaker than the corrected one, and true.",
    ),
    note=(
        "A probability is not negative, but the bracket is: for m = 2, 3 the weight Lambda^m outgrows what the term "
        "of order theta^4 allows once theta is of order 1/Lambda. For m >= 4 the bound follows from the corrected one."
    ),
).corrected(
    text="The same bound with the weight that the expansion gives, 4 Lambda^4, for every m.",
    latex=(
        r"\Pr[\widehat{\mathrm{SMREG}}^{\rm ort+}_m(x,y)>a]\le e^{-\theta ma}\left(M_X(\theta)^m"
        r"-e^{-2(\|x\|^2+\|y\|^2)}\frac{\theta^4m(m-1)}{d+2}\|x+y\|^4\right)"
    ),
    domain_text="a > SMREG(x, y), theta > 0, m <= d",
    sides={
        "rhs": formula(
            _with_mgf(MGF_INTEGRAL, IMPROVEMENT),
            TAIL_DOMAIN,
            NAMES,
            closed=_with_mgf(MGF, IMPROVEMENT),
        )
    },
    checks=(Derivation(_ort, WHOLE), _plane(IMPROVEMENT)),
    uses=("performer/lemma4", "performer/remark1"),
)


def _strict(proof: Proof) -> None:
    n, e = sp.symbols("n e", nonnegative=True, integer=True)
    squared = sp.Symbol("V", positive=True)
    gain = (IMPROVEMENT / LAMBDA**4 / V2**2 * squared**2).subs(m, n + 2).subs(d, n + 2 + e)
    proof.positive(gain, "the improvement over Lambda^4 is positive for m >= 2 and z != 0")
    proof.positive(MARKOV, "and so is the factor exp(-theta m a)")


_GAP_NAMES = "d m x2 y2 xy theta a"

THM3_SHARPER = Statement(
    id="performer/thm3/sharper",
    kind="inequality",
    where="after Theorem 3",
    title="The orthogonal bound is strictly better",
    text="The tail bound of orthogonal rows is strictly below that of independent rows in every dimension.",
    latex="-",
    domain_text="every d > 0",
    domain=TAIL_DOMAIN,
    claim=Below(sp.S.Zero, formula(MARKOV * PRINTED, TAIL_DOMAIN, NAMES)),  # the one bound less the other
    uses=("performer/thm3/iid", "performer/thm3/ort/corrected"),
    mechanism=("orthogonal-fixed-norm", "sphere"),
    erratum=Erratum(
        kind="edge case",
        at="p. 6, before Theorem 3",
        quote="strictly better than for non-orthogonal variants for every",
        false="For one row, the only choice where d = 1, and for x = -y both mechanisms and both bounds are the same.",
        weight=2,
        points=(
            {"d": "1", "m": "1", "x2": "1", "y2": "1", "xy": "1", "theta": "1", "a": "3"},
            {"d": "2", "m": "1", "x2": "1", "y2": "1", "xy": "0", "theta": "1", "a": "2"},
        ),
        objection="For two rows or more and x + y nonzero the corrected bound is strictly below the other one.",
    ),
    note="With one row, the only choice for d = 1, or with x = -y, both estimators and both bounds coincide.",
).corrected(
    title="The orthogonal bound is strictly better for two rows and x != -y",
    text="With m >= 2 rows and x + y != 0 the corrected orthogonal bound is strictly below the independent one.",
    latex=r"e^{-\theta ma}\,e^{-2(\|x\|^2+\|y\|^2)}\frac{\theta^4m(m-1)}{d+2}\|x+y\|^4>0",
    domain_text="2 <= m <= d, x != -y",
    domain=MOVING,
    sides={"difference": formula(MARKOV * IMPROVEMENT, MOVING, _GAP_NAMES)},
    claim=Below(sp.S.Zero, "difference"),
    checks=(Derivation(_strict, WHOLE),),
    uses=("performer/thm3/iid", "performer/thm3/ort/corrected"),
)


STATEMENTS = (
    THM3_IID,
    THM3_ORT,
    THM3_SHARPER,
)
