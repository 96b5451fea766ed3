"""The best deterministic lambda of a bipolar hybrid, and where theta/pi is minimax optimal, beyond hrf."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.right_angle import SpreadThreshold
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Proof,
    Representations,
    Restated,
    Rule,
    SignChange,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, TURN, UP_TO_PI, r, theta
from rftheory.papers._shared.hybrids import RADII, P, Q, at_angles, squares_on_sphere
from rftheory.papers._shared.invariants import COUNT, m, pairs, x2, xy, y2
from rftheory.papers.beyond._lemmas.spread_steps import worst_at_right_angle
from rftheory.papers.hrf._lemmas.base_moments import MODEST
from rftheory.papers.hrf._lemmas.bipolar import COVARIANCE, cross_steps, error_steps
from rftheory.papers.hrf._notation import SM, positive_error, trigonometric_error

_lam, _t = sp.symbols("lam t", real=True)
_FREE = real("lam", reach=("1e-3", 10), meaning="another value of lambda")
_NOT_ORIGIN = Rule(("x2", "y2"), "x and y not both 0", lambda a, b: a + b > 0)
_PAIRS = pairs(COUNT, rules=(_NOT_ORIGIN,), m=(1, 8))
_RIVALS = pairs(COUNT, _FREE, rules=(_NOT_ORIGIN,), m=(1, 8), lam=("1/3", "-2"))
_ONE, _TWO = positive_error(), trigonometric_error()
_BEST = _TWO / (_ONE + _TWO)
_VALUE = _ONE * _TWO / (_ONE + _TWO)
_near_pair, _far_pair = sp.sinh((x2 + y2) / 2 + xy) ** 2, sp.sinh((x2 + y2) / 2 - xy) ** 2


def _error(lam: sp.Expr, covariance: sp.Expr = sp.S.Zero) -> sp.Expr:
    return lam**2 * _ONE + (1 - lam) ** 2 * _TWO + 2 * lam * (1 - lam) * covariance


def _rivals(value: sp.Expr, covariance: sp.Expr) -> Restated:
    return Restated(
        "no other lambda errs less",
        {
            "best": formula(value, _RIVALS, "m x2 y2 xy"),
            "other": formula(_error(_lam, covariance), _RIVALS, "m x2 y2 xy lam"),
        },
        _RIVALS,
        Below("best", "other", strict=False),
    )


_SPHERE = at_angles(COUNT, m=(1, 10, 10**6))
_near, _far = sp.sinh(2 * r**2 * sp.cos(theta / 2) ** 2) ** 2, sp.sinh(2 * r**2 * sp.sin(theta / 2) ** 2) ** 2
_ON_SPHERE = {x2: r**2, y2: r**2, xy: r**2 * sp.cos(theta)}
_LAM_SPHERE = _far / (_far + _near)


def _quadratic(proof: Proof, covariance: bool) -> None:
    error_steps(proof)
    a, b = sp.symbols("P T", nonnegative=True)
    c = sp.Symbol("C", real=True) if covariance else sp.S.Zero
    total = a + b - 2 * c
    best, value = (b - c) / total, (a * b - c**2) / total
    error = _lam**2 * a + (1 - _lam) ** 2 * b + 2 * _lam * (1 - _lam) * c
    proof.equal(
        error - value, total * (_lam - best) ** 2, "the error less its least value: (P+T-2C)(lam - lam*)^2"
    )
    gap = sp.Symbol("D", positive=True)
    proof.nonnegative(
        gap * (_lam - sp.Symbol("b", real=True)) ** 2, "at least 0, and 0 only at lam*, for P+T-2C > 0"
    )


def _optimal(proof: Proof) -> None:
    _quadratic(proof, covariance=False)


def _on_sphere(proof: Proof) -> None:
    _optimal(proof)
    squares_on_sphere(proof)
    a, b = sp.symbols("P Q", positive=True)
    proof.equal((a / m) * (b / m) / (a / m + b / m), a * b / (a + b) / m, "P/m and Q/m for the two errors")
    proof.equal(Q / (P + Q), _LAM_SPHERE, "lam* = Q/(P+Q)")
    proof.equal(COVARIANCE.subs(_ON_SPHERE, simultaneous=True), sp.S.Zero, "C = 0 for equal norms")
    big, x = sp.symbols("b x", positive=True)
    small = sp.Symbol("a", nonnegative=True)
    k = sp.Symbol("k", nonnegative=True)
    ratio = sp.exp(2 * (small - big)) * ((1 - sp.exp(-2 * small)) / (1 - sp.exp(-2 * big))) ** 2
    proof.equal(
        sp.simplify(sp.expand((sp.sinh(small) / sp.sinh(big)).rewrite(sp.exp) ** 2 - ratio)),
        sp.S.Zero,
        "sinh^2 a/sinh^2 b = x k, x = e^(2(a-b)), k = ((1-e^-2a)/(1-e^-2b))^2; x = e^(-4 x.y)",
    )
    proof.equal(
        x / (1 + x) - x * k / (1 + x * k),
        x * (1 - k) / ((1 + x) * (1 + x * k)),
        "1/(1+e^(4x.y)) - lam* for a <= b",
    )
    proof.nonnegative(
        x * (1 + k * x) + x**2, "the denominator exceeds 1: the difference is at most x (1-k), 0 <= k <= 1"
    )
    lost = 2 * sp.exp(-2 * small) - (1 - (1 - sp.exp(-2 * small)) ** 2)
    proof.equal(sp.expand(lost), sp.exp(-4 * small), "1 - k <= 1 - (1-e^-2a)^2 <= 2 e^-2a")
    proof.equal(
        sp.exp(2 * (small - big)) * 2 * sp.exp(-2 * small),
        2 * sp.exp(-2 * big),
        "so it is at most 2 e^-2b <= 2 e^(-2r^2), as b >= r^2; for a > b exchange lam and 1 - lam",
    )


LAMBDA_OPTIMAL = Statement(
    id="beyond/lambda/optimal",
    kind="optimality",
    where="completes hrf, Section 2.2",
    title="Best deterministic lambda, independent projections",
    text="At each pair the deterministic lam of least error is T/(P+T), where P and T are the errors of SM++ and SMtrig; it leaves PT/(P+T).",
    latex=r"\lambda^*=\tfrac{T}{P+T},\quad\min_\lambda\mathrm{MSE}=\tfrac{PT}{P+T}",
    domain_text="x, y with P + T > 0, that is not both 0",
    domain=_PAIRS,
    sides={
        "lambda": formula(_BEST.subs(m, 1), _PAIRS, "x2 y2 xy"),
        "value": formula(_VALUE, _PAIRS, "m x2 y2 xy"),
    },
    checks=(
        Representations("value", formula(_error(_BEST), _PAIRS, "m x2 y2 xy"), MODEST),
        Representations("lambda", formula(_far_pair / (_near_pair + _far_pair), _PAIRS, "x2 y2 xy")),
        _rivals(_VALUE, sp.S.Zero),
        Derivation(_optimal),
    ),
    uses=("hrf/thm3.1/independent",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, deterministic lambda",
)

_BEST_SHARED = (_TWO - COVARIANCE) / (_ONE + _TWO - 2 * COVARIANCE)

_VALUE_SHARED = (_ONE * _TWO - COVARIANCE**2) / (_ONE + _TWO - 2 * COVARIANCE)

_lost = sp.sin((x2 - y2) / 2) ** 2  # P : T : -C as these three


def _shared(proof: Proof) -> None:
    _quadratic(proof, covariance=True)
    cross_steps(proof)
    u = sp.Symbol("u", real=True)
    proof.equal(
        1 - sp.cos(u), 2 * sp.sin(u / 2) ** 2, "1 - cos u = 2 sin^2(u/2), so C <= 0 < P+T unless x = y = 0"
    )
    proof.nonnegative(sp.sin(u / 2) ** 2, "with this factor >= 0")
    for scaled in (_BEST, _BEST_SHARED):
        proof.equal(
            sp.simplify(scaled.subs(m, 1) - scaled),
            sp.S.Zero,
            "P, T and C all carry 1/m: lam* does not depend on m",
        )


LAMBDA_SHARED = Statement(
    id="beyond/lambda/shared",
    kind="optimality",
    where="completes hrf, Section 2.2",
    title="Best deterministic lambda, shared projections",
    text=(
        "With the covariance C = -(SM^2/m)(1 - cos(|x|^2-|y|^2)) of the base estimators the best lam is "
        "(T-C)/(P+T-2C), which leaves (PT-C^2)/(P+T-2C)."
    ),
    latex=r"\lambda^*=\tfrac{T-C}{P+T-2C},\quad\min_\lambda\mathrm{MSE}=\tfrac{PT-C^2}{P+T-2C}",
    domain_text="P + T > 2C, that is x, y not both 0",
    domain=_PAIRS,
    sides={
        "lambda": formula(_BEST_SHARED.subs(m, 1), _PAIRS, "x2 y2 xy"),
        "value": formula(_VALUE_SHARED, _PAIRS, "m x2 y2 xy"),
    },
    checks=(
        Representations("value", formula(_error(_BEST_SHARED, COVARIANCE), _PAIRS, "m x2 y2 xy"), MODEST),
        Representations(
            "lambda",
            formula((_far_pair + _lost) / (_near_pair + _far_pair + 2 * _lost), _PAIRS, "x2 y2 xy"),
        ),
        _rivals(_VALUE_SHARED, COVARIANCE),
        Derivation(_shared),
    ),
    uses=("hrf/eq38",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, shared projections, deterministic lambda",
)

_LIMIT = 1 / (1 + sp.exp(4 * r**2 * sp.cos(theta)))

LAMBDA_SPHERE = Statement(
    id="beyond/lambda/sphere",
    kind="optimality",
    where="completes hrf, Section 2.2",
    title="Best lambda on a sphere",
    text=(
        "For equal norms the best lam is a quotient of squared hyperbolic sines, within 2 e^(-2r^2) of "
        "1/(1+exp(4 x.y)); it leaves the squared relative error PQ/(m(P+Q))."
    ),
    latex=r"\lambda^*=\tfrac{\sinh^2(2r^2\sin^2\frac\theta2)}{\sinh^2(2r^2\sin^2\frac\theta2)+\sinh^2(2r^2\cos^2\frac\theta2)}",
    domain_text="|x| = |y| = r > 0",
    domain=_SPHERE,
    sides={
        "lambda": formula(_LAM_SPHERE, _SPHERE, "r theta"),
        "relmse": formula(P * Q / (m * (P + Q)), _SPHERE, "m r theta"),
    },
    checks=(
        Representations(
            "lambda", formula(_BEST.subs(m, 1).subs(_ON_SPHERE, simultaneous=True), _SPHERE, "r theta")
        ),
        Representations(
            "relmse", formula((_VALUE / SM**2).subs(_ON_SPHERE, simultaneous=True), _SPHERE, "m r theta")
        ),
        Restated(
            "close to 1/(1+exp(4 x.y))",
            {
                "gap": formula(_LAM_SPHERE - _LIMIT, _SPHERE, "r theta"),
                "bound": formula(2 * sp.exp(-2 * r**2), _SPHERE, "r"),
            },
            _SPHERE,
            Below("gap", "bound", absolute=True),
        ),
        Derivation(_on_sphere),
    ),
    uses=("beyond/lambda/optimal", "beyond/sphere/relmse"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, deterministic lambda",
)

_MINIMAX = sp.sinh(r**2) / sp.sqrt(m)

_AT_RIGHT = _error(sp.Rational(1, 2)).subs({x2: r**2, y2: r**2, xy: 0})  # lambda = 1/2, SM = 1

_RIGHT = Domain(
    (RADIUS, _FREE),
    extra=tuple(
        {"r": radius, "lam": lam} for radius, lam in ((1, 0), (3, "2/3"), (100, "-1"), ("1/10", "0.501"))
    ),
)


def _theorem(proof: Proof) -> None:
    _on_sphere(proof)
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
        _lam**2 + (1 - _lam) ** 2 - half,
        2 * (_lam - half) ** 2,
        "at theta = pi/2, P = Q = 2 sinh^2(r^2): every other lambda does worse there",
    )
    proof.nonnegative((_lam - half) ** 2, "a square")


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
    checks=(
        Derivation(_theorem),
        Representations("", formula(sp.sqrt(_AT_RIGHT), RADII, "m r")),
        Restated(
            "no angle leaves more with the best lambda",
            {
                "angle": formula(P * Q / (m * (P + Q)), _SPHERE, "m r theta"),
                "largest": formula(_MINIMAX**2, _SPHERE, "m r"),
            },
            _SPHERE,
            Below("angle", "largest"),
        ),
        Restated(
            "no lambda leaves less at theta = pi/2",
            {
                "largest": formula(sp.sinh(r**2) ** 2, _RIGHT, "r"),
                "other": formula((_lam**2 * P + (1 - _lam) ** 2 * Q).subs(theta, sp.pi / 2), _RIGHT, "r lam"),
            },
            _RIGHT,
            Below("largest", "other", strict=False),
        ),
    ),
    uses=("beyond/lambda/sphere",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, deterministic lambda",
    note="In one dimension theta is 0 or pi and the error of the best lam is 0.",
)

_n = sp.Symbol("n", nonnegative=True, integer=True)

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


def _minimax(proof: Proof) -> None:
    worst_at_right_angle(proof)
    proof.equal(
        _spread(r, sp.pi / 2).subs(_n, 0),
        sp.sinh(r**2) ** 2,
        "n infinite: the value at pi/2, for r <= r0 the largest, is the least largest value of any lam",
    )
    value = formula(SpreadThreshold(_n), _COUNTS, "n").evaluate(digits=5, n=0)
    proof.true(value.value == "1.0479", "r0(infinity) = 1.0479 to five digits")


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
    checks=(
        Derivation(_minimax),
        SignChange("", formula(-_BEND, _PLANE, "n r"), "r", ({"n": 0}, {"n": 1}, {"n": 7}, {"n": 1000}), 12),
        Restated(
            "at r = t r0(n) no angle exceeds pi/2",
            {
                "angle": formula(_spread(_t * SpreadThreshold(_n), theta), _DEPTH, "n t theta"),
                "right": formula(_spread(_t * SpreadThreshold(_n), sp.pi / 2), _DEPTH, "n t"),
            },
            _DEPTH,
            Below("angle", "right"),
        ),
    ),
    uses=("beyond/lambda/theorem", "beyond/angular/g"),
    mechanism=("angular-hybrid",),
)

STATEMENTS = (
    LAMBDA_OPTIMAL,
    LAMBDA_SHARED,
    LAMBDA_SPHERE,
    LAMBDA_THEOREM,
    LAMBDA_MINIMAX_THRESHOLD,
)
