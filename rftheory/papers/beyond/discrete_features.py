"""Discretely-induced features at their best: optimal laws for a pair, for all coordinates, for data; the geometric parameter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.exact.functions.common_law import CommonLaw
from rftheory.exact.functions.geometric_rate import GeometricRate
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Order,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    real,
    vector,
)

x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
d = sp.Symbol("d", positive=True, integer=True)
j, k = sp.symbols("j k", nonnegative=True, integer=True)
_t = sp.Symbol("t", positive=True)
p = sp.Symbol("p", positive=True)
_X = vector("x", "first input", reach=("1e-3", 30))
_Y = vector("y", "second input", reach=("1e-3", 30))
_SAME = Rule(("x", "y"), "x and y of one length", lambda a, b: len(a) == len(b))
_OVERLAP = Rule(
    ("x", "y"), "x_l y_l != 0 for some l", lambda a, b: any(s * t for s, t in zip(a, b, strict=True))
)
_EXAMPLES: tuple[dict[str, object], ...] = (
    {"x": ("3/10", "11/10", 2, "7/10"), "y": (1, 1, 1, 1)},
    {"x": (1,), "y": (-1,)},
    {"x": ("1/2", "-1/3"), "y": ("1/4", "2/3")},
    {"x": (1, 0), "y": (0, 2)},
    {"x": (0, 0), "y": (0, 1)},
    {"x": (10, "1/1000", 3), "y": (9, 1, -2)},
    {"x": (100,), "y": (-100,)},
)
_PAIR = Domain((_X, _Y), (_SAME,), None, _EXAMPLES)
_OVERLAPPING = Domain((_X, _Y), (_SAME, _OVERLAP), None, _EXAMPLES)
_SHARES = Domain(
    (real("p", above=0, below=1), _X, _Y),
    (_SAME,),
    None,
    tuple({"p": share, **pair} for share in ("1/2", "1/10", "9/10") for pair in _EXAMPLES),
)


def _over(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (j, 0, d - 1))


_SIZE = sp.Abs(x[j] * y[j])  # t_l
_GAP = _over((sp.Abs(x[j]) - sp.Abs(y[j])) ** 2)
_NORMS = _over(x[j] ** 2) + _over(y[j] ** 2)
_LOSS = _over(2 * (_SIZE - x[j] * y[j]))  # sum (x-y)^2 - sum (|x|-|y|)^2
_STABLE = 2 * sp.exp(-_GAP - _LOSS / 2) * sp.sinh(_LOSS / 2)  # exactly 0 where no product is negative


def _cauchy_schwarz(proof: Proof) -> None:
    a, b, u, v = sp.symbols("a b u v", positive=True)
    proof.equal(
        (a**2 / u + b**2 / v) * (u + v) - (a + b) ** 2,
        (a * v - b * u) ** 2 / (u * v),
        "Cauchy-Schwarz for two atoms: sum a_k^2/p_k sum p_k - (sum a_k)^2 is a square, 0 iff p is proportional to a",
    )
    proof.cite("Cauchy-Schwarz for countably many atoms: (sum a_k)^2 <= sum a_k^2/p_k, equality iff p ~ a")
    proof.equal(
        sp.summation(_t**k / sp.factorial(k), (k, 0, sp.oo)),
        sp.exp(_t),
        "with a_k = prod t_l^k_l/k_l! the sum is e^(sum t)",
    )
    proof.equal(
        (_t**k / sp.factorial(k)) / sp.exp(_t),
        sp.exp(-_t) * _t**k / sp.factorial(k),
        "and p ~ a is the Poisson law of rate t_l in each coordinate",
    )


lam = sp.Symbol("lam", positive=True)

_RATES = Domain(
    (real("lam", above=0, reach=("1e-2", 100)), _X, _Y),
    (_SAME,),
    None,
    tuple({"lam": rate, **pair} for rate in (1, "1/10", 30) for pair in _EXAMPLES),
)

_NEAR: tuple[dict[str, object], ...] = (*_EXAMPLES[:3], {"x": (2, "-1/2"), "y": ("1/2", 1)})


def _product(term: sp.Expr) -> sp.Expr:
    return sp.Product(term, (j, 0, d - 1))


_SECOND = sp.exp(-_GAP)

_KERNEL2 = sp.exp(-_over((x[j] - y[j]) ** 2))

_VARIANCE = _SECOND - _KERNEL2

_POISSON = sp.exp(-lam) * lam**k / sp.factorial(k)


def _second_moment(law: sp.Expr) -> sp.Expr:
    return sp.exp(-_NORMS) * _product(
        sp.Sum((x[j] * y[j]) ** (2 * k) / (sp.factorial(k) ** 2 * law), (k, 0, sp.oo))
    )


_OWN_POISSON = _second_moment(_POISSON.subs(lam, _SIZE))


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
    checks=(
        Representations("", None, _NEAR),
        Representations("", formula(_OWN_POISSON - _KERNEL2, _PAIR, "x y"), _NEAR),
        Restated(
            "no common Poisson law does better",
            {
                "least": formula(_SECOND, _PAIR, "x y"),
                "poisson": formula(_second_moment(_POISSON), _RATES, "lam x y"),
            },
            _RATES,
            Below("least", "poisson", strict=False),
        ),
        Restated(
            "nor a geometric one",
            {
                "least": formula(_SECOND, _PAIR, "x y"),
                "geometric": formula(_second_moment(p * (1 - p) ** k), _SHARES, "p x y"),
            },
            _SHARES,
            Below("least", "geometric", strict=False),
        ),
        Derivation(_optimal),
    ),
    uses=("crt/eq10",),
    mechanism=("discrete",),
)

_ALIKE = Rule(
    ("x", "y"), "x_l y_l >= 0 for all l", lambda a, b: all(s * t >= 0 for s, t in zip(a, b, strict=True))
)

_ALIKE_PAIR = Domain((_X, _Y), (_SAME, _ALIKE), None, _EXAMPLES)


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
    proof.equal(sp.Abs(u * v) - u * v, 0, "and 0 where x_l y_l > 0 (or one of them is 0)")


DIRF_ZERO_VARIANCE = Statement(
    id="beyond/dirf/zero-variance",
    kind="identity",
    where="completes Section 3.2.3 of crt",
    title="No variance where no product is negative",
    text="The least variance is 0 exactly when x_l y_l >= 0 for every l, as for shifted inputs.",
    latex=r"\min_p\mathrm{Var}=0\iff x_ly_l\ge0\ \forall l",
    domain_text="any x, y",
    domain=_PAIR,
    checks=(
        Restated(
            "where all products are >= 0",
            {
                "variance": formula(_STABLE, _ALIKE_PAIR, "x y"),
                "zero": formula(sp.S.Zero, _ALIKE_PAIR, ""),
            },
            _ALIKE_PAIR,
            Equal("variance", "zero"),
        ),
        Derivation(_zero),
    ),
    uses=("beyond/dirf/optimal",),
    mechanism=("discrete",),
)

_MODERATE = Domain(
    tuple(replace(axis, reach=(Fraction(1, 100), Fraction(5))) for axis in (_X, _Y)),
    (_SAME, _OVERLAP),
    None,
    _EXAMPLES[:4],
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
        sp.simplify(slope + sum((a[0] ** (2 * e) / sums[e - 1] for e in (1, 2)), sp.S.Zero) / mass[0] ** 2),
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


DIRF_COMMON = Statement(
    id="beyond/dirf/common",
    kind="optimality",
    where="completes Section 3.2 of crt",
    title="The best law common to all coordinates",
    text="The least sum_l log S_l is at p_k proportional to (1/k!) sqrt((1/d) sum_l t_l^(2k)/S_l).",
    latex=r"p_k\propto\frac1{k!}\sqrt{\frac1d\sum_l\frac{t_l^{2k}}{S_l}},\quad S_l=\sum_k\frac{t_l^{2k}}{(k!)^2p_k}",
    domain_text="t_l >= 0, not all zero",
    domain=_OVERLAPPING,
    sides={"": formula(CommonLaw(x, y), _OVERLAPPING, "x y")},
    checks=(
        Restated(
            "between one Poisson law a coordinate and one Poisson law for all",
            {
                "each": formula(2 * _over(_SIZE), _MODERATE, "x y"),
                "common": formula(CommonLaw(x, y), _MODERATE, "x y"),
            },
            _MODERATE,
            Below("each", "common", strict=False),
        ),
        Restated(
            "at most that of one Poisson law with the best rate",
            {
                "common": formula(CommonLaw(x, y), _MODERATE, "x y"),
                "poisson": formula(2 * sp.sqrt(d * _over(_SIZE**2)), _MODERATE, "x y"),
            },
            _MODERATE,
            Below("common", "poisson", strict=False),
        ),
        Representations("", formula(2 * _over(_SIZE), _OVERLAPPING, "x y"), _EQUAL_SIZES),
        Derivation(_stationary),
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
    checks=(Derivation(_data),),
    uses=("beyond/dirf/optimal",),
    mechanism=("discrete",),
)

_SHARED = Domain(_SHARES.parameters, (*_SHARES.rules, _OVERLAP), None, _SHARES.extra)

_LOG_GEOMETRIC = -d * sp.log(p) + _over(sp.log(sp.besseli(0, 2 * _SIZE / sp.sqrt(1 - p)))) - _NORMS

_RATE = GeometricRate(x, y)


def _convex(proof: Proof) -> None:
    share = sp.Symbol("s", positive=True)  # 1-p
    proof.equal(sp.diff(-sp.log(1 - share), share, 2), (1 - share) ** -2, "-log p is strictly convex")
    n = sp.Symbol("n", nonnegative=True, integer=True)
    proof.equal(
        sp.diff(sp.log(share**-n), share, 2),
        n / share**2,
        "(1-p)^(-k) is log-convex; sums of log-convex functions are",
    )
    proof.nonnegative(n / share**2, "with a nonnegative second derivative of the logarithm")
    proof.true(sp.limit(-sp.log(_t), _t, 0, "+") == sp.oo, "psi tends to infinity as p -> 0,")
    proof.true(
        sp.limit(1 + _t / share, share, 0, "+") == sp.oo,
        "and, the series of I_0 having a term t^2/(1-p), as p -> 1",
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
    domain=_OVERLAPPING,
    companions={
        "beyond/geom/p-star": {"": formula(_RATE, _OVERLAPPING, "x y")},
        "beyond/geom/log-second-moment": {"": formula(_LOG_GEOMETRIC.subs(p, _RATE), _OVERLAPPING, "x y")},
    },
    checks=(
        Restated(
            "no p does better than p*",
            {
                "least": formula(_LOG_GEOMETRIC.subs(p, _RATE), _OVERLAPPING, "x y"),
                "any": formula(_LOG_GEOMETRIC, _SHARED, "p x y"),
            },
            _SHARED,
            Below("least", "any", strict=False),
        ),
        Restated(
            "p* solves the equation",
            {
                "left": formula(d / _RATE, _OVERLAPPING, "x y"),
                "right": formula(
                    _over(
                        _SIZE
                        * (1 - _RATE) ** sp.Rational(-3, 2)
                        * sp.besseli(1, 2 * _SIZE / sp.sqrt(1 - _RATE))
                        / sp.besseli(0, 2 * _SIZE / sp.sqrt(1 - _RATE))
                    ),
                    _OVERLAPPING,
                    "x y",
                ),
            },
            _OVERLAPPING,
            Equal("left", "right"),
        ),
        Derivation(_convex),
    ),
    uses=("crt/thm3.5",),
    mechanism=("geometric",),
    note="Where all products vanish the infimum is approached as p -> 1 and not attained.",
)

_LARGE = d / (_over(_SIZE) + 5 * d / 4)


def _at_infinity(proof: Proof) -> None:
    size, total, dim = sp.symbols("eps T d", positive=True)
    proof.cite("I_1(z)/I_0(z) = 1 - 1/(2z) - 1/(8 z^2) + O(z^-3) (DLMF 10.40)")
    share = dim / (total / size + 5 * dim / 4)  # T/eps = sum of the t_l, eps -> 0
    lead = total / size * (1 - share) ** sp.Rational(-3, 2) - dim / 4 * (1 - share) ** -1
    residual = sp.series(lead - dim / share, size, 0, 1).removeO()
    proof.equal(
        sp.simplify(residual), 0, "at d/(sum t + 5d/4) the equation holds up to O(1/t), so p* up to O(t^-3)"
    )


_GROWING = Domain((real("t", above=1, reach=(2, 10**6)),), extra=({"t": 2}, {"t": 100}))

_scalar = sp.Symbol("t", positive=True)

_ONE_RATE = GeometricRate(_scalar, sp.S.One)

_EXCESS = (
    -sp.log(_ONE_RATE)
    + sp.log(sp.besseli(0, 2 * _scalar / sp.sqrt(1 - _ONE_RATE)))
    - 2 * _scalar
    - (sp.log(_scalar) - sp.log(4 * sp.pi * _scalar) / 2 + 1)
)

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
    domain=_OVERLAPPING,
    sides={"rhs": formula(_LARGE, _OVERLAPPING, "x y")},
    checks=(
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
        Derivation(_at_infinity, "the rate of p*", whole=False),
    ),
    uses=("beyond/geom/stationary",),
    mechanism=("geometric",),
)

STATEMENTS = (
    DIRF_OPTIMAL,
    DIRF_ZERO_VARIANCE,
    DIRF_COMMON,
    DIRF_DATA,
    GEOM_STATIONARY,
    GEOM_LARGE_T,
)
