"""Appendix A.9 of simrf, (79) and (80): the Gamma ratio g_k by Stirling's formula, d large and k fixed.

* (79): Gamma(t+1) ~ sqrt(2 pi t) (t/e)^t, by Binet's integral with 0 <= mu(t) <= 1/(12t).
* (80), first line: the four Gamma functions by (79). Misprinted: the exponent m + d - 1 is k + d - 1.
* (80), second line: a root, a k-th power and a quotient of exponentials. Both lines hold up to O(1/d^2).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Derivation,
    Domain,
    Erratum,
    Order,
    OrderCheck,
    Proof,
    Statement,
    formally,
    formula,
    part,
    real,
    whole,
)
from rftheory.papers.simrf._lemmas.gamma_ratio import (
    INDICES,
    LARGE,
    LIMIT,
    MIDDLE,
    POWER,
    POWERS,
    QUOTIENT,
    RATIO,
    ROOT,
    h,
)
from rftheory.papers.simrf._notation import ANY_DIMENSION, COUNT, d, k, m

t = sp.Symbol("t", positive=True)

_HALF_LINE = Domain(
    (real("t", above=0, reach=("1e-6", 10**6), meaning="argument of the factorial"),),
    extra=({"t": 1}, {"t": "1/2"}, {"t": 10**6}, {"t": "1e-6"}, {"t": 100}),
)


def _binet(proof: Proof) -> None:
    u = sp.Symbol("u", positive=True)
    proof.cite(
        "Binet: log Gamma(t+1) = (t+1/2) log t - t + log(2 pi)/2 + mu(t), mu(t) = int_0^oo f(u) e^{-tu} du, "
        "u f(u) = 1/(e^u-1) - 1/u + 1/2"
    )
    f = (1 / (sp.exp(u) - 1) - 1 / u + sp.S.Half) / u
    scaled = sp.simplify(f * u**2 * (sp.exp(u) - 1))
    proof.equal(scaled, u - (sp.exp(u) - 1) + u / 2 * (sp.exp(u) - 1), "f times u^2 (e^u-1) > 0")
    lower = k / 2 + 1 - 1
    proof.nonnegative(lower, "its coefficient of u^(k+2)/(k+2)! is (k+2)/2 - 1 >= 0: f >= 0")
    upper = (k + 3) * (k + 2) / 12 - ((k + 3) / sp.Integer(2) - 1)
    proof.equal(upper, k * (k - 1) / 12, "that of u^2 (e^u-1) (1/12 - f) is k(k-1)/12 at k+3: f <= 1/12")
    proof.equal(sp.integrate(sp.exp(-t * u) / 12, (u, 0, sp.oo)), 1 / (12 * t), "0 <= mu(t) <= 1/(12 t)")
    proof.limit(sp.exp(1 / (12 * t)), t, sp.oo, 1, "so the ratio of the sides tends to 1")


EQ79 = Statement(
    id="simrf/eq79",
    kind="asymptotic",
    where="eq. (79)",
    title="Stirling's formula",
    text="The Gamma function at t+1 is asymptotically (2 pi t)^(1/2) (t/e)^t.",
    latex=r"\lim_{x\to\infty}\Gamma(x+1)=\sqrt{2\pi x}\,e^{-x}x^x",
    domain_text="x -> infinity",
    domain=_HALF_LINE,
    sides={
        "lhs": formula(sp.gamma(t + 1), _HALF_LINE, "t"),
        "rhs": formula(sp.sqrt(2 * sp.pi * t) * sp.exp(-t) * t**t, _HALF_LINE, "t"),
    },
    claim=Order(1 / (sp.sqrt(2 * sp.pi * t) * sp.exp(-t) * t**t), "t", vanishing=True),
    checks=(OrderCheck(({},)), Derivation(_binet, whole("the ratio of the two sides, which tends to 1"))),
    note="The ratio of the sides tends to 1; neither side has a limit of its own.",
)


def _lines(proof: Proof) -> None:
    """The corrected first line of (80) is the second, and the Gamma ratio up to 1 + O(1/d^2)."""
    positive = sp.Symbol("d", positive=True)
    big, small = k + positive - 1, positive / 2 - 1
    proof.equal(big - (positive - 1), k, "k + d - 1 = (d-1) (1 + k/(d-1))")
    proof.equal((k + small) - small, k, "k + d/2 - 1 = (d/2-1) (1 + k/(d/2-1))")
    logs = sp.symbols("A B C D", real=True)  # logarithms of k+d-1, k+d/2-1, d-1, d/2-1
    first = (k + d - 1) * logs[0] + (d / 2 - 1) * logs[3] - (k + d / 2 - 1) * logs[1] - (d - 1) * logs[2]
    second = k * (logs[0] - logs[1]) + (d - 1) * (logs[0] - logs[2]) - (d / 2 - 1) * (logs[1] - logs[3])
    proof.equal(first, second, "both lines are the same product of powers")
    proof.cite(
        "Stirling's series: log Gamma(t+1) = (t+1/2) log t - t + log(2 pi)/2 + mu(t), 1/(12t) - 1/(360t^3) <= mu(t) <= 1/(12t)"
    )
    exponent = -(k + d - 1) - (d / 2 - 1) + (k + d / 2 - 1) + (d - 1)
    proof.equal(exponent, sp.S.Zero, "the factors e^{-t} cancel")
    points = (k + 1 / h - 1, 1 / (2 * h) - 1, k + 1 / (2 * h) - 1, 1 / h - 1)
    leading = sum(sign / (12 * point) for sign, point in zip((1, 1, -1, -1), points, strict=True))
    proof.limit(
        sp.together(leading) / h**2, h, 0, k / 4, "the four terms 1/(12t) add up to k/(4d^2) + O(1/d^3)"
    )


_PRINTED_LIMIT = Domain((LARGE, POWER, COUNT), extra=({"d": 3, "k": 0, "m": 1}, {"d": 100, "k": 2, "m": 2}))


def _first_line(exponent: sp.Expr) -> sp.Expr:
    """The first line of (80) with that exponent of k + d - 1."""
    above = (k + d - 1) ** exponent * (d / 2 - 1) ** (d / 2 - 1)
    return ROOT / 2**k * above / ((k + d / 2 - 1) ** (k + d / 2 - 1) * (d - 1) ** (d - 1))


def _misprint(proof: Proof) -> None:
    proof.equal(
        _first_line(m + d - 1) / _first_line(k + d - 1),
        (k + d - 1) ** (m - k),
        "the printed side has a factor too many",
    )
    _lines(proof)
    proof.limit(
        d + 1, d, sp.oo, sp.oo, "for m = k + 1 that factor k + d - 1 diverges, while the left side tends to 1"
    )


EQ80_LINE1 = Statement(
    id="simrf/eq80/line1",
    kind="asymptotic",
    where="eq. (80), first line",
    title="Gamma ratio by Stirling",
    text="Stirling's formula inserted into the four Gamma functions of the coefficient.",
    latex=r"\lim_{d\to\infty}\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}=\frac1{2^k}\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\frac{(k+d-1)^{m+d-1}(\frac d2-1)^{\frac d2-1}}{(k+\frac d2-1)^{k+\frac d2-1}(d-1)^{d-1}}",
    domain_text="d large, fixed k; m the number of features",
    domain=_PRINTED_LIMIT,
    sides={
        "lhs": formally(formula(RATIO, _PRINTED_LIMIT, "d k", closed=QUOTIENT), ANY_DIMENSION),
        "rhs": formula(_first_line(m + d - 1), _PRINTED_LIMIT, "d k m"),
    },
    claim=Order(sp.S.One, vanishing=True),
    checks=(
        OrderCheck(({"k": 2, "m": 2}, {"k": 0, "m": 1}, {"k": 3, "m": 2})),
        Derivation(_misprint, part("m = k + 1"), refutes=True),
    ),
    uses=("simrf/eq79",),
    mechanism=("orthogonal", "trigonometric"),
    note="The exponent m + d - 1 is k + d - 1: Stirling's formula at k + d - 1 gives it, and the second line has it.",
    erratum=Erratum(
        kind="misprint",
        at="eq. (80), first line",
        formula=r"(k+d-1)^{m+d-1}",
        false="The exponent is k + d - 1; with m, the number of features, the line diverges or vanishes unless m = k.",
        weight=1,
        script="""
