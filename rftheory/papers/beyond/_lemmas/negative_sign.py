"""Generalised exponential features with s = -1 and real A: the second moment, its least value, its only stationary point."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.tilts import NegativeTilt
from rftheory.kit import Proof, real
from rftheory.papers._shared import gerf
from rftheory.papers._shared.invariants import d

z2 = sp.Symbol("z2", nonnegative=True)
a = sp.Symbol("A", real=True)
w, q = sp.symbols("w q", positive=True)
APART = real("z2", above=0, reach=("1e-6", 10**6), meaning="|x-y|^2")
_WIDTH = 1 - 8 * a
SECOND_MOMENT = ((1 + _WIDTH) / (2 * sp.sqrt(_WIDTH))) ** d * (1 + sp.exp(-(1 + 1 / _WIDTH) * z2)) / 2
LOG_SECOND = d * sp.log((1 + w) / (2 * sp.sqrt(w))) + sp.log((1 + sp.exp(-(1 + 1 / w) * z2)) / 2)
BEST_RATIO = 1 + NegativeTilt(d, z2)
LEAST_MOMENT = (
    (1 + (BEST_RATIO - 1) ** 2 / (4 * BEST_RATIO)) ** (d / 2) * (1 + sp.exp(-(1 + BEST_RATIO) * z2)) / 2
)


def second_moment_steps(proof: Proof) -> None:
    """alpha1 to alpha4 at s = -1, w = 1-8A."""
    gerf.square_steps(proof)
    gerf.modulus_steps(proof)
    value = (1 - w) / 8
    at = {gerf.A: value, gerf.s: -1}
    proof.equal(gerf.ALPHA2.subs(at), -(1 + 1 / w), "alpha2 at s = -1, A = (1-w)/8")
    proof.equal(gerf.ALPHA4.subs(at), 0, "alpha4")
    proof.equal((1 + 16 * value**2 / w), ((1 + w) / (2 * sp.sqrt(w))) ** 2, "alpha1 = alpha3")


def unique_steps(proof: Proof) -> None:
    """One stationary real A for s = -1, the global minimum."""
    r = sp.Symbol("r", positive=True)
    growth = sp.exp((1 + r) * z2)
    log = d * sp.log((1 + r) / (2 * sp.sqrt(r))) + sp.log(1 + 1 / growth)
    proof.equal(
        sp.diff(log, r) * r,
        d / 2 * (r - 1) / (r + 1) - z2 * r / (1 + growth),
        "r = 1/w: the slope of log E (Re Z)^2 times r; it is negative for r <= 1, z > 0",
    )
    first, second = d / 2 * (r - 1) / (r + 1), z2 * r / (1 + growth)
    proof.equal(
        sp.diff(sp.log(first), r) - sp.diff(sp.log(second), r),
        2 / (r**2 - 1) - 1 / r + z2 * growth / (1 + growth),
        "the slope of the logarithm of the quotient of both terms",
    )
    away = sp.Symbol("e", positive=True)
    near = 1 + sp.sqrt(2) / (1 + away)
    proof.positive(
        sp.factor(sp.simplify((2 * r - r**2 + 1).subs(r, near))),
        "2/(r^2-1) > 1/r for 1 < r < 1+sqrt(2): it rises there",
    )
    bound = sp.Rational(27847, 100000)
    proof.equal(
        sp.diff(q / (1 + sp.exp(q)), q) * (1 + sp.exp(q)) ** 2,
        1 + sp.exp(q) - q * sp.exp(q),
        "q/(1+e^q), q = (1+r)z, is largest where e^q (q-1) = 1, and is q - 1 there",
    )
    proof.below(1, sp.exp(1 + bound) * bound, "which is before q - 1 = 0.27847")
    proof.nonnegative(
        (r + sp.Rational(12571, 10000)) / 2 - bound * (r + sp.Rational(22571, 10000)),
        "at r + 2.2571, 2.2571 < 1+sqrt(2), (d/2)(r-1) >= (r-1)/2 > 0.27847 r: the first term is larger",
    )
    proof.below(
        sp.Rational(22571, 10000), 1 + sp.sqrt(2), "both ranges overlap: one change of sign, from - to +"
    )
