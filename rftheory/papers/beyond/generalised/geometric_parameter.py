"""Geometric features at their best, beyond Section 3.2.2 of crt: the parameter p* is unique, and its growth.

t_l = |x_l y_l|, not all 0. Main results:
* The log second moment -d log p + sum log I_0(2 t_l/sqrt(1-p)) - n2 is strictly convex in p; p* solves
  d/p = sum t_l (1-p)^(-3/2) I_1/I_0 at 2 t_l/sqrt(1-p).
* For large t_l, p* = d/(sum t_l + 5d/4)(1 + O(t^-2)), and the moment exceeds the Poisson optimum by
  d log(sum t/d) - sum log(4 pi t_l)/2 + d + o(1).

Convexity: -log p, and sums of the log-convex (1-p)^(-k). p* is enclosed by a certified change of sign.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.geometric_rate import GeometricRate
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Optimal,
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
from rftheory.papers._shared.discrete_features import NORMS, d, over, p, x, y
from rftheory.papers.beyond._lemmas.discrete_pairs import OVERLAP, OVERLAPPING, SHARES, SIZES

_SHARED = Domain(SHARES.parameters, (*SHARES.rules, OVERLAP), None, SHARES.extra)
_LOG_GEOMETRIC = -d * sp.log(p) + over(sp.log(sp.besseli(0, 2 * SIZES / sp.sqrt(1 - p)))) - NORMS
_LOG_SERIES = over(sp.log(sp.hyper([], [1], SIZES**2 / (1 - p)) / p)) - NORMS
_BY_KUMMER = sp.log(sp.hyper((sp.S.Half,), (1,), 4 * SIZES / sp.sqrt(1 - p))) - 2 * SIZES / sp.sqrt(1 - p)
_LOG_KUMMER = over(_BY_KUMMER) - d * sp.log(p) - NORMS
_RATE = GeometricRate(x, y)
_LEAST = formula(_LOG_GEOMETRIC.subs(p, _RATE), OVERLAPPING, "x y", closed=_LOG_SERIES.subs(p, _RATE))


_EQUATION = over(
    SIZES
    * (1 - _RATE) ** sp.Rational(-3, 2)
    * sp.besseli(1, 2 * SIZES / sp.sqrt(1 - _RATE))
    / sp.besseli(0, 2 * SIZES / sp.sqrt(1 - _RATE))
)
_q = sp.Symbol("q", positive=True)
_TWO = Domain(
    (*_SHARED.parameters, real("q", above=0, below=1)),
    (*_SHARED.rules, Rule(p < _q, "p < q")),
    None,
    tuple(
        {**point, "q": value}
        for point, value in zip(
            _SHARED.extra, ("3/4", "9/10", "6/10", "51/100", "3/4", "99/100") * 4, strict=False
        )
    ),
)


def _convex(proof: Proof) -> None:
    share, t = sp.symbols("s t", positive=True)  # 1-p
    proof.equal(sp.diff(-sp.log(1 - share), share, 2), (1 - share) ** -2, "-log p is strictly convex")
    n = sp.Symbol("n", nonnegative=True, integer=True)
    proof.equal(
        sp.diff(sp.log(share**-n), share, 2),
        n / share**2,
        "(1-p)^(-k) is log-convex; sums of log-convex functions are",
    )
    proof.nonnegative(n / share**2, "with a nonnegative second derivative of the logarithm")
    proof.limit(-sp.log(t), t, 0, sp.oo, "psi tends to infinity as p -> 0,", side="+")
    proof.limit(
        1 + t / share, share, 0, sp.oo, "and, the series of I_0 having a term t^2/(1-p), as p -> 1", side="+"
    )
    argument, scale = sp.symbols("z c", positive=True)
    proof.equal(
        sp.diff(2 * scale / sp.sqrt(1 - p), p), scale * (1 - p) ** sp.Rational(-3, 2), "the inner derivative"
    )
    proof.equal(
        sp.diff(sp.besseli(0, argument), argument), sp.besseli(1, argument), "I_0' = I_1: the equation of p*"
    )


GEOM_STATIONARY = Statement(
    id="beyond/geom/stationary",
    kind="optimality",
    where="completes Section 3.2.2 of crt",
    title="The best geometric parameter is unique",
    text="The log second moment of geometric features is strictly convex in p; its minimiser solves one equation.",
    latex=r"\frac dp=\sum_lt_l(1-p)^{-3/2}\frac{I_1(2t_l(1-p)^{-1/2})}{I_0(2t_l(1-p)^{-1/2})}",
    domain_text="0 < p < 1, x_l y_l != 0 for some l",
    domain=OVERLAPPING,
    companions={
        "beyond/geom/p-star": {"": formula(_RATE, OVERLAPPING, "x y", closed=d / _EQUATION)},
        "beyond/geom/log-second-moment": {"": _LEAST},
    },
    claim=All(
        (
            Optimal(
                formula(_LOG_GEOMETRIC, _SHARED, "p x y"),
                {"p": formula(_RATE, OVERLAPPING, "x y")},
                unique=True,
                among=_SHARED,
            ),
            Equal(formula(d / _RATE, OVERLAPPING, "x y"), formula(_EQUATION, OVERLAPPING, "x y")),
            Equal(_LEAST, formula(_LOG_KUMMER.subs(p, _RATE), OVERLAPPING, "x y")),
            On(
                _TWO,
                Below(
                    formula(_LOG_GEOMETRIC.subs(p, (p + _q) / 2), _TWO, "p q x y"),
                    formula((_LOG_GEOMETRIC + _LOG_GEOMETRIC.subs(p, _q)) / 2, _TWO, "p q x y"),
                ),
                "two values p < q: strictly convex",
            ),
        )
    ),
    checks=(Derivation(_convex, WHOLE),),
    uses=("crt/thm3.5",),
    mechanism=("geometric",),
    note="Where all products vanish the infimum is approached as p -> 1 and not attained.",
)

_LARGE = d / (over(SIZES) + 5 * d / 4)


def _at_infinity(proof: Proof) -> None:
    size, total, dim = sp.symbols("eps T d", positive=True)
    proof.cite("I_1(z)/I_0(z) = 1 - 1/(2z) - 1/(8 z^2) + O(z^-3) (DLMF 10.40)")
    share = dim / (total / size + 5 * dim / 4)  # T/eps = sum of the t_l, eps -> 0
    lead = total / size * (1 - share) ** sp.Rational(-3, 2) - dim / 4 * (1 - share) ** -1
    residual = sp.series(lead - dim / share, size, 0, 1).removeO()
    proof.equal(residual, 0, "at d/(sum t + 5d/4) the equation holds up to O(1/t), so p* up to O(t^-3)")


_GROWING = Domain((real("t", above=1, reach=(2, 10**6)),), extra=({"t": 2}, {"t": 100}))
_scalar = sp.Symbol("t", positive=True)
_ONE_RATE = GeometricRate(_scalar, sp.S.One)

_EXCESS = (
    -sp.log(_ONE_RATE)
    + sp.log(sp.besseli(0, 2 * _scalar / sp.sqrt(1 - _ONE_RATE)))
    - 2 * _scalar
    - (sp.log(_scalar) - sp.log(4 * sp.pi * _scalar) / 2 + 1)
)


def _along(term: sp.Expr) -> sp.Expr:
    """The term at t times the products of x and y."""
    return term.subs(SIZES, _scalar * SIZES)


GEOM_LARGE_T = Statement(
    id="beyond/geom/large-t",
    kind="asymptotic",
    where="completes Section 3.2.2 of crt",
    title="The best geometric parameter for large products",
    text=(
        "For large t_l, p* = d/(sum t_l + 5d/4) (1 + O(t^-2)); the log second moment exceeds the Poisson optimum by "
        "d log(sum t/d) - (1/2) sum log(4 pi t_l) + d + o(1)."
    ),
    latex=r"p^*=\frac d{\sum_lt_l+5d/4}\left(1+O(t^{-2})\right)",
    domain_text="t_l -> infinity with bounded ratios",
    domain=OVERLAPPING,
    sides={"rhs": formula(_LARGE, OVERLAPPING, "x y", closed=1 / (over(SIZES / d) + sp.Rational(5, 4)))},
    claim=All(
        (
            Optimal(_along(_LOG_GEOMETRIC), {"p": sp.Function("p")(_scalar)}),
            Order(_scalar**2, "t", sp.Function("p")(_scalar) / _along(_LARGE), sp.S.One),
            Order(
                sp.S.One,
                "t",
                _along(_LOG_GEOMETRIC.subs(p, sp.Function("p")(_scalar)) + NORMS - 2 * over(SIZES)),
                _along(d * sp.log(over(SIZES) / d) - over(sp.log(4 * sp.pi * SIZES)) / 2 + d),
                vanishing=True,
            ),
        )
    ),
    checks=(
        Representations("rhs"),
        Representations(
            "rhs", formula(4 * (1 - over(SIZES) / (over(SIZES) + 5 * d / 4)) / 5, OVERLAPPING, "x y")
        ),
        Restated(
            "one coordinate, t -> infinity",
            {
                "left": formula(_ONE_RATE * (_scalar + sp.Rational(5, 4)), _GROWING, "t"),
                "right": formula(sp.S.One, _GROWING, ""),
            },
            _GROWING,
            Order(_scalar**2, "t", "left", "right"),
        ),
        Restated(
            "the excess in one coordinate",
            {"left": formula(_EXCESS, _GROWING, "t"), "right": formula(sp.S.Zero, _GROWING, "")},
            _GROWING,
            Order(sp.S.One, "t", "left", "right", vanishing=True),
        ),
        Derivation(_at_infinity, part("the rate of p*")),
    ),
    uses=("beyond/geom/stationary",),
    mechanism=("geometric",),
)

STATEMENTS = (
    GEOM_STATIONARY,
    GEOM_LARGE_T,
)
