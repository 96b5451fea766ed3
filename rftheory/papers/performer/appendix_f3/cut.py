"""Appendix F.3 of performer, (32) and (33): the series cut at l = d^{1/3}, and the tail of a Poisson variable.

Main results, N ~ Po(w)
* (32): SMREG/SM >= f(l,d) P(N <= l), for every integer l >= 1; (33): and f(l,d) >= (1 - (2l-2)/d)^l.
* (33), last lines: P(N >= l) <= e^{-w - l(t-1)} at t = ln(l/w), w <= l.

False as printed, by a misprint: the series of ln(1 - x) in (33) has alternating signs; all its terms are negative. The
leading one, all that is used, is right.

Proofs. f falls in k and what is left out is positive; 1 - 2j/d <= d/(d+2j); Markov's inequality. Second forms:
incomplete Gamma functions.
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
    Distribution,
    Domain,
    Draw,
    Equal,
    Erratum,
    On,
    Order,
    Point,
    Probability,
    Proof,
    Representations,
    Rule,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import DIMENSION, d
from rftheory.papers._shared.regularised_softmax import FACTOR, FACTOR_FAST, HALF_SQUARE, PLANE, Points, k, w
from rftheory.papers.performer._lemmas.poisson_tail import (
    CUT,
    KEPT,
    KEPT_CLOSED,
    ROOT,
    SHARE,
    chain_steps,
    cut_steps,
    first_steps,
)

_LEVEL = integer("l", 1, reach=100, meaning="where the series is cut")
_CUBE = Rule(sp.Eq(d, CUT**3), "d = l^3")


def _cubed(point: Point) -> Point:
    """Set d to l^3."""
    level = point["l"]
    assert isinstance(level, Fraction)
    return {**point, "d": level**3}


_CUT = Domain(
    (DIMENSION, HALF_SQUARE, _LEVEL),
    (_CUBE,),
    _cubed,
    tuple(
        {"d": level**3, "w": ww, "l": level}
        for level in (1, 2, 4, 10, 100)
        for ww in (0, 1, "1e-6", 30, 1000)
    ),
)

_CUT_POINTS: Points = tuple(
    {"d": level**3, "w": ww, "l": level} for level, ww in ((1, 1), (2, "1/3"), (4, 2), (10, 30))
)
_RATIO = formula(reg.ratio(), PLANE, "d w")
_RATIO_SERIES = formula(reg.ratio_series(), PLANE, "d w")
_RATIO_CHECK = Representations("lhs", _RATIO_SERIES, ({"d": 8, "w": 1}, {"d": 27, "w": 3}, {"d": 1, "w": 2}))

_CUT_BELOW = formally(
    formula(FACTOR.subs(k, CUT) * KEPT, _CUT, "d w l", closed=FACTOR_FAST.subs(k, CUT) * KEPT_CLOSED),
    without=("l",),
)

EQ32 = Statement(
    id="performer/eq32",
    kind="inequality",
    where="eq. (32)",
    title="Cutting the series at d^(1/3)",
    text="The ratio is at least f(l,d) times the probability that a Poisson variable of mean w stays at or below l.",
    latex=r"\frac{\mathrm{SMREG}}{\mathrm{SM}}\ge f(l,d)\,(1-\Pr[\mathrm{Po}(w)>l])",
    domain_text="l = d^{1/3}",
    domain=_CUT,
    sides={"lhs": _RATIO, "rhs": _CUT_BELOW},
    claim=Below("rhs", "lhs", strict=False),
    checks=(_RATIO_CHECK, Representations("rhs", None, _CUT_POINTS), Derivation(cut_steps, WHOLE)),
    uses=("performer/eq30",),
    setting="Poisson tail",
    note="The proof does not use l = d^(1/3): true for every integer l >= 1.",
)

_FIRST = formally(
    formula((1 - SHARE) ** CUT * KEPT, _CUT, "d w l", closed=(1 - SHARE) ** CUT * KEPT_CLOSED),
    without=("l",),
)

EQ33_FIRST = Statement(
    id="performer/eq33/first",
    kind="inequality",
    where="eq. (33), first inequality",
    title="The cut series with a simpler factor",
    text="f(l,d) may be replaced by the l-th power of 1 - (2l-2)/d.",
    latex=r"\frac{\mathrm{SMREG}}{\mathrm{SM}}\ge\Big(1-\frac{2l-2}d\Big)^l(1-\Pr[\mathrm{Po}(w)>l])",
    domain_text="l = d^{1/3}",
    domain=_CUT,
    sides={"lhs": _RATIO, "rhs": _FIRST},
    claim=Below("rhs", "lhs", strict=False),
    checks=(_RATIO_CHECK, Representations("rhs", None, _CUT_POINTS), Derivation(first_steps, WHOLE)),
    uses=("performer/eq32",),
    setting="bound on f(l,d)",
)

_i = sp.Symbol("i", positive=True, integer=True)
_CUBES = Domain(
    (DIMENSION, _LEVEL), (_CUBE,), _cubed, tuple({"d": level**3, "l": level} for level in (2, 1, 3, 100))
)
_INSIDE = Domain(
    (DIMENSION, _LEVEL),
    (Rule(sp.Lt(2 * CUT - 2, d), "2 l - 2 < d (the logarithm)"),),
)
_POWER = formula(sp.exp(CUT * sp.log(1 - SHARE)), _INSIDE, "d l", closed=(1 - SHARE) ** CUT)


def _logarithm(proof: Proof) -> None:
    share = sp.Symbol("x", positive=True)
    proof.cite("termwise differentiation of a power series, |x| < 1")
    proof.equal(
        sp.diff(share**_i / _i, share), share ** (_i - 1), "the slope of sum x^i/i is the geometric series"
    )
    proof.equal(
        sp.diff(-sp.log(1 - share), share),
        1 / (1 - share),
        "which sums to the slope of -ln(1 - x); both start at 0",
    )
    proof.positive(
        sp.expand((CUT**3 - (2 * CUT - 2)).subs(CUT, sp.Symbol("r", nonnegative=True, integer=True) + 1)),
        "x = (2l-2)/d < 1 for d = l^3",
    )


EQ33_LOG_SERIES = Statement(
    id="performer/eq33/log-series",
    kind="identity",
    where="eq. (33), second line to third line",
    title="The logarithm as a series",
    text="The logarithm of 1 - (2l-2)/d is expanded into a series with alternating signs.",
    latex=r"\exp\Big(l\ln\Big(1-\frac{2l-2}d\Big)\Big)=\exp\Big(l\sum_{i\ge1}(-1)^i\frac{(\frac{2l-2}d)^i}i\Big)",
    domain_text="l = d^{1/3}, t = ln(l/w)",
    domain=_CUBES,
    sides={
        "lhs": _POWER,
        "rhs": formula(
            sp.exp(CUT * sp.Sum((-SHARE) ** _i / _i, (_i, 1, sp.oo))),
            _INSIDE,
            "d l",
            closed=(1 + SHARE) ** -CUT,
        ),
    },
    claim=Equal(),
    uses=("performer/eq33/first",),
    setting="proof step",
    erratum=Erratum(
        kind="misprint",
        at="(33), third line",
        formula=r"\sum_{i=1}^\infty(-1)^i\frac{(\frac{2l-2}d)^i}i",
        false="All terms of the series of ln(1 - x) are negative: the sign is -1 and not (-1)^i.",
        weight=1,
        points=({"d": "8", "l": "2"},),
        objection="The leading term, all that the next line uses, has the right sign.",
    ),
    note="The leading term -(2l-2)/d, all that the next line uses, has the right sign.",
).corrected(
    text="All terms of the series of ln(1 - x) are negative.",
    latex=r"\exp\Big(l\ln\Big(1-\frac{2l-2}d\Big)\Big)=\exp\Big(-l\sum_{i\ge1}\frac{(\frac{2l-2}d)^i}i\Big)",
    domain_text="l = d^{1/3}",
    sides={
        "lhs": _POWER,
        "rhs": formula(sp.exp(-CUT * sp.Sum(SHARE**_i / _i, (_i, 1, sp.oo))), _INSIDE, "d l"),
    },
    checks=(Agreement(), Derivation(_logarithm, WHOLE)),
)

_BEFORE = Rule(w <= CUT, "w <= l (t >= 0)")


def _early(point: Point) -> Point:
    """Move w to at most l."""
    mean, level = point["w"], point["l"]
    assert isinstance(mean, Fraction)
    assert isinstance(level, Fraction)
    return {**point, "w": mean if mean <= level else mean / (1 + mean) * level}


_MEAN = real("w", above=0, meaning="mean of the Poisson variable")
_TAIL = Domain(
    (_MEAN, _LEVEL),
    (_BEFORE,),
    _early,
    tuple(
        {"w": ww, "l": level} for ww, level in ((1, 1), (1, 2), ("1e-6", 1), (2, 10), (99, 100), ("1/2", 100))
    ),
)

_TAIL_POINTS: Points = ({"w": 1, "l": 1}, {"w": "1/3", "l": 2}, {"w": 2, "l": 10}, {"w": 30, "l": 40})

_OVER = formula(
    sp.exp(-w) * sp.Sum(w ** (CUT + k) / sp.gamma(CUT + k + 1), (k, 0, sp.oo)),
    _TAIL,
    "w l",
    closed=sp.exp(-w) * w**CUT / sp.factorial(CUT) * sp.hyper((1,), (CUT + 1,), w),
)

_EXCESS = sp.log(CUT / w) * (Draw("N", Distribution("poisson", w)) - CUT)  # t N - t l
_CHERNOFF = sp.exp(-w - CUT * (sp.log(CUT / w) - 1))
_MARKED = Domain(
    (DIMENSION, real("w", above=0, reach=("1e-6", 20))), extra=({"d": 8, "w": 1}, {"d": 8, "w": 5})
)

_MARKED_BOUND = formula(sp.exp(-2 / ROOT) * (1 - sp.exp(-w - ROOT * (sp.log(ROOT / w) - 1))), _MARKED, "d w")
_MARKED_RATIO = formula(reg.ratio(), _MARKED, "d w")

EQ33_CHERNOFF = Statement(
    id="performer/eq33/chernoff",
    kind="inequality",
    where="eq. (33), last lines",
    title="Chernoff bound of the Poisson tail",
    text="By Markov's inequality the tail from l on is at most exp(-w - l (t-1)) with t = ln(l/w).",
    latex=r"\Pr[\mathrm{Po}(w)\ge l]\le e^{-tl}\,\mathbb E[e^{t\mathrm{Po}(w)}]=e^{-w-l(t-1)}",
    domain_text="t = ln(l/w), l = d^{1/3}; the sides take w <= l",
    domain=_TAIL,
    sides={
        "lhs": formally(_OVER, without=("l",)),
        "rhs": formally(formula(_CHERNOFF, _TAIL, "w l"), without=("l",)),
    },
    claim=All(
        (
            On(
                Domain((_MEAN, _LEVEL)),
                Below(Probability(sp.Ge(sp.exp(_EXCESS), 1)), _CHERNOFF, strict=False),
                "w > 0, t = ln(l/w)",
            ),
            Below(strict=False),
            On(
                _MARKED,
                Order(ROOT, "d", _MARKED_BOUND, _MARKED_RATIO, one_sided=True, vanishing=True),
                "l = d^(1/3)",
            ),
        )
    ),
    checks=(
        Representations("lhs", None, _TAIL_POINTS),
        Representations(
            "lhs", formula(1 - sp.uppergamma(CUT, w) / sp.gamma(CUT), _TAIL, "w l"), _TAIL_POINTS
        ),
        Derivation(chain_steps, WHOLE),
    ),
    uses=("performer/eq34",),
    setting="Markov inequality",
    note=(
        "The printed event, exp(t Po(w) - t l) >= 1, is Po(w) >= l for w < l, the regime of the proof. For w > l it "
        "is Po(w) <= l, of which the bound is true; Po(w) >= l may then exceed it."
    ),
)


STATEMENTS = (
    EQ32,
    EQ33_FIRST,
    EQ33_LOG_SERIES,
    EQ33_CHERNOFF,
)
