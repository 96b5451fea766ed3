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
    All,
    Below,
    Derivation,
    Erratum,
    Limit,
    Order,
    OrderCheck,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    whole,
)
from rftheory.papers._shared.angular_bound import LARGEST_TEXT, by_h, fails_far_out
from rftheory.papers._shared.angular_hybrid import CLOSE, FAR, WIDTH, n, r, sphere_error, theta
from rftheory.papers._shared.hybrid_errors import SPHERE
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas.angular_ends import LIMIT, NEAR_PI, NEAR_ZERO, NEAR_ZERO_ERROR, at_pi
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


# r exp(-2r^2) times the error at the angle 1/(sqrt2 r), and the constant of (27)
_AT_ONE_ANGLE = """\
m, n, r = mpf(1), mpf(1), mpf(10)**4
p = 1/(sqrt(2)*r*pi)
first, s = p*(p + (1 - p)/n), sin(pi*p/2)**2
left = r*sqrt(first/(2*m))*exp(-2*r**2*s)*(1 - exp(-4*r**2*(1 - s)))  # less than the error: one of two terms
right = sqrt((1/pi - 1/(n*pi) + 1/(n*sqrt(pi)))/(2*m))"""

SEC3_R_SCALING = Statement(
    id="hrf/sec3/r-scaling",
    kind="asymptotic",
    where="Section 3, before Theorem 3.5",
    title="Growth of the largest error with the norm",
    text="The largest relative error of the angular hybrid is said to grow like exp(2 r^2)/r, the base estimators' like exp(2 r^2).",
    latex=rf"{LARGEST_TEXT}\sim\tfrac1re^{{2r^2}}",
    domain_text="r growing",
    domain=SPHERE,
    claim=Order(r * sp.exp(-2 * r**2), "r", left=LARGEST_ERROR, right=sp.S.Zero),
    checks=(
        Derivation(
            fails_far_out,
            whole("any fixed m and n"),
            refutes=True,
            example={"m": "1", "n": "1", "r": "10000"},
        ),
        Restated(
            "the error at the angle 1/r alone, which the largest error is not below",
            {"lhs": _AT_INVERSE_RADIUS, "rhs": formula(sp.S.Zero, SPHERE, "")},
            SPHERE,
            Order(r * sp.exp(-2 * r**2), "r"),
            OrderCheck(_FIXED),
        ),
    ),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
    note="1/r is right only where n grows at least like r: the term with 1/n decays like r^(-1/2).",
    erratum=Erratum(
        kind="error",
        at="Section 3, page 7, before Theorem 3.5",
        quote="relative-error of the angular hybrid estimator scales as",
        formula=r"\tfrac1r\exp(2r^2)",
        false="For fixed m and n the largest relative error is of the order exp(2r^2)/sqrt(r).",
        weight=3,
        follows_from="hrf/thm3.5/bound",
        script=_AT_ONE_ANGLE,
        relation="<=",
        objection="The constant on the right is that of (27), on which the sentence rests.",
    ),
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
        Derivation(_rate, whole("m and n fixed, from r = 1 on")),
    ),
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


_TRIG_AT_PI = sp.sqrt(2 / m) * sp.sinh(FAR.subs(theta, sp.pi) / 2)
_POSITIVE_AT_ZERO = sp.sqrt(2 / m) * sp.sinh(CLOSE.subs(theta, 0) / 2)

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
    claim=All(
        (
            Limit(NEAR_ZERO_ERROR / sp.sqrt(theta), "theta", sp.S.Zero, LIMIT),
            Limit(NEAR_ZERO_ERROR.subs(theta, sp.pi - theta) / sp.sqrt(theta), "theta", sp.S.Zero, LIMIT),
            Below(sp.S.Zero, LIMIT),
            Below(sp.S.Zero, _TRIG_AT_PI),
            Below(sp.S.Zero, _POSITIVE_AT_ZERO),
        )
    ),
    checks=(NEAR_ZERO, NEAR_PI, Derivation(_ends, WHOLE)),
    note="In the second limit of the claim theta stands for pi less the angle.",
    uses=("hrf/thm3.5/limit0",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    SEC3_R_SCALING,
    SEC3_THETA_SCALING,
)