k, m, d = mpf(0), mpf(1), mpf(100)
left = gamma(k + d) * gamma(d / 2) / (2**k * gamma(k + d / 2) * gamma(d))
root = sqrt((k + d - 1) * (d / 2 - 1) / ((k + d / 2 - 1) * (d - 1)))
above = (k + d - 1) ** (m + d - 1) * (d / 2 - 1) ** (d / 2 - 1)
below = (k + d / 2 - 1) ** (k + d / 2 - 1) * (d - 1) ** (d - 1)
right = root / 2**k * above / below
""",
        relation="=",
        objection="Both sides are shown at d = 100: the left one tends to 1, the right one is near d - 1 for m = k + 1.",
    ),
).corrected(
    title="Gamma ratio by Stirling, with the exponent k + d - 1",
    text="The same with the exponent k + d - 1.",
    latex=r"\frac1{2^k}\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\frac{(k+d-1)^{k+d-1}(\frac d2-1)^{\frac d2-1}}{(k+\frac d2-1)^{k+\frac d2-1}(d-1)^{d-1}}",
    domain_text="d large, fixed k",
    domain=LIMIT,
    sides={
        "lhs": formula(RATIO, LIMIT, "d k", closed=QUOTIENT),
        "rhs": formula(_first_line(k + d - 1), LIMIT, "d k"),
    },
    claim=Order(d, vanishing=True),
    checks=(OrderCheck(INDICES[1:]), Derivation(_lines, whole("every fixed k, with an error O(1/d^2)"))),
    uses=("simrf/eq79",),
)

EQ80_LINE2 = Statement(
    id="simrf/eq80/line2",
    kind="asymptotic",
    where="eq. (80), second line",
    title="Gamma ratio in three factors",
    text="The Stirling form of the coefficient regrouped into a root, a k-th power and a quotient of exponentials.",
    latex=r"=\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\cdot\frac1{2^k}\left(\frac{k+d-1}{k+\frac d2-1}\right)^k\cdot\frac{\left(1+\frac k{d-1}\right)^{d-1}}{\left(1+\frac k{\frac d2-1}\right)^{\frac d2-1}}",
    domain_text="d large, fixed k",
    domain=LIMIT,
    sides={
        "lhs": formally(formula(RATIO, LIMIT, "d k", closed=QUOTIENT), ANY_DIMENSION),
        "rhs": formula(ROOT * MIDDLE * POWERS, LIMIT, "d k"),
    },
    claim=Order(d, vanishing=True),
    checks=(OrderCheck(INDICES[1:]), Derivation(_lines, whole("every fixed k, with an error O(1/d^2)"))),
    uses=("simrf/eq80/line1/corrected",),
    mechanism=("orthogonal", "trigonometric"),
    note="Held to the error o(1/d) that the expansion (84) needs; it is in fact O(1/d^2).",
)


STATEMENTS = (
    EQ79,
    EQ80_LINE1,
    EQ80_LINE2,
)
