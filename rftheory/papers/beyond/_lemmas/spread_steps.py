"""Steps of proof for where the angular hybrid errs most at a right angle."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids import right_angle
from rftheory.kit import Proof

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


def worst_at_right_angle(proof: Proof) -> None:
    """E[lam^2] P + E[(1-lam)^2] Q is largest at pi/2 exactly for r <= r0(n), whatever n."""
    _excess_steps(proof)
    _at_every_angle(proof)
    _at_the_centre(proof)
    _at_the_threshold(proof)


def _one_change(proof: Proof, first_coefficients: list[sp.Expr], where: str) -> None:
    """Why a power series in u^2 with the coefficients alpha (1+s)^2k + beta (1-s)^2k - gamma has one zero at most."""
    a, b, k, j, u = sp.symbols("alpha beta k j u", positive=True)
    first, second, gamma = sp.symbols("l1 l2 gamma", real=True)
    coefficient = a * sp.exp(2 * k * first) + b * sp.exp(2 * k * second) - gamma
    proof.nonnegative(
        sp.diff(coefficient, k, 2),
        f"{where}: convex in k, with l1 = log(1+s) and l2 = log(1-s), alpha, beta >= 0",
    )
    for value in first_coefficients:
        proof.below(
            value,
            0,
            "and negative at k = 1, so the coefficients change from - to + at most once, say after k = K",
        )
    proof.positive(sp.diff(u ** (2 * j), u), "over u^2K a later term, coefficient >= 0, rises in u")
    proof.positive(
        sp.diff(-(u ** (-2 * j)), u), "and an earlier one, coefficient <= 0, too: one zero, from - to +"
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
        (error - (1 + _i) / 2 * (sp.cosh(_u) - 1)).rewrite(sp.exp),
        _EXCESS.rewrite(sp.exp),
        "the error less its value at pi/2, E(u)",
    )


def _at_every_angle(proof: Proof) -> None:
    """E has one zero in u at most, below which it is negative."""
    x, top = sp.symbols("x S", positive=True)
    first = (1 - _i) / 2 * (1 + top**2) + (1 + _i) / 2 * x**2 - 2 * x
    proof.equal(
        (sp.diff(_EXCESS, _u, 2).subs(_u, 0) / _psi**2).subs(_psi, _s / x),
        first.subs(top, _s),
        "its first coefficient over psi^2, x = s/psi",
    )
    proof.cite(
        "psi <= s = sin(pi psi/2) <= pi psi/2: 1 <= x <= pi/2 and s <= 1; it is linear in i, convex in x"
    )
    corners = [first.subs({top: 1, _i: i, x: end}) for i in (0, 1) for end in (1, sp.pi / 2)]
    _one_change(proof, corners, "alpha = E[lam^2]/2, beta = E[(1-lam)^2]/2")


def _at_the_centre(proof: Proof) -> None:
    """The second derivative at pi/2 has one zero r0 > 0, below which it is negative."""
    phi, k = sp.symbols("phi k", positive=True)
    local = _EXCESS.subs({_s: sp.sin(phi), _psi: 2 * phi / sp.pi})
    proof.equal(sp.diff(local, phi, 2).subs(phi, 0), 2 * _CURVED, "half of E'' in phi = pi/2 - theta at 0")
    order = 2 * (1 - _i) / sp.pi**2 - 4 * k / sp.pi + (1 + _i) / 2 * k * (2 * k - 1)
    for number in (1, 2, 3):
        proof.equal(
            sp.diff(_CURVED, _u, 2 * number).subs(_u, 0),
            order.subs(k, number),
            f"its coefficient of u^{2 * number}, times ({2 * number})!",
        )
    proof.positive(sp.diff(order, k, 2), "the coefficients are convex in k")
    for i in (0, 1):
        proof.below(
            order.subs({k: 1, _i: i}),
            0,
            f"and negative at k = 1, i = {i}: one zero r0 as before; beyond it pi/2 is not even a local maximum",
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
        _EXCESS.subs(_psi, 2 * _s * t / sp.pi),
        4 / sp.pi**2 * _s**2 * scaled,
        "psi = (2/pi) s t, t = arcsin(s)/s: E = (4/pi^2) s^2 L",
    )
    proof.equal(
        sp.limit(scaled.subs(t, 1), _s, 0) * 4 / sp.pi**2,
        _CURVED,
        "(4/pi^2) L(0) is half of that second derivative: 0 at r0",
    )
    _ends(proof)
    boxes = right_angle.cover()
    proof.below(
        0,
        boxes,
        f"on {boxes} boxes: where L(0) = 0, L falls in s^2 up to 1/2 and is negative from there to 1",
    )


def _ends(proof: Proof) -> None:
    """2 r0^2 is where A (1+i) + B (1-i) = 1, A = (pi/8) u coth u rising and B = tanh(u/2)/(pi u) falling in u."""
    low, high = (sp.Rational(end) for end in (right_angle.LEAST, right_angle.MOST))
    first, last = (sp.pi / 8 * end * sp.cosh(end) / sp.sinh(end) for end in (low, high))
    small, least = (sp.tanh(end / 2) / (sp.pi * end) for end in (low, high))
    proof.below(small, first, "at u = 0.93 it rises in i")
    proof.below(2 * first, 1, "and is below 1 at i = 1")
    proof.below(least, last, "at u = 2.2 it rises in i")
    proof.below(1, last + least, "and is above 1 at i = 0: 2 r0^2 lies in (0.93, 2.2) for every i in [0, 1]")
