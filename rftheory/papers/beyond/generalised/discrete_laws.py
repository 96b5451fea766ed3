"""Discretely-induced features at their best, beyond Section 3.2 of crt: optimal laws for a pair, for all coordinates, for data.

t_l = |x_l y_l|. Main results:
* Over all laws on N^d min E Z^2 = exp(-sum (|x_l|-|y_l|)^2), at independent Poisson counts of rates t_l; the variance is
  0 exactly when x_l y_l >= 0 for every l.
* One law for all coordinates: p_k proportional to (1/k!) sqrt((1/d) sum_l t_l^(2k)/S_l), S_l = sum_k t_l^(2k)/((k!)^2 p_k).
* A distribution of pairs: p(k) proportional to sqrt(E[e^(-n2) prod (x_l y_l)^(2 k_l)])/prod k_l!.

Proved by Cauchy-Schwarz with its case of equality, and by convexity in log p_k. Poisson and geometric laws do no
better.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.exact.functions.common_law import CommonLaw
from rftheory.kit import (
    PLACE,
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Draw,
    Equal,
    Estimate,
    Every,
    Expectation,
    On,
    Optimal,
    Proof,
    Representations,
    Restated,
    Rule,
    Some,
    Statement,
    Variance,
    entries,
    formula,
    part,
    real,
)
from rftheory.papers._shared.discrete_features import (
    POISSON,
    SAME_LENGTH,
    d,
    j,
    k,
    lam,
    over,
    p,
    product,
    second_moment,
    x,
    y,
)
from rftheory.papers.beyond._lemmas.discrete_pairs import EXAMPLES, OVERLAP, OVERLAPPING, SHARES, SIZES, X, Y

_PAIR = Domain((X, Y), (SAME_LENGTH,), None, EXAMPLES)
_GAP = over((sp.Abs(x[j]) - sp.Abs(y[j])) ** 2)
_LOSS = over(2 * (SIZES - x[j] * y[j]))  # sum (x-y)^2 - sum (|x|-|y|)^2
_STABLE = 2 * sp.exp(-_GAP - _LOSS / 2) * sp.sinh(_LOSS / 2)  # exactly 0 where no product is negative


def _cauchy_schwarz(proof: Proof) -> None:
    """sum a_k^2/p_k >= (sum a_k)^2, at p proportional to a: Poisson counts."""
    a, b, u, v = sp.symbols("a b u v", positive=True)
    t = sp.Symbol("t", positive=True)
    proof.equal(
        (a**2 / u + b**2 / v) * (u + v) - (a + b) ** 2,
        (a * v - b * u) ** 2 / (u * v),
        "Cauchy-Schwarz for two atoms: sum a_k^2/p_k sum p_k - (sum a_k)^2 is a square, 0 iff p is proportional to a",
    )
    proof.cite("Cauchy-Schwarz for countably many atoms: (sum a_k)^2 <= sum a_k^2/p_k, equality iff p ~ a")
    proof.equal(
        sp.summation(t**k / sp.factorial(k), (k, 0, sp.oo)),
        sp.exp(t),
        "with a_k = prod t_l^k_l/k_l! the sum is e^(sum t)",
    )
    proof.equal(
        (t**k / sp.factorial(k)) / sp.exp(t),
        sp.exp(-t) * t**k / sp.factorial(k),
        "and p ~ a is the Poisson law of rate t_l in each coordinate",
    )


_RATES = Domain(
    (real("lam", above=0, reach=("1e-2", 100)), X, Y),
    (SAME_LENGTH,),
    None,
    tuple({"lam": rate, **pair} for rate in (1, "1/10", 30) for pair in EXAMPLES),
)

_NEAR: tuple[dict[str, object], ...] = (*EXAMPLES[:3], {"x": (2, "-1/2"), "y": ("1/2", 1)})
_MILD = Domain(tuple(replace(axis, roams=False) for axis in (X, Y)), (SAME_LENGTH,), None, _NEAR)
_SECOND = sp.exp(-_GAP)
_KERNEL2 = sp.exp(-over((x[j] - y[j]) ** 2))
_VARIANCE = _SECOND - _KERNEL2
_OWN_POISSON = second_moment(POISSON.subs(lam, SIZES))


_ANY_LAW, _OWN_LAW = (
    Estimate(law, "discrete", 1, kernel="gaussian")
    for law in ("any law on N^d", "independent Poisson counts of rates |x_l y_l|")
)


def _optimal(proof: Proof) -> None:
    _cauchy_schwarz(proof)
    a, b = sp.symbols("a b", nonnegative=True)
    proof.equal(
        sp.exp(-(a**2) - b**2) * sp.exp(2 * a * b),
        sp.exp(-((a - b) ** 2)),
        "e^(-n2) e^(2 t), coordinate by coordinate",
    )


DIRF_OPTIMAL = Statement(
    id="beyond/dirf/optimal",
    kind="optimality",
    where="completes Section 3.2 of crt",
    title="The best law of discretely-induced features for one pair",
    text=(
        "Over all laws on N^d the least second moment is exp(-sum (|x_l|-|y_l|)^2), reached by independent Poisson "
        "counts of rates |x_l y_l|."
    ),
    latex=r"\min_p\mathbb E Z^2=e^{-\sum_l(|x_l|-|y_l|)^2},\quad \omega_l\sim\mathrm{Poisson}(|x_ly_l|)",
    domain_text="any x, y (coordinates with x_l y_l = 0 take the count 0)",
    domain=_PAIR,
    sides={"": formula(_VARIANCE, _PAIR, "x y", closed=_STABLE)},
    companions={"beyond/dirf/optimal/second-moment": {"": formula(_SECOND, _PAIR, "x y")}},
    claim=All(
        (
            Below(_SECOND, Expectation(_ANY_LAW**2), strict=False),
            Equal(Expectation(_OWN_LAW**2), _SECOND),
            Equal(Variance(_OWN_LAW), ""),
            On(
                _MILD, Equal(formula(_OWN_POISSON, _PAIR, "x y"), formula(_SECOND, _PAIR, "x y")), "such x, y"
            ),
            On(_MILD, Equal("", formula(_OWN_POISSON - _KERNEL2, _PAIR, "x y")), "such x, y"),
        )
    ),
    checks=(
        Representations("", None, _NEAR),
        Restated(
            "no common Poisson law does better",
            {
                "least": formula(_SECOND, _PAIR, "x y"),
                "poisson": formula(second_moment(POISSON), _RATES, "lam x y"),
            },
            _RATES,
            Below("least", "poisson", strict=False),
        ),
        Restated(
            "nor a geometric one",
            {
                "least": formula(_SECOND, _PAIR, "x y"),
                "geometric": formula(second_moment(p * (1 - p) ** k), SHARES, "p x y"),
            },
            SHARES,
            Below("least", "geometric", strict=False),
        ),
        Derivation(_optimal, WHOLE),
    ),
    uses=("crt/eq10",),
    mechanism=("discrete",),
)

_ALIKE = Rule(Every(x[PLACE] * y[PLACE] >= 0, entries(x)), "x_l y_l >= 0 for all l")

_UNLIKE = Rule(Some(x[PLACE] * y[PLACE] < 0, entries(x)), "x_l y_l < 0 for some l")
_UNLIKE_PAIR = Domain((X, Y), (SAME_LENGTH, _UNLIKE), None, EXAMPLES)
_ALIKE_PAIR = Domain((X, Y), (SAME_LENGTH, _ALIKE), None, EXAMPLES)


def _zero(proof: Proof) -> None:
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        (a - b) ** 2 - (sp.Abs(a) - sp.Abs(b)) ** 2,
        2 * (sp.Abs(a * b) - a * b),
        "what the exponents differ by in one coordinate",
    )
    proof.cite("|u| >= u for real u, with equality iff u >= 0")
    u, v = sp.symbols("u v", positive=True)
    proof.positive(2 * (sp.Abs(-u * v) + u * v), "and positive where x_l y_l < 0")
    proof.equal(sp.Abs(u * v), u * v, "and 0 where x_l y_l > 0 (or one of them is 0)")


DIRF_ZERO_VARIANCE = Statement(
    id="beyond/dirf/zero-variance",
    kind="identity",
    where="completes Section 3.2.3 of crt",
    title="No variance where no product is negative",
    text="The least variance is 0 exactly when x_l y_l >= 0 for every l, as for shifted inputs.",
    latex=r"\min_p\mathrm{Var}=0\iff x_ly_l\ge0\ \forall l",
    domain_text="any x, y",
    domain=_PAIR,
    claim=All(
        (
            On(_ALIKE_PAIR, Equal(formula(_STABLE, _ALIKE_PAIR, "x y"), sp.S.Zero), "x_l y_l >= 0 for all l"),
            On(
                _UNLIKE_PAIR,
                Below(sp.S.Zero, formula(_STABLE, _UNLIKE_PAIR, "x y")),
                "x_l y_l < 0 for some l",
            ),
        )
    ),
    checks=(Derivation(_zero, WHOLE),),
    uses=("beyond/dirf/optimal",),
    mechanism=("discrete",),
)

_MODERATE = Domain(
    tuple(replace(axis, reach=(Fraction(1, 100), Fraction(5))) for axis in (X, Y)),
    (SAME_LENGTH, OVERLAP),
    None,
    EXAMPLES[:4],
)

_EQUAL_SIZES: tuple[dict[str, object], ...] = (
    {"x": (2,), "y": (3,)}, {"x": (1, -2), "y": (1, "1/2")}, {"x": (1, 1, 1), "y": ("1/3", "1/3", "-1/3")},
)  # fmt: skip


def _stationary(proof: Proof) -> None:
    first, second, weight = sp.symbols("l0 l1 mu", positive=True)
    mass = sp.symbols("q0 q1", positive=True)
    a = sp.symbols("a0 a1", positive=True)
    total = sum(
        (sp.log(sum((a[i] ** (2 * e) / mass[i] for i in range(2)), sp.S.Zero)) for e in (1, 2)), sp.S.Zero
    )
    slope = sp.diff(total, mass[0])
    sums = [sum((a[i] ** (2 * e) / mass[i] for i in range(2)), sp.S.Zero) for e in (1, 2)]
    proof.equal(
        slope + sum((a[0] ** (2 * e) / sums[e - 1] for e in (1, 2)), sp.S.Zero) / mass[0] ** 2,
        0,
        "the derivative of sum_l log S_l in p_k is -sum_l t_l^(2k)/((k!)^2 S_l)/p_k^2",
    )
    proof.equal(
        sp.solve(first / weight - second**2, second)[0] ** 2 * weight,
        first,
        "equal to a multiplier it gives p_k proportional to the root of sum_l t_l^(2k)/S_l, over k!",
    )
    proof.cite(
        "log-sum-exp is convex: sum_l log sum_k exp(2k log t_l - 2 log k! - log p_k) is convex in (log p_k)"
    )
    proof.cite("the constraint sum exp(log p_k) <= 1 is convex, so a stationary point is the minimum")


_law = sp.IndexedBase("p")


def _sum(size: sp.Expr) -> sp.Expr:
    """S_l under the law p."""
    return sp.Sum(size ** (2 * k) / (sp.factorial(k) ** 2 * _law[k]), (k, 0, sp.oo))


DIRF_COMMON = Statement(
    id="beyond/dirf/common",
    kind="optimality",
    where="completes Section 3.2 of crt",
    title="The best law common to all coordinates",
    text="The least sum_l log S_l is at p_k proportional to (1/k!) sqrt((1/d) sum_l t_l^(2k)/S_l).",
    latex=r"p_k\propto\frac1{k!}\sqrt{\frac1d\sum_l\frac{t_l^{2k}}{S_l}},\quad S_l=\sum_k\frac{t_l^{2k}}{(k!)^2p_k}",
    domain_text="t_l >= 0, not all zero",
    domain=OVERLAPPING,
    sides={"": formula(CommonLaw(x, y), OVERLAPPING, "x y")},
    claim=All(
        (
            Optimal(
                over(sp.log(_sum(SIZES))),
                {"p": sp.Symbol("N") / sp.factorial(k) * sp.sqrt(over(SIZES ** (2 * k) / _sum(SIZES)) / d)},
                among_words="laws p_0, p_1, .. of a count; N makes the sum 1",
            ),
            Below("", over(sp.log(_sum(SIZES))), strict=False),
        )
    ),
    checks=(
        Restated(
            "between one Poisson law a coordinate and one Poisson law for all",
            {
                "each": formula(2 * over(SIZES), _MODERATE, "x y"),
                "common": formula(CommonLaw(x, y), _MODERATE, "x y"),
            },
            _MODERATE,
            Below("each", "common", strict=False),
        ),
        Restated(
            "at most that of one Poisson law with the best rate",
            {
                "common": formula(CommonLaw(x, y), _MODERATE, "x y"),
                "poisson": formula(2 * sp.sqrt(d * over(SIZES**2)), _MODERATE, "x y"),
            },
            _MODERATE,
            Below("common", "poisson", strict=False),
        ),
        Representations("", formula(2 * over(SIZES), OVERLAPPING, "x y"), _EQUAL_SIZES),
        Derivation(
            _stationary, part("two atoms and two coordinates written out; convexity for all of them is cited")
        ),
    ),
    uses=("crt/eq10",),
    mechanism=("discrete",),
    setting="DIRF, one law for all coordinates",
)


def _data(proof: Proof) -> None:
    _cauchy_schwarz(proof)
    first, second = sp.symbols("s t", positive=True)
    proof.equal(
        sp.sqrt(first * second),
        sp.sqrt(first) * sp.sqrt(second),
        "independent coordinates: the root of a product of means",
    )
    proof.cite(
        "Tonelli: the mean of sum_k c_k/p_k over pairs is sum_k E c_k/p_k, to which Cauchy-Schwarz applies"
    )


_drawn = Draw("n", Distribution("p"))
_counts, _k = sp.IndexedBase("n"), sp.IndexedBase("k")


def _factor(counts: sp.IndexedBase) -> sp.Expr:
    """e^(-x_l^2 - y_l^2) (x_l y_l)^(2 n_l)/(n_l!)^2."""
    return sp.exp(-(x[j] ** 2) - y[j] ** 2) * (x[j] * y[j]) ** (2 * counts[j]) / sp.factorial(counts[j]) ** 2


def _weights(counts: sp.IndexedBase) -> sp.Expr:
    """Their product over the coordinates."""
    return product(_factor(counts))


DIRF_DATA = Statement(
    id="beyond/dirf/data",
    kind="optimality",
    where="completes Section 3.2 of crt",
    title="The best law for a distribution of pairs",
    text=(
        "The average second moment is least for p(k) proportional to sqrt(E[e^(-n2) prod (x_l y_l)^(2 k_l)])/prod k_l!, "
        "a product law where the coordinate pairs are independent."
    ),
    latex=r"p(k)\propto\frac{\sqrt{\mathbb E[e^{-\|x\|^2-\|y\|^2}\prod_l(x_ly_l)^{2k_l}]}}{\prod_lk_l!}",
    domain_text="finite moments",
    claim=All(
        (
            Optimal(
                Expectation(_weights(_counts) / sp.Function("p")(_drawn) ** 2),
                {"p": sp.Symbol("N") * sp.sqrt(Expectation(_weights(_k)))},
                among_words="laws p on N^d of the count n; N makes the sum over k 1",
            ),
            On(
                Domain(),
                Equal(Expectation(_weights(_k)), product(Expectation(_factor(_k)))),
                "independent pairs of coordinates: a product law",
            ),
        )
    ),
    checks=(Derivation(_data, WHOLE),),
    uses=("beyond/dirf/optimal",),
    mechanism=("discrete",),
)

STATEMENTS = (
    DIRF_OPTIMAL,
    DIRF_ZERO_VARIANCE,
    DIRF_COMMON,
    DIRF_DATA,
)
