"""The hybrid (8) in claims: p+1 base estimates S_1 .. S_{p+1}, mixed by estimates lambda_1 .. lambda_p."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Claim, Equal, Expectation, Independent
from rftheory.papers._shared.hybrid_errors import SM

BASES, WEIGHTS = sp.IndexedBase("S"), sp.IndexedBase("lambda")
_p, _k = sp.symbols("p k", integer=True, positive=True)

HYBRID = sp.Sum(WEIGHTS[_k] * BASES[_k], (_k, 1, _p)) + (1 - sp.Sum(WEIGHTS[_k], (_k, 1, _p))) * BASES[_p + 1]
UNBIASED: tuple[Claim, ...] = (
    Equal(Expectation(BASES[_k]), SM),
    Equal(Expectation(BASES[_p + 1]), SM),
    Independent((WEIGHTS, BASES)),
)
"""Every base estimate has mean SM, and the lambda-estimates are drawn apart from them."""
