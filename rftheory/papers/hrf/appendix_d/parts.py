"""Appendix D.3 of hrf, (52)-(58): b_r above a_r, its two parts and their slopes.

Main results, p = theta/pi
* (52): a_r <= b_r (1 - e^{-4r^2})^2, and (53)-(55): b_r = b^1_r + b^2_r = ((1-1/n) p^2 + p/n) e^{2r^2 cos theta}.
* (56): max b_r <= max b^1_r + max b^2_r, with equality for n = 1.
* (57), (58): the slopes have the signs of 1 - r^2 theta sin(theta) and of 1 - 2r^2 theta sin(theta).

Proofs. a_r is b_r times its last square, and cos^2(theta/2) <= 1. The maxima of (56) are enclosed.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import LargestB, PeakAngle
from rftheory.kit import WHOLE, Below, Derivation, Equal, Proof, Representations, Statement, formula
from rftheory.papers._shared.angular_bound import FIRST, SECOND, a_r, by_b
from rftheory.papers._shared.angular_hybrid import SHARE, n, r, theta
from rftheory.papers._shared.hybrid_errors import OUTSIDE, SPHERE
from rftheory.papers.hrf._lemmas.angular_parts import (
    FIRST_SLOPE,
    GAUSSIAN,
    LARGEST_FIRST,
    LARGEST_SECOND,
    PEAK,
    SECOND_SLOPE,
    first_slope,
    second_slope,
)

_SHARES = SHARE * (1 + (n - 1) * SHARE) / n

EQ52 = Statement(
    id="hrf/eq52",
    kind="inequality",
    where="eq. (52)",
    title="a_r below b_r",
    text="a_r is at most b_r times (1 - exp(-4 r^2))^2.",
    latex=r"a_r(\theta)\le b_r(\theta)(1-e^{-4r^2})^2",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={
        "lhs": formula(a_r(), SPHERE, "n r theta"),
        "rhs": formula((FIRST + SECOND) * (1 - sp.exp(-4 * r**2)) ** 2, SPHERE, "n r theta"),
    },
    claim=Below(strict=False),
    checks=(
        Representations(
            "lhs",
            formula(
                4 * _SHARES * sp.exp(-2 * r**2) * sp.sinh(r**2 * (1 + sp.cos(theta))) ** 2,
                SPHERE,
                "n r theta",
            ),
        ),
        Representations(
            "rhs",
            formula(4 * _SHARES * GAUSSIAN * sp.exp(-4 * r**2) * sp.sinh(2 * r**2) ** 2, SPHERE, "n r theta"),
        ),
        Derivation(by_b, WHOLE),
    ),
    uses=("hrf/eq50", "hrf/eq53"),
    mechanism=("angular-hybrid",),
)

_B1 = formula(FIRST, SPHERE, "n r theta")
_B2 = formula(SECOND, SPHERE, "n r theta")

EQ53 = Statement(
    id="hrf/eq53",
    kind="definition",
    where="eqs. (53)-(55)",
    title="The two parts of b_r",
    text="b_r is a quadratic part with 1 - 1/n and a linear part with 1/n, both times exp(2 r^2 cos theta).",
    latex=r"b^1_r(\theta)=(1-\tfrac1n)\tfrac{\theta^2}{\pi^2}e^{2r^2\cos\theta},\quad b^2_r(\theta)=\tfrac1n\cdot\tfrac\theta\pi e^{2r^2\cos\theta}",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={"b1": _B1, "b2": _B2},
    checks=(
        Representations("b1", formula((1 - 1 / n) * SHARE**2 * GAUSSIAN, SPHERE, "n r theta")),
        Representations("b2", formula(SHARE / n * GAUSSIAN, SPHERE, "n r theta")),
    ),
    mechanism=("angular-hybrid",),
)


def _subadditive(proof: Proof) -> None:
    first, second, one, two = sp.symbols("B_1 B_2 g_1 g_2", nonnegative=True)
    proof.equal(
        SHARE * (SHARE - SHARE / n + 1 / n), (1 - 1 / n) * SHARE**2 + SHARE / n, "b_r = b^1_r + b^2_r"
    )
    proof.equal(
        first + second - ((first - one) + (second - two)),
        one + two,
        "at every angle b^i = max b^i - g_i with g_i >= 0: the sum falls short by g_1 + g_2",
    )
    proof.nonnegative(one + two, "which is not negative")


_BOTH_PEAKS = formula(FIRST.subs(theta, PEAK) + SECOND.subs(theta, PeakAngle(1 / (2 * r**2))), OUTSIDE, "n r")
_OUTSIDE_ONE: tuple[dict[str, object], ...] = tuple(
    {"n": count, "r": radius} for count, radius in ((1, 1), (2, "3/2"), (7, 3), (10**6, 20), (3, 1000))
)

EQ56 = Statement(
    id="hrf/eq56",
    kind="inequality",
    where="eq. (56)",
    title="The maximum of a sum",
    text="The maximum of b_r is at most the sum of the maxima of its two parts.",
    latex=r"\max b_r\le\max b^1_r+\max b^2_r",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={
        "lhs": formula(sp.exp(2 * r**2) * LargestB(n, r), SPHERE, "n r"),
        "rhs": formula(LARGEST_FIRST + LARGEST_SECOND, SPHERE, "n r"),
    },
    claim=Below(strict=False),
    checks=(Representations("rhs", _BOTH_PEAKS, _OUTSIDE_ONE), Derivation(_subadditive, WHOLE)),
    uses=("hrf/eq53",),
    mechanism=("angular-hybrid",),
    note="All three maxima over the angle are certified; for n = 1 the sides are equal.",
)

EQ57 = Statement(
    id="hrf/eq57",
    kind="identity",
    where="eq. (57)",
    title="Slope of b^1_r",
    text="The derivative of b^1_r has the sign of 1 - r^2 theta sin(theta).",
    latex=r"\tfrac{db^1_r}{d\theta}=e^{2r^2\cos\theta}\left(1-\tfrac1n\right)\tfrac{2\theta}{\pi^2}(1-r^2\theta\sin\theta)",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={"": formula(FIRST_SLOPE, SPHERE, "n r theta")},
    claim=Equal(formula(sp.diff(FIRST, theta), SPHERE, "n r theta"), ""),
    checks=(Derivation(first_slope, WHOLE),),
    uses=("hrf/eq53",),
    mechanism=("angular-hybrid",),
)

EQ58 = Statement(
    id="hrf/eq58",
    kind="identity",
    where="eq. (58)",
    title="Slope of b^2_r",
    text="The derivative of b^2_r has the sign of 1 - 2 r^2 theta sin(theta).",
    latex=r"\tfrac{db^2_r}{d\theta}=e^{2r^2\cos\theta}\tfrac1{n\pi}(1-2r^2\theta\sin\theta)",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={"": formula(SECOND_SLOPE, SPHERE, "n r theta")},
    claim=Equal(formula(sp.diff(SECOND, theta), SPHERE, "n r theta"), ""),
    checks=(Derivation(second_slope, WHOLE),),
    uses=("hrf/eq53",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    EQ52,
    EQ53,
    EQ56,
    EQ57,
    EQ58,
)
