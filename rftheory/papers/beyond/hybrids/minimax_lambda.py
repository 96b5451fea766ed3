"""The least largest error of a deterministic lambda on a sphere, and where theta/pi attains it, beyond hrf.

Main results:
* min over lam of the largest relative error on S(r) is sinh(r^2)/sqrt m, reached by the best lam at theta = pi/2.
* The angular hybrid errs most at theta = pi/2 exactly for r <= r0(n), the one zero of the curvature there; for
  infinitely many signs (n = 0) r0 = 1.0479.., up to which lam = theta/pi is minimax optimal.

Proved by convexity of 1/sinh^2, and for r0 by a certified change of sign with bounds of both terms at every angle.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.right_angle import SpreadThreshold
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Printed,
    Proof,
    Representations,
    SignChange,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, TURN, UP_TO_PI, r, theta
from rftheory.papers._shared.hybrids import RADII, P, Q
from rftheory.papers._shared.invariants import m, x2, xy, y2
from rftheory.papers.beyond._lemmas.deterministic_lambda import (
    RIVAL,
    SPHERE,
    hybrid_error,
    lam,
    on_sphere_steps,
)
from rftheory.papers.beyond._lemmas.spread_steps import worst_at_right_angle

_MINIMAX = sp.sinh(r**2) / sp.sqrt(m)
_AT_RIGHT = hybrid_error(sp.Rational(1, 2)).subs({x2: r**2, y2: r**2, xy: 0})  # lambda = 1/2, SM = 1

_RIGHT = Domain(
    (RADIUS, RIVAL),
    extra=tuple(
        {"r": radius, "lam": lam} for radius, lam in ((1, 0), (3, "2/3"), (100, "-1"), ("1/10", "0.501"))
    ),
)


_OTHER = (lam**2 * P + (1 - lam) ** 2 * Q).subs(theta, sp.pi / 2)


def _theorem(proof: Proof) -> None:
    on_sphere_steps(proof)
    u, v = sp.symbols("u v", positive=True)
    relative = 2 * sp.sinh(u) ** 2 * sp.sinh(v) ** 2 / (sp.sinh(u) ** 2 + sp.sinh(v) ** 2)
    proof.equal(relative, 2 / (sp.sinh(u) ** -2 + sp.sinh(v) ** -2), "PQ/(P+Q) = 2/(1/sinh^2 u + 1/sinh^2 v)")
    turn = sp.Symbol("theta", real=True)
    proof.equal(
        2 * r**2 * sp.cos(turn / 2) ** 2 + 2 * r**2 * sp.sin(turn / 2) ** 2,
        2 * r**2,
        "u + v = 2 r^2 at every angle",
    )
    bend = sp.diff(sp.sinh(u) ** -2, u, 2)
    proof.equal(bend, (4 * sp.cosh(u) ** 2 + 2) / sp.sinh(u) ** 4, "(1/sinh^2)''")
    proof.positive(
        (4 * sp.cosh(u) ** 2 + 2) / sp.sinh(u) ** 4, "is positive: convex, so the sum is least at u = v = r^2"
    )
    proof.equal(
        relative.subs(v, u), sp.sinh(u) ** 2, "where PQ/(P+Q) = sinh^2(r^2); at theta = 0, pi it is 0"
    )
    proof.equal(
        sp.sqrt(relative.subs(v, u).subs(u, r**2) / m), sp.Abs(_MINIMAX), "the largest relative error of lam*"
    )
    half = sp.Rational(1, 2)
    proof.equal(
        lam**2 + (1 - lam) ** 2 - half,
        2 * (lam - half) ** 2,
        "at theta = pi/2, P = Q = 2 sinh^2(r^2): every other lambda does worse there",
    )
    proof.nonnegative((lam - half) ** 2, "a square")


LAMBDA_THEOREM = Statement(
    id="beyond/lambda/theorem",
    kind="optimality",
    where="theorem beyond hrf",
    title="The least largest error of a deterministic lambda",
    text=(
        "With the best lam at every angle the largest relative error on S(r) is exactly sinh(r^2)/sqrt(m), at "
        "theta = pi/2; there no deterministic lam does better."
    ),
    latex=r"\min_\lambda\epsilon_{S(r)}=\tfrac{\sinh(r^2)}{\sqrt m}",
    domain_text="r > 0",
    domain=RADII,
    sides={"": formula(_MINIMAX, RADII, "m r")},
    claim=All(
        (
            Equal("", formula(sp.sqrt(_AT_RIGHT), RADII, "m r")),
            On(
                SPHERE,
                Below(P * Q / (m * (P + Q)), _MINIMAX**2, strict=False),
                "every angle, with the best lambda",
            ),
            On(_RIGHT, Below(sp.sinh(r**2) ** 2, _OTHER, strict=False), "theta = pi/2, another lambda"),
        )
    ),
    checks=(
        Derivation(_theorem, WHOLE),
        Representations("", formula(sp.sqrt(_AT_RIGHT), RADII, "m r")),
    ),
    uses=("beyond/lambda/sphere",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, deterministic lambda",
    note="In one dimension theta is 0 or pi and the error of the best lam is 0.",
)

_n = sp.Symbol("n", nonnegative=True, integer=True)
_t = sp.Symbol("t", real=True)
_COUNTS = Domain((integer("n", 0, meaning="projections of the lambda-estimator, 0 for infinitely many"),))
_ONE_OVER = sp.Piecewise((0, sp.Eq(_n, 0)), (1 / _n, True))
_PLANE = Domain((*_COUNTS.parameters, RADIUS))

_DEPTH = Domain(
    (*_COUNTS.parameters, real("t", above=0, upper=1, meaning="r/r0(n)"), TURN),
    (UP_TO_PI,),
    extra=tuple(
        {"n": count, "t": part, "theta": angle}
        for count, part, angle in (
            (0, 1, "3/2"), (0, 1, 1), (1, 1, "7/5"), (1, "1/2", "1/2"), (2, 1, "157/100"), (10**6, 1, "8/5"), (3, "1/100", 2),
        )
    ),
)  # fmt: skip


def _spread(radius: sp.Expr, angle: sp.Expr) -> sp.Expr:
    """E[lam^2] P + E[(1-lam)^2] Q."""
    share = angle / sp.pi
    weights = [p**2 * (1 - _ONE_OVER) + p * _ONE_OVER for p in (share, 1 - share)]
    return weights[0] * P.subs({r: radius, theta: angle}, simultaneous=True) + weights[1] * Q.subs(
        {r: radius, theta: angle}, simultaneous=True
    )


_U = 2 * r**2

_BEND = (
    2 * (1 - _ONE_OVER) * (sp.cosh(_U) - 1) / sp.pi**2
    - 2 * _U * sp.sinh(_U) / sp.pi
    + (1 + _ONE_OVER) / 4 * _U**2 * sp.cosh(_U)
)


_BEYOND = Domain(
    (*_COUNTS.parameters, real("t", above=1, reach=("1e-2", 10), meaning="r/r0(n)")),
    extra=tuple({"n": count, "t": part} for count, part in ((0, 2), (1, "101/100"), (7, "3/2"), (1000, 5))),
)


def _minimax(proof: Proof) -> None:
    worst_at_right_angle(proof)
    proof.equal(
        _spread(r, sp.pi / 2).subs(_n, 0),
        sp.sinh(r**2) ** 2,
        "n infinite: the value at pi/2, for r <= r0 the largest, is the least largest value of any lam",
    )
    proof.below(
        sp.Abs(SpreadThreshold(0) - sp.Rational(10479, 10**4)),
        sp.Rational(5, 10**5),
        "r0(infinity) = 1.0479 to five digits",
    )


LAMBDA_MINIMAX_THRESHOLD = Statement(
    id="beyond/lambda/minimax-threshold",
    kind="optimality",
    where="completes the theorem",
    title="Where theta/pi is minimax optimal",
    text=(
        "The angular hybrid errs most at theta = pi/2 exactly for r <= r0(n), the one zero of the curvature there. "
        "r0 is 1.0479.. for infinitely many signs (coded n = 0), up to where lam = theta/pi is minimax optimal with "
        "the error sinh(r^2)/sqrt(m)."
    ),
    latex=r"\arg\max_\theta\left(\mathbb E[\hat\lambda_n^2]P+\mathbb E[(1-\hat\lambda_n)^2]Q\right)=\tfrac\pi2\iff r\le r_0(n),\quad r_0(\infty)=1.0479\ldots",
    domain_text="n = infinity coded as n = 0 in the parameter",
    domain=_COUNTS,
    sides={"": formula(SpreadThreshold(_n), _COUNTS, "n")},
    claim=All(
        (
            On(
                _DEPTH,
                Below(
                    formula(_spread(_t * SpreadThreshold(_n), theta), _DEPTH, "n t theta"),
                    formula(_spread(_t * SpreadThreshold(_n), sp.pi / 2), _DEPTH, "n t"),
                ),
                "r = t r0(n), t <= 1",
            ),
            On(
                _BEYOND,
                Below(sp.S.Zero, _BEND.subs(r, _t * SpreadThreshold(_n))),
                "r = t r0(n), t > 1: no maximum at pi/2",
            ),
            Printed(SpreadThreshold(0), "1.0479"),
            On(RADII, Equal(_AT_RIGHT, _MINIMAX**2), "theta = pi/2, where theta/pi is 1/2"),
        )
    ),
    checks=(
        Derivation(_minimax, WHOLE),
        SignChange("", formula(-_BEND, _PLANE, "n r"), "r", ({"n": 0}, {"n": 1}, {"n": 7}, {"n": 1000}), 12),
    ),
    uses=("beyond/lambda/theorem", "beyond/angular/g"),
    mechanism=("angular-hybrid",),
)

STATEMENTS = (
    LAMBDA_THEOREM,
    LAMBDA_MINIMAX_THRESHOLD,
)
