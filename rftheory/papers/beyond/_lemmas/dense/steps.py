"""Steps that several derivations on dense features share: Gaussian integrals coordinate by coordinate."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof


def mean_steps(proof: Proof) -> None:
    """E exp(2a g^2 + u g) = s^(-1/2) exp(u^2/(2s)), s = 1 - 4a > 0: one coordinate of the mean."""
    g, u = sp.symbols("g u", real=True)
    s = sp.Symbol("s", positive=True)
    quarter = (1 - s) / 4  # a
    proof.equal(
        2 * quarter * g**2 + u * g - g**2 / 2,
        -s / 2 * (g - u / s) ** 2 + u**2 / (2 * s),
        "completing the square in one coordinate, a = (1-s)/4",
    )
    proof.equal(
        sp.integrate(sp.exp(-s * g**2 / 2) / sp.sqrt(2 * sp.pi), (g, -sp.oo, sp.oo)),
        1 / sp.sqrt(s),
        "its Gaussian integral",
    )
    proof.cite("the coordinates of a Gaussian row are independent, so the mean is the product over them")


def moment_steps(proof: Proof) -> None:
    """E (Z/K)^k in one coordinate: 1 + k(s-1) = p > 0 in the place of s, k s^(1/2) v in that of u."""
    mean_steps(proof)
    k, v = sp.symbols("k v", real=True)
    s = sp.Symbol("s", positive=True)
    p = 1 + k * (s - 1)
    proof.equal(1 - 4 * k * (1 - s) / 4, p, "1 - 4ka = 1 + k(s-1)")
    proof.equal(
        (k * sp.sqrt(s) * v) ** 2 / (2 * p) - k * v**2 / 2,
        k * (k - 1) * v**2 / (2 * p),
        "ks - (1 + k(s-1)) = k - 1: the exponent collapses",
    )
