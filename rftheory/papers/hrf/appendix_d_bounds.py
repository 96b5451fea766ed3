"""Appendix D.3 of hrf: b_r above a_r, its two parts, their slopes, shape and the angle of the maximum."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, real
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.deterministic.sign_change import SignChange
from rftheory.exact.functions.hybrids.angular_maximum import LargestB, LargestPower, PeakAngle
from rftheory.papers._shared.angular_bound import FIRST, FIRST_BOUND, SECOND, a_r, by_b, first_bound
from rftheory.papers._shared.angular_hybrid import FROM_ONE, RADIUS, SHARE, n, on_sphere, r, theta
from rftheory.statements import Below, Equal, Statement, formally, formula

_SPHERE, _OUTSIDE = on_sphere(), on_sphere(FROM_ONE)
_QUARTER = Domain((real("theta", 0, "1.5707", meaning="angle up to pi/2"),))
_GAUSSIAN = sp.exp(2 * r**2) * sp.exp(-4 * r**2 * sp.sin(theta / 2) ** 2)
_SHARES = SHARE * (1 + (n - 1) * SHARE) / n
_B1 = formula(FIRST, _SPHERE, "n r theta")
_B2 = formula(SECOND, _SPHERE, "n r theta")
_PEAK = PeakAngle(1 / r**2)
_TOP1 = sp.exp(2 * r**2) * (1 - 1 / n) * LargestPower(2, r)
_TOP2 = sp.exp(2 * r**2) / n * LargestPower(1, r)
_END1, _END2 = (1 - 1 / n) * sp.exp(-2 * r**2), sp.exp(-2 * r**2) / n
_D1 = (
    sp.exp(2 * r**2 * sp.cos(theta)) * (1 - 1 / n) * 2 * theta / sp.pi**2 * (1 - r**2 * theta * sp.sin(theta))
)
_D2 = sp.exp(2 * r**2 * sp.cos(theta)) / (n * sp.pi) * (1 - 2 * r**2 * theta * sp.sin(theta))


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


def _slope_one(proof: Proof) -> None:
    proof.equal(sp.diff(FIRST, theta), _D1, "d b^1_r/d theta")


def _slope_two(proof: Proof) -> None:
    proof.equal(sp.diff(SECOND, theta), _D2, "d b^2_r/d theta")


def _level(proof: Proof) -> None:
    """F = theta sin(theta) meets every level in (0, 1] once in (0, pi/2) and once in (pi/2, pi)."""
    form = theta * sp.sin(theta)
    proof.equal(
        sp.diff(form, theta),
        sp.sin(theta) + theta * sp.cos(theta),
        "F' = sin + theta cos > 0 on (0, pi/2], a sum of terms >= 0",
    )
    proof.equal(
        sp.diff(form, theta, 2),
        2 * sp.cos(theta) - theta * sp.sin(theta),
        "F'' = 2 cos - theta sin <= 0 on [pi/2, pi]: concave",
    )
    for end, value in ((0, 0), (sp.pi / 2, sp.pi / 2), (sp.pi, 0)):
        proof.equal(form.subs(theta, end), sp.sympify(value), f"F({end}) = {value}")
    proof.true(bool(sp.pi / 2 > 1), "the middle value exceeds 1")
    proof.cite(
        "a continuous rising function meets a level between its ends once; a concave one that starts above a level and ends below crosses it once"
    )


def _shape(proof: Proof) -> None:
    _slope_one(proof)
    _slope_two(proof)
    _level(proof)
    larger = 1 + sp.Symbol("t", nonnegative=True)
    for factor in (1, 2):
        proof.nonnegative(1 - 1 / (factor * larger**2), f"r >= 1: the level 1/({factor} r^2) lies in (0, 1]")
    proof.equal(
        1 - r**2 * theta * sp.sin(theta),
        r**2 * (1 / r**2 - theta * sp.sin(theta)),
        "so each slope is + below the level, - above it and + again",
    )


def _endpoints(proof: Proof) -> None:
    for form, end in ((FIRST, _END1), (SECOND, _END2)):
        proof.equal(form.subs(theta, 0), sp.S.Zero, "0 at theta = 0")
        proof.equal(form.subs(theta, sp.pi), end, "the printed value at theta = pi")
    more = 1 + sp.Symbol("j", nonnegative=True, integer=True)
    proof.nonnegative(
        (1 - 1 / more) * theta**2 / sp.pi**2, "the factor of b^1_r before the exponential is >= 0"
    )
    proof.nonnegative(theta / (n * sp.pi), "and that of b^2_r")
    _shape(proof)
    proof.cite("the slope is + - +: the maximum on [0, pi] is at the first zero of the slope or at pi")


def _jordan(proof: Proof) -> None:
    gap = sp.pi / 2 * sp.sin(theta) - theta
    proof.equal(
        sp.diff(gap, theta, 2), -sp.pi / 2 * sp.sin(theta), "the difference is concave where sin >= 0"
    )
    for end in (sp.S.Zero, sp.pi / 2):
        proof.equal(gap.subs(theta, end), sp.S.Zero, f"and 0 at {end}, so it is >= 0 between")


def _root(proof: Proof) -> None:
    _slope_one(proof)
    _level(proof)
    peak = sp.Symbol("theta_s", positive=True)
    zero = sp.solve(1 - r**2 * peak * sp.sin(peak), r**2)
    proof.equal(
        zero[0],
        1 / (peak * sp.sin(peak)),
        "the slope vanishes at theta* > 0 if and only if theta* sin(theta*) = 1/r^2",
    )


def _peak_bound(proof: Proof) -> None:
    _root(proof)
    _jordan(proof)
    peak, sine = sp.symbols("theta_s s", positive=True)
    radius = sp.Symbol("r", positive=True)
    proof.equal(
        peak * (sp.pi / 2 * sine),
        sp.pi / 2 * (peak * sine),
        "theta*^2 <= theta* (pi/2) sin(theta*) = (pi/2)/r^2, as theta* < pi/2",
    )
    proof.equal(sp.sqrt(sp.pi / 2 / radius**2), sp.sqrt(sp.pi / 2) / radius, "the root: (61)")


_BOTH_PEAKS = formula(
    FIRST.subs(theta, _PEAK) + SECOND.subs(theta, PeakAngle(1 / (2 * r**2))), _OUTSIDE, "n r"
)
_OUTSIDE_ONE: tuple[dict[str, object], ...] = tuple(
    {"n": count, "r": radius} for count, radius in ((1, 1), (2, "3/2"), (7, 3), (10**6, 20), (3, 1000))
)

STATEMENTS = (
    Statement(
        id="hrf/eq52",
        kind="inequality",
        where="eq. (52)",
        title="a_r below b_r",
        text="a_r is at most b_r times (1 - exp(-4 r^2))^2.",
        latex=r"a_r(\theta)\le b_r(\theta)(1-e^{-4r^2})^2",
        domain_text="theta in [0,pi]",
        domain=_SPHERE,
        sides={
            "lhs": formula(a_r(), _SPHERE, "n r theta"),
            "rhs": formula((FIRST + SECOND) * (1 - sp.exp(-4 * r**2)) ** 2, _SPHERE, "n r theta"),
        },
        claim=Below(strict=False),
        checks=(
            Representations(
                "lhs",
                formula(
                    4 * _SHARES * sp.exp(-2 * r**2) * sp.sinh(r**2 * (1 + sp.cos(theta))) ** 2,
                    _SPHERE,
                    "n r theta",
                ),
            ),
            Representations(
                "rhs",
                formula(
                    4 * _SHARES * _GAUSSIAN * sp.exp(-4 * r**2) * sp.sinh(2 * r**2) ** 2, _SPHERE, "n r theta"
                ),
            ),
            Derivation(by_b),
        ),
        uses=("hrf/eq50", "hrf/eq53"),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/eq53",
        kind="definition",
        where="eqs. (53)-(55)",
        title="The two parts of b_r",
        text="b_r is a quadratic part with 1 - 1/n and a linear part with 1/n, both times exp(2 r^2 cos theta).",
        latex=r"b^1_r(\theta)=(1-\tfrac1n)\tfrac{\theta^2}{\pi^2}e^{2r^2\cos\theta},\quad b^2_r(\theta)=\tfrac1n\cdot\tfrac\theta\pi e^{2r^2\cos\theta}",
        domain_text="theta in [0,pi]",
        domain=_SPHERE,
        sides={"b1": _B1, "b2": _B2},
        checks=(
            Representations("b1", formula((1 - 1 / n) * SHARE**2 * _GAUSSIAN, _SPHERE, "n r theta")),
            Representations("b2", formula(SHARE / n * _GAUSSIAN, _SPHERE, "n r theta")),
        ),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/eq56",
        kind="inequality",
        where="eq. (56)",
        title="The maximum of a sum",
        text="The maximum of b_r is at most the sum of the maxima of its two parts.",
        latex=r"\max b_r\le\max b^1_r+\max b^2_r",
        domain_text="theta in [0,pi]",
        domain=_SPHERE,
        sides={
            "lhs": formula(sp.exp(2 * r**2) * LargestB(n, r), _SPHERE, "n r"),
            "rhs": formula(_TOP1 + _TOP2, _SPHERE, "n r"),
        },
        claim=Below(strict=False),
        checks=(Representations("rhs", _BOTH_PEAKS, _OUTSIDE_ONE), Derivation(_subadditive)),
        uses=("hrf/eq53",),
        mechanism="angular hybrid",
        note="All three maxima over the angle are certified; for n = 1 the sides are equal.",
    ),
    Statement(
        id="hrf/eq57",
        kind="identity",
        where="eq. (57)",
        title="Slope of b^1_r",
        text="The derivative of b^1_r has the sign of 1 - r^2 theta sin(theta).",
        latex=r"\tfrac{db^1_r}{d\theta}=e^{2r^2\cos\theta}\left(1-\tfrac1n\right)\tfrac{2\theta}{\pi^2}(1-r^2\theta\sin\theta)",
        domain_text="theta in [0,pi]",
        domain=_SPHERE,
        sides={"": formula(_D1, _SPHERE, "n r theta")},
        checks=(
            Representations("", formula(sp.diff(FIRST, theta), _SPHERE, "n r theta")),
            Derivation(_slope_one),
        ),
        uses=("hrf/eq53",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/eq58",
        kind="identity",
        where="eq. (58)",
        title="Slope of b^2_r",
        text="The derivative of b^2_r has the sign of 1 - 2 r^2 theta sin(theta).",
        latex=r"\tfrac{db^2_r}{d\theta}=e^{2r^2\cos\theta}\tfrac1{n\pi}(1-2r^2\theta\sin\theta)",
        domain_text="theta in [0,pi]",
        domain=_SPHERE,
        sides={"": formula(_D2, _SPHERE, "n r theta")},
        checks=(
            Representations("", formula(sp.diff(SECOND, theta), _SPHERE, "n r theta")),
            Derivation(_slope_two),
        ),
        uses=("hrf/eq53",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/appD.3/shape",
        kind="identity",
        where="Appendix D.3, after eq. (58)",
        title="Shape of both parts",
        text="For r >= 1 both parts rise, fall and rise again; the only interior local maximum lies below pi/2.",
        latex=r"\mathrm{sgn}\tfrac{db^i_r}{d\theta}:\ +,-,+",
        domain_text="r >= 1",
        checks=(Derivation(_shape),),
        uses=("hrf/eq57", "hrf/eq58"),
        mechanism="angular hybrid",
        note="For n = 1 the first part is identically 0. The end pi is a local maximum on [0, pi] too; the next sentence allows for it.",
    ),
    Statement(
        id="hrf/appD.3/endpoints",
        kind="identity",
        where="Appendix D.3",
        title="Both parts at the ends",
        text="Both parts are 0 at 0 and small at pi, so the maximum is at the interior one or at pi.",
        latex=r"b^1_r(\pi)=(1-\tfrac1n)e^{-2r^2},\quad b^2_r(\pi)=\tfrac1ne^{-2r^2}",
        domain_text="r >= 1",
        domain=_OUTSIDE,
        sides={
            "b1": formally(formula(_END1, _OUTSIDE, "n r"), RADIUS),
            "b2": formally(formula(_END2, _OUTSIDE, "n r"), RADIUS),
        },
        checks=(
            Representations(
                "b1", formula((1 - 1 / n) / (sp.cosh(2 * r**2) + sp.sinh(2 * r**2)), _OUTSIDE, "n r")
            ),
            Representations("b2", formula(1 / n / (sp.cosh(2 * r**2) + sp.sinh(2 * r**2)), _OUTSIDE, "n r")),
            Derivation(_endpoints),
        ),
        uses=("hrf/eq53",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/eq59",
        kind="identity",
        where="eq. (59)",
        title="The angle of the local maximum",
        text="The interior maximum of b^1_r is where theta sin(theta) first reaches 1/r^2.",
        latex=r"\theta^*\sin\theta^*=\tfrac1{r^2}",
        domain_text="r >= 1",
        domain=_OUTSIDE,
        sides={"": formula(_PEAK, _OUTSIDE, "r")},
        checks=(
            Representations("", formula(1 / (r**2 * sp.sin(_PEAK)), _OUTSIDE, "r")),
            SignChange(
                "",
                formula(1 / r**2 - theta * sp.sin(theta), _OUTSIDE, "r theta"),
                "theta",
                ({"r": 1}, {"r": "3/2"}, {"r": 7}, {"r": 1000}),
                16,
            ),
            Restated(
                "its sine over its inverse",
                {
                    "lhs": formula(_PEAK * sp.sin(_PEAK), _OUTSIDE, "r"),
                    "rhs": formula(1 / r**2, _OUTSIDE, "r"),
                },
                _OUTSIDE,
                Equal(),
            ),
            Derivation(_root),
        ),
        uses=("hrf/eq57",),
        mechanism="angular hybrid",
    ),
    Statement(
        id="hrf/appD.3/jordan",
        kind="inequality",
        where="Appendix D.3, before eq. (60)",
        title="Jordan's inequality",
        text="Up to pi/2 an angle is at most pi/2 times its sine.",
        latex=r"\theta\le\tfrac\pi2\sin\theta",
        domain_text="theta in [0, pi/2]",
        checks=(
            Restated(
                "at angles up to 1.5707",
                {
                    "lhs": formula(theta, _QUARTER, "theta"),
                    "rhs": formula(sp.pi / 2 * sp.sin(theta), _QUARTER, "theta"),
                },
                _QUARTER,
                Below(strict=False),
            ),
            Derivation(_jordan),
        ),
    ),
    Statement(
        id="hrf/eq60",
        kind="inequality",
        where="eqs. (60), (61)",
        title="Bound of the angle",
        text="The square of the maximising angle is at most pi/(2 r^2).",
        latex=r"(\theta^*)^2\le\tfrac\pi2\tfrac1{r^2}",
        domain_text="r >= 1",
        domain=_OUTSIDE,
        sides={"lhs": formula(_PEAK**2, _OUTSIDE, "r"), "rhs": formula(sp.pi / (2 * r**2), _OUTSIDE, "r")},
        claim=Below(strict=False),
        checks=(Derivation(_peak_bound),),
        uses=("hrf/eq59", "hrf/appD.3/jordan"),
        mechanism="angular hybrid, b^1",
    ),
    Statement(
        id="hrf/eq62",
        kind="inequality",
        where="eq. (62)",
        title="Bound of b^1_r at its local maximum",
        text="At the maximising angle b^1_r is at most (1-1/n) exp(2r^2)/(2 pi r^2), which also exceeds its value at pi.",
        latex=r"b^1_r(\theta^*)\le(1-\tfrac1n)\tfrac1{2\pi r^2}e^{2r^2}\ge b^1_r(\pi)",
        domain_text="r >= 1",
        domain=_OUTSIDE,
        sides={
            "lhs": formula(FIRST.subs(theta, _PEAK), _OUTSIDE, "n r"),
            "rhs": formula(FIRST_BOUND, _OUTSIDE, "n r"),
        },
        claim=Below(strict=False),
        checks=(
            Representations(
                "lhs",
                formula((1 - 1 / n) * _PEAK**2 / sp.pi**2 * _GAUSSIAN.subs(theta, _PEAK), _OUTSIDE, "n r"),
            ),
            Restated(
                "the value at pi",
                {"lhs": formula(_END1, _OUTSIDE, "n r"), "rhs": formula(FIRST_BOUND, _OUTSIDE, "n r")},
                _OUTSIDE,
                Below(strict=False),
            ),
            Derivation(first_bound, "every angle from 0 to pi and every r > 0"),
        ),
        uses=("hrf/eq60", "hrf/eq53"),
        mechanism="angular hybrid",
    ),
)
