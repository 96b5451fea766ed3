"""The relative error of the angular hybrid near both ends of the angle: its order and its limit over the root."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Order, OrderCheck, Proof, Restated, formula
from rftheory.papers._shared.angular_hybrid import CLOSE, FAR, REST, SHARE, WIDTH, n, r, sphere_error, theta
from rftheory.papers._shared.hybrid_errors import SPHERE
from rftheory.papers._shared.invariants import m

LIMIT = WIDTH / sp.sqrt(2 * m * n * sp.pi)
_FIXED: tuple[dict[str, object], ...] = (
    {"m": 1, "n": 1, "r": 1},
    {"m": 2, "n": 5, "r": "1/2"},
    {"m": 7, "n": 2, "r": 3},
)
NEAR_ZERO_ERROR = sp.sqrt(sphere_error())  # eps at the angle theta
_EXCHANGED = {sp.cos(theta / 2): sp.sin(theta / 2), sp.sin(theta / 2): sp.cos(theta / 2)}
_TURNED = sp.sqrt(sphere_error(REST, SHARE).subs(_EXCHANGED, simultaneous=True))


def _near(words: str, error: sp.Expr) -> Restated:
    """error - limit sqrt(t) = O(t^(3/2)) along small angles t."""
    sides = {
        "lhs": formula(error, SPHERE, "m n r theta"),
        "rhs": formula(LIMIT * sp.sqrt(theta), SPHERE, "m n r theta"),
    }
    claim = Order(theta ** sp.Rational(-3, 2), "theta", toward=sp.S.Zero)
    return Restated(words, sides, SPHERE, claim, OrderCheck(_FIXED))


NEAR_ZERO = _near("eps less the limit times sqrt(theta)", NEAR_ZERO_ERROR)
NEAR_PI = _near("eps at pi - t less the limit times sqrt(t)", _TURNED)


def at_zero(proof: Proof) -> None:
    """eps/sqrt(theta) tends to LIMIT at theta = 0."""
    t, radius = sp.symbols("t r", positive=True)
    quotient = sp.series(sphere_error().subs({theta: t, r: radius}), t, 0, 2).removeO() / t
    proof.equal(
        (quotient.subs(t, 0) / LIMIT.subs(r, radius) ** 2).rewrite(sp.exp),
        sp.S.One,
        "eps^2/theta -> (2/m) sinh^2(2r^2)/(n pi) = W^2/(2 pi m n): from E lam^2, whose slope at 0 is 1/(n pi)",
    )
    proof.positive(sp.sinh(2 * radius**2), "which is positive")


def at_pi(proof: Proof) -> None:
    """eps(pi - t) = eps(t), so the limit at pi is that at 0."""
    at_zero(proof)
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
