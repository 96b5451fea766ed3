"""The conformity of orthogonal rows, (23) of Theorem 4.3: the printed series, its closed form and its derivation."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.simrf._notation import d, k, v


def orf_series(base: sp.Expr = v**2 / 2) -> sp.Expr:
    """Gamma(d/2)/Gamma(d) sum_k base^k/k! Gamma(k+d)/Gamma(k+d/2), the series of (23) at base = v^2/2."""
    series = sp.Sum(base**k / sp.factorial(k) * sp.gamma(k + d) / sp.gamma(k + d / 2), (k, 0, sp.oo))
    return sp.gamma(d / 2) / sp.gamma(d) * series


def hyper11(argument: sp.Expr) -> sp.Expr:
    """1F1(d; d/2; argument)."""
    return sp.hyper((d,), (d / 2,), argument)


def orf_series_steps(proof: Proof) -> None:
    """(23): the chi law with 2d degrees of freedom in Definition 3.1."""
    ratio = (d + k) / (d / 2 + k) / (k + 1) * v**2 / 2
    moment = 2**k * sp.gamma(d + k) / sp.gamma(d)
    term = sp.gamma(d / 2) * v ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2)) * moment
    gammas = sp.gamma(k + d) / sp.gamma(k + d / 2) * sp.gamma(d / 2) / sp.gamma(d)
    printed = gammas * v ** (2 * k) / (2**k * sp.factorial(k))
    proof.cite("Tonelli: all terms are nonnegative, so expectation and sum exchange")
    proof.equal(term, printed, "inserting E w^(2k) = 2^k Gamma(d+k)/Gamma(d) of the chi law with 2d degrees")
    proof.equal(printed.subs(k, k + 1) / printed, ratio, "ratio of successive terms")
