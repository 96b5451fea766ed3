"""Appendix 9.4 of crt: the proof of Theorem 3.3, from the variance at real A to its only stationary point."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Statement,
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
)
from rftheory.papers._shared.optimal_positive import CURVE, v2
from rftheory.papers.crt._notation import KERNEL, N2, a, optimal_rho, s

_rho = best.rho
_BY_RHO = "d rho x2 y2 xy"
_RULES = (CAUCHY_SCHWARZ, ON_A_LINE)
_RHO = Domain(
    (DIMENSION, real("rho", above=0, reach=("1e-3", 1000), meaning="1/(1-8A)"), *SQUARES),
    _RULES,
    fit,
    tuple({"d": 3, "rho": value, **p} for p in PAIRS for value in (1, "1/5", 9, "1e-3")),
)
_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": size, "rho": value, "x2": 1, "y2": "1/2", "xy": cross}
    for size, value, cross in ((3, "1/5", "1/3"), (64, 2, "-1/4"), (2, "1/30", "1/2"))
)
_A_OF_RHO = (1 - 1 / _rho) / 8
_LOG_FIRST = -d * sp.log(2) + d * sp.log(_rho + 1) - d / 2 * sp.log(_rho) + (1 + _rho) * V2 - 2 * N2
_DERIVATIVE = d / (_rho + 1) - d / (2 * _rho) + v2
_QUADRATIC = 2 * v2 * _rho**2 + (2 * v2 + d) * _rho - d
_R = sp.sqrt((2 * v2 + d) ** 2 + 8 * d * v2)
_PLUS, _MINUS = (_R - 2 * v2 - d) / (4 * v2), (-_R - 2 * v2 - d) / (4 * v2)


def _at_real_a(proof: Proof) -> None:
    gerf.variance_steps(proof)
    gap = sp.Symbol("w", positive=True)  # 1 - 8A
    proof.equal(((1 + gap) / 2) ** 2 / gap, 1 + 16 * ((1 - gap) / 8) ** 2 / gap, "alpha1 and alpha3, A real")
    proof.equal(
        1 + 1 / gap - (sp.S.Half + (1 + 2 * (1 + gap) / 2) / (2 * gap)),
        0,
        "alpha2 = alpha4, as 1-4A = (1+w)/2 > 0",
    )
    proof.equal(2 * ((1 + gap) / 2) / gap, 1 + 1 / gap, "both are 2(1-4A)/(1-8A)")


def _change(proof: Proof) -> None:
    _at_real_a(proof)
    proof.equal((1 - 8 * _A_OF_RHO), 1 / _rho, "rho = 1/(1-8A): A below 1/8 and rho > 0 correspond")
    proof.equal(
        (1 - 4 * _A_OF_RHO) * sp.sqrt(_rho), (_rho + 1) / (2 * sp.sqrt(_rho)), "(1-4A)/sqrt(1-8A) in rho"
    )
    proof.equal(2 * (1 - 4 * _A_OF_RHO) * _rho, 1 + _rho, "2(1-4A)/(1-8A) in rho")


def _quadratic(proof: Proof) -> None:
    proof.equal(
        2 * _rho * (_rho + 1) * _DERIVATIVE,
        d * (_rho - 1) + 2 * _rho * (_rho + 1) * v2,
        "times 2 rho (rho+1) > 0, the derivative is the first form",
    )
    proof.equal(d * (_rho - 1) + 2 * _rho * (_rho + 1) * v2, sp.expand(_QUADRATIC), "which is the quadratic")
    for root in (_PLUS, _MINUS):
        proof.equal(_QUADRATIC.subs(_rho, root), 0, "a root")
    proof.equal(
        2 * v2 * (_rho - _PLUS) * (_rho - _MINUS), sp.expand(_QUADRATIC), "both, with the leading term"
    )


_NAMES = "d A x2 y2 xy"

_REAL_A = Domain(
    (DIMENSION, real("A", below="1/8", reach=("1e-3", 1000), meaning="real A of the features"), *SQUARES),
    _RULES,
    fit,
    tuple({"d": 3, "A": value, **p} for p in PAIRS for value in (0, "-1/2", "1/9", -1000)),
)

_MODEST: tuple[dict[str, object], ...] = tuple(
    {"d": size, "A": value, "x2": 1, "y2": "1/2", "xy": cross}
    for size, value, cross in ((3, "-1/2", "1/3"), (64, "1/9", "-1/4"), (2, "-3", "1/2"))
)

_LINE1 = ((1 - 4 * a) / sp.sqrt(1 - 8 * a)) ** d * sp.exp(
    2 * (1 - 4 * a) / (1 - 8 * a) * V2 - 2 * N2
) - KERNEL**2  # fmt: skip

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
    sides={"": formula(_LINE1, _REAL_A, _NAMES, closed=_STABLE1)},
    checks=(
        Representations("", points=_MODEST),
        Representations("", formula(gerf.variance_by_quadrature().subs(s, 1), _REAL_A, _NAMES), _MODEST),
        Derivation(_at_real_a),
    ),
    uses=("crt/thm3.2",),
    mechanism=("iid", "gerf"),
)

_LINE2 = 2 ** (-d) * ((_rho + 1) / sp.sqrt(_rho)) ** d * sp.exp((1 + _rho) * V2 - 2 * N2) - KERNEL**2

_STABLE2 = KERNEL**2 * ((1 + (1 - _rho) ** 2 / (4 * _rho)) ** (d / 2) * sp.exp(_rho * V2) - 1)

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
    checks=(
        Representations("", points=_POINTS),
        Representations(
            "",
            formula(gerf.variance_by_quadrature().subs({s: 1, gerf.A: _A_OF_RHO}), _RHO, _BY_RHO),
            _POINTS,
        ),
        Derivation(_change),
    ),
    uses=("crt/sec9.4/line1",),
    mechanism=("iid", "gerf"),
)

_STABLE_LOG = d / 2 * sp.log(1 + (1 - _rho) ** 2 / (4 * _rho)) + (1 + _rho) * V2 - 2 * N2


def _logarithm(proof: Proof) -> None:
    _change(proof)
    first = 2 ** (-d) * ((_rho + 1) / sp.sqrt(_rho)) ** d * sp.exp((1 + _rho) * V2 - 2 * N2)
    proof.equal(
        sp.expand_log(sp.log(first), force=True),
        sp.expand_log(_LOG_FIRST, force=True),
        "g is the logarithm of the first term",
    )
    proof.positive(sp.diff(sp.exp(_rho), _rho), "exp rises: g and the variance have the same minimiser")


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
    sides={"": formula(_LOG_FIRST, _RHO, _BY_RHO, closed=_STABLE_LOG)},
    checks=(
        Representations("", points=_POINTS),
        Representations(
            "",
            formula(sp.log(gerf.square_by_quadrature().subs({s: 1, gerf.A: _A_OF_RHO})), _RHO, _BY_RHO),
            _POINTS,
        ),
        Derivation(_logarithm),
    ),
    uses=("crt/sec9.4/line2",),
    mechanism=("oprf",),
)

_SLOPE = Domain(
    (
        DIMENSION,
        real("rho", above=0, reach=("1e-3", 1000), meaning="1/(1-8A)"),
        real("v2", 0, reach=("1e-6", 10**6), meaning="|x+y|^2"),
    ),
    extra=(
        {"d": 64, "rho": "1/5", "v2": 100},
        {"d": 1, "rho": 1, "v2": 0},
        {"d": 10**6, "rho": "1e-6", "v2": 3},
    ),
)


def _slope(proof: Proof) -> None:
    proof.equal(sp.diff(_LOG_FIRST, _rho), _DERIVATIVE.subs(v2, V2), "differentiating term by term")


SEC9_4_DERIVATIVE = Statement(
    id="crt/sec9.4/derivative",
    kind="identity",
    where="Section 9.4, third display",
    title="The derivative of g",
    text="g' has three terms.",
    latex=r"g'(\rho)=\tfrac d{\rho+1}-\tfrac d{2\rho}+\|\mathbf x+\mathbf y\|^2",
    domain_text="rho > 0",
    domain=_SLOPE,
    sides={"": formula(_DERIVATIVE, _SLOPE, "d rho v2")},
    checks=(
        Representations(
            "",
            formula((_QUADRATIC / (2 * _rho * (_rho + 1))), _SLOPE, "d rho v2"),
            _SLOPE.extra[:1],  # type: ignore[arg-type]
        ),
        Derivation(_slope),
    ),
    uses=("crt/sec9.4/g",),
    mechanism=("oprf",),
)

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
        "crt/eq22/plus": {"": formula(_PLUS, CURVE, "d v2", closed=optimal_rho())},
        "crt/eq22/minus": {"": formula(_MINUS, CURVE, "d v2", closed=-d / (2 * v2) / optimal_rho())},
    },
    checks=(
        Restated(
            "the derivative at the first root",
            {
                "growth": formula((d / (_rho + 1) + v2).subs(_rho, _PLUS), CURVE, "d v2"),
                "fall": formula((d / (2 * _rho)).subs(_rho, _PLUS), CURVE, "d v2"),
            },
            CURVE,
            Equal("growth", "fall"),
        ),
        Restated(
            "the product of the roots",
            {
                "product": formula(_PLUS * _MINUS, CURVE, "d v2"),
                "constant": formula(-d / (2 * v2), CURVE, "d v2"),
            },
            CURVE,
            Equal("product", "constant"),
        ),
        Derivation(_quadratic),
    ),
    uses=("crt/sec9.4/derivative",),
    mechanism=("oprf",),
)


def _unique(proof: Proof) -> None:
    size = best.size
    _quadratic(proof)
    proof.positive(-_MINUS.subs(v2, size), "the root with the minus sign is negative")
    proof.equal(_PLUS, optimal_rho(), "the other one without cancellation")
    proof.positive(optimal_rho(size), "and it is positive")
    slope = _DERIVATIVE.subs(v2, size)
    proof.true(sp.limit(slope, _rho, 0, "+") == -sp.oo, "g' tends to -infinity at 0")
    proof.equal(sp.limit(slope, _rho, sp.oo), size, "and to |x+y|^2 > 0 at infinity")
    ahead = sp.Symbol("h", positive=True)
    proof.positive(
        (2 * size * (_rho + ahead) * (_rho + ahead + 1) + d * (_rho + ahead - 1))
        - (2 * size * _rho * (_rho + 1) + d * (_rho - 1)),
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
    checks=(
        Restated(
            "the root with the minus sign is below 0",
            {"minus": formula(_MINUS, CURVE, "d v2")},
            CURVE,
            Below("minus", sp.S.Zero),
        ),
        Derivation(_unique),
    ),
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
