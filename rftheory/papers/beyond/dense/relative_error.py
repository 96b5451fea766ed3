"""The matrix with the least mean relative second moment, and how far it is from the log optimum.

Main results, for Gaussian v with covariance T:
* Sigma = I + 2T, no square root; the least value is det(I + 2T)^(1/2), over proposals of any law.
* it loses less than (1/2) log 2 - 1/4 nats a dimension on the log criterion; the converse loss is unbounded.
"""

from __future__ import annotations

import sympy as sp

from rftheory.domain.conditions import PLACE, Every, entries
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Monotone,
    On,
    Order,
    Proof,
    Rule,
    Statement,
    formula,
)
from rftheory.papers.beyond._lemmas.dense.best import LINE, SPECTRUM, T, best_r, ell, root_steps
from rftheory.papers.beyond._lemmas.dense.lists import (
    SECOND,
    R,
    a,
    above,
    c_of_r,
    i,
    lists,
    normal,
    t,
    times,
)
from rftheory.papers.beyond._lemmas.drawn.dense_data import relative_errors

_WHERE = "dense features, the mean relative error"
_JOINT = Rule(Every(2 * t[PLACE] < 1 - 8 * a[PLACE], entries(a)), "2 t < 1 - 8 a, entry by entry")
_PAIRS = lists(
    "a t",
    SECOND,
    above("t"),
    _JOINT,
    extra=(
        {"a": "-1/4", "t": "1"},
        {"a": "1/10,-3", "t": "1/20,7"},
        {"a": "0,0,0", "t": "1/3,0,1/4"},
        {"a": "-1/2,-1", "t": "1,2"},
        {"a": "-5,-1/100", "t": "20,1/2"},
    ),
)
_OBJECTIVE = c_of_r() / sp.sqrt(times(1 - 2 * R * t[i]))
_BEST = sp.sqrt(times(1 + 2 * t[i]))


def _at(eigenvalue: sp.Expr) -> sp.Expr:
    """The objective with the eigenvalues of A as a function of t."""
    return times(
        (1 - 4 * eigenvalue) / sp.sqrt(1 - 8 * eigenvalue) / sp.sqrt(1 - 2 * t[i] / (1 - 8 * eigenvalue))
    )


_FLOOR = times(
    (normal(sp.Rational(1, 2) - 1 / (4 * t[i] + 2), sp.S.Zero) * sp.sqrt(2 * sp.pi)) ** 2
    / (2 * sp.sqrt(sp.pi))
    / sp.sqrt(2 * sp.pi * (t[i] + sp.Rational(1, 2)))
)


def _relative_steps(proof: Proof) -> None:
    r, size = sp.symbols("r t", positive=True)
    w, v = sp.symbols("w v", real=True)
    log_objective = sp.log((1 + r) / (2 * sp.sqrt(r))) - sp.log(1 - 2 * r * size) / 2
    proof.equal(
        sp.diff(log_objective, r) * 2 * r * (1 + r) * (1 - 2 * r * size),
        (1 + 4 * size) * r - 1,
        "the slope of the log objective in r, up to a positive factor: one sign change, at r = 1/(1+4t)",
    )
    proof.equal((1 + (1 + 4 * size)) / 2, 1 + 2 * size, "there Sigma = (1 + 1/r)/2 = 1 + 2t")
    best = 1 / (1 + 4 * size)
    proof.equal(
        ((1 + best) / (2 * sp.sqrt(best))) ** 2 / (1 - 2 * best * size),
        1 + 2 * size,
        "and the squared objective is 1 + 2t",
    )
    square = sp.exp(-((w - v) ** 2)) / (2 * sp.pi)
    law = sp.exp(-(v**2) / (2 * size)) / sp.sqrt(2 * sp.pi * size)
    proof.equal(
        sp.integrate(square * law, (v, -sp.oo, sp.oo)),
        sp.exp(-(w**2) / (2 * size + 1)) / (2 * sp.pi * sp.sqrt(1 + 2 * size)),
        "E_v N(w; v, 1)^2 is a multiple of a Gaussian density of variance t + 1/2",
    )
    proof.cite(
        "Cauchy-Schwarz: the integral of F/q over proposals q is least at q proportional to F^(1/2), here N(0, 1 + 2t)"
    )


RELATIVE_OPTIMUM = Statement(
    id="beyond/dense/relative-optimum",
    kind="optimality",
    where=_WHERE,
    title="The least mean relative second moment",
    text=(
        "For centred Gaussian v with covariance T the minimiser of E chi is R = (I + 4T)^(-1), that is Sigma = I + 2T, "
        "A = -T/2, with E chi = det(I + 2T)^(1/2), finite for every T; no proposal of any law has less."
    ),
    latex=(
        r"\min\mathbb E\chi=\det(I+2T)^{1/2},\quad\Sigma=I+2T;\quad \mathbb E\chi=\prod_i\frac{1+r_i}{2\sqrt{r_i}}"
        r"\left(1-2r_it_i\right)^{-1/2}"
    ),
    domain_text="t_i >= 0; for the objective also 8 a_i < 1, 2 t_i < 1 - 8 a_i",
    domain=SPECTRUM,
    sides={"": formula(_BEST, SPECTRUM, "t")},
    companions={"beyond/dense/relative-objective": {"": formula(_OBJECTIVE, _PAIRS, "a t")}},
    claim=All(
        (
            Equal("", formula(_at(-t[i] / 2), SPECTRUM, "t")),
            Equal("", formula(_FLOOR, SPECTRUM, "t")),
            On(
                _PAIRS,
                Equal(
                    formula(_OBJECTIVE, _PAIRS, "a t"),
                    formula(c_of_r() * times(normal(R * t[i], sp.S.Zero)), _PAIRS, "a t"),
                ),
                "E exp(v.R v) over v ~ N(0, T)",
            ),
            On(
                _PAIRS,
                Below("", formula(_OBJECTIVE, _PAIRS, "a t"), strict=False),
                "any A with a finite mean",
            ),
        )
    ),
    checks=(
        Derivation(_relative_steps, WHOLE, covered="at t = 0 v is 0, and A = 0"),
        *relative_errors(formula(_OBJECTIVE, _PAIRS, "a t"), formula(_BEST, SPECTRUM, "t")),
    ),
    uses=("beyond/dense/relative",),
    note="Plain features have a finite mean iff 2 t_i < 1 for all i.",
)

