"""The largest relative error of the angular hybrid (hrf, Theorem 3.5): bounds, as printed and repaired.

`LARGEST` is the exact maximum over angles. The printed bound, of order e^{2r^2}/r, fails for large r, where
the error is larger by a factor of order sqrt(r) (`fails_far_out`); with 1/r under the root of its last term
it holds for every r > 0 (`repaired_bound`). The steps follow Appendix D: maximum of h_r, twice that of a_r,
then b^1_r and b^2_r.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import LargestError, LargestH
from rftheory.kit import Proof
from rftheory.papers._shared.angular_hybrid import (
    CLOSE,
    FAR,
    REST,
    SHARE,
    WIDTH,
    n,
    r,
    second_moment,
    sphere_error,
    theta,
)
from rftheory.papers._shared.invariants import m

LARGEST = sp.exp(2 * r**2) * sp.sqrt(LargestError(n, r) / (2 * m))
PRINTED = WIDTH / r * sp.sqrt(1 / (2 * m)) * sp.sqrt(1 / sp.pi - 1 / (n * sp.pi) + 1 / (n * sp.sqrt(sp.pi)))
REPAIRED = (
    WIDTH / sp.sqrt(2 * m) * sp.sqrt((1 / sp.pi - 1 / (n * sp.pi)) / r**2 + 1 / (n * sp.sqrt(sp.pi) * r))
)
LARGEST_BY_H = sp.exp(r**2) / sp.sqrt(2 * m) * sp.sqrt(sp.exp(2 * r**2) * LargestH(n, r))
PRINTED_BY_SINH = sp.sinh(2 * r**2) / r * sp.sqrt(2 / (m * n * sp.pi) * (n - 1 + sp.sqrt(sp.pi)))
REPAIRED_BY_SINH = sp.sinh(2 * r**2) / r * sp.sqrt(2 / (m * n * sp.pi) * (n - 1 + sp.sqrt(sp.pi) * r))
LARGEST_TEXT = r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})"

DECAY = sp.exp(2 * r**2 * sp.cos(theta))
FIRST = (1 - 1 / n) * theta**2 / sp.pi**2 * DECAY  # b^1_r
SECOND = 1 / n * theta / sp.pi * DECAY  # b^2_r
FIRST_BOUND = (1 - 1 / n) * sp.exp(2 * r**2) / (2 * sp.pi * r**2)  # (63)
SECOND_BOUND = sp.exp(2 * r**2) / (2 * n * sp.sqrt(sp.pi) * r**2)  # (64) as printed
SECOND_REPAIRED = sp.exp(2 * r**2) / (2 * n * sp.sqrt(sp.pi) * r)


def a_r(turn: sp.Expr = theta) -> sp.Expr:
    """(50): one of the two terms of h_r."""
    return (
        second_moment(turn / sp.pi)
        * sp.exp(2 * r**2 * sp.cos(turn))
        * (1 - sp.exp(-4 * r**2 * sp.cos(turn / 2) ** 2)) ** 2
    )


def by_h(proof: Proof) -> None:
    """eps^2 = e^(2r^2) h_r/(2m) at every angle."""
    c = sp.Symbol("c", real=True)
    proof.equal(sp.cos(theta), 2 * sp.cos(theta / 2) ** 2 - 1, "cos theta = 2 cos^2(theta/2) - 1")
    proof.equal(sp.cos(sp.pi - theta), -sp.cos(theta), "cos(pi - theta) = -cos theta")
    proof.equal(
        sp.cos((sp.pi - theta) / 2) ** 2, sp.sin(theta / 2) ** 2, "cos^2((pi-theta)/2) = sin^2(theta/2)"
    )
    for squared, name in ((c, "c = cos^2(theta/2)"), (1 - c, "1 - c = sin^2(theta/2)")):
        half = sp.sinh(2 * r**2 * squared).rewrite(sp.exp)
        printed = (
            sp.exp(2 * r**2)
            / (2 * m)
            * sp.exp(2 * r**2 * (2 * squared - 1))
            * (1 - sp.exp(-4 * r**2 * squared)) ** 2
        )
        proof.equal(2 * half**2 / m, printed, f"(2/m) sinh^2 = e^(2r^2)/(2m) of a_r's exponentials, {name}")
    proof.equal(
        REST * (REST - REST / n + 1 / n),
        (1 - SHARE) * (1 - SHARE + SHARE / n),
        "E(1-lam)^2 is E lam^2 at pi - theta",
    )
    proof.equal(
        sphere_error(),
        2
        * (second_moment(SHARE) * sp.sinh(CLOSE / 2) ** 2 + second_moment(REST) * sp.sinh(FAR / 2) ** 2)
        / m,
        "eps^2 by Lemma 3.2 and Lemma 3.4",
    )


def by_a(proof: Proof) -> None:
    """max h_r <= 2 max a_r."""
    one, gap = sp.symbols("a_1 g", nonnegative=True)
    proof.equal(
        2 * one - (one + (one - gap)),
        gap,
        "for two values a_1 >= a_2 = a_1 - g, 2 a_1 exceeds a_1 + a_2 by g >= 0",
    )
    proof.equal(
        sp.exp(2 * r**2) / (2 * m) * 2 * one,
        (sp.exp(r**2) / sp.sqrt(m) * sp.sqrt(one)) ** 2,
        "the factor 2 cancels",
    )


def by_b(proof: Proof) -> None:
    """a_r <= b_r (1 - e^(-4r^2))^2."""
    s = sp.Symbol("s", nonnegative=True)
    proof.equal(
        a_r(),
        (FIRST + SECOND) * (1 - sp.exp(-4 * r**2 * sp.cos(theta / 2) ** 2)) ** 2,
        "a_r = b_r times its last square",
    )
    proof.equal(
        1 - sp.cos(theta / 2) ** 2,
        sp.sin(theta / 2) ** 2,
        "cos^2(theta/2) <= 1, as their difference is a square",
    )
    proof.positive(
        sp.diff(1 - sp.exp(-4 * r**2 * s), s).subs(r, sp.Symbol("r", positive=True)),
        "1 - e^(-4r^2 s) >= 0 rises in s from 0",
    )


def below_gaussian(proof: Proof) -> None:
    """b^1_r <= (1-1/n) e^(2r^2)/(4 e r^2) and b^2_r <= e^(2r^2)/(2 sqrt(2e) n r), for every r > 0 and angle."""
    t, y, x, radius = sp.symbols("theta y x r", positive=True)
    proof.equal(sp.diff(sp.sin(t / 2), t, 2), -sp.sin(t / 2) / 4, "sin(theta/2) is concave on [0, pi]")
    for end in (sp.S.Zero, sp.pi):
        proof.equal(sp.sin(end / 2), end / sp.pi, f"and meets the chord theta/pi at {end}, so it lies above")
    proof.equal(sp.cos(t), 1 - 2 * sp.sin(t / 2) ** 2, "hence 2r^2 cos <= 2r^2 - y^2, y = 2 r theta/pi")
    gap = sp.exp(x) - sp.E * x
    proof.positive(sp.diff(gap, x, 2), "e^x - e x is convex")
    proof.equal(sp.diff(gap, x).subs(x, 1), sp.S.Zero, "with slope 0 at x = 1")
    proof.equal(gap.subs(x, 1), sp.S.Zero, "and value 0 there: e^x >= e x")
    angle = sp.pi * y / (2 * radius)
    proof.equal(
        (angle / sp.pi) ** 2 / (sp.E * y**2),
        1 / (4 * sp.E * radius**2),
        "x = y^2: (theta/pi)^2 e^(-y^2) <= 1/(4 e r^2)",
    )
    proof.equal(
        angle / sp.pi / sp.sqrt(2 * sp.E * y**2),
        1 / (2 * sp.sqrt(2 * sp.E) * radius),
        "x = 2y^2: (theta/pi) e^(-y^2) <= 1/(2 sqrt(2e) r)",
    )


def first_bound(proof: Proof) -> None:
    """(63), for every r > 0."""
    below_gaussian(proof)
    radius = sp.Symbol("r", positive=True)
    slack = FIRST_BOUND - (1 - 1 / n) * sp.exp(2 * r**2) / (4 * sp.E * r**2)
    factor = sp.simplify(slack.subs(r, radius) * radius**2 * sp.exp(-2 * radius**2) / (1 - 1 / n))
    proof.equal(
        factor, 1 / (2 * sp.pi) - 1 / (4 * sp.E), "printed bound less this bound, over (1-1/n) e^(2r^2)/r^2"
    )
    proof.positive(factor, "positive, since 2e > pi")


def second_bound(proof: Proof) -> None:
    """(64) with 1/r in place of 1/r^2, for every r > 0."""
    below_gaussian(proof)
    radius = sp.Symbol("r", positive=True)
    slack = SECOND_REPAIRED - sp.exp(2 * r**2) / (2 * sp.sqrt(2 * sp.E) * n * r)
    factor = sp.simplify(slack.subs(r, radius) * n * radius * sp.exp(-2 * radius**2))
    proof.equal(
        factor, 1 / (2 * sp.sqrt(sp.pi)) - 1 / (2 * sp.sqrt(2 * sp.E)), "corrected bound less this bound"
    )
    proof.positive(factor, "positive, since 2e > pi")


def repaired_bound(proof: Proof) -> None:
    """eps <= REPAIRED for every r > 0."""
    by_h(proof)
    by_a(proof)
    by_b(proof)
    first_bound(proof)
    second_bound(proof)
    radius = sp.Symbol("r", positive=True)
    total = sp.exp(2 * r**2) / (2 * m) * 2 * (1 - sp.exp(-4 * r**2)) ** 2 * (FIRST_BOUND + SECOND_REPAIRED)
    proof.equal(
        (total / REPAIRED**2).subs(r, radius).simplify(),
        sp.S.One,
        "together: the square of the corrected bound",
    )


def fails_far_out(proof: Proof) -> None:
    """r e^(-2r^2) times the largest error grows like sqrt(r): from the angle 1/r alone."""
    radius, angle = sp.symbols("r theta", positive=True)
    proof.cite("cos t >= 1 - t^2/2 and cos^2(t/2) >= 1 - t^2/4")
    decay = 2 * radius**2 * (1 - angle**2 / 2)
    proof.equal(
        decay.subs(angle, 1 / radius),
        2 * radius**2 - 1,
        "at theta = 1/r the exponential of a_r is at least e^(2r^2-1)",
    )
    proof.equal(
        (4 * radius**2 * (1 - angle**2 / 4)).subs(angle, 1 / radius),
        4 * radius**2 - 1,
        "and 4 r^2 cos^2(theta/2) >= 4 r^2 - 1",
    )
    term = 1 / (n * sp.pi * radius) * sp.exp(2 * radius**2 - 1) * (1 - sp.exp(1 - 4 * radius**2)) ** 2
    square = radius**2 * sp.exp(-4 * radius**2) * sp.exp(2 * radius**2) / (2 * m) * term
    proof.limit(
        sp.simplify(square / radius),
        radius,
        sp.oo,
        sp.exp(-1) / (2 * sp.pi * m * n),
        "(r e^(-2r^2) eps)^2 >= r (1/(2 pi e m n) + o(1)), by the term of a_r with 1/n",
    )
