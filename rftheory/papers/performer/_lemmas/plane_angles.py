"""Gaussian projections in the plane of x and y: the arcs on which both have one sign, and the mean of a wave."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof

theta, phi = sp.symbols("theta phi", real=True)
z = sp.Symbol("z", nonnegative=True)
GAUSS = sp.exp(-(z**2) / 2)


def wave_mean(squared: sp.Expr) -> sp.Expr:
    """E cos(omega.z), |z|^2 = squared, by polar coordinates: the radius integrated, the angle left to quadrature."""
    radial = sp.hyper((1,), (sp.Rational(1, 2),), -squared * sp.cos(phi) ** 2 / 2)
    return sp.Integral(radial, (phi, 0, sp.pi)) / sp.pi


def arcs(proof: Proof) -> None:
    """Where cos(phi) cos(phi - theta) is positive: an arc of length pi - theta, and again half a turn on."""
    t = sp.Symbol("t", real=True)
    proof.cite(
        "the law N(0, I_d) is rotation invariant: in the plane of x and y (d >= 2) the direction phi of omega is "
        "uniform, omega.x = r|x| cos(phi), omega.y = r|y| cos(phi - theta), E r^2 = 2"
    )
    double = (sp.cos(theta) + sp.cos(2 * phi - theta)) / 2
    proof.equal(sp.cos(phi) * sp.cos(phi - theta), double, "product as a sum: period pi in phi")
    inside = double.subs(phi, theta / 2 + t * (sp.pi - theta) / 2)
    proof.equal(
        inside, (sp.cos(theta) + sp.cos(t * (sp.pi - theta))) / 2, "on the arc from theta - pi/2 to pi/2"
    )
    proof.equal(
        inside.subs(t, 1), sp.S.Zero, "it vanishes at the ends t = +-1; cos falls on [0, pi]: positive inside"
    )
    outside = double.subs(phi, (theta + sp.pi) / 2 + t * theta / 2)
    proof.equal(outside, (sp.cos(theta) - sp.cos(t * theta)) / 2, "on the arc from pi/2 to theta + pi/2")
    proof.equal(outside.subs(t, 1), sp.S.Zero, "it vanishes at the ends and is negative inside")
