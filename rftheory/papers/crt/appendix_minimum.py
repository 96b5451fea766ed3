"""Appendix 9.4 of crt: the proof of Theorem 3.3, from the variance at real A to its only stationary point.

Main results, s = 1, rho = 1/(1-8A) > 0, t = |x+y|^2, n2 = |x|^2 + |y|^2:
* For real A the two exponentials of (6) are one: Var = ((1-4A)/sqrt(1-8A))^d e^(2(1-4A) t/(1-8A) - 2 n2) - K^2
  = 2^(-d) ((rho+1)/sqrt rho)^d e^((1+rho) t - 2 n2) - K^2.
* The logarithm g of the first term has g' = d/(rho+1) - d/(2 rho) + t.
* (22): g' = 0 is 2t rho^2 + (2t+d) rho - d = 0; of its roots one is negative, the other rho*.
* `sec9.4/unique`: g' rises from -infinity to t > 0 and vanishes at rho* alone, the global minimum.

Proofs are algebra; each form of the variance is compared with quadrature, and rho* with competitors.
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
    Estimate,
    Limit,
    On,
    Optimal,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DIMENSION,
    ON_A_LINE,
    PAIRS,
    SQUARES,
    V2,
    d,
    fit,
    x2,
    xy,
    y2,
)
from rftheory.papers._shared.optimal_positive import CURVE, best_rho, rho, v2
from rftheory.papers.crt._lemmas.real_parameter import (
    A_OF_RHO,
    LOG_FIRST,
    MINUS,
    PLUS,
    QUADRATIC,
    SLOPE,
    change_steps,
    quadratic_steps,
    real_a_steps,
)
from rftheory.papers.crt._notation import KERNEL, N2, SMALL_A, a, s, variance_at_real_a

_NAMES = "d A x2 y2 xy"
_VARIANCE = Variance(Estimate("iid", "gerf"))

_REAL_A = Domain(
    (DIMENSION, SMALL_A, *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    tuple({"d": 3, "A": value, **p} for p in PAIRS for value in (0, "-1/2", "1/9", -1000)),
)

_MODEST: tuple[dict[str, object], ...] = tuple(
    {"d": size, "A": value, "x2": 1, "y2": "1/2", "xy": cross}
    for size, value, cross in ((3, "-1/2", "1/3"), (64, "1/9", "-1/4"), (2, "-3", "1/2"))
)

_PLAIN: tuple[dict[str, object], ...] = (
    {"x2": 1, "y2": "1/2", "xy": "1/3"},
    {"x2": "1/4", "y2": 2, "xy": "-1/2"},
)
_CHEAP_A = replace(
    _REAL_A,
    extra=tuple(
        {"d": n, "A": a, **q}
        for a in ("-1/2", "1/9", "-3", "1/100")
        for n in (3, 64, 2, 5, 16)
        for q in _PLAIN
    ),
)  # with points at which quadrature is cheap

_STABLE1 = KERNEL**2 * (
    (1 + 16 * a**2 / (1 - 8 * a)) ** (d / 2) * sp.exp(V2 / (1 - 8 * a)) - 1
)  # exactly 0 at A = 0, x = -y

SEC9_4_LINE1 = Statement(
    id="crt/sec9.4/line1",
    kind="identity",
    where="Section 9.4, first display, first form",
    title="The variance at real A",
    text="For real A and s = 1 the two exponentials of (6) are one.",
    latex=(
        r"\left(\tfrac{1-4A}{\sqrt{1-8A}}\right)^d\exp\left(\tfrac{2(1-4A)}{1-8A}\|\mathbf x+\mathbf y\|^2"
        r"-2(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)-K(\mathbf x,\mathbf y)^2"
    ),
    domain_text="A real, A < 1/8, s = 1",
    domain=_REAL_A,
    sides={"": formula(variance_at_real_a(), _REAL_A, _NAMES, closed=_STABLE1)},
    claim=All(
        (
            Equal(_VARIANCE, ""),
            On(
                _CHEAP_A,
                Equal("", formula(gerf.variance_by_quadrature().subs(s, 1), _CHEAP_A, _NAMES)),
                "every pair",
            ),
        )
    ),
    checks=(
        Representations("", points=_MODEST),
        Derivation(real_a_steps, WHOLE),
    ),
    uses=("crt/thm3.2",),
    mechanism=("iid", "gerf"),
)

_BY_RHO = "d rho x2 y2 xy"

_REAL_RHO = real("rho", above=0, reach=("1e-3", 1000), meaning="1/(1-8A)")
_RHO = Domain(
    (DIMENSION, _REAL_RHO, *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    tuple({"d": 3, "rho": value, **p} for p in PAIRS for value in (1, "1/5", 9, "1e-3")),
)

_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": size, "rho": value, "x2": 1, "y2": "1/2", "xy": cross}
    for size, value, cross in ((3, "1/5", "1/3"), (64, 2, "-1/4"), (2, "1/30", "1/2"))
)

_FIRST = 2 ** (-d) * ((rho + 1) / sp.sqrt(rho)) ** d * sp.exp((1 + rho) * V2 - 2 * N2)
_LINE2 = _FIRST - KERNEL**2
_STABLE2 = KERNEL**2 * ((1 + (1 - rho) ** 2 / (4 * rho)) ** (d / 2) * sp.exp(rho * V2) - 1)
_CHEAP_RHO = replace(
    _RHO,
    extra=tuple(
        {"d": n, "rho": u, **q} for u in ("1/5", 2, "1/30", "7/8") for n in (3, 64, 2, 5, 16) for q in _PLAIN
    ),
)
_VARIANCE_IN_RHO = formula(gerf.variance_by_quadrature().subs({s: 1, gerf.A: A_OF_RHO}), _CHEAP_RHO, _BY_RHO)

SEC9_4_LINE2 = Statement(
    id="crt/sec9.4/line2",
    kind="identity",
    where="Section 9.4, first display, second form",
    title="The variance in rho",
    text="The same with rho = 1/(1-8A).",
    latex=(
        r"2^{-d}\left(\tfrac{\rho+1}{\sqrt\rho}\right)^d\exp\left((1+\rho)\|\mathbf x+\mathbf y\|^2"
        r"-2(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)-K(\mathbf x,\mathbf y)^2"
    ),
    domain_text="rho > 0",
    domain=_RHO,
    sides={"": formula(_LINE2, _RHO, _BY_RHO, closed=_STABLE2)},
    claim=All((Equal(_VARIANCE, ""), On(_CHEAP_RHO, Equal("", _VARIANCE_IN_RHO), "every pair"))),
    checks=(
        Representations("", points=_POINTS),
        Derivation(change_steps, WHOLE),
    ),
    uses=("crt/sec9.4/line1",),
    mechanism=("iid", "gerf"),
)

_STABLE_LOG = d / 2 * sp.log(1 + (1 - rho) ** 2 / (4 * rho)) + (1 + rho) * V2 - 2 * N2
_LOG_SQUARE = formula(sp.log(gerf.square_by_quadrature().subs({s: 1, gerf.A: A_OF_RHO})), _RHO, _BY_RHO)


def _logarithm(proof: Proof) -> None:
    change_steps(proof)
    proof.equal(
        sp.expand_log(sp.log(_FIRST), force=True),
        sp.expand_log(LOG_FIRST, force=True),
        "g is the logarithm of the first term",
    )
    proof.positive(sp.diff(sp.exp(rho), rho), "exp rises: g and the variance have the same minimiser")


SEC9_4_G = Statement(
    id="crt/sec9.4/g",
    kind="definition",
    where="Section 9.4, second display",
    title="The logarithm to minimise",
    text="g is the logarithm of the first term; where it is least, so is the variance.",
    latex=(
        r"g(\rho)=-d\log2+d\log(\rho+1)-\tfrac d2\log\rho+(1+\rho)\|\mathbf x+\mathbf y\|^2"
        r"-2(\|\mathbf x\|^2+\|\mathbf y\|^2)"
    ),
    domain_text="rho > 0",
    domain=_RHO,
    sides={"": formula(LOG_FIRST, _RHO, _BY_RHO, closed=_STABLE_LOG)},
    checks=(
        Representations("", points=_POINTS),
        Representations("", _LOG_SQUARE, _POINTS),
        Derivation(_logarithm, WHOLE),
    ),
    uses=("crt/sec9.4/line2",),
    mechanism=("oprf",),
)

_SLOPE = Domain(
    (
        DIMENSION,
        _REAL_RHO,
        real("v2", 0, reach=("1e-6", 10**6), meaning="|x+y|^2"),
    ),
    extra=(
        {"d": 64, "rho": "1/5", "v2": 100},
        {"d": 1, "rho": 1, "v2": 0},
        {"d": 10**6, "rho": "1e-6", "v2": 3},
    ),
)


_t = sp.Symbol("t", positive=True)
_LOG = LOG_FIRST.subs({x2: v2, y2: 0, xy: 0})  # at y = 0, |x|^2 = v2: other pairs differ by a constant in rho
_RISE = formula(_LOG - _LOG.subs(rho, 1), _SLOPE, "d rho v2")
_SUM_OF_SLOPES = formula(sp.Integral(SLOPE.subs(rho, _t), (_t, 1, rho)), _SLOPE, "d rho v2")


def _slope(proof: Proof) -> None:
    proof.equal(sp.diff(LOG_FIRST, rho), SLOPE.subs(v2, V2), "differentiating term by term")


SEC9_4_DERIVATIVE = Statement(
    id="crt/sec9.4/derivative",
    kind="identity",
    where="Section 9.4, third display",
    title="The derivative of g",
    text="g' has three terms.",
    latex=r"g'(\rho)=\tfrac d{\rho+1}-\tfrac d{2\rho}+\|\mathbf x+\mathbf y\|^2",
    domain_text="rho > 0",
    domain=_SLOPE,
    sides={"": formula(SLOPE, _SLOPE, "d rho v2")},
    claim=All(
        (
            Equal(_SUM_OF_SLOPES, _RISE),
            Equal("", formula((QUADRATIC / (2 * rho * (rho + 1))), _SLOPE, "d rho v2")),
        )
    ),
    checks=(Derivation(_slope, WHOLE),),
    uses=("crt/sec9.4/g",),
    mechanism=("oprf",),
)


def _on_curve(one: sp.Expr, other: sp.Expr) -> Equal:
    """Two expressions in d and v2, equal."""
    return Equal(formula(one, CURVE, "d v2"), formula(other, CURVE, "d v2"))


EQ22 = Statement(
    id="crt/eq22",
    kind="identity",
    where="eq. (22)",
    title="The stationary points of g",
    text="g' vanishes at the roots of a quadratic in rho, one for each sign of the root.",
    latex=(
        r"\rho^*_{1,2}=\frac1{4\|\mathbf x+\mathbf y\|^2}\left(\pm\sqrt{(2\|\mathbf x+\mathbf y\|^2+d)^2"
        r"+8d\|\mathbf x+\mathbf y\|^2}-2\|\mathbf x+\mathbf y\|^2-d\right)"
    ),
    domain_text="|x+y|^2 > 0",
    domain=CURVE,
    companions={
        "crt/eq22/plus": {"": formula(PLUS, CURVE, "d v2", closed=best_rho())},
        "crt/eq22/minus": {"": formula(MINUS, CURVE, "d v2", closed=-d / (2 * v2) / best_rho())},
    },
    claim=All(
        (
            *(
                _on_curve((d / (rho + 1) + v2).subs(rho, root), (d / (2 * rho)).subs(rho, root))
                for root in (PLUS, MINUS)
            ),
            _on_curve(PLUS * MINUS, -d / (2 * v2)),
            _on_curve(PLUS + MINUS, -1 - d / (2 * v2)),
        )
    ),
    checks=(Derivation(quadratic_steps, WHOLE),),
    uses=("crt/sec9.4/derivative",),
    mechanism=("oprf",),
)


_STATIONARY = Domain(
    (DIMENSION, _REAL_RHO, CURVE["v2"]),
    extra=tuple({**point, "rho": value} for point in CURVE.extra for value in ("1e-3", "1/3", 1, 5)),
)


def _unique(proof: Proof) -> None:
    size = best.size
    quadratic_steps(proof)
    proof.positive(-MINUS.subs(v2, size), "the root with the minus sign is negative")
    proof.equal(PLUS, best_rho(), "the other one without cancellation")
    proof.positive(best_rho(size), "and it is positive")
    slope = SLOPE.subs(v2, size)
    proof.limit(slope, rho, 0, -sp.oo, "g' tends to -infinity at 0", side="+")
    proof.limit(slope, rho, sp.oo, size, "and to |x+y|^2 > 0 at infinity")
    ahead = sp.Symbol("h", positive=True)
    proof.positive(
        (2 * size * (rho + ahead) * (rho + ahead + 1) + d * (rho + ahead - 1))
        - (2 * size * rho * (rho + 1) + d * (rho - 1)),
        "2 rho (rho+1) g' rises, so g' < 0 before the root and > 0 after it: a global minimum",
    )


SEC9_4_UNIQUE = Statement(
    id="crt/sec9.4/unique",
    kind="optimality",
    where="Section 9.4, last two paragraphs",
    title="The only stationary point is the global minimum",
    text="One root is negative; at the other, g changes from falling to rising, and nowhere else.",
    latex=r"\rho^*=\rho^*_1",
    domain_text="|x+y|^2 > 0",
    domain=_STATIONARY,
    claim=All(
        (
            Below(formula(MINUS, CURVE, "d v2"), sp.S.Zero),
            Optimal(
                formula(_LOG, _STATIONARY, "d rho v2"), {"rho": formula(PLUS, CURVE, "d v2")}, unique=True
            ),
            Limit(formula(SLOPE, _STATIONARY, "d rho v2"), "rho", sp.S.Zero, -sp.oo),
            Limit(formula(SLOPE, _STATIONARY, "d rho v2"), "rho", sp.oo, formula(v2, _STATIONARY, "v2")),
        )
    ),
    checks=(Derivation(_unique, WHOLE),),
    uses=("crt/eq22",),
    mechanism=("oprf",),
)

STATEMENTS = (
    SEC9_4_LINE1,
    SEC9_4_LINE2,
    SEC9_4_G,
    SEC9_4_DERIVATIVE,
    EQ22,
    SEC9_4_UNIQUE,
)