_LOG_EXCESS = sp.log((1 + 2 * T) ** 2 / (1 + 4 * T)) / 2 + T / (1 + 4 * T) - ell(T)
_CEILING = sp.log(2) / 2 - sp.Rational(1, 4)
_r = best_r(T)
_LOSS = (1 + _r) ** 2 / (2 * sp.sqrt(2 * _r * (1 + _r**2)))


def _excess_steps(proof: Proof) -> None:
    root_steps(proof)
    size, r = sp.symbols("t r", positive=True)
    fraction = (1 + 6 * size + 16 * size**2) / ((1 + 2 * size) * (1 + 4 * size) ** 2)
    proof.equal(
        sp.diff(sp.log((1 + 2 * size) / sp.sqrt(1 + 4 * size)) + size / (1 + 4 * size), size),
        fraction,
        "the slope of the log criterion at Sigma = I + 2T; that of ell is r(t)",
    )
    quadratic = 2 * size * fraction**2 + (1 + 2 * size) * fraction - 1
    proof.positive(
        sp.factor(quadratic),
        "the fraction makes 2 t r^2 + (1+2t) r exceed 1, so it is above r(t): the excess rises",
    )
    proof.limit(
        sp.log((1 + 2 * size) / sp.sqrt(1 + 4 * size)) - sp.log(size) / 2, size, sp.oo, 0, "for large t"
    )
    proof.equal(
        sp.Rational(1, 4) - sp.log(sp.E / 2) / 2,
        sp.log(2) / 2 - sp.Rational(1, 4),
        "t/(1+4t) -> 1/4 and ell - log(t)/2 -> log(e/2)/2: the limit",
    )
    at = (1 - r) / (2 * r * (1 + r))
    proof.equal(1 - 2 * r * at, 2 * r / (1 + r), "at r = r(t): 2 r t = (1-r)/(1+r) < 1")
    proof.equal(
        ((1 + r) / (2 * sp.sqrt(r))) ** 2 / (1 - 2 * r * at) / (1 + 2 * at),
        ((1 + r) ** 2 / (2 * sp.sqrt(2 * r * (1 + r**2)))) ** 2,
        "the squared loss of the log optimum on the mean relative criterion",
    )
    proof.limit(
        (1 + r) ** 2 / (2 * sp.sqrt(2 * (1 + r**2))) * sp.sqrt(2),
        r,
        0,
        sp.Rational(1, 2),
        "r -> 0: ~ (8r)^(-1/2), r ~ 1/(2t)",
    )


LOG_EXCESS = Statement(
    id="beyond/dense/two-criteria/log-excess",
    kind="inequality",
    where=_WHERE,
    title="Sigma = I + 2T is the safe default",
    text=(
        "On the log criterion Sigma = I + 2T is within (1/2) log 2 - 1/4 nats a dimension of the optimum, an excess that "
        "rises from 0 to that limit; the log optimum loses an unbounded factor, ~ sqrt(t)/2, on the mean relative one."
    ),
    latex=(
        r"0\le\log\frac{1+2t}{\sqrt{1+4t}}+\frac t{1+4t}-\ell(t)<\tfrac12\log2-\tfrac14;\quad "
        r"\frac{(1+r)^2}{2\sqrt{2r(1+r^2)}}"
    ),
    domain_text="t >= 0",
    domain=LINE,
    sides={"": formula(_LOG_EXCESS, LINE, "t")},
    companions={"beyond/dense/two-criteria/relative-excess": {"": formula(_LOSS, LINE, "t")}},
    claim=All(
        (
            Below(sp.S.Zero, "", strict=False),
            Below("", _CEILING),
            Monotone("", "t"),
            Order(sp.S.One, "t", "", _CEILING, vanishing=True),
            Equal(
                formula(_LOG_EXCESS + ell(T), LINE, "t"),
                formula(
                    sp.log((1 + 1 / (1 + 4 * T)) / 2) + sp.log(1 + 4 * T) / 2 + T / (1 + 4 * T), LINE, "t"
                ),
            ),
            Equal(
                formula(_LOSS, LINE, "t"),
                formula(
                    (1 + _r) / (2 * sp.sqrt(_r) * sp.sqrt(1 - 2 * _r * T) * sp.sqrt(1 + 2 * T)), LINE, "t"
                ),
            ),
            Order(sp.S.One, "t", formula(_LOSS / sp.sqrt(T), LINE, "t"), sp.Rational(1, 2), vanishing=True),
        )
    ),
    checks=(Derivation(_excess_steps, WHOLE, covered="at t = 0 both optima are A = 0"),),
    uses=("beyond/dense/log-optimum/r", "beyond/dense/relative-optimum"),
)

STATEMENTS = (
    RELATIVE_OPTIMUM,
    LOG_EXCESS,
)
