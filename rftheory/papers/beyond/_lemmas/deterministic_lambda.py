"""The error of a bipolar hybrid with a deterministic lambda, its least value at one pair and on a sphere, with proofs."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof, real
from rftheory.papers._shared.angular_hybrid import r, theta
from rftheory.papers._shared.bipolar_hybrids import COVARIANCE, error_steps
from rftheory.papers._shared.hybrid_errors import positive_error, trigonometric_error
from rftheory.papers._shared.hybrids import P, Q, at_angles, squares_on_sphere
from rftheory.papers._shared.invariants import COUNT, m, x2, xy, y2

lam = sp.Symbol("lam", real=True)
RIVAL = real("lam", reach=("1e-3", 10), meaning="another value of lambda")
POSITIVE, TRIGONOMETRIC = positive_error(), trigonometric_error()
BEST_LAMBDA = TRIGONOMETRIC / (POSITIVE + TRIGONOMETRIC)
LEAST_ERROR = POSITIVE * TRIGONOMETRIC / (POSITIVE + TRIGONOMETRIC)


def hybrid_error(value: sp.Expr, covariance: sp.Expr = sp.S.Zero) -> sp.Expr:
    """lam^2 P + (1-lam)^2 T + 2 lam (1-lam) C."""
    return value**2 * POSITIVE + (1 - value) ** 2 * TRIGONOMETRIC + 2 * value * (1 - value) * covariance


SPHERE = at_angles(COUNT, m=(1, 10, 10**6))
_near, _far = sp.sinh(2 * r**2 * sp.cos(theta / 2) ** 2) ** 2, sp.sinh(2 * r**2 * sp.sin(theta / 2) ** 2) ** 2
ON_SPHERE = {x2: r**2, y2: r**2, xy: r**2 * sp.cos(theta)}
SPHERE_LAMBDA = _far / (_far + _near)


def quadratic_steps(proof: Proof, covariance: bool) -> None:
    """The error less its least value is (P+T-2C)(lam - lam*)^2."""
    error_steps(proof)
    a, b = sp.symbols("P T", nonnegative=True)
    c = sp.Symbol("C", real=True) if covariance else sp.S.Zero
    total = a + b - 2 * c
    best, value = (b - c) / total, (a * b - c**2) / total
    error = lam**2 * a + (1 - lam) ** 2 * b + 2 * lam * (1 - lam) * c
    proof.equal(
        error - value, total * (lam - best) ** 2, "the error less its least value: (P+T-2C)(lam - lam*)^2"
    )
    gap = sp.Symbol("D", positive=True)
    proof.nonnegative(
        gap * (lam - sp.Symbol("b", real=True)) ** 2, "at least 0, and 0 only at lam*, for P+T-2C > 0"
    )


def optimal_steps(proof: Proof) -> None:
    """Independent projections, C = 0."""
    quadratic_steps(proof, covariance=False)


def on_sphere_steps(proof: Proof) -> None:
    """lam* = Q/(P+Q) for equal norms, within 2 e^(-2r^2) of 1/(1+exp(4 x.y))."""
    optimal_steps(proof)
    squares_on_sphere(proof)
    a, b = sp.symbols("P Q", positive=True)
    proof.equal((a / m) * (b / m) / (a / m + b / m), a * b / (a + b) / m, "P/m and Q/m for the two errors")
    proof.equal(Q / (P + Q), SPHERE_LAMBDA, "lam* = Q/(P+Q)")
    proof.equal(COVARIANCE.subs(ON_SPHERE, simultaneous=True), sp.S.Zero, "C = 0 for equal norms")
    big, x = sp.symbols("b x", positive=True)
    small = sp.Symbol("a", nonnegative=True)
    k = sp.Symbol("k", nonnegative=True)
    ratio = sp.exp(2 * (small - big)) * ((1 - sp.exp(-2 * small)) / (1 - sp.exp(-2 * big))) ** 2
    proof.equal(
        (sp.sinh(small) / sp.sinh(big)).rewrite(sp.exp) ** 2,
        ratio,
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
    proof.equal(lost, sp.exp(-4 * small), "1 - k <= 1 - (1-e^-2a)^2 <= 2 e^-2a")
    proof.equal(
        sp.exp(2 * (small - big)) * 2 * sp.exp(-2 * small),
        2 * sp.exp(-2 * big),
        "so it is at most 2 e^-2b <= 2 e^(-2r^2), as b >= r^2; for a > b exchange lam and 1 - lam",
    )
