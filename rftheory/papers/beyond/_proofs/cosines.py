"""Conformities of any cosine as series in it, and the pairs of rows that have them."""

from __future__ import annotations

from rftheory.papers._shared.pairs import (
    along,
    at_zero,
    by_even_series,
    by_integral,
    by_series,
    per_feature,
    waves,
)
from rftheory.proof.scripts import Scripts, automatic

PROOFS: Scripts = {
    "beyond/pair/rho": (along, by_series, by_integral),
    "beyond/rho-beta": (by_integral, by_integral, by_integral),
    "beyond/rho-single-series": (along, by_series, by_series),
    "beyond/simplex-d+1/mse": (automatic, by_series, at_zero),
    "beyond/cross-polytope/mse": (automatic, by_series, at_zero),
    "beyond/simplex-d/ratio": (per_feature, by_series),
    "beyond/simplex-d+1/ratio": (per_feature, by_series),
    "beyond/cross-polytope/ratio": (per_feature, by_series),
    "beyond/rff-simplex/mse": (automatic, by_even_series),
    "beyond/rff-simplex/ratio": (per_feature, by_even_series),
    "beyond/rff-pair": (waves, by_even_series),
    "beyond/rff-antithetic": (waves,),
    "beyond/rff-simplex/c2-coefficient": (waves,),
}
