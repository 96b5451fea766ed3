"""Appendix D.3 of hrf, (59)-(62): the shape of both parts of b_r for r >= 1 and the angle of the inner maximum.

Main results
* Both parts rise, fall and rise; the inner maximum lies below pi/2. They are 0 at 0 and (1-1/n) e^{-2r^2},
  e^{-2r^2}/n at pi.
* (59): theta* sin(theta*) = 1/r^2 at the inner maximum of b^1_r; (60), (61): theta*^2 <= pi/(2r^2).
* (62): b^1_r(theta*) <= (1-1/n) e^{2r^2}/(2 pi r^2), which is at least b^1_r(pi).

Proofs. theta sin(theta) rises up to pi/2 and is concave beyond, so it meets every level in (0, 1] twice; Jordan's
inequality theta <= (pi/2) sin(theta). theta* is enclosed by a change of sign.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import PeakAngle
from rftheory.exact.functions.hybrids.outer_angle import OuterAngle
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Given,
    On,
    Optimal,
    Proof,
    Representations,
    Rule,
    SignChange,
    Statement,
    formally,
    formula,
    real,
    whole,
)
from rftheory.papers._shared.angular_bound import FIRST, FIRST_BOUND, SECOND, first_bound
from rftheory.papers._shared.angular_hybrid import FROM_ONE, RADIUS, SIGNS, n, r, theta
from rftheory.papers._shared.hybrid_errors import OUTSIDE
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

_SECOND_PEAK = PeakAngle(1 / (2 * r**2))
_SECOND_TROUGH = OuterAngle(1 / (2 * r**2))
_t = sp.Symbol("t", nonnegative=True)
_WITHIN = Domain((*OUTSIDE.parameters[1:3], real("t", above=0, below=1, meaning="share of the piece")))


def _rises_falls_rises(slope: sp.Expr, peak: sp.Expr, trough: sp.Expr, *, strict: bool) -> All:
    """The slope is >= 0 (> 0) up to the peak, <= 0 from there to the trough and >= 0 up to pi; the peak is below pi/2."""
    rising, falling, again = (
        slope.subs(sp.cos(theta), sp.cos(angle, evaluate=False)).subs(theta, angle)
        for angle in (_t * peak, peak + _t * (trough - peak), trough + _t * (sp.pi - trough))
    )
    return All(
        (
            Below(sp.S.Zero, rising, strict=strict),
            Below(falling, sp.S.Zero, strict=strict),
            Below(sp.S.Zero, again, strict=strict),
            Below(peak, sp.pi / 2),
        )
    )


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
    proof.below(1, sp.pi / 2, "the middle value exceeds 1")
    proof.cite(
        "a continuous rising function meets a level between its ends once; a concave one that starts above a level and ends below crosses it once"
    )


def _shape(proof: Proof) -> None:
    first_slope(proof)
    second_slope(proof)
    _level(proof)
    larger = 1 + sp.Symbol("t", nonnegative=True)
    for factor in (1, 2):
        proof.nonnegative(1 - 1 / (factor * larger**2), f"r >= 1: the level 1/({factor} r^2) lies in (0, 1]")
    proof.equal(
        1 - r**2 * theta * sp.sin(theta),
        r**2 * (1 / r**2 - theta * sp.sin(theta)),
        "so each slope is + below the level, - above it and + again",
    )


APPD_3_SHAPE = Statement(
    id="hrf/appD.3/shape",
    kind="identity",
    where="Appendix D.3, after eq. (58)",
    title="Shape of both parts",
    text="For r >= 1 both parts rise, fall and rise again; the only interior local maximum lies below pi/2.",
    latex=r"\mathrm{sgn}\tfrac{db^i_r}{d\theta}:\ +,-,+",
    domain_text="r >= 1",
    domain=OUTSIDE,
    claim=On(
        _WITHIN,
        All(
            (
                _rises_falls_rises(FIRST_SLOPE, PEAK, OuterAngle(1 / r**2), strict=False),
                _rises_falls_rises(SECOND_SLOPE, _SECOND_PEAK, _SECOND_TROUGH, strict=True),
            )
        ),
        "every share t of each piece",
    ),
    checks=(Derivation(_shape, WHOLE),),
    uses=("hrf/eq57", "hrf/eq58"),
    mechanism=("angular-hybrid",),
    note="For n = 1 the first part is identically 0. The end pi is a local maximum on [0, pi] too; the next sentence allows for it.",
)


def _at(form: sp.Expr, angle: sp.Expr) -> sp.Expr:
    """The part at an angle, its cosine written out and not evaluated."""
    cosine = sp.Symbol("c")
    return form.subs(sp.cos(theta), cosine).subs(theta, angle).subs(cosine, sp.cos(angle, evaluate=False))


_END1, _END2 = (1 - 1 / n) * sp.exp(-2 * r**2), sp.exp(-2 * r**2) / n


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


APPD_3_ENDPOINTS = Statement(
    id="hrf/appD.3/endpoints",
    kind="identity",
    where="Appendix D.3",
    title="Both parts at the ends",
    text="Both parts are 0 at 0 and small at pi, so the maximum is at the interior one or at pi.",
    latex=r"b^1_r(\pi)=(1-\tfrac1n)e^{-2r^2},\quad b^2_r(\pi)=\tfrac1ne^{-2r^2}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={
        "b1": formally(formula(_END1, OUTSIDE, "n r"), RADIUS),
        "b2": formally(formula(_END2, OUTSIDE, "n r"), RADIUS),
    },
    claim=All(
        (
            Given(sp.Eq(theta, 0), Equal(FIRST, sp.S.Zero)),
            Given(sp.Eq(theta, 0), Equal(SECOND, sp.S.Zero)),
            Equal(_at(FIRST, sp.pi), "b1"),
            Equal(_at(SECOND, sp.pi), "b2"),
            Below(sp.S.Zero, FIRST, strict=False),
            Below(sp.S.Zero, SECOND, strict=False),
            Equal(LARGEST_FIRST, sp.Max(_at(FIRST, PEAK), _END1)),
            Equal(LARGEST_SECOND, sp.Max(_at(SECOND, _SECOND_PEAK), _END2)),
        )
    ),
    checks=(
        Representations("b1", formula((1 - 1 / n) / (sp.cosh(2 * r**2) + sp.sinh(2 * r**2)), OUTSIDE, "n r")),
        Representations("b2", formula(1 / n / (sp.cosh(2 * r**2) + sp.sinh(2 * r**2)), OUTSIDE, "n r")),
        Derivation(_endpoints, WHOLE),
    ),
    uses=("hrf/eq53", "hrf/appD.3/shape"),
    mechanism=("angular-hybrid",),
)


def _root(proof: Proof) -> None:
    first_slope(proof)
    _level(proof)
    peak = sp.Symbol("theta_s", positive=True)
    zero = sp.solve(1 - r**2 * peak * sp.sin(peak), r**2)
    proof.equal(
        zero[0],
        1 / (peak * sp.sin(peak)),
        "the slope vanishes at theta* > 0 if and only if theta* sin(theta*) = 1/r^2",
    )


_QUARTER = Domain(
    (real("theta", 0, meaning="angle up to pi/2"),),
    (Rule(theta <= sp.pi / 2, "theta <= pi/2"),),
    extra=({"theta": 0}, {"theta": "1/1000"}, {"theta": 1}, {"theta": "3/2"}, {"theta": "1.5707963"}),
)
_INNER = Domain(
    (SIGNS, FROM_ONE, *_QUARTER.parameters),
    _QUARTER.rules,
    extra=(
        {"n": 2, "r": 1, "theta": "3/2"},
        {"n": 3, "r": 2, "theta": "1/4"},
        {"n": 9, "r": 30, "theta": "1/30"},
    ),
)

EQ59 = Statement(
    id="hrf/eq59",
    kind="identity",
    where="eq. (59)",
    title="The angle of the local maximum",
    text="The interior maximum of b^1_r is where theta sin(theta) first reaches 1/r^2.",
    latex=r"\theta^*\sin\theta^*=\tfrac1{r^2}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={"": formula(PEAK, OUTSIDE, "r")},
    claim=All(
        (
            Equal(PEAK * sp.sin(PEAK), 1 / r**2),
            Optimal(FIRST, {"theta": ""}, greatest=True, among=_INNER, among_words="angles up to pi/2"),
        )
    ),
    checks=(
        Representations("", formula(1 / (r**2 * sp.sin(PEAK)), OUTSIDE, "r")),
        SignChange(
            "",
            formula(1 / r**2 - theta * sp.sin(theta), OUTSIDE, "r theta"),
            "theta",
            ({"r": 1}, {"r": "3/2"}, {"r": 7}, {"r": 1000}),
            16,
        ),
        Derivation(_root, WHOLE),
    ),
    uses=("hrf/eq57", "hrf/appD.3/shape"),
    mechanism=("angular-hybrid",),
)


def _jordan(proof: Proof) -> None:
    gap = sp.pi / 2 * sp.sin(theta) - theta
    proof.equal(
        sp.diff(gap, theta, 2), -sp.pi / 2 * sp.sin(theta), "the difference is concave where sin >= 0"
    )
    for end in (sp.S.Zero, sp.pi / 2):
        proof.equal(gap.subs(theta, end), sp.S.Zero, f"and 0 at {end}, so it is >= 0 between")


APPD_3_JORDAN = Statement(
    id="hrf/appD.3/jordan",
    kind="inequality",
    where="Appendix D.3, before eq. (60)",
    title="Jordan's inequality",
    text="Up to pi/2 an angle is at most pi/2 times its sine.",
    latex=r"\theta\le\tfrac\pi2\sin\theta",
    domain_text="theta in [0, pi/2]",
    domain=_QUARTER,
    claim=Below(theta, sp.pi / 2 * sp.sin(theta), strict=False),
    checks=(Derivation(_jordan, WHOLE),),
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


EQ60 = Statement(
    id="hrf/eq60",
    kind="inequality",
    where="eqs. (60), (61)",
    title="Bound of the angle",
    text="The square of the maximising angle is at most pi/(2 r^2).",
    latex=r"(\theta^*)^2\le\tfrac\pi2\tfrac1{r^2}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={"lhs": formula(PEAK**2, OUTSIDE, "r"), "rhs": formula(sp.pi / (2 * r**2), OUTSIDE, "r")},
    claim=Below(strict=False),
    checks=(Derivation(_peak_bound, WHOLE),),
    uses=("hrf/eq59", "hrf/appD.3/jordan"),
    mechanism=("angular-hybrid",),
    setting="angular hybrid, b^1",
)

EQ62 = Statement(
    id="hrf/eq62",
    kind="inequality",
    where="eq. (62)",
    title="Bound of b^1_r at its local maximum",
    text="At the maximising angle b^1_r is at most (1-1/n) exp(2r^2)/(2 pi r^2), which also exceeds its value at pi.",
    latex=r"b^1_r(\theta^*)\le(1-\tfrac1n)\tfrac1{2\pi r^2}e^{2r^2}\ge b^1_r(\pi)",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={
        "lhs": formula(FIRST.subs(theta, PEAK), OUTSIDE, "n r"),
        "rhs": formula(FIRST_BOUND, OUTSIDE, "n r"),
    },
    claim=All((Below(strict=False), Below(formula(_END1, OUTSIDE, "n r"), "rhs", strict=False))),
    checks=(
        Representations(
            "lhs",
            formula((1 - 1 / n) * PEAK**2 / sp.pi**2 * GAUSSIAN.subs(theta, PEAK), OUTSIDE, "n r"),
        ),
        Derivation(first_bound, whole("every angle from 0 to pi, so both printed ones, and every r > 0")),
    ),
    uses=("hrf/eq60", "hrf/eq53"),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    APPD_3_SHAPE,
    APPD_3_ENDPOINTS,
    EQ59,
    APPD_3_JORDAN,
    EQ60,
    EQ62,
)
