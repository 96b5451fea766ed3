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
    "c": "1/2048",
    "R": "1048576",
    "delta": "1/2",
    "m": "3",
    "projections asked for": "4 log(2) = 2.77, times a constant",
    "left": "0.571771497949934832507",
    "right": "1/2",
}
# the largest error is at least left: some n <= 8^m has every cos(2 n r_i) >= cos(pi/4), and the kernel is at most e^-2
UNSCALED_SCRIPT = """
asked = log(4*c**2*R/delta)/delta**2
assert asked < m and 2*8**m/c <= 2*R
left, right = cos(pi/4) - exp(-2), delta
"""
