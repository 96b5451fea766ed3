"""The best matrix at one pair of inputs, over a ball, and against the best scalar.

Main results, ell(t) the least log second moment of one eigenvalue:
* at a pair the least relative second moment over all matrices is exp(ell(v^2)), whatever the dimension.
* it is at most sqrt(1 + 2 v^2), where plain features have e^(v^2).
* over a ball no matrix is better than the best scalar.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.largest_entry import LargestEntry
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    On,
    Order,
    Proof,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.optimal_positive import excess
from rftheory.papers.beyond._lemmas.dense.best import best_r, ell, envelope_steps, gain, least, v2
from rftheory.papers.beyond._lemmas.dense.lists import SECOND, a, at_points, chi, i, lists, log_c, total, x
from rftheory.papers.beyond._lemmas.drawn.dense import best_below, best_error

_WHERE = "dense features, one pair"
_SQUARED = real("v2", 0, reach=("1e-6", 10**6), meaning="|x+y|^2")
_LINE = Domain((_SQUARED,), extra=tuple({"v2": v} for v in (1, 0, "1/10", 10, "1e-9", "1e9")))
_RIVALS = lists("a x", SECOND, extra=at_points("a x"))
_ALONG = total(x[i] ** 2)


def _pair_steps(proof: Proof) -> None:
    envelope_steps(proof)
    proof.cite("T = v v^T has the eigenvalues |v|^2, 0, .., 0")
    size = sp.Symbol("t", positive=True)
    proof.equal(best_r(sp.S.Zero), 1, "r(0) = 1: A = 0 across")
    proof.equal(
        sp.exp(sp.log((1 + best_r(size)) / 2) - sp.log(best_r(size)) / 2 + best_r(size) * size)
        / sp.exp(best_r(size) * size),
        (1 + best_r(size)) / (2 * sp.sqrt(best_r(size))),
        "along v: c(R) exp(r |v|^2)",
    )


PAIR_OPTIMUM = Statement(
    id="beyond/dense/pair-optimum",
    kind="optimality",
    where=_WHERE,
    title="The best matrix at one pair has no dimension",
    text=(
        "At one pair the least relative second moment over all matrices A (no shift) is exp(ell(v^2)), in every dimension: "
        "A = A(v^2) on the line of v, 0 across. The best scalar gives exp(d ell(v^2/d))."
    ),
    latex=r"\min_A\chi=e^{\ell(|v|^2)}",
    domain_text="v2 >= 0",
    domain=_LINE,
    sides={"": formula(sp.exp(ell(v2)), _LINE, "v2")},
    claim=All(
        (
            Equal("", formula(sp.exp(least(v2)), _LINE, "v2")),
            On(
                _RIVALS,
                Below(
                    formula(sp.exp(ell(_ALONG)), _RIVALS, "x"),
                    formula(chi(x[i]), _RIVALS, "a x"),
                    strict=False,
                ),
                "a the eigenvalues of any A, x the sum v in their basis",
            ),
        )
    ),
    checks=(
        Derivation(_pair_steps, WHOLE, covered="at v = 0 the least value is 1, at A = 0"),
        best_error(formula(sp.exp(ell(v2)), _LINE, "v2")),
    ),
    uses=("beyond/dense/log-optimum/r", "beyond/dense/relative"),
    note="With d = 1 it is OPRF.",
)


def _bound_steps(proof: Proof) -> None:
    envelope_steps(proof)
    size = sp.Symbol("t", positive=True)
    fraction = 1 / (1 + 2 * size)
    proof.positive(
        2 * size * fraction**2 + (1 + 2 * size) * fraction - 1,
        "at 1/(1+2t) the rising numerator of the slope is positive: ell' = r(t) < 1/(1+2t)",
    )
    proof.equal(
        sp.diff(sp.log(1 + 2 * size) / 2, size), fraction, "which is the slope of log(1+2t)/2, 0 at 0"
    )
    proof.limit(2 * size * best_r(size), size, sp.oo, 1, "for large t, r ~ 1/(2t)")
    rate = sp.Symbol("r", positive=True)
    proof.equal(
        sp.log((1 + rate) / 2) - sp.log(rate) / 2 - sp.log(sp.E / (4 * rate)) / 2,
        sp.log(1 + rate) - sp.Rational(1, 2),
        "and ell - log(e t/2)/2 at t = 1/(2r) is log(1+r) - 1/2 + r t, which tends to 0",
    )


PAIR_BOUND = Statement(
    id="beyond/dense/pair-bound",
    kind="inequality",
    where=_WHERE,
    title="A square root in the place of an exponential",
    text=(
        "ell(t) <= log(1+2t)/2, strictly for t > 0: the best matrix has a relative second moment of at most sqrt(1 + 2 v^2), "
        "where plain features have e^(v^2); ell(t) = log(e t/2)/2 + o(1) for large t."
    ),
    latex=r"\ell(t)\le\tfrac12\log(1+2t)",
    domain_text="t = v2 >= 0",
    domain=_LINE,
    sides={
        "lhs": formula(ell(v2), _LINE, "v2"),
        "rhs": formula(sp.log(1 + 2 * v2) / 2, _LINE, "v2"),
    },
    claim=All(
        (
            Equal("lhs", formula(least(v2), _LINE, "v2")),
            Below("lhs", "rhs", strict=False),
            Given(v2 > 0, Below("lhs", "rhs")),
            Order(sp.S.One, "v2", "lhs", sp.log(sp.E * v2 / 2) / 2, vanishing=True),
            Order(sp.S.One, "v2", "rhs", sp.log(2 * v2) / 2, vanishing=True),
        )
    ),
    checks=(
        Derivation(_bound_steps, WHOLE, covered="at t = 0 both sides are 0"),
        best_below(formula(sp.log(1 + 2 * v2) / 2, _LINE, "v2")),
    ),
    uses=("beyond/dense/log-optimum/r",),
)

_GAINS = Domain(
    (
        integer("d", 2, reach=1000, meaning="input dimension"),
        real("v2", above=0, reach=("1e-4", 10**6), meaning="|x+y|^2"),
    ),
    extra=({"d": 2, "v2": 1}, {"d": 64, "v2": 100}, {"d": 2, "v2": "1e-6"}, {"d": 10**6, "v2": 10}),
)
_BY_SCALAR = d * ell(v2 / d) - ell(v2)


def _gain_steps(proof: Proof) -> None:
    _bound_steps(proof)
    size, square = sp.symbols("d v", positive=True)
    proof.equal(
        size * sp.log(sp.E * square / (2 * size)) / 2 - sp.log(sp.E * square / 2) / 2,
        (size - 1) / 2 * sp.log(sp.E * square / 2) - size / 2 * sp.log(size),
        "the leading terms of d ell(v^2/d) - ell(v^2)",
    )
    proof.cite("a concave function that is 0 at 0 is subadditive: d ell(v^2/d) >= ell(v^2)")


PAIR_GAIN = Statement(
    id="beyond/dense/pair-gain",
    kind="asymptotic",
    where=_WHERE,
    title="What a matrix gains over a scalar at one pair",
    text=(
        "The log quotient of the least second moments, scalar over matrix, is d ell(v^2/d) - ell(v^2) >= 0, and as v grows "
        "at fixed d ((d-1)/2) log(e v^2/2) - (d/2) log d + o(1)."
    ),
    latex=r"d\,\ell(v^2/d)-\ell(v^2)=\tfrac{d-1}2\log\tfrac{ev^2}2-\tfrac d2\log d+o(1)",
    domain_text="d >= 2, v2 > 0",
    domain=_GAINS,
    sides={
        "lhs": formula(_BY_SCALAR, _GAINS, "d v2"),
        "rhs": formula((d - 1) / 2 * sp.log(sp.E * v2 / 2) - d / 2 * sp.log(d), _GAINS, "d v2"),
    },
    claim=All(
        (
            Equal("lhs", formula(excess(v2) - least(v2), _GAINS, "d v2")),
            Below(sp.S.Zero, "lhs"),
            Order(sp.S.One, "v2", "lhs", "rhs", vanishing=True),
        )
    ),
    checks=(Derivation(_gain_steps, WHOLE),),
    uses=("beyond/dense/pair-optimum", "beyond/dense/pair-bound"),
    note="excess(d, v2) of OPRF is d ell(v^2/d).",
)

_RADII = Domain(
    (integer("d", 1, reach=1000, meaning="input dimension"), _SQUARED),
    extra=(
        {"d": 1, "v2": 1},
        {"d": 64, "v2": 100},
        {"d": 2, "v2": 0},
        {"d": 3, "v2": "1e-6"},
        {"d": 5, "v2": 10**6},
    ),
)
_BALL = lists("a", SECOND, others=(_SQUARED,), extra=tuple(
    {"a": e, "v2": v} for e, v in zip(("-1/4", "1/10,-3", "0,-1/2,1/9", "-1/5,-1/5"), (1, 2, "1/3", 4), strict=True)
))  # fmt: skip

_WORST = log_c() + v2 / (1 - 8 * LargestEntry(a))


def _ball_steps(proof: Proof) -> None:
    envelope_steps(proof)
    r, e = sp.symbols("r e", positive=True)
    proof.cite(
        "over the ball v.R v is at most the largest eigenvalue of R times the squared radius, and attains it"
    )
    proof.equal(sp.diff(gain(r), r), (r - 1) / (2 * r * (r + 1)), "the slope of g")
    proof.equal(
        sp.factor(((r - 1) / (2 * r * (r + 1))).subs(r, 1 / (1 + e))),
        -e * (1 + e) / (2 * (2 + e)),
        "which is negative for r < 1: raising all eigenvalues to the largest one lowers c(R) at the same maximum",
    )
    proof.cite("where the largest eigenvalue exceeds 1, R = I has the smaller c and the smaller maximum")


MINIMAX_BALL = Statement(
    id="beyond/dense/minimax-ball",
    kind="optimality",
    where=_WHERE,
    title="Over a ball the best matrix is a scalar",
    text=(
        "The worst relative log second moment over |v|^2 <= v2 is least for the scalar OPRF of that radius. A matrix helps "
        "only if the law of v is not rotation-invariant in the worst case."
    ),
    latex=r"\min_A\max_{|v|^2\le\rho^2}\log\chi=d\,\ell(\rho^2/d)",
    domain_text="d >= 1, v2 >= 0",
    domain=_RADII,
    sides={"": formula(d * ell(v2 / d), _RADII, "d v2")},
    claim=All(
        (
            Equal("", formula(d * least(v2 / d), _RADII, "d v2")),
            Equal("", formula(excess(v2), _RADII, "d v2")),
            On(
                _BALL,
                Below(
                    formula(d * ell(v2 / d), _BALL, "a v2"),
                    formula(_WORST, _BALL, "a v2"),
                    strict=False,
                ),
                "the worst case of any A",
            ),
        )
    ),
    checks=(Derivation(_ball_steps, WHOLE, covered="at v2 = 0 the value is 0, at A = 0"),),
    uses=("beyond/dense/log-optimum/r",),
)

STATEMENTS = (
    PAIR_OPTIMUM,
    PAIR_BOUND,
    PAIR_GAIN,
    MINIMAX_BALL,
)
