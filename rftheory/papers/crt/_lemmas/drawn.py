"""Draws of the estimators of crt for its main statements: means, variances, tails, and the e^60 of Figure 1."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.evidence.statistical.row_map_drawing import (
    ContrastDrawing,
    RowMapDrawing,
    exponential_map,
    geometric_map,
    optimal_map,
    poisson_map,
)
from rftheory.kit import Domain, Drawing, Formula, Sampled, SampledBelow, formula, real
from rftheory.papers._shared.invariants import DIMENSION, SQUARES
from rftheory.papers.crt._lemmas.discrete import SQUARED_KERNEL, pair_domain
from rftheory.papers.crt._notation import KERNEL, optimal_variance

Points = tuple[Mapping[str, object], ...]
_PAIR = Domain(SQUARES)
_GAINS = Domain((DIMENSION, *SQUARES))
_MEAN = formula(KERNEL, _PAIR, "x2 y2 xy")
_MEAN_OF_COUNTS = formula(sp.sqrt(SQUARED_KERNEL), pair_domain(), "x y")

GERF_POINTS: Points = (
    {"d": 3, "A": "-1/2", "s": 1, "x2": 1, "y2": "1/2", "xy": "-1/3"},
    {"d": 3, "A": "-1/10+1/5j", "s": -1, "x2": 1, "y2": 1, "xy": 0},
    {"d": 16, "A": "-1/50+1/100j", "s": 1, "x2": 4, "y2": 4, "xy": 2},
)
ORTHOGONAL_POINTS: Points = (
    {"d": 2, "m": 2, "A": -1, "x2": 1, "y2": 1, "xy": 0},
    {"d": 5, "m": 3, "A": "1/10", "x2": "1/4", "y2": 1, "xy": "-1/3"},
    {"d": 16, "m": 8, "A": "-1/8", "x2": 1, "y2": 4, "xy": 1},
)
_COUNTED: Points = ({"x": (2, 1), "y": (1, "-3/2")}, {"x": ("-3/2", 1, "1/2"), "y": ("1/2", -1, 2)})
POISSON_POINTS: Points = tuple({"lam": rate, **pair} for rate, pair in zip((1, 3), _COUNTED, strict=True))
GEOMETRIC_POINTS: Points = tuple({"p": p, **pair} for p, pair in zip(("1/2", "1/5"), _COUNTED, strict=True))
RARE: Points = (
    {"d": 3, "A": "-1/10", "x2": 1, "y2": 1, "xy": "1/2", "eps": 1, "m": 1},
    {"d": 8, "A": "-1/20", "x2": 1, "y2": 1, "xy": 0, "eps": 5, "m": 1},
)
SEVERAL: Points = ({"d": 16, "A": "-1/10", "x2": "1/2", "y2": "1/2", "xy": 0, "eps": "1/2", "m": 16},)
MANY: Points = ({"d": 1, "A": -1, "x2": "1/4", "y2": "1/4", "xy": "1/4", "eps": "1/2", "m": 32},)
SIXTY: Points = ({"d": 64, "v2": 100, "x2": 25, "y2": 25, "xy": 25, "m": 1},)


def unbiased() -> Sampled:
    """Theorem 3.1: the mean of the real part of products of features."""
    return Sampled("mean of GERF", RowMapDrawing(exponential_map), _MEAN, GERF_POINTS)


def variance(expected: Formula) -> Sampled:
    """Theorem 3.2: the mean square error of one projection."""
    drawing = RowMapDrawing(exponential_map, "error", level=_MEAN)
    return Sampled("variance of GERF", drawing, expected, GERF_POINTS)


def poisson_variance(expected: Formula) -> Sampled:
    """Theorem 3.4: the mean square error of one row of Poisson counts."""
    drawing = RowMapDrawing(poisson_map, "error", level=_MEAN_OF_COUNTS)
    return Sampled("variance of PoisRF", drawing, expected, POISSON_POINTS)


def geometric_variance(expected: Formula) -> Sampled:
    """Theorem 3.5: the mean square error of one row of geometric counts."""
    drawing = RowMapDrawing(geometric_map, "error", level=_MEAN_OF_COUNTS)
    return Sampled("variance of GeomRF", drawing, expected, GEOMETRIC_POINTS)


def coupled_variance(coupling: str, expected: Formula) -> Sampled:
    """Theorem 4.1: the mean square error of several coupled projections."""
    drawing = RowMapDrawing(exponential_map, "error", coupling, level=_MEAN)
    return Sampled(f"variance of {coupling} GERF", drawing, expected, ORTHOGONAL_POINTS)


def upper_tail(expected: Formula) -> Sampled:
    """The probability that one projection exceeds K + eps, by rare events."""
    return Sampled("upper tail of one projection", _tail("iid"), expected, RARE)


def upper_tail_below(coupling: str, limit: Formula, points: Points = SEVERAL) -> SampledBelow:
    """Theorem 4.2: the upper tail of several projections is at most the bound."""
    return SampledBelow(f"upper tail of {coupling} OPRF", _tail(coupling), limit, points)


def variance_ratio(log_ratio: Formula) -> Sampled:
    """Figure 1: Var OPRF - e^mu Var PosRF is zero, to 2 % of Var OPRF in the full profile."""
    positive = Drawing("iid", "positive", "error", level=_MEAN)
    optimal = RowMapDrawing(optimal_map, "error", level=_MEAN)
    zero, scale = formula(sp.S.Zero, _PAIR, ""), formula(optimal_variance(), _GAINS, "d x2 y2 xy")
    return Sampled(
        "quotient of the variances", ContrastDrawing(optimal, positive, log_ratio), zero, SIXTY, scale=scale
    )


def _tail(coupling: str) -> RowMapDrawing:
    domain = Domain((*SQUARES, real("eps", above=0)))
    level = formula(KERNEL + sp.Symbol("eps", positive=True), domain, "x2 y2 xy eps")
    return RowMapDrawing(exponential_map, "tail", coupling, level=level)
