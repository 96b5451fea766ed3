"""The best lambda of a bipolar hybrid, where theta/pi is minimax optimal, and the linear lambda, beyond hrf."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule, integer, real
from rftheory.evidence.agreement import Representations
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.evidence.sign_change import SignChange
from rftheory.exact import hybrid_spread
from rftheory.exact.hybrid_spread import SpreadThreshold
from rftheory.papers._angular import RADIUS, TURN, UP_TO_PI, r, theta
from rftheory.papers._hybrids import (
    LINEAR,
    P,
    Q,
    W,
    at_angles,
    below_exponential,
    counted_radii,
    squares_on_sphere,
)
from rftheory.papers._invariants import COUNT, m, pairs, x2, xy, y2
from rftheory.papers.hrf.bipolar import COVARIANCE, cross_steps, error_steps
from rftheory.papers.hrf.common import SM, positive_error, trigonometric_error
from rftheory.statements import Below, Statement, formula

_lam, _t = sp.symbols("lam t", real=True)
_FREE = real("lam", reach=("1e-3", 10), meaning="another value of lambda")
_NOT_ORIGIN = Rule(("x2", "y2"), "x and y not both 0", lambda a, b: a + b > 0)
_PAIRS = pairs(COUNT, rules=(_NOT_ORIGIN,), m=(1, 8))
_RIVALS = pairs(COUNT, _FREE, rules=(_NOT_ORIGIN,), m=(1, 8), lam=("1/3", "-2"))
_ONE, _TWO = positive_error(), trigonometric_error()
_BEST = _TWO / (_ONE + _TWO)
_VALUE = _ONE * _TWO / (_ONE + _TWO)
_BEST_SHARED = (_TWO - COVARIANCE) / (_ONE + _TWO - 2 * COVARIANCE)
_VALUE_SHARED = (_ONE * _TWO - COVARIANCE**2) / (_ONE + _TWO - 2 * COVARIANCE)


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
_LIMIT = 1 / (1 + sp.exp(4 * r**2 * sp.cos(theta)))

_RADII = counted_radii(
    extra=({"m": 1, "r": 1}, {"m": 10, "r": 5}, {"m": 1, "r": 1000}, {"m": 3, "r": "1/1000"}, {"m": 10**6, "r": "1/2"})
)
_MINIMAX = sp.sinh(r**2) / sp.sqrt(m)
_RIGHT = Domain(
    (RADIUS, _FREE),
    extra=tuple({"r": radius, "lam": lam} for radius, lam in ((1, 0), (3, "2/3"), (100, "-1"), ("1/10", "0.501"))),
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
_LINEAR_BOUND = W / (2 * sp.E * sp.sqrt(m) * r**2)
_LINEAR_LIMIT = W / (2 * sp.E * sp.sqrt(2 * m) * r**2)
_LINEAR_ANGLES = at_angles(COUNT, m=(1, 10))
_LINEAR_ERROR = sp.sqrt(2 * (sp.sin(theta / 2) ** 4 * _near + sp.cos(theta / 2) ** 4 * _far) / m)
_FAR_OUT = counted_radii(
    rules=(Rule(("r",), "r >= 1", lambda radius: radius >= 1),),
    extra=tuple({"m": count, "r": radius} for count, radius in ((1, 1), (1, 2), (10, 3), (7, "3/2"), (1, "5/2"))),
)
_FLOOR = (1 - sp.exp(2 - 4 * r**2)) / (1 - sp.exp(-4 * r**2))
_CEILING = sp.sqrt(1 + sp.E**2 * r**4 / sp.cosh(r**2) ** 2)


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
    proof.nonnegative(gap * (_lam - sp.Symbol("b", real=True)) ** 2, "at least 0, and 0 only at lam*, for P+T-2C > 0")


def _optimal(proof: Proof) -> None:
    _quadratic(proof, covariance=False)


def _shared(proof: Proof) -> None:
    _quadratic(proof, covariance=True)
    cross_steps(proof)
    u = sp.Symbol("u", real=True)
    proof.equal(1 - sp.cos(u), 2 * sp.sin(u / 2) ** 2, "1 - cos u = 2 sin^2(u/2), so C <= 0 < P+T unless x = y = 0")
    proof.nonnegative(sp.sin(u / 2) ** 2, "with this factor >= 0")
    for scaled in (_BEST, _BEST_SHARED):
        proof.equal(
            sp.simplify(scaled.subs(m, 1) - scaled), sp.S.Zero, "P, T and C all carry 1/m: lam* does not depend on m"
        )


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
        x / (1 + x) - x * k / (1 + x * k), x * (1 - k) / ((1 + x) * (1 + x * k)), "1/(1+e^(4x.y)) - lam* for a <= b"
    )
    proof.nonnegative(x * (1 + k * x) + x**2, "the denominator exceeds 1: the difference is at most x (1-k), 0 <= k <= 1")
    lost = 2 * sp.exp(-2 * small) - (1 - (1 - sp.exp(-2 * small)) ** 2)
    proof.equal(sp.expand(lost), sp.exp(-4 * small), "1 - k <= 1 - (1-e^-2a)^2 <= 2 e^-2a")
    proof.equal(
        sp.exp(2 * (small - big)) * 2 * sp.exp(-2 * small),
        2 * sp.exp(-2 * big),
        "so it is at most 2 e^-2b <= 2 e^(-2r^2), as b >= r^2; for a > b exchange lam and 1 - lam",
    )


def _theorem(proof: Proof) -> None:
    _on_sphere(proof)
    u, v = sp.symbols("u v", positive=True)
    relative = 2 * sp.sinh(u) ** 2 * sp.sinh(v) ** 2 / (sp.sinh(u) ** 2 + sp.sinh(v) ** 2)
    proof.equal(
        relative, 2 / (sp.sinh(u) ** -2 + sp.sinh(v) ** -2), "PQ/(P+Q) = 2/(1/sinh^2 u + 1/sinh^2 v)"
    )
    turn = sp.Symbol("theta", real=True)
    proof.equal(
        2 * r**2 * sp.cos(turn / 2) ** 2 + 2 * r**2 * sp.sin(turn / 2) ** 2, 2 * r**2, "u + v = 2 r^2 at every angle"
    )
    bend = sp.diff(sp.sinh(u) ** -2, u, 2)
    proof.equal(bend, (4 * sp.cosh(u) ** 2 + 2) / sp.sinh(u) ** 4, "(1/sinh^2)''")
    proof.positive((4 * sp.cosh(u) ** 2 + 2) / sp.sinh(u) ** 4, "is positive: convex, so the sum is least at u = v = r^2")
    proof.equal(relative.subs(v, u), sp.sinh(u) ** 2, "where PQ/(P+Q) = sinh^2(r^2); at theta = 0, pi it is 0")
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


def _one_change(proof: Proof, negative: object, where: str) -> None:
    """Why a power series in u^2 with the coefficients alpha (1+s)^2k + beta (1-s)^2k - gamma has one zero at most."""
    a, b, k, j, u = sp.symbols("alpha beta k j u", positive=True)
    first, second, gamma = sp.symbols("l1 l2 gamma", real=True)
    coefficient = a * sp.exp(2 * k * first) + b * sp.exp(2 * k * second) - gamma
    proof.nonnegative(
        sp.diff(coefficient, k, 2), f"{where}: convex in k, with l1 = log(1+s) and l2 = log(1-s), alpha, beta >= 0"
    )
    proof.true(negative, "and negative at k = 1, so the coefficients change from - to + at most once, say after k = K")
    proof.positive(sp.diff(u ** (2 * j), u), "over u^2K a later term, coefficient >= 0, rises in u")
    proof.positive(sp.diff(-(u ** (-2 * j)), u), "and an earlier one, coefficient <= 0, too: one zero, from - to +")


_i, _psi = sp.symbols("i psi", nonnegative=True)
_s, _u = sp.symbols("s u", positive=True)
_EXCESS = (
    (1 + _i) / 2 * sp.cosh(_u) * (sp.cosh(_u * _s) - 1)
    + (1 - _i) / 2 * _psi**2 * (sp.cosh(_u) * sp.cosh(_u * _s) - 1)
    - _psi * sp.sinh(_u) * sp.sinh(_u * _s)
)  # of the error over its value at pi/2; u = 2r^2, s = cos(theta), psi = 1 - 2 theta/pi, i = 1/n
_CURVED = (
    2 * (1 - _i) * (sp.cosh(_u) - 1) / sp.pi**2
    - 2 * _u * sp.sinh(_u) / sp.pi
    + (1 + _i) / 4 * _u**2 * sp.cosh(_u)
)


def _excess_steps(proof: Proof) -> None:
    gap = sp.Symbol("x", real=True)
    proof.equal(
        (2 * sp.sinh(gap / 2) ** 2).rewrite(sp.exp).expand(),
        (sp.cosh(gap) - 1).rewrite(sp.exp).expand(),
        "P = cosh(u(1+s)) - 1 and Q = cosh(u(1-s)) - 1, u = 2r^2, s = cos(theta); theta/pi = (1-psi)/2; s >= 0 by symmetry",
    )
    weights = [p**2 * (1 - _i) + p * _i for p in ((1 - _psi) / 2, (1 + _psi) / 2)]
    error = weights[0] * (sp.cosh(_u * (1 + _s)) - 1) + weights[1] * (sp.cosh(_u * (1 - _s)) - 1)
    proof.equal(
        sp.expand((error - (1 + _i) / 2 * (sp.cosh(_u) - 1)).rewrite(sp.exp)),
        sp.expand(_EXCESS.rewrite(sp.exp)),
        "the error less its value at pi/2, E(u)",
    )


def _at_every_angle(proof: Proof) -> None:
    """E has one zero in u at most, below which it is negative."""
    x, top = sp.symbols("x S", positive=True)
    first = (1 - _i) / 2 * (1 + top**2) + (1 + _i) / 2 * x**2 - 2 * x
    proof.equal(
        sp.expand((sp.diff(_EXCESS, _u, 2).subs(_u, 0) / _psi**2).subs(_psi, _s / x)),
        sp.expand(first.subs(top, _s)),
        "its first coefficient over psi^2, x = s/psi",
    )
    proof.cite("psi <= s = sin(pi psi/2) <= pi psi/2: 1 <= x <= pi/2 and s <= 1; it is linear in i, convex in x")
    corners = [first.subs({top: 1, _i: i, x: end}) for i in (0, 1) for end in (1, sp.pi / 2)]
    _one_change(proof, sp.And(*(corner < 0 for corner in corners)), "alpha = E[lam^2]/2, beta = E[(1-lam)^2]/2")


def _at_the_centre(proof: Proof) -> None:
    """The second derivative at pi/2 has one zero r0 > 0, below which it is negative."""
    phi, k = sp.symbols("phi k", positive=True)
    local = _EXCESS.subs({_s: sp.sin(phi), _psi: 2 * phi / sp.pi})
    proof.equal(sp.diff(local, phi, 2).subs(phi, 0), 2 * _CURVED, "half of E'' in phi = pi/2 - theta at 0")
    order = 2 * (1 - _i) / sp.pi**2 - 4 * k / sp.pi + (1 + _i) / 2 * k * (2 * k - 1)
    for number in (1, 2, 3):
        proof.equal(
            sp.diff(_CURVED, _u, 2 * number).subs(_u, 0), order.subs(k, number), f"its coefficient of u^{2 * number}, times ({2 * number})!"
        )
    proof.positive(sp.diff(order, k, 2), "the coefficients are convex in k")
    proof.true(
        sp.And(*(order.subs({k: 1, _i: i}) < 0 for i in (0, 1))),
        "and negative at k = 1: one zero r0 as before; beyond it pi/2 is not even a local maximum",
    )


def _at_the_threshold(proof: Proof) -> None:
    """E(2 r0^2) <= 0 at every angle and for every i in [0, 1]."""
    t = sp.Symbol("t", positive=True)
    scaled = (
        (1 + _i) / 2 * sp.pi**2 / 4 * sp.cosh(_u) * (sp.cosh(_u * _s) - 1) / _s**2
        + (1 - _i) / 2 * (sp.cosh(_u) * sp.cosh(_u * _s) - 1) * t**2
        - sp.pi / 2 * _u * sp.sinh(_u) * sp.sinh(_u * _s) / (_u * _s) * t
    )
    proof.equal(
        sp.expand(_EXCESS.subs(_psi, 2 * _s * t / sp.pi)),
        sp.expand(4 / sp.pi**2 * _s**2 * scaled),
        "psi = (2/pi) s t, t = arcsin(s)/s: E = (4/pi^2) s^2 L",
    )
    proof.equal(
        sp.limit(scaled.subs(t, 1), _s, 0) * 4 / sp.pi**2, _CURVED, "(4/pi^2) L(0) is half of that second derivative: 0 at r0"
    )
    proof.true(hybrid_spread.ends_enclose(), "2 r0^2 lies in (0.93, 2.2) for every i in [0, 1]")
    boxes = hybrid_spread.cover()
    proof.true(
        boxes > 0, f"on {boxes} boxes: where L(0) = 0, L falls in s^2 up to 1/2 and is negative from there to 1"
    )


def _minimax(proof: Proof) -> None:
    _excess_steps(proof)
    _at_every_angle(proof)
    _at_the_centre(proof)
    _at_the_threshold(proof)
    proof.equal(
        _spread(r, sp.pi / 2).subs(_n, 0),
        sp.sinh(r**2) ** 2,
        "n infinite: the value at pi/2, for r <= r0 the largest, is the least largest value of any lam",
    )
    value = formula(SpreadThreshold(_n), _COUNTS, "n").evaluate(digits=5, n=0)
    proof.true(value.value == "1.0479", "r0(infinity) = 1.0479 to five digits")


def _identity(proof: Proof) -> None:
    k = sp.Symbol("k", integer=True, nonnegative=True)
    d = sp.Symbol("d", positive=True, integer=True)
    x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
    a, b = sp.symbols("a b", positive=True)
    entry = (sp.I / sp.sqrt(2)) * x[k] / a * (sp.I / sp.sqrt(2)) * y[k] / b
    proof.equal(entry, -x[k] * y[k] / (2 * a * b), "an entry of rho(x) times one of rho(y), a = |x|, b = |y|")
    span = (k, 0, d - 1)
    proof.equal(
        sp.Rational(1, 2) + sp.Sum(entry, span),
        sp.Rational(1, 2) - sp.Sum(x[k] * y[k], span) / (2 * a * b),
        "summed over the d entries, and with a = 1/2: 1/2 - x.y/(2|x||y|)",
    )
    proof.equal((1 - sp.cos(theta)) / 2, sp.sin(theta / 2) ** 2, "with x.y = |x||y| cos(theta) it is sin^2(theta/2)")
    for angle, value in ((sp.S.Zero, sp.S.Zero), (sp.pi, sp.S.One)):
        proof.equal(((1 - sp.cos(theta)) / 2).subs(theta, angle), value, f"its value at theta = {angle}")


def _peak(proof: Proof) -> None:
    """s e^(-2r^2 s) <= 1/(2 e r^2), and each term of the linear hybrid below sinh(2r^2) times it."""
    squares_on_sphere(proof)
    below_exponential(proof)
    x = sp.Symbol("x", positive=True)
    gap = sp.exp(x) - sp.E * x
    proof.positive(sp.diff(gap, x, 2), "e^x - e x is convex")
    proof.equal(sp.diff(gap, x).subs(x, 1), sp.S.Zero, "with slope 0 at x = 1")
    proof.equal(gap.subs(x, 1), sp.S.Zero, "and value 0 there: x e^-x <= 1/e")
    s = sp.Symbol("s", positive=True)
    proof.equal(
        (s * sp.exp(-2 * r**2 * s)).subs(s, x / (2 * r**2)),
        x * sp.exp(-x) / (2 * r**2),
        "at s = x/(2r^2): s e^(-2r^2 s) <= 1/(2 e r^2)",
    )


def _linear_max(proof: Proof) -> None:
    _peak(proof)
    term = sp.sinh(2 * r**2) / (2 * sp.E * r**2)
    proof.equal(2 / m * 2 * term**2, _LINEAR_BOUND**2, "(2/m)(A^2 + B^2) with both terms at most that: the bound squared")


def _linear_limit(proof: Proof) -> None:
    _peak(proof)
    radius = sp.Symbol("r", positive=True)
    u = 2 * radius**2
    term = (sp.sinh(u) / (sp.E * u)).rewrite(sp.exp)
    floor = (sp.sinh(u - 1) / u).rewrite(sp.exp)
    proof.equal(
        sp.simplify(sp.expand(floor / term)),
        sp.simplify(sp.expand(_FLOOR.subs(r, radius))),
        "at s = 1/(2r^2) <= 1 one term alone is this share of sinh(2r^2)/(2 e r^2)",
    )
    proof.equal(
        (2 / m * (sp.sinh(u) / (sp.E * u)) ** 2),
        (_LINEAR_LIMIT**2).subs(r, radius),
        "(2/m) times the square of sinh(2r^2)/(2 e r^2) is the stated limit squared",
    )
    half = sp.sinh(radius**2).rewrite(sp.exp)
    proof.equal(
        sp.simplify(sp.expand((half / sp.sinh(u).rewrite(sp.exp)) * 2 * sp.cosh(radius**2).rewrite(sp.exp))),
        sp.S.One,
        "for s <= 1/2 the other term is at most sinh(r^2) = sinh(2r^2)/(2 cosh(r^2))",
    )
    ceiling = 1 + (1 / (2 * sp.cosh(radius**2)) * sp.E * u) ** 2
    proof.equal(ceiling, (_CEILING**2).subs(r, radius), "so the square of the quotient is at most 1 + e^2 r^4/cosh^2(r^2)")
    for bound in (_FLOOR, ceiling):
        proof.equal(sp.limit(bound.subs(r, radius), radius, sp.oo), sp.S.One, "both bounds tend to 1")


STATEMENTS = (
    Statement(
        id="beyond/lambda/optimal",
        kind="optimality",
        where="completes hrf, Section 2.2",
        title="Best deterministic lambda, independent projections",
        text="At each pair the deterministic lam of least error is T/(P+T), where P and T are the errors of SM++ and SMtrig; it leaves PT/(P+T).",
        latex=r"\lambda^*=\tfrac{T}{P+T},\quad\min_\lambda\mathrm{MSE}=\tfrac{PT}{P+T}",
        domain_text="x, y with P + T > 0, that is not both 0",
        domain=_PAIRS,
        sides={"lambda": formula(_BEST.subs(m, 1), _PAIRS, "x2 y2 xy"), "value": formula(_VALUE, _PAIRS, "m x2 y2 xy")},
        checks=(
            Representations("value", formula(_error(_BEST), _PAIRS, "m x2 y2 xy")),
            _rivals(_VALUE, sp.S.Zero),
            Derivation(_optimal),
        ),
        uses=("hrf/thm3.1/independent",),
        mechanism="bipolar hybrid, deterministic lambda",
    ),
    Statement(
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
            Representations("value", formula(_error(_BEST_SHARED, COVARIANCE), _PAIRS, "m x2 y2 xy")),
            _rivals(_VALUE_SHARED, COVARIANCE),
            Derivation(_shared),
        ),
        uses=("hrf/eq38",),
        mechanism="bipolar hybrid, shared projections, deterministic lambda",
    ),
    Statement(
        id="beyond/lambda/sphere",
        kind="optimality",
        where="completes hrf, Section 2.2",
        title="Best lambda on a sphere",
        text=(
            "For equal norms the best lam is a quotient of squared hyperbolic sines, within 2 e^(-2r^2) of "
            "1/(1+exp(4 x.y)); it leaves the squared relative error PQ/(m(P+Q))."
        ),
        latex=(
            r"\lambda^*=\tfrac{\sinh^2(2r^2\sin^2\frac\theta2)}{\sinh^2(2r^2\sin^2\frac\theta2)+\sinh^2(2r^2\cos^2\frac\theta2)}"
        ),
        domain_text="|x| = |y| = r > 0",
        domain=_SPHERE,
        sides={"lambda": formula(_LAM_SPHERE, _SPHERE, "r theta"), "relmse": formula(P * Q / (m * (P + Q)), _SPHERE, "m r theta")},
        checks=(
            Representations("lambda", formula(_BEST.subs(m, 1).subs(_ON_SPHERE, simultaneous=True), _SPHERE, "r theta")),
            Representations("relmse", formula((_VALUE / SM**2).subs(_ON_SPHERE, simultaneous=True), _SPHERE, "m r theta")),
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
        mechanism="bipolar hybrid, deterministic lambda",
    ),
    Statement(
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
        domain=_RADII,
        sides={"": formula(_MINIMAX, _RADII, "m r")},
        checks=(
            Derivation(_theorem),
            Restated(
                "no angle leaves more with the best lambda",
                {"angle": formula(P * Q / (m * (P + Q)), _SPHERE, "m r theta"), "largest": formula(_MINIMAX**2, _SPHERE, "m r")},
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
        mechanism="bipolar hybrid, deterministic lambda",
        note="In one dimension theta is 0 or pi and the error of the best lam is 0.",
    ),
    Statement(
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
        mechanism="angular hybrid",
    ),
    Statement(
        id="beyond/linear/identity",
        kind="identity",
        where="new hybrid",
        title="A lambda that is linear in the cosine",
        text=(
            "lam = (1 - cos theta)/2 has the form (9)-(10) of hrf with a = 1/2 and the d fixed features (i/sqrt 2) x/|x|, "
            "hence without variance; it is 0 at theta = 0 and 1 at theta = pi."
        ),
        latex=r"\lambda=\tfrac12-\tfrac{x\cdot y}{2\|x\|\|y\|}",
        domain_text="x, y nonzero",
        checks=(Derivation(_identity),),
        uses=("hrf/eq10",),
        mechanism="linear hybrid",
    ),
    Statement(
        id="beyond/linear/max",
        kind="inequality",
        where="new hybrid",
        title="Bound of the linear hybrid's largest error",
        text="With the linear lam the largest relative error is at most W(r)/(2 e sqrt(m) r^2).",
        latex=r"\epsilon_{S(r)}(\widehat{\mathrm{SM}}^{\rm lin}_m)\le\tfrac{W(r)}{2e\sqrt m\,r^2}",
        domain_text="r > 0",
        domain=_RADII,
        sides={"lhs": formula(LINEAR, _RADII, "m r"), "rhs": formula(_LINEAR_BOUND, _RADII, "m r")},
        claim=Below(strict=False),
        checks=(
            Derivation(_linear_max),
            Restated(
                "no angle exceeds the maximum",
                {"angle": formula(_LINEAR_ERROR, _LINEAR_ANGLES, "m r theta"), "largest": formula(LINEAR, _LINEAR_ANGLES, "m r")},
                _LINEAR_ANGLES,
                Below("angle", "largest", strict=False),
            ),
        ),
        uses=("beyond/sphere/relmse", "beyond/linear/identity"),
        mechanism="linear hybrid",
    ),
    Statement(
        id="beyond/linear/asymptotic",
        kind="asymptotic",
        where="new hybrid",
        title="Largest error of the linear hybrid far out",
        text=(
            "As r grows the largest error is W(r)/(2 e sqrt(2m) r^2) times a factor that for r >= 1 lies between "
            "(1-e^(2-4r^2))/(1-e^(-4r^2)) and sqrt(1 + e^2 r^4/cosh^2(r^2))."
        ),
        latex=r"\epsilon_{S(r)}(\widehat{\mathrm{SM}}^{\rm lin}_m)\sim\tfrac{W(r)}{2e\sqrt{2m}\,r^2}",
        domain_text="r -> infinity",
        domain=_RADII,
        sides={"rhs": formula(_LINEAR_LIMIT, _RADII, "m r")},
        checks=(
            Derivation(_linear_limit),
            *(
                Restated(
                    f"the factor has this {name} bound",
                    {"low": formula(low, _FAR_OUT, "m r"), "high": formula(high, _FAR_OUT, "m r")},
                    _FAR_OUT,
                    Below("low", "high", strict=False),
                )
                for name, low, high in (
                    ("lower", _FLOOR * _LINEAR_LIMIT, LINEAR),
                    ("upper", LINEAR, _CEILING * _LINEAR_LIMIT),
                )
            ),
        ),
        uses=("beyond/linear/max",),
        mechanism="linear hybrid",
    ),
)
