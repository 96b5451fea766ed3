"""Appendix A.9 of simrf, (81) to (85): first order in 1/d.

* (81) to (83): the factors of (80) are 1 - k/(2d), 1 - k(k-1)/d and 1 + k^2/(2d), each up to O(1/d^2) at
  fixed k: value and slope of the logarithm at 1/d = 0.
* (84): their product, g_k = 1 - k(k-1)/(2d), with the explicit bound B(k)/d^2.
* (85): hence the series (78) is -z^4 e^{-z^2}/(2d) + O(1/d^2) at fixed z.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    Derivation,
    Domain,
    Order,
    OrderCheck,
    Proof,
    Representations,
    Rule,
    Statement,
    formally,
    formula,
    whole,
)
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.gamma_ratio import (
    GENTLE_PLANE,
    INDICES,
    LARGE,
    LIMIT,
    MIDDLE,
    PLANE,
    POWER,
    POWERS,
    PRINTED_SERIES,
    QUOTIENT,
    RATIO,
    ROOT,
    h,
)
from rftheory.papers.simrf._lemmas.trigonometric import U
from rftheory.papers.simrf._notation import ANY_DIMENSION, DIMENSION, d, k, z

_SERIES = Domain((DIMENSION, POWER), extra=({"d": 2, "k": 0}, {"d": 2, "k": 5}, {"d": 10**6, "k": 12}))

_POLE = Rule(sp.Or(sp.Ne(d, 2), sp.Ne(k, 0)), "k > 0 at d = 2 (a quotient by 0 there)")

_APART = replace(LIMIT, rules=(_POLE,))


def _first_order(expression: sp.Expr, slope: sp.Expr) -> Derivation:
    """expression = 1 + slope/d + O(1/d^2): value and derivative in h = 1/d of its logarithm at 0."""

    def prove(proof: Proof) -> None:
        logarithm = _logarithm(expression)
        proof.cite(
            "Taylor in h = 1/d: the logarithm is analytic near h = 0, its singularity there being removable"
        )
        proof.limit(logarithm, h, 0, sp.S.Zero, "the value at h = 0 is 1")
        proof.limit(sp.simplify(sp.diff(logarithm, h)), h, 0, slope, "the derivative at h = 0")

    return Derivation(prove, whole("every fixed k, with an error O(1/d^2)"))


def _logarithm(expression: sp.Expr) -> sp.Expr:
    expanded = sp.expand_log(sp.log(expression), force=True)
    return expanded.subs(d, 1 / h)


def _expansion(
    number: int,
    title: str,
    left: sp.Expr,
    right: sp.Expr,
    latex: str,
    *checks: Derivation,
    uses: tuple[str, ...],
) -> Statement:
    """One of (81) to (84): left = right + O(1/d^2) at fixed k."""
    domain = _SERIES if left is RATIO else LIMIT
    closed = QUOTIENT if left is RATIO else None
    least = {ROOT: DIMENSION, POWERS: LARGE}.get(
        left, ANY_DIMENSION
    )  # (81) and (83) divide by d - 1 and d - 2
    return Statement(
        id=f"simrf/eq{number}",
        kind="asymptotic",
        where=f"eq. ({number})",
        title=title,
        text=f"To first order in 1/d: {title[0].lower()}{title[1:]}.",
        latex=latex,
        domain_text="d large, fixed k",
        domain=domain,
        sides={
            "lhs": formally(
                formula(left, _APART if left in (ROOT, MIDDLE) else domain, "d k", closed=closed), least
            ),
            "rhs": formally(formula(right, domain, "d k"), ANY_DIMENSION),
        },
        claim=Order(d**2),
        checks=(OrderCheck(INDICES), *checks),
        uses=uses,
        mechanism=("orthogonal", "trigonometric"),
    )


EQ81 = _expansion(
    81,
    "The root is 1 - k/(2d)",
    ROOT,
    1 - k / (2 * d),
    r"\sqrt{\frac{(k+d-1)(\frac d2-1)}{(k+\frac d2-1)(d-1)}}\simeq1-\frac k{2d}",
    _first_order(ROOT, -k / 2),
    uses=("simrf/eq80/line2",),
)

EQ82 = _expansion(
    82,
    "The k-th power is 1 - k(k-1)/d",
    MIDDLE,
    1 - k * (k - 1) / d,
    r"\frac1{2^k}\left(\frac{k+d-1}{k+\frac d2-1}\right)^k\simeq1-\frac{k(k-1)}d",
    _first_order(MIDDLE, -k * (k - 1)),
    uses=("simrf/eq80/line2",),
)

EQ83 = _expansion(
    83,
    "The quotient of exponentials is 1 + k^2/(2d)",
    POWERS,
    1 + k**2 / (2 * d),
    r"\frac{\left(1+\frac k{d-1}\right)^{d-1}}{\left(1+\frac k{\frac d2-1}\right)^{\frac d2-1}}\simeq1+\frac{k^2}{2d}",
    _first_order(POWERS, k**2 / 2),
    uses=("simrf/eq80/line2",),
)

EQ84 = _expansion(
    84,
    "The Gamma ratio is 1 - k(k-1)/(2d)",
    RATIO,
    1 - k * (k - 1) / (2 * d),
    r"\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}\simeq1-\frac{k(k-1)}{2d}",
    Derivation(rff.coefficients, whole("every k and d, with the explicit bound B(k)/d^2")),
    uses=("simrf/eq81", "simrf/eq82", "simrf/eq83"),
)


def _summed(proof: Proof) -> None:
    rff.second_order(proof)
    middle = -((-U) ** k) / sp.factorial(k) * k * (k - 1) / (2 * d)
    last = -(U**2) / (2 * d) * (-U) ** k / sp.factorial(k)
    proof.equal(middle.subs(k, k + 2), last, "the middle sum is -z^4 e^{-z^2}/(2d), term by term")


EQ85 = Statement(
    id="simrf/eq85",
    kind="asymptotic",
    where="eq. (85)",
    title="The series at large d",
    text="Inserting the first-order coefficients, the series sums to -z^4 e^{-z^2}/(2d).",
    latex=r"\sum_k\frac{(-z^2)^k}{k!}\left(\frac1{2^k}\frac{\Gamma(k+d)\Gamma(\frac d2)}{\Gamma(k+\frac d2)\Gamma(d)}-1\right)=-\sum_k\frac{(-z^2)^k}{k!}\frac{k(k-1)}{2d}=-\frac{z^4}{2d}e^{-z^2}",
    domain_text="d -> infinity",
    domain=PLANE,
    sides={
        "lhs": PRINTED_SERIES,
        "rhs": formally(formula(-(z**4) * sp.exp(-U) / (2 * d), PLANE, "d z"), ANY_DIMENSION),
    },
    claim=Order(d**2),
    checks=(
        OrderCheck(({"z": 1}, {"z": "1/100"}, {"z": 2}, {"z": 3})),
        Representations("lhs", points=GENTLE_PLANE),
        Derivation(_summed, whole("every fixed z, with an error O(1/d^2)")),
    ),
    uses=("simrf/eq78", "simrf/eq84"),
    mechanism=("orthogonal", "trigonometric"),
)


STATEMENTS = (
    EQ81,
    EQ82,
    EQ83,
    EQ84,
    EQ85,
)
