"""Section 3 of hrf, Theorem 3.5: the angular hybrid's largest error over a sphere, its limits at both ends, its cost."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Order,
    OrderCheck,
    Proof,
    Representations,
    Restated,
    Statement,
    formally,
    formula,
)
from rftheory.papers._shared.angular_bound import (
    LARGEST,
    LARGEST_BY_H,
    LARGEST_TEXT,
    PRINTED,
    PRINTED_BY_SINH,
    REPAIRED,
    REPAIRED_BY_SINH,
    by_h,
    fails_far_out,
    repaired_bound,
)
from rftheory.papers._shared.angular_hybrid import (
    CLOSE,
    FAR,
    FROM_ONE,
    RADIUS,
    REST,
    SHARE,
    WIDTH,
    n,
    on_sphere,
    r,
    sphere_error,
    theta,
)
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas.map_costs import COSTS

_SPHERE, _OUTSIDE = on_sphere(), on_sphere(FROM_ONE)
_LIMIT = WIDTH / sp.sqrt(2 * m * n * sp.pi)
_SMALL: tuple[dict[str, object], ...] = (
    {"m": 1, "n": 1, "r": 1},
    {"m": 2, "n": 5, "r": "1/2"},
    {"m": 7, "n": 2, "r": 3},
)
_BY_H = formula(LARGEST_BY_H, _SPHERE, "m n r")
_LIMIT_SIDE = formula(_LIMIT, _SPHERE, "m n r")
_BY_SINH = formula(sp.sqrt(2 / m * sp.sinh(2 * r**2) ** 2 / (n * sp.pi)), _SPHERE, "m n r")
_ERROR = sp.sqrt(sphere_error())
_EXCHANGED = {sp.cos(theta / 2): sp.sin(theta / 2), sp.sin(theta / 2): sp.cos(theta / 2)}
_NEAR_PI = sp.sqrt(sphere_error(REST, SHARE).subs(_EXCHANGED, simultaneous=True))


def _near(words: str, error: sp.Expr) -> Restated:
    """error - limit sqrt(t) = O(t^(3/2)) along small angles t."""
    sides = {
        "lhs": formula(error, _SPHERE, "m n r theta"),
        "rhs": formula(_LIMIT * sp.sqrt(theta), _SPHERE, "m n r theta"),
    }
    claim = Order(theta ** sp.Rational(-3, 2), "theta", toward=sp.S.Zero)
    return Restated(words, sides, _SPHERE, claim, OrderCheck(_SMALL))


_AT_ZERO = _near("eps less the limit times sqrt(theta)", _ERROR)
_AT_PI = _near("eps at pi - t less the limit times sqrt(t)", _NEAR_PI)


def _at_zero(proof: Proof) -> None:
    t, radius = sp.symbols("t r", positive=True)
    quotient = sp.series(sphere_error().subs({theta: t, r: radius}), t, 0, 2).removeO() / t
    proof.equal(
        sp.simplify((quotient.subs(t, 0) / _LIMIT.subs(r, radius) ** 2).rewrite(sp.exp)),
        sp.S.One,
        "eps^2/theta -> (2/m) sinh^2(2r^2)/(n pi) = W^2/(2 pi m n): from E lam^2, whose slope at 0 is 1/(n pi)",
    )
    proof.positive(sp.sinh(2 * radius**2), "which is positive")


def _at_pi(proof: Proof) -> None:
    _at_zero(proof)
    one, two = sp.symbols("c s", nonnegative=True)
    half = sp.Symbol("u", real=True)
    proof.equal(
        REST.subs(theta, sp.pi - theta),
        SHARE,
        "theta -> pi - theta exchanges the shares of the two estimators",
    )
    proof.equal(sp.cos((sp.pi - half) / 2), sp.sin(half / 2), "and the two hyperbolic sines")
    p, q = sp.symbols("p q")
    exchanged = sphere_error(q, p).subs({CLOSE / 2: one, FAR / 2: two}, simultaneous=True)
    proof.equal(
        exchanged,
        sphere_error(p, q).subs({CLOSE / 2: two, FAR / 2: one}, simultaneous=True),
        "so eps(pi - t) = eps(t)",
    )


_RATE = sp.exp(2 * r**2) * sp.sqrt(sp.exp(-sp.Rational(1, 2)) / (sp.sqrt(2) * sp.pi * n) / (2 * m * r))

_RATE_AGAIN = (sp.cosh(2 * r**2) + sp.sinh(2 * r**2)) / sp.sqrt(m * n * r * sp.pi * sp.sqrt(8 * sp.E))

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
    proof.equal(
        sp.limit(2 * radius * sp.exp(sp.Rational(1, 2) - 4 * radius**2), radius, sp.oo),
        sp.S.Zero,
        "which is c - o(1/r)",
    )
    kappa = (1 - 1 / (24 * radius)) ** 2
    proof.equal(
        (1 - (radius ** sp.Rational(-1, 2) / 2) ** 2 / 6) ** 2,
        kappa,
        "4 sin^2(t/2) >= kappa t^2 for t <= r^(-1/2)",
    )
    proof.true(
        bool(sp.Rational(23, 24) ** 2 >= sp.Rational(1, 2)),
        "kappa >= 1/2 for r >= 1: e^(-4r^2 sin^2) <= e^(-r/2) beyond",
    )
    main = 1 / (n * sp.pi * sp.sqrt(2 * sp.E)) / (1 - 1 / (24 * radius))
    proof.equal(
        sp.limit(radius * (main - limit), radius, sp.oo),
        limit / 24,
        "the part with 1/n: at most c/(1 - 1/(24r))",
    )
    square = (1 - 1 / n) / (sp.pi**2 * sp.E * kappa * radius)
    proof.true(sp.limit(radius * square, radius, sp.oo).is_finite is True, "the part with theta^2 is O(1/r)")
    for rest in (sp.exp(-radius / 2), sp.exp(-2 * radius**2)):
        proof.equal(
            sp.limit(radius**2 * rest, radius, sp.oo),
            sp.S.Zero,
            "angles beyond r^(-1/2), and the other term of h_r",
        )


SEC3_R_SCALING = Statement(
    id="hrf/sec3/r-scaling",
    kind="asymptotic",
    where="Section 3, before Theorem 3.5",
    title="Growth of the largest error with the norm",
    text="The largest relative error of the angular hybrid is said to grow like exp(2 r^2)/r, the base estimators' like exp(2 r^2).",
    latex=rf"{LARGEST_TEXT}\sim\tfrac1re^{{2r^2}}",
    domain_text="r growing",
    domain=_SPHERE,
    checks=(
        Restated(
            "r e^(-2r^2) times the largest error is bounded",
            {"lhs": formula(LARGEST, _SPHERE, "m n r"), "rhs": formula(sp.S.Zero, _SPHERE, "")},
            _SPHERE,
            Order(r * sp.exp(-2 * r**2), "r"),
            OrderCheck(_FIXED),
        ),
        Derivation(fails_far_out, "fixed m and n", refutes=True),
    ),
    uses=("hrf/thm3.5/bound",),
    mechanism=("angular-hybrid",),
    note="1/r is right only where n grows faster than r: the term with 1/n decays like r^(-1/2).",
).corrected(
    text="For fixed m and n the largest relative error is a constant times exp(2 r^2)/sqrt(r), up to a factor 1 + O(1/r).",
    latex=rf"{LARGEST_TEXT}=e^{{2r^2}}\sqrt{{\tfrac{{e^{{-1/2}}}}{{2\sqrt2\pi mnr}}}}\,(1+O(1/r))",
    domain_text="m, n fixed, r growing",
    sides={"lhs": formula(LARGEST, _SPHERE, "m n r"), "rhs": formula(_RATE, _SPHERE, "m n r")},
    claim=Order(r ** sp.Rational(3, 2) * sp.exp(-2 * r**2), "r"),
    checks=(
        OrderCheck(_FIXED),
        Representations("lhs", _BY_H),
        Representations("rhs", formula(_RATE_AGAIN, _SPHERE, "m n r")),
        Derivation(_rate, "r >= 1, m and n fixed"),
    ),
    uses=(),
)


def _ends(proof: Proof) -> None:
    _at_pi(proof)
    t, radius = sp.symbols("t r", positive=True)
    other = sp.sqrt(2 / m) * sp.sinh(FAR.subs({theta: t, r: radius}) / 2)
    worst = sp.expand(other.subs(t, sp.pi).rewrite(sp.exp))
    proof.equal(worst, sp.expand((WIDTH / sp.sqrt(2 * m)).subs(r, radius)), "trig at theta = pi: W/sqrt(2m)")
    proof.positive(other.subs(t, sp.pi), "not 0; for ++ the same at theta = 0")
    proof.equal(
        sp.limit(other / sp.sqrt(t), t, 0),
        sp.S.Zero,
        "and trig at theta = 0 is o(sqrt theta), ++ likewise at pi",
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
    domain=_SPHERE,
    checks=(_AT_ZERO, _AT_PI, Derivation(_ends)),
    uses=("hrf/thm3.5/limit0",),
    mechanism=("angular-hybrid",),
)

_LARGEST = formally(formula(LARGEST, _OUTSIDE, "m n r"), RADIUS)

THM3_5_BOUND = Statement(
    id="hrf/thm3.5/bound",
    kind="inequality",
    where="Theorem 3.5, eq. (27)",
    title="Bound of the largest relative error",
    text="On a sphere of radius r >= 1 the largest relative error of the angular hybrid gains a factor 1/r on W(r)/sqrt(2m).",
    latex=rf"{LARGEST_TEXT}\le\frac1r\sqrt{{\frac1{{2m}}}}\,W(r)\sqrt{{\frac1\pi-\frac1{{n\pi}}+\frac1{{n\sqrt\pi}}}}",
    domain_text="r >= 1, m, n >= 1",
    domain=_OUTSIDE,
    sides={"lhs": _LARGEST, "rhs": formally(formula(PRINTED, _OUTSIDE, "m n r"), RADIUS)},
    claim=Below(strict=False),
    checks=(
        Representations("lhs", _BY_H),
        Representations("rhs", formula(PRINTED_BY_SINH, _OUTSIDE, "m n r")),
    ),
    uses=("hrf/thmD.1/independent", "hrf/def3.3", "hrf/lemma3.4/w"),
    mechanism=("angular-hybrid",),
    note=(
        "The maximum over the angle is certified. The bound inherits (64), where 1/r^2 should be 1/r: it holds up to a "
        "radius r*(n) that grows about 2.1 per unit of n, and fails beyond; see beyond/angular/threshold."
    ),
).corrected(
    text="With 1/r in place of 1/r^2 for the part that the n sign projections cause, the bound holds for every r > 0.",
    latex=rf"{LARGEST_TEXT}\le\sqrt{{\frac1{{2m}}}}\,W(r)\sqrt{{\frac1{{r^2}}\Big(\frac1\pi-\frac1{{n\pi}}\Big)+\frac1{{n\sqrt\pi\,r}}}}",
    domain_text="r > 0, m, n >= 1",
    domain=_SPHERE,
    sides={"lhs": formula(LARGEST, _SPHERE, "m n r"), "rhs": formula(REPAIRED, _SPHERE, "m n r")},
    claim=Below(),
    checks=(
        Representations("lhs", _BY_H),
        Representations("rhs", formula(REPAIRED_BY_SINH, _SPHERE, "m n r")),
        Derivation(repaired_bound, "every r > 0, m and n"),
    ),
    uses=(),
)

THM3_5_LIMIT0 = Statement(
    id="hrf/thm3.5/limit0",
    kind="limit",
    where="Theorem 3.5, second part",
    title="The error near theta = 0",
    text="The relative error over sqrt(theta) tends to W(r)/sqrt(2 pi m n).",
    latex=r"\lim_{\theta\to0}\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})/\sqrt\theta=\tfrac{W(r)}{\sqrt{2\pi mn}}",
    domain_text="r, m, n fixed",
    domain=_SPHERE,
    sides={"lhs": _LIMIT_SIDE},
    checks=(Representations("lhs", _BY_SINH), _AT_ZERO, Derivation(_at_zero)),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
    note="The printed constant is lost in the source; checked are that the limit exists and its value.",
)


def _imaginary(proof: Proof) -> None:
    _at_pi(proof)
    gap, size = sp.symbols("t L", positive=True)
    proof.equal(sp.sqrt(-gap), sp.I * sp.sqrt(gap), "sqrt(theta - pi) at theta = pi - t < pi")
    quotient = size * sp.sqrt(gap) / sp.sqrt(-gap)
    proof.equal(quotient, -sp.I * size, "so the printed quotient tends to -i L, L > 0 the limit at 0")
    proof.true(sp.re(quotient) == 0 and size.is_positive is True, "-i L has no real part and is not L")


THM3_5_LIMITPI = Statement(
    id="hrf/thm3.5/limitpi",
    kind="limit",
    where="Theorem 3.5, second part",
    title="The error near theta = pi",
    text="The relative error over sqrt(theta - pi) is said to tend to the same limit as at theta = 0.",
    latex=r"\lim_{\theta\to\pi}\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})/\sqrt{\theta-\pi}",
    domain_text="theta in [0,pi]; r, m, n fixed",
    domain=_SPHERE,
    sides={"lhs": replace(_LIMIT_SIDE)},
    checks=(
        Representations("lhs", _BY_SINH),
        Derivation(
            _imaginary,
            "every theta < pi, where theta - pi is negative",
            refutes=True,
            example={"theta": "3", "theta - pi": "negative"},
        ),
    ),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
    slip=True,
    note="The difference under the root is turned round: angles do not exceed pi. The side is the limit over sqrt(pi - theta).",
).corrected(
    text="The relative error over sqrt(pi - theta) tends to W(r)/sqrt(2 pi m n), as at the other end.",
    latex=r"\lim_{\theta\to\pi}\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})/\sqrt{\pi-\theta}=\tfrac{W(r)}{\sqrt{2\pi mn}}",
    domain_text="r, m, n fixed",
    sides={"lhs": replace(_LIMIT_SIDE)},
    checks=(Representations("lhs", _BY_SINH), _AT_PI, Derivation(_at_pi)),
    uses=(),
)

SEC3_BUILD_TIME = Statement(
    id="hrf/sec3/build-time",
    kind="scaling",
    where="Section 3, after Theorem 3.5",
    title="Time to build the map",
    text="Features of order m n in number take nd + md + mn operations in the hybrid map, and mnd in a regular one.",
    latex=r"O(nd+md+mn)\ \text{vs}\ O(mnd)",
    domain_text="general m, n, d",
    checks=COSTS,
    uses=("hrf/eq106",),
    mechanism=("angular-hybrid",),
    note="Counted: inner products and products of entries; each projection's sign or exponential costs one evaluation more.",
)

STATEMENTS = (
    SEC3_R_SCALING,
    SEC3_THETA_SCALING,
    THM3_5_BOUND,
    THM3_5_LIMIT0,
    THM3_5_LIMITPI,
    SEC3_BUILD_TIME,
)
