"""Bounded dense features, A < 0: suprema and tails of the estimate.

Main results:
* sup Z/K = det(Sigma)^(1/2) exp(v.(Sigma-I)^(-1) v/2), attained at one row.
* Hoeffding's bound with it; a lower tail for every positive map with a finite second moment.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Quantity,
    Statement,
    TailBound,
    formula,
    integer,
    real,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    BOUNDED,
    NEGATIVE,
    SECOND,
    S,
    V,
    a,
    at_points,
    chi,
    i,
    lists,
    times,
    total,
    w,
    x,
)
from rftheory.papers.beyond._lemmas.drawn.dense_rows import tails

_WHERE = "dense features, bounds"
_PAIRS = lists("a x y", BOUNDED, extra=at_points("a x y", NEGATIVE))
_ROWS = lists("a w x y", BOUNDED, extra=at_points("a w x y", NEGATIVE))
_INPUTS = lists("a x", BOUNDED, extra=at_points("a x", NEGATIVE))
_ONE_ROWS = lists("a w x", BOUNDED, extra=at_points("a w x", NEGATIVE))
_NAMES = "a x y"
_SUP = sp.sqrt(times(S)) * sp.exp(total(V**2 / (S - 1)) / 2)
_SUP_FEATURE = times(S) ** sp.Rational(1, 4) * sp.exp(total(x[i] ** 2 / 2 + x[i] ** 2 / (S - 1)))


def _product(row: sp.Expr) -> sp.Expr:
    """Z/K at the row, of a law N(0, I)."""
    return sp.sqrt(times(S)) * sp.exp(total(2 * a[i] * row**2 + sp.sqrt(S) * row * V - V**2 / 2))


def _feature(row: sp.Expr) -> sp.Expr:
    return times(S) ** sp.Rational(1, 4) * sp.exp(
        total(a[i] * row**2 + sp.sqrt(S) * row * x[i] - x[i] ** 2 / 2)
    )


def _sup_steps(proof: Proof) -> None:
    b, v, g = sp.symbols("b v g", positive=True)  # b = -a
    s = 1 + 4 * b
    proof.equal(
        -2 * b * g**2 + sp.sqrt(s) * g * v - v**2 / 2,
        v**2 / (2 * (s - 1)) - 2 * b * (g - sp.sqrt(s) * v / (4 * b)) ** 2,
        "completing the square in one coordinate, a = -b < 0",
    )
    proof.equal(
        -b * g**2 + sp.sqrt(s) * g * v - v**2 / 2,
        v**2 / 2 + v**2 / (s - 1) - b * (g - sp.sqrt(s) * v / (2 * b)) ** 2,
        "and of one feature: s/(s-1) - 1/2 = 1/2 + 1/(s-1)",
    )


SUP = Statement(
    id="beyond/dense/sup",
    kind="identity",
    where=_WHERE,
    title="Suprema of bounded features",
    text=(
        "For A < 0 the supremum of Z/K over the row is attained at w_0 = |A|^(-1) (I-4A)^(1/2) v/4; so is that of one feature. "
        "For A <= 0 it is finite iff v lies in the range of A, with a positive eigenvalue it is infinite."
    ),
    latex=(
        r"\sup_wZ/K=\det(\Sigma)^{1/2}\exp\left(\tfrac12v^\top(\Sigma-I)^{-1}v\right);\quad "
        r"\sup_wf(w,x)=\det(\Sigma)^{1/4}\exp\left(\tfrac12|x|^2+x^\top(\Sigma-I)^{-1}x\right)"
    ),
    domain_text="A < 0",
    domain=_PAIRS,
    sides={"": formula(_SUP, _PAIRS, _NAMES)},
    companions={"beyond/dense/sup/feature": {"": formula(_SUP_FEATURE, _INPUTS, "a x")}},
    claim=All(
        (
            Equal("", formula(_product(-sp.sqrt(S) * V / (4 * a[i])), _PAIRS, _NAMES)),
            On(_ROWS, Below(formula(_product(w[i]), _ROWS, "a w x y"), "", strict=False), "any row"),
            On(
                _INPUTS,
                Equal(
                    formula(_SUP_FEATURE, _INPUTS, "a x"),
                    formula(_feature(-sp.sqrt(S) * x[i] / (2 * a[i])), _INPUTS, "a x"),
                ),
                "one feature",
            ),
            On(
                _ONE_ROWS,
                Below(
                    formula(_feature(w[i]), _ONE_ROWS, "a w x"),
                    formula(_SUP_FEATURE, _ONE_ROWS, "a x"),
                    strict=False,
                ),
                "one feature, any row",
            ),
        )
    ),
    checks=(Derivation(_sup_steps, WHOLE, covered="v = 0 and signs of v leave the squares as they are"),),
    uses=("beyond/dense/feature",),
)

_m, _eps = sp.Symbol("m", positive=True, integer=True), sp.Symbol("eps", positive=True)
_COUNT = integer("m", 1, reach=10**6, meaning="number of rows")
_ERROR = real("eps", above=0, reach=("1e-3", 10), meaning="relative error")
_SHARE = real("eps", above=0, upper=1, meaning="relative error")


def _with(points: tuple[dict[str, object], ...], *errors: str) -> tuple[dict[str, object], ...]:
    """Chosen points with a number of rows and an error each."""
    return tuple({**p, "m": 3**k, "eps": errors[k % len(errors)]} for k, p in enumerate(points))


_TAILS = lists(
    "a x y", BOUNDED, others=(_COUNT, _ERROR), extra=_with(at_points("a x y", NEGATIVE), "1/10", "1", "3")
)
_LOWER = lists("a x y", SECOND, others=(_COUNT, _SHARE), extra=_with(at_points("a x y"), "1/10", "1", "1/2"))
_TAIL = 2 * sp.exp(-2 * _m * _eps**2 / _SUP**2)
_LOWER_TAIL = sp.exp(-_m * _eps**2 / (2 * chi()))
_R = 1 / (1 - 8 * a[i])
_TAIL_BY_LOGARITHMS = 2 * sp.exp(-2 * _m * _eps**2 * sp.exp(total(V**2 / (4 * a[i])) - total(sp.log(S))))
_LOWER_BY_LOGARITHMS = sp.exp(
    -_m * _eps**2 / 2 * sp.exp(-total(sp.log(1 + _R) - sp.log(4 * _R) / 2 + _R * V**2))
)
_a, _v = sp.Symbol("A", negative=True), sp.Symbol("v", real=True)
_LINE = Domain(
    (
        real("A", below=0, reach=("1e-2", 100), meaning="the scalar"),
        real("v", reach=("1e-2", 3), meaning="x + y"),
        real("eps", above=0, below=1, meaning="relative error"),
    ),
    extra=(
        {"A": "-1/4", "v": 1, "eps": "1/2"},
        {"A": -3, "v": 0, "eps": "9/10"},
        {"A": "-1/100", "v": 2, "eps": "1/10"},
    ),
)


def _one_dimension() -> dict[str, sp.Expr]:
    """d = m = 1: the exact probabilities of both tails, and both bounds."""
    s, r = 1 - 4 * _a, 1 / (1 - 8 * _a)
    top = sp.sqrt(s) * sp.exp(_v**2 / (2 * (s - 1)))
    peak = sp.sqrt(s) * _v / (-4 * _a)

    def inside(level: sp.Expr) -> sp.Expr:
        """P(Z/K >= level), 0 where the level is not reached."""
        half = sp.sqrt(sp.Max(0, sp.log(top / level)) / (-2 * _a))
        return (sp.erf((peak + half) / sp.sqrt(2)) - sp.erf((peak - half) / sp.sqrt(2))) / 2

    chi_one = sp.sqrt((1 + r) ** 2 / (4 * r)) * sp.exp(r * _v**2)
    return {
        "lower": 1 - inside(1 - _eps),
        "both": inside(1 + _eps) + 1 - inside(1 - _eps),
        "lower bound": sp.exp(-(_eps**2) / (2 * chi_one)),
        "bound": 2 * sp.exp(-2 * _eps**2 / top**2),
    }


_EXACT = _one_dimension()


def _tail_steps(proof: Proof) -> None:
    m, e, c, lam, q = sp.symbols("m eps c lam q", positive=True)
    proof.cite("Hoeffding's inequality for the mean of m independent variables in [0, S]")
    top = sp.Symbol("S", positive=True)
    proof.equal(-2 * m**2 * e**2 / (m * top**2), -2 * m * e**2 / top**2, "its exponent, twice for both tails")
    proof.equal(
        sp.diff(1 - q + q**2 / 2 - sp.exp(-q), q, 2),
        1 - sp.exp(-q),
        "e^(-q) <= 1 - q + q^2/2 for q >= 0: value and slope of the difference are 0 at 0, its curvature is not negative",
    )
    proof.cite("log(1 + u) <= u, and Markov's inequality for exp(-lam m Khat/K)")
    proof.equal(
        (lam * (1 - e) - lam + lam**2 * c / 2).subs(lam, e / c),
        -(e**2) / (2 * c),
        "lam(1-eps) - lam + lam^2 chi/2 at lam = eps/chi",
    )


TAIL = Statement(
    id="beyond/dense/tail",
    kind="tail bound",
    where=_WHERE,
    title="Tails of the estimate",
    text=(
        "A < 0, m iid rows: P(|Khat - K| >= eps K) <= 2 exp(-2 m eps^2/S^2), S = sup Z/K. Lower tail, for every positive map "
        "with a finite chi: P(Khat <= (1-eps)K) <= exp(-m eps^2/(2 chi))."
    ),
    latex=(
        r"2\exp\left(-\frac{2m\varepsilon^2}{S^2}\right);\quad "
        r"\mathbb P\left(\hat K\le(1-\varepsilon)K\right)\le e^{-m\varepsilon^2/(2\chi)}"
    ),
    domain_text="A < 0, m >= 1, eps > 0; lower tail: 8 A < I, 0 < eps <= 1",
    domain=_TAILS,
    sides={"": formula(_TAIL, _TAILS, "a x y m eps")},
    companions={"beyond/dense/tail/lower": {"": formula(_LOWER_TAIL, _LOWER, "a x y m eps")}},
    claim=All(
        (
            Equal("", formula(_TAIL_BY_LOGARITHMS, _TAILS, "a x y m eps")),
            On(
                _LOWER,
                Equal(
                    formula(_LOWER_TAIL, _LOWER, "a x y m eps"),
                    formula(_LOWER_BY_LOGARITHMS, _LOWER, "a x y m eps"),
                ),
                "the lower tail by logarithms",
            ),
            TailBound(Quantity("Khat/K - 1, m iid rows of N(0, I-4A), A < 0", _m), _eps, "", side="both"),
            On(
                _LOWER,
                TailBound(
                    Quantity("Khat/K, m iid rows of N(0, I-4A)", _m), 1 - _eps, _LOWER_TAIL, side="lower"
                ),
            ),
            On(
                _LINE,
                Below(formula(_EXACT["both"], _LINE, "A v eps"), formula(_EXACT["bound"], _LINE, "A v eps")),
                "d = m = 1",
            ),
            On(
                _LINE,
                Below(
                    formula(_EXACT["lower"], _LINE, "A v eps"),
                    formula(_EXACT["lower bound"], _LINE, "A v eps"),
                ),
                "d = m = 1, lower tail",
            ),
        )
    ),
    checks=(
        Derivation(_tail_steps, WHOLE),
        *tails(formula(_TAIL, _TAILS, "a x y m eps"), formula(_LOWER_TAIL, _LOWER, "a x y m eps")),
    ),
    uses=("beyond/dense/sup", "beyond/dense/relative"),
    note="The first bound may exceed 1.",
)

STATEMENTS = (
    SUP,
    TAIL,
)
