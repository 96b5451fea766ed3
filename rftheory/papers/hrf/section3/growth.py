"""Section 3 of hrf, before Theorem 3.5: growth of the angular hybrid's error with the norm, decay at both ends.

Main result: eps vanishes like sqrt(theta) and sqrt(pi - theta), while each base estimator keeps W(r)/sqrt(2m) at
one of the ends.

False as printed: that the largest error grows like e^{2r^2}/r. For fixed m and n it is
e^{2r^2} sqrt(e^{-1/2}/(2 sqrt2 pi m n r)) (1 + O(1/r)); the term of the n signs decays like r^{-1/2} only.

Proofs. Refuted by the value at the angle 1/r. The rate: 2m eps^2 e^{-4r^2} at the angle 1/(sqrt2 r) from below, and
from above theta e^{-A theta^2} <= 1/sqrt(2eA) with 4 sin^2(theta/2) >= kappa theta^2. Both ends: E lam^2 has the
slope 1/(n pi) in theta at 0.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Derivation,
    Order,
    OrderCheck,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    part,
)
from rftheory.papers._shared.angular_bound import LARGEST_TEXT, by_h, fails_far_out
from rftheory.papers._shared.angular_hybrid import FAR, WIDTH, n, r, sphere_error, theta
from rftheory.papers._shared.hybrid_errors import SPHERE
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas.angular_ends import NEAR_PI, NEAR_ZERO, at_pi
from rftheory.papers.hrf._lemmas.angular_sphere import LARGEST_ERROR, LARGEST_ERROR_BY_H

_RATE = sp.exp(2 * r**2) * sp.sqrt(sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * sp.pi * n) / (2 * m * r))
_RATE_AGAIN = (sp.cosh(2 * r**2) + sp.sinh(2 * r**2)) / sp.sqrt(m * n * r * sp.pi * sp.sqrt(8 * sp.E))
_AT_INVERSE_RADIUS = formula(sp.sqrt(sphere_error().subs(theta, 1 / r)), SPHERE, "m n r")
_FIXED: tuple[dict[str, object], ...] = ({"m": 1, "n": 1}, {"m": 3, "n": 4})


def _rate(proof: Proof) -> None:
    """r F -> c = e^(-1/2)/(sqrt 2 pi n), F = 2m eps^2 e^(-4r^2), between two functions that differ from c by O(1/r)."""
    by_h(proof)
    radius = sp.Symbol("r", positive=True)
    limit = sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * sp.pi * n)
    proof.equal(
        (_RATE**2 * 2 * m * sp.exp(-4 * r**2) * r).subs(r, radius), limit, "the stated rate is r F = c"
    )
    proof.cite(
        "cos t >= 1 - t^2/2; t e^(-A t^2) <= 1/sqrt(2eA) and t^2 e^(-A t^2) <= 1/(eA), from e^x >= e x"
    )
    proof.cite("sin x/x falls on (0, pi/2] and is at least 1 - x^2/6; 4 sin^2(t/2) rises on [0, pi]")
    angle = 1 / (sp.sqrt(2) * radius)
    share = radius * angle / (n * sp.pi) * sp.exp(-(radius**2) * angle**2)
    proof.equal(share, limit, "the angle 1/(sqrt 2 r) gives r F >= c (1 - e^(1/2 - 4r^2))^2")
    proof.limit(
        2 * radius * sp.exp(sp.Rational(1, 2) - 4 * radius**2),
        radius,
        sp.oo,
        sp.S.Zero,
        "which is c - o(1/r)",
    )
    kappa = (1 - 1 / (24 * radius)) ** 2
    proof.equal(
        (1 - (radius ** sp.Rational(-1, 2) / 2) ** 2 / 6) ** 2,
        kappa,
        "4 sin^2(t/2) >= kappa t^2 for t <= r^(-1/2)",
    )
    proof.below(
        sp.Rational(1, 2),
        sp.Rational(23, 24) ** 2,
        "kappa >= 1/2 for r >= 1: e^(-4r^2 sin^2) <= e^(-r/2) beyond",
        strict=False,
    )
    main = 1 / (n * sp.pi * sp.sqrt(2 * sp.E)) / (1 - 1 / (24 * radius))
    proof.limit(
        radius * (main - limit), radius, sp.oo, limit / 24, "the part with 1/n: at most c/(1 - 1/(24r))"
    )
    square = (1 - 1 / n) / (sp.pi**2 * sp.E * kappa * radius)
    proof.limit(
        radius * square, radius, sp.oo, (1 - 1 / n) / (sp.pi**2 * sp.E), "the part with theta^2 is O(1/r)"
    )
    for rest in (sp.exp(-radius / 2), sp.exp(-2 * radius**2)):
        proof.limit(
            radius**2 * rest, radius, sp.oo, sp.S.Zero, "angles beyond r^(-1/2), and the other term of h_r"
        )


SEC3_R_SCALING = Statement(
    id="hrf/sec3/r-scaling",
    kind="asymptotic",
    where="Section 3, before Theorem 3.5",
    title="Growth of the largest error with the norm",
    text="The largest relative error of the angular hybrid is said to grow like exp(2 r^2)/r, the base estimators' like exp(2 r^2).",
    latex=rf"{LARGEST_TEXT}\sim\tfrac1re^{{2r^2}}",
    domain_text="r growing",
    domain=SPHERE,
    checks=(
        Restated(
            "the error at the angle 1/r alone, which the largest error is not below",
            {"lhs": _AT_INVERSE_RADIUS, "rhs": formula(sp.S.Zero, SPHERE, "")},
            SPHERE,
            Order(r * sp.exp(-2 * r**2), "r"),
            OrderCheck(_FIXED),
        ),
        Derivation(fails_far_out, part("fixed m and n"), refutes=True),
    ),
    uses=("hrf/thm3.5/bound",),
    mechanism=("angular-hybrid",),
    note="1/r is right only where n grows faster than r: the term with 1/n decays like r^(-1/2).",
).corrected(
    text="For fixed m and n the largest relative error is a constant times exp(2 r^2)/sqrt(r), up to a factor 1 + O(1/r).",
    latex=rf"{LARGEST_TEXT}=e^{{2r^2}}\sqrt{{\tfrac{{e^{{-1/2}}}}{{2\sqrt2\pi mnr}}}}\,(1+O(1/r))",
    domain_text="m, n fixed, r growing",
    sides={"lhs": LARGEST_ERROR, "rhs": formula(_RATE, SPHERE, "m n r")},
    claim=Order(r ** sp.Rational(3, 2) * sp.exp(-2 * r**2), "r"),
    checks=(
        OrderCheck(_FIXED),
        Representations("lhs", LARGEST_ERROR_BY_H),
        Representations("rhs", formula(_RATE_AGAIN, SPHERE, "m n r")),
        Derivation(_rate, part("r >= 1, m and n fixed")),
    ),
    uses=(),
)


def _ends(proof: Proof) -> None:
    at_pi(proof)
    t, radius = sp.symbols("t r", positive=True)
    other = sp.sqrt(2 / m) * sp.sinh(FAR.subs({theta: t, r: radius}) / 2)
    worst = sp.expand(other.subs(t, sp.pi).rewrite(sp.exp))
    proof.equal(worst, (WIDTH / sp.sqrt(2 * m)).subs(r, radius), "trig at theta = pi: W/sqrt(2m)")
    proof.positive(other.subs(t, sp.pi), "not 0; for ++ the same at theta = 0")
    proof.limit(
        other / sp.sqrt(t), t, 0, sp.S.Zero, "and trig at theta = 0 is o(sqrt theta), ++ likewise at pi"
    )


SEC3_THETA_SCALING = Statement(
    id="hrf/sec3/theta-scaling",
    kind="asymptotic",
    where="Section 3, before Theorem 3.5",
    title="The error vanishes at both ends of the angle",
    text=(
        "The angular hybrid's relative error vanishes like sqrt(theta) and sqrt(pi - theta) at the two ends; each base "
        "estimator keeps an error at one of them."
    ),
    latex=r"\epsilon_{\theta,r}\sim\sqrt\theta,\ \sqrt{\pi-\theta}",
    domain_text="fixed r, m, n",
    domain=SPHERE,
    checks=(NEAR_ZERO, NEAR_PI, Derivation(_ends, WHOLE)),
    uses=("hrf/thm3.5/limit0",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    SEC3_R_SCALING,
    SEC3_THETA_SCALING,
)
