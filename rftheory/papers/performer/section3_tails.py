"""Section 3 of performer, Theorem 3: exponential bounds of the upper tails for the regularised kernel."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.functions.sphere_mgf import SphereMgf
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Point,
    Proof,
    Restated,
    Rule,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.beautiful_functions import LEVEL, SMALL_DIMENSION, THETA, a, theta
from rftheory.papers._shared.exponential_moments import markov, weight_steps
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    ON_A_LINE,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    d,
    fit,
    m,
    x2,
    y2,
)
from rftheory.papers.performer._notation import LAMBDA, sphere_kernel

_NEAR = tuple(replace(square, reach=(Fraction(1, 100), Fraction(2))) for square in SQUARES)
_MGF_DOMAIN = Domain((SMALL_DIMENSION, *_NEAR, THETA), (CAUCHY_SCHWARZ, ON_A_LINE), fit)
_KERNEL = formula(LAMBDA * sphere_kernel(V2), _MGF_DOMAIN, "d x2 y2 xy")


def _kernel_below(
    dd: Fraction, first: Fraction, second: Fraction, product: Fraction, level: Fraction
) -> bool:
    """Whether SMREG < level, decided in balls."""
    return balls.endpoints(_KERNEL.enclose(_pair(dd, first, second, product), 30))[1] < level


def _pair(dd: Fraction, first: Fraction, second: Fraction, product: Fraction) -> Point:
    return {"d": dd, "x2": first, "y2": second, "xy": product}


def _raise(point: Point) -> Point:
    """Move a free point into the domain, and its level a above SMREG."""
    point = fit(point)
    if "a" in point:
        pair: Point = {name: point[name] for name in ("d", "x2", "y2", "xy")}
        top = balls.endpoints(_KERNEL.enclose(pair, 10))[1]
        point["a"] = point["a"] + Fraction(int(top * 1024) + 1, 1024)  # type: ignore[operator]
    return point


_ABOVE = Rule(("d", "x2", "y2", "xy", "a"), "a > SMREG(x, y)", _kernel_below)
_NAMES = "d m x2 y2 xy theta a"
_CORNERS = (
    (2, 2, 1, 1, "-1/2", 2, 1), (3, 3, 1, 1, 0, 1, "3/2"), (1, 1, 1, 1, 1, 1, 3), (4, 1, 1, 0, 0, 1, 2), (8, 8, 1, 1, -1, 1, 1),
    (2, 2, 5, 5, -4, 150, 1), (3, 3, 9, 9, -8, 3000, 1), (6, 6, 4, 4, -3, 40, 1), (64, 16, 1, 1, "1/4", "1/2", 3),
    (2, 2, 100, 100, -99, 10**40, 1), (1, 1, 4, 1, -2, 3, 1), (2, 2, 0, 0, 0, 1, 2), (16, 2, 100, 100, -100, 1, 1),
)  # fmt: skip
TAIL_DOMAIN = Domain(
    (SMALL_DIMENSION, COUNT, *_NEAR, THETA, LEVEL),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK, _ABOVE),
    _raise,
    tuple(dict(zip(_NAMES.split(), corner, strict=True)) for corner in _CORNERS),
)
_f = sp.Symbol("f", real=True)
_TERM = theta * LAMBDA
_DENSITY = sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2)) * sp.sin(_f) ** (d - 2)
_SPEED = sp.sqrt(d * V2)
MGF = SphereMgf(d, V2, theta, x2 + y2)
MGF_INTEGRAL = sp.Piecewise(
    ((sp.exp(_TERM * sp.exp(_SPEED)) + sp.exp(_TERM * sp.exp(-_SPEED))) / 2, sp.Eq(d, 1)),
    (sp.Integral(_DENSITY * sp.exp(_TERM * sp.exp(_SPEED * sp.cos(_f))), (_f, 0, sp.pi)), True),
)
_MARKOV = sp.exp(-theta * m * a)
_PRINTED = LAMBDA**m * theta**4 * m * (m - 1) / (4 * (d + 2)) * V2**2
IMPROVEMENT = LAMBDA**4 * theta**4 * m * (m - 1) / (d + 2) * V2**2


def _with_mgf(mgf: sp.Expr, gain: sp.Expr) -> sp.Expr:
    return _MARKOV * (mgf**m - gain)


_k = sp.Symbol("k", nonnegative=True, integer=True)

_SERIES = sp.Sum(_TERM**_k / sp.factorial(_k) * sphere_kernel(_k**2 * V2), (_k, 0, sp.oo))

_SERIES_BOUND = {_k: (_TERM * sp.exp(_SPEED)) ** _k / sp.factorial(_k)}

_MGF_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "x2": 1, "y2": 1, "xy": 0, "theta": 1},
    {"d": 1, "x2": 1, "y2": 4, "xy": -2, "theta": 3},
    {"d": 5, "x2": "1/4", "y2": 1, "xy": "1/2", "theta": 2},
    {"d": 64, "x2": 1, "y2": 1, "xy": "-99/100", "theta": "1/2"},
)

_CAP = Domain(
    (integer("d", 2, reach=100), *_NEAR, THETA, real("c", above=0, below=1, meaning="cosine at which X = a")),
    (CAUCHY_SCHWARZ,),
    fit,
)

_c = sp.Symbol("c", positive=True)

_CAP_SHARE = sp.Integral(_DENSITY, (_f, 0, sp.acos(_c)))

_CAP_BOUND = sp.exp(-_TERM * sp.exp(_SPEED * _c)) * MGF


def _iid(proof: Proof) -> None:
    markov(proof)
    proof.cite("independence: E exp(theta (X_1 + .. + X_m)) = M_X(theta)^m")
    length, angle = sp.Symbol("z", nonnegative=True), sp.Symbol("f", real=True)
    spare = d * length**2 - (sp.sqrt(d) * length * sp.cos(angle)) ** 2
    proof.nonnegative(sp.trigsimp(spare), "(omega.z)^2 <= d |z|^2, so X is bounded and M_X(theta) finite")


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
            formula(
                _with_mgf(MGF_INTEGRAL, sp.S.Zero), TAIL_DOMAIN, _NAMES, closed=_with_mgf(MGF, sp.S.Zero)
            ),
            without=("m", "a"),
        )
    },
    companions={
        "performer/thm3/mgf": {"": formula(MGF_INTEGRAL, _MGF_DOMAIN, "d x2 y2 xy theta", closed=MGF)}
    },
    checks=(
        Derivation(_iid),
        Restated(
            "M_X by quadrature is its series in theta, whose coefficients are values of g",
            {
                "mgf": formula(MGF_INTEGRAL, _MGF_DOMAIN, "d x2 y2 xy theta", closed=MGF),
                "series": formula(_SERIES, _MGF_DOMAIN, "d x2 y2 xy theta", majorants=_SERIES_BOUND),
            },
            replace(_MGF_DOMAIN, extra=_MGF_POINTS),
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
    (*_NEAR, THETA),
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
        sp.exp(_TERM * (sp.exp(_TURN * sp.cos(_f)) + sp.exp(_TURN * sp.sin(_f)))),
        (_f, -3 * sp.pi / 4, sp.pi / 4),
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
            formula(_with_mgf(MGF_INTEGRAL, _PRINTED), TAIL_DOMAIN, _NAMES, closed=_with_mgf(MGF, _PRINTED)),
            without=("m", "a"),
        )
    },
    claim=Below(sp.S.Zero, "rhs", strict=False),
    checks=(_plane(_PRINTED),),
    uses=("performer/thm5", "performer/remark1"),
    mechanism=("orthogonal-fixed-norm", "positive"),
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
            _NAMES,
            closed=_with_mgf(MGF, IMPROVEMENT),
        )
    },
    checks=(Derivation(_ort), _plane(IMPROVEMENT)),
)


def _strict(proof: Proof) -> None:
    n, e = sp.symbols("n e", nonnegative=True, integer=True)
    squared = sp.Symbol("V", positive=True)
    gain = (IMPROVEMENT / LAMBDA**4 / V2**2 * squared**2).subs(m, n + 2).subs(d, n + 2 + e)
    proof.positive(gain, "the improvement over Lambda^4 is positive for m >= 2 and z != 0")
    proof.positive(_MARKOV, "and so is the factor exp(-theta m a)")


_GAP_NAMES = "d m x2 y2 xy theta a"

_MOVING = Domain(
    (SMALL_DIMENSION, replace(COUNT, lower=Fraction(2)), *_NEAR, THETA, LEVEL),
    (*TAIL_DOMAIN.rules, Rule(("x2", "y2", "xy"), "|x+y| > 0", lambda f, s, p: f + s + 2 * p > 0)),
    _raise,
    tuple(
        p
        for p in TAIL_DOMAIN.extra
        if p["m"] != 1 and (p["x2"], p["xy"]) not in ((0, 0), (100, -100), (1, -1))
    ),
)

THM3_SHARPER = Statement(
    id="performer/thm3/sharper",
    kind="inequality",
    where="after Theorem 3",
    title="The orthogonal bound is strictly better",
    text="The tail bound of orthogonal rows is strictly below that of independent rows in every dimension.",
    latex="-",
    domain_text="every d > 0",
    domain=TAIL_DOMAIN,
    checks=(
        Restated(
            "the bound for independent rows less the bound for orthogonal rows, both as printed, is positive",
            {"difference": formula(_MARKOV * _PRINTED, TAIL_DOMAIN, _NAMES)},
            TAIL_DOMAIN,
            Below(sp.S.Zero, "difference"),
        ),
    ),
    uses=("performer/thm3/ort",),
    mechanism=("orthogonal-fixed-norm", "sphere"),
    note="With one row, the only choice for d = 1, or with x = -y, both estimators and both bounds coincide.",
).corrected(
    title="The orthogonal bound is strictly better for two rows and x != -y",
    text="With m >= 2 rows and x + y != 0 the corrected orthogonal bound is strictly below the independent one.",
    latex=r"e^{-\theta ma}\,e^{-2(\|x\|^2+\|y\|^2)}\frac{\theta^4m(m-1)}{d+2}\|x+y\|^4>0",
    domain_text="2 <= m <= d, x != -y",
    domain=_MOVING,
    sides={"difference": formula(_MARKOV * IMPROVEMENT, _MOVING, _GAP_NAMES)},
    claim=Below(sp.S.Zero, "difference"),
    checks=(Derivation(_strict),),
)

STATEMENTS = (
    THM3_IID,
    THM3_ORT,
    THM3_SHARPER,
)
