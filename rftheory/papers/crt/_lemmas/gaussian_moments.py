"""Means of exp(w.z) and cos(w.z) over w ~ N(0, I_d), by the series and the Gaussian moments."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof

k = sp.Symbol("k", nonnegative=True, integer=True)
MOMENT = 2**k * sp.gamma(k + sp.S.Half) / sp.sqrt(sp.pi)  # E g^(2k), g ~ N(0, 1)
MODEST: tuple[dict[str, object], ...] = tuple(
    {"x2": a, "y2": b, "xy": c}
    for a, b, c in ((1, 1, "1/3"), ("1/4", 1, "1/2"), (2, 3, -1), (4, 0, 0), (1, 1, 1))
)
"""Pairs at which the series are cheap."""


def moment_series(squared: sp.Expr) -> sp.Expr:
    """E exp(w.z) for |z|^2 = squared (negative: of the cosine), by the series and the Gaussian moments."""
    return sp.Sum(squared**k / sp.factorial(2 * k) * MOMENT, (k, 0, sp.oo))


def moment_steps(proof: Proof) -> None:
    """E exp(a g) = e^(a^2/2) and E cos(a g) = e^(-a^2/2), term by term."""
    g = sp.Symbol("g", real=True)
    t = sp.Symbol("t", positive=True)
    n = sp.Symbol("n", positive=True, integer=True)
    density = sp.exp(-(g**2) / 2)
    slope = sp.diff(-(g ** (n + 1)) * density, g)
    proof.equal(
        slope / density / g**n,
        g**2 - (n + 1),
        "integration by parts, vanishing at both ends: E g^(n+2) = (n+1) E g^n",
    )
    proof.equal(MOMENT.subs(k, k + 1) / MOMENT, 2 * k + 1, "the moments 2^k Gamma(k+1/2)/sqrt(pi) obey it")
    proof.equal(MOMENT.subs(k, 0), sp.S.One, "and start at 1; odd moments vanish")
    for sign in (1, -1):
        term = (sign * t) ** k / sp.factorial(2 * k) * MOMENT / ((sign * t / 2) ** k / sp.factorial(k))
        proof.equal(term.subs(k, k + 1), term, "the ratios of the series of exp(+-t/2)")
        proof.equal(term.subs(k, 0), 1, "and its first term")
    proof.cite("w.z is N(0, |z|^2); Tonelli, or dominated convergence for the cosine")
