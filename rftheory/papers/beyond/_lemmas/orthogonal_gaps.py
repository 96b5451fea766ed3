"""The gap of orthogonal positive features in w = |x+y|^2/2: its ratio to (e^w - 1)^2, and how much of a moment is lost."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof, integer, real
from rftheory.papers._shared.invariants import d

w = sp.Symbol("w", positive=True)
_j = sp.Symbol("j", nonnegative=True, integer=True)


def sphere(squared: sp.Expr) -> sp.Expr:
    """E exp(omega.z) for omega uniform on the sphere of radius sqrt d, |z|^2 = squared."""
    return sp.hyper((), (d / 2,), d * squared / 4)


def pair(half: sp.Expr) -> sp.Expr:
    """E exp(omega_1.z + omega_2.z) for orthogonal Gaussian rows, |z|^2 = 2 half."""
    return sp.hyper((d,), (d / 2,), half)


HALF_SQUARES = Domain(
    (integer("d", 1, reach=1000), real("w", above=0, reach=("1e-4", 20), meaning="|x+y|^2/2")),
    extra=tuple({"d": dd, "w": ww} for dd in (1, 2, 3, 64) for ww in ("1e-6", 1, 30)),
)

GAIN_RATIO = (sp.exp(2 * w) - pair(w)) / (sp.exp(w) - 1) ** 2


def share_steps(proof: Proof) -> None:
    """1 - tau(2j, 2k) <= min(1, 2jk/d)."""
    i, k = sp.symbols("i k", nonnegative=True, integer=True)
    factor = (d / 2 + i) / (d / 2 + _j + i)
    proof.nonnegative(
        sp.factor(factor - factor.subs(i, 0)), "each of the k factors of tau is at least 1/(1 + 2j/d)"
    )
    x = sp.Symbol("x", nonnegative=True)
    proof.equal((1 - k * x).subs(k, 0), 1, "Bernoulli (1+x)^-k >= 1 - kx: equality at k = 0")
    step = (1 - k * x) / (1 + x) - (1 - (k + 1) * x)
    proof.nonnegative(sp.factor(sp.simplify(step)), "and from k to k + 1")
    proof.cite("so 1 - tau(2j, 2k) <= 2jk/d, and 1 - tau <= 1 as tau >= 0")
