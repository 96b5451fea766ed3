"""Appendix F.3 of performer, (34) and (35): the transform of a Poisson variable and the end of Theorem 1.

Main results
* (34): E e^{tN} = e^{w(e^t - 1)} for N ~ Po(w).
* (35): for w <= 2 ln C the ratio is at least 1 - 2/d^{1/3} + o(d^{-1/3}); in fact at least 1 - 4 ln(C)^2/d.

False as printed: that |A|_inf <= C implies w <= 2 ln C. It bounds SM(x,y), not SM(x,x) and SM(y,y): y = 0 and
|x|^2 = 4 ln C + 1 refute it. True where these two are at most C as well.

Proofs. Termwise; the Chernoff bound grows in w < l, and at w = 2 ln C is o(1/l).
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
    Draw,
    Equal,
    Erratum,
    Expectation,
    Order,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    part,
    real,
)
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, DIMENSION, PAIRS, SQUARES, V2, fit, x2, xy, y2
from rftheory.papers._shared.regularised_softmax import POISSON, k, w
from rftheory.papers.performer._lemmas.poisson_tail import ROOT, chain_steps, poisson_steps, t

_TRANSFORM = Domain(
    (real("w", 0), real("t", reach=("1e-6", 5))),
    extra=({"w": 1, "t": 1}, {"w": 0, "t": 3}, {"w": 5, "t": 0}, {"w": 100, "t": -2}, {"w": 1000, "t": 3}),
)

_GENERATING = formula(sp.exp(w * (sp.exp(t) - 1)), _TRANSFORM, "w t")

EQ34 = Statement(
    id="performer/eq34",
    kind="identity",
    where="eq. (34)",
    title="Moment generating function of a Poisson variable",
    text="The mean of exp(t Po(w)) is exp(w (e^t - 1)).",
    latex=r"\mathbb E[e^{t\mathrm{Po}(w)}]=e^{w(e^t-1)}",
    domain_text="-",
    domain=_TRANSFORM,
    sides={"": _GENERATING},
    claim=Equal(Expectation(sp.exp(t * Draw("N", Distribution("poisson", w)))), ""),
    checks=(
        Restated(
            "against the Poisson law, term by term",
            {
                "lhs": _GENERATING,
                "rhs": formula(
                    sp.exp(-w) * sp.Sum(POISSON * sp.exp(t * k), (k, 0, sp.oo)), _TRANSFORM, "w t"
                ),
            },
            _TRANSFORM,
            Equal(),
            Agreement(
                points=({"w": 1, "t": 1}, {"w": 5, "t": "1/2"}, {"w": "1/3", "t": 2}, {"w": 100, "t": -2})
            ),
        ),
        Derivation(poisson_steps, WHOLE),
    ),
    setting="Poisson law",
)

_K = sp.Symbol("K", nonnegative=True)

_PRINTED_HYPOTHESIS = Domain(
    (*SQUARES, real("K", 0, meaning="ln C, C the bound on the entries of A")),
    (CAUCHY_SCHWARZ, Rule(xy <= _K, "x.y <= K, that is SM(x,y) <= C")),
    fit,
    tuple({**pair, "K": bound} for pair in PAIRS for bound in (0, 1, 10)),
)

_HELD = Domain(
    _PRINTED_HYPOTHESIS.parameters,
    (
        *_PRINTED_HYPOTHESIS.rules,
        Rule(x2 <= _K, "|x|^2 <= K, that is SM(x,x) <= C"),
        Rule(y2 <= _K, "|y|^2 <= K, that is SM(y,y) <= C"),
    ),
    fit,
    tuple({**pair, "K": bound} for pair in PAIRS for bound in (0, 1, 4, 100, 10**6)),
)

_HALF_RESULTANT = (x2 + y2 + 2 * xy) / 2
_HALF_BY_KERNELS = (sp.log(sp.exp(x2)) + sp.log(sp.exp(y2)) + 2 * sp.log(sp.exp(xy))) / 2


def _resultant(proof: Proof) -> None:
    a, b, r, s = sp.symbols("a b r s", nonnegative=True)
    proof.equal(_HALF_BY_KERNELS, V2 / 2, "ln SM(x,x) = |x|^2 and so on: the printed form of w")
    proof.nonnegative(sp.factor(a**2 + b**2 - 2 * a * b), "x.y <= |x||y| <= (|x|^2+|y|^2)/2")
    twice = (V2 / 2).subs(xy, (x2 + y2) / 2)
    proof.nonnegative(2 * _K - twice.subs({x2: _K - r, y2: _K - s}), "w <= |x|^2 + |y|^2 <= 2 K")


def _unheld(proof: Proof) -> None:
    length = sp.Symbol("x2", positive=True)
    proof.equal(
        (V2 / 2).subs({x2: length, y2: 0, xy: 0}), length / 2, "y = 0: SM(x,y) = 1 <= C, while w = |x|^2/2"
    )
    proof.positive(
        (length / 2 - 2 * _K).subs(length, 4 * _K + 1), "which exceeds 2 ln C = 2 K at |x|^2 = 4 K + 1"
    )


EQ35_W = Statement(
    id="performer/eq35/w",
    kind="inequality",
    where="Section F.3, before (35)",
    title="Bound on |x+y|^2/2",
    text="w is half a sum of logarithms of softmax kernels and therefore at most 2 ln C.",
    latex=r"w=\frac{\ln\mathrm{SM}(x,x)+\ln\mathrm{SM}(y,y)+2\ln\mathrm{SM}(x,y)}2\le2\ln C",
    domain_text="the hypothesis |A|_inf <= C of Theorem 1",
    domain=_PRINTED_HYPOTHESIS,
    sides={
        "lhs": formula(_HALF_RESULTANT, _PRINTED_HYPOTHESIS, "x2 y2 xy"),
        "rhs": formula(2 * _K, _PRINTED_HYPOTHESIS, "K"),
    },
    claim=Below(strict=False),
    checks=(
        Representations("lhs", formula(_HALF_BY_KERNELS, _PRINTED_HYPOTHESIS, "x2 y2 xy")),
        Derivation(_unheld, part("y = 0 and |x|^2 = 4 ln C + 1, for every C >= 1"), refutes=True),
    ),
    setting="proof step",
    erratum=Erratum(
        kind="missing hypothesis",
        at="Section F.3, before (35)",
        formula=r"\frac{\ln\mathrm{SM}(x,x)+\ln\mathrm{SM}(y,y)+2\ln\mathrm{SM}(x,y)}2\le2\ln C",
        false="A bound C of the entries of A bounds SM(x,y), but neither SM(x,x) nor SM(y,y).",
        weight=4,
        follows_from="performer/thm1/lower",
        points=({"x2": "4", "y2": "4", "xy": "0", "K": "1"}, {"x2": "9", "y2": "1", "xy": "1", "K": "1"}),
    ),
    note="|A|_inf <= C bounds SM(x,y) for a query and a key; SM(x,x) and SM(y,y) are no entries of A. K = ln C.",
).corrected(
    title="Bound on |x+y|^2/2 for bounded queries and keys",
    text="If SM(x,x) and SM(y,y) are at most C as well, w is at most 2 ln C.",
    latex=r"\mathrm{SM}(x,x),\mathrm{SM}(y,y)\le C\ \Rightarrow\ w\le2\ln C",
    domain_text="|x|^2 <= K, |y|^2 <= K, K = ln C",
    domain=_HELD,
    sides={
        "lhs": formula(_HALF_RESULTANT, _HELD, "x2 y2 xy"),
        "rhs": formula(2 * _K, _HELD, "K"),
    },
    checks=(
        Representations("lhs", formula(_HALF_BY_KERNELS, _HELD, "x2 y2 xy")),
        Derivation(_resultant, WHOLE),
    ),
)

_C = sp.Symbol("C", positive=True)
_CONSTANT = Domain(
    (DIMENSION, real("C", 1, reach=("1e-6", 100), meaning="bound on SM(x,x), SM(y,y) and SM(x,y)")),
    extra=({"d": 8, "C": 2}, {"d": 1000, "C": 1}, {"d": 10**6, "C": 10}, {"d": 1, "C": 3}),
)
_DECLINE = 1 - 2 / ROOT
_REST = _C**-2 * (ROOT / (2 * sp.E * sp.log(_C))) ** (-ROOT)
_FAST_REST = sp.Piecewise((0, sp.Eq(_C, 1)), (_REST, True))


def _asymptotic(proof: Proof) -> None:
    chain_steps(proof)
    level, bound = sp.symbols("l c", positive=True)
    rate = sp.diff(-w - level * (sp.log(level / w) - 1), w)
    proof.equal(rate, level / w - 1, "the bound of the tail grows in w < l: largest at w = 2 ln C")
    big = 2 * bound  # 2 ln C
    proof.equal(
        sp.exp(-big - level * (sp.log(level / big) - 1)),
        sp.exp(bound) ** -2 * (level / (2 * sp.E * bound)) ** (-level),
        "there it is C^-2 (l/(2e ln C))^-l",
    )
    proof.equal(
        sp.log((level / (2 * sp.E * bound)) ** (-level).subs(level, 1)).subs(level, 2 * sp.E**3 * bound),
        sp.Integer(-2),
        "for l >= 2 e^3 ln C the base is at least e^2, so the bound is at most exp(-2 l)",
    )
    proof.limit(level * sp.exp(-2 * level), level, sp.oo, sp.S.Zero, "which is o(1/l), l = d^(1/3)")
    proof.limit(
        level * (sp.exp(-2 / level) - (1 - 2 / level)),
        level,
        sp.oo,
        sp.S.Zero,
        "and exp(-2/l) = 1 - 2/l + o(1/l)",
    )
    reg.quadratic_bound(proof)
    proof.limit(
        level * (4 * bound**2 / level**3),
        level,
        sp.oo,
        sp.S.Zero,
        "where d is no cube too: the ratio is at least 1 - w^2/d >= 1 - 4 ln(C)^2/d",
    )


EQ35 = Statement(
    id="performer/eq35",
    kind="asymptotic",
    where="eq. (35)",
    title="The lower bound of Theorem 1 for bounded w",
    text="With w <= 2 ln C the tail is negligible and the ratio is at least 1 - 2/d^(1/3) + o(d^(-1/3)).",
    latex=(
        r"\frac{\mathrm{SMREG}}{\mathrm{SM}}\ge\Big(1-\frac2{d^{1/3}}+o\Big(\frac1{d^{1/3}}\Big)\Big)"
        r"\Big(1-C^{-2}\Big(\frac{d^{1/3}}{2e\ln C}\Big)^{-d^{1/3}}\Big)=1-\frac2{d^{1/3}}+o\Big(\frac1{d^{1/3}}\Big)"
    ),
    domain_text="C >= 1 constant, d -> infinity, w <= 2 ln C",
    domain=_CONSTANT,
    sides={
        "lhs": formula(reg.ratio(2 * sp.log(_C)), _CONSTANT, "d C"),
        "rhs": formula(_DECLINE * (1 - _REST), _CONSTANT, "d C", closed=_DECLINE * (1 - _FAST_REST)),
    },
    claim=All(
        (
            Order(ROOT, "d", "rhs", "lhs", one_sided=True, vanishing=True),
            Order(ROOT, "d", "rhs", _DECLINE, vanishing=True),
        )
    ),
    checks=(
        Representations("rhs", None, ({"d": 1000, "C": 2}, {"d": 10**6, "C": 10}, {"d": 27, "C": "11/10"})),
        Derivation(_asymptotic, WHOLE),
    ),
    uses=("performer/eq33/chernoff",),
    setting="proof step",
    note="The left side is taken at w = 2 ln C, where the ratio is least. At C = 1, w = 0 and the tail is 0.",
)


STATEMENTS = (
    EQ34,
    EQ35_W,
    EQ35,
)
