"""From the kernel matrix to the attention matrix: entrywise errors, and the instance that has no scale."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared.invariants import d

BLOCK_RATE = (
    r"m\ge\frac{8d}{\delta^2}\Big(d\log\Big(1+\frac{8\sigma R(1+2/p)}{\delta d^{1/4}}\Big)+\log\frac4p\Big),"
    r"\ \sigma^2=\mathbb E[\omega^\top\omega]"
)


def entries(proof: Proof) -> None:
    """An entry of D_Q (B^ - B) D_K is at most G delta H in size."""
    left, middle, right, top, bound, other = sp.symbols("g e h G delta H", nonnegative=True)
    proof.cite(
        "entry (i, j) of D_Q (B^ - B) D_K is g(q_i) (B^ - B)_ij h(k_j); sizes below are absolute values"
    )
    slack = sp.symbols("a b c", nonnegative=True)  # G = g + a, delta = e + b, H = h + c
    rise = (top * bound * other).subs(
        {top: left + slack[0], bound: middle + slack[1], other: right + slack[2]}
    )
    proof.nonnegative(
        sp.expand(rise - left * middle * right), "g e h <= G delta H wherever g <= G, e <= delta and h <= H"
    )


def scaled_entries(proof: Proof) -> None:
    """The same where the diagonals stand at the scaled queries and keys."""
    entries(proof)
    norm, radius = sp.symbols("n R", positive=True)
    proof.equal(
        (norm / d ** sp.Rational(1, 4)).subs(norm, radius), radius * d ** sp.Rational(-1, 4),
        "q/d^(1/4) lies in B(l), l = R d^(-1/4), where g* and h* are the largest values",
    )  # fmt: skip


UNSCALED = {
    "d": "1",
    "c": "1/32",
    "R": "64",
    "delta": "1/2",
    "m": "1",
    "projections asked for": "4 log(1/2) < 0",
    "left": "0.249832240590",
    "right": "1/5",
}
# left is at most P[error > delta], as E error^2 <= delta^2 + (1 + K)^2 P[error > delta]
UNSCALED_SCRIPT = """
K = exp(-(2*c*R)**2/2)
variance = (1 - exp(-(2*c*R)**2))**2/2
left = (variance - delta**2)/(1 + K)**2
right = mpf(1)/5
"""
