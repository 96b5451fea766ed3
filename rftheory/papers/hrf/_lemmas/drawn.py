"""Draws of hybrids for the statements about their errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import sympy as sp

from rftheory.domain import parse_vectors
from rftheory.evidence.statistical.hybrid_drawing import HybridDrawing
from rftheory.evidence.statistical.points import real as number
from rftheory.kit import Domain, Formula, Sampled, formula, real
from rftheory.measured.hybrids.estimates import What
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.mechanisms.angular_hybrid import angular_hybrid
from rftheory.mechanisms.complex_exponential import complex_exponential
from rftheory.mechanisms.gaussian_hybrid import gaussian_hybrid
from rftheory.mechanisms.linear_hybrid import linear_hybrid
from rftheory.papers._shared.angular_hybrid import RADIUS, TURN, r, theta
from rftheory.papers._shared.hybrid_errors import SM

Point = Mapping[str, object]
PLANNED = 12  # the mean square of an error over its squared mean, at most about this: it only sizes the draws
_KERNEL = formula(SM, Domain((real("xy"),)), "xy")
_ON_SPHERE = formula(sp.exp(r**2 * sp.cos(theta)), Domain((RADIUS, TURN)), "r theta")

UNEQUAL: tuple[Point, ...] = (
    {"m": 1, "n": 1, "x2": 1, "y2": "1/4", "xy": "1/4"},
    {"m": 2, "n": 3, "x2": 2, "y2": "1/2", "xy": "-1/2"},
)
"""Pairs at the angles pi/3 and 2 pi/3, where the moments of the angular lambda are rational."""

COMPLEX: tuple[Point, ...] = (
    {
        "m": 2,
        "A_re": "1,1/3,0;0,1,-1/2;1/5,0,1",
        "A_im": "0,0,1/3;1/2,0,0;0,1/4,0",
        "x": ("1/3", "-1/2", "1/4"),
        "y": ("1/3", "1/2", "-1/4"),
    },
)
"""A pair with a matrix that is neither real nor symmetric."""

MIXED: tuple[Point, ...] = (
    {**UNEQUAL[0], "el2": "1/3", "el1l": 0},
    {**UNEQUAL[1], "el2": "14/27", "el1l": "4/27"},
)
"""The same with E lam^2 and E lam(1-lam) of the angular lambda: p = 1/3, n = 1 and p = 2/3, n = 3."""

GAUSSIAN: tuple[Point, ...] = (
    {"m": 1, "n": 1, "sigma": 1, "rho": "1/2", "x2": 1, "y2": "1/2", "xy": 0},
    {"m": 2, "n": 2, "sigma": 1, "rho": "2/3", "x2": 1, "y2": 1, "xy": "1/3"},
)
"""Pairs for the Gaussian hybrid with any normaliser rho."""

GAUSSIAN_ON_SPHERE: tuple[Point, ...] = (
    {"m": 1, "n": 1, "sigma": 2, "r": 1, "theta": 1},
    {"m": 1, "n": 2, "sigma": 1, "r": 1, "theta": 2},
)
"""Pairs on a sphere, rho = 1 - exp(-2 sigma^2 r^2)."""

FIXED: tuple[Point, ...] = (
    {**UNEQUAL[0], "el2": "1/16", "el1l": "3/16"},
    {**UNEQUAL[1], "el2": "9/16", "el1l": "3/16"},
)
"""The same with the moments of lambda = (1 - cos theta)/2, which is 1/4 and 3/4 here."""


def angular(point: Point) -> AbstractHybrid:
    """The angular hybrid, independent base projections."""
    del point
    return angular_hybrid()


def angular_shared(point: Point) -> AbstractHybrid:
    """The angular hybrid, shared base projections."""
    del point
    return angular_hybrid(shared=True)


def linear(point: Point) -> AbstractHybrid:
    """A fixed lambda, linear in the cosine, independent base projections."""
    del point
    return linear_hybrid()


def linear_shared(point: Point) -> AbstractHybrid:
    """A fixed lambda, linear in the cosine, shared base projections."""
    del point
    return linear_hybrid(shared=True)


def gaussian(point: Point) -> AbstractHybrid:
    """The Gaussian hybrid of the point's sigma, with its rho or that of its norm r."""
    return _gaussian(point, False)


def gaussian_shared(point: Point) -> AbstractHybrid:
    """The same on shared base projections."""
    return _gaussian(point, True)


def _gaussian(point: Point, shared: bool) -> AbstractHybrid:
    sigma = number(point["sigma"])
    if "rho" in point:
        return gaussian_hybrid(sigma, rho=number(point["rho"]), shared=shared)
    return gaussian_hybrid(sigma, radius=number(point["r"]), shared=shared)


def complex_exponential_of(point: Point) -> AbstractHybrid:
    """The complex exponential estimator of the point's matrix."""
    parts = [np.array(parse_vectors(point[name], name), dtype=np.float64) for name in ("A_re", "A_im")]
    return complex_exponential(parts[0] + 1j * parts[1])


def complex_means(real_part: Formula, points: tuple[Point, ...]) -> tuple[Sampled, Sampled]:
    """Re and Im of the product of the features at the point's m: the first has this mean, the second 0."""
    drawings = [HybridDrawing(complex_exponential_of, what, features=True) for what in ("mean", "imaginary")]
    zero = real_part.with_expression(sp.S.Zero)
    return (
        Sampled("real part of the product of features", drawings[0], real_part, points),
        Sampled("imaginary part of the product of features", drawings[1], zero, points, scale=real_part),
    )


def error(
    name: str,
    hybrid: Callable[[Point], AbstractHybrid],
    expected: Formula,
    points: tuple[Point, ...],
    *,
    features: bool = False,
) -> Sampled:
    """The mean squared error of a hybrid, drawn as such, against `expected`; by products of features if asked for."""
    level = _ON_SPHERE if "theta" in points[0] else _KERNEL
    drawing = HybridDrawing(hybrid, "error", level=level, features=features)
    planned = expected.with_expression(PLANNED * expected.expression**2)
    return Sampled(name, drawing, expected, points, second=planned)


def lambda_moment(what: What, expected: Formula, points: tuple[Point, ...]) -> Sampled:
    """E lam or E lam^2 of the angular lambda-estimator against `expected`."""
    return Sampled(f"{what} of sign features", HybridDrawing(angular, what), expected, points)
