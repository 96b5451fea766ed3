"""The angular hybrid on a sphere: its mean squared error, and its largest relative error in two forms."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import formula
from rftheory.papers._shared.angular_bound import LARGEST, LARGEST_BY_H
from rftheory.papers._shared.angular_hybrid import SHARE, r, sphere_error, theta
from rftheory.papers._shared.hybrid_errors import ON_SPHERE, OUTSIDE, SPHERE, angular_error

SPHERE_ERROR = formula(
    angular_error(SHARE).xreplace(ON_SPHERE),
    SPHERE,
    "m n r theta",
    closed=sp.exp(2 * r**2 * sp.cos(theta)) * sphere_error(),
)
LARGEST_ERROR = formula(LARGEST, SPHERE, "m n r")
LARGEST_ERROR_BY_H = formula(LARGEST_BY_H, SPHERE, "m n r")
LARGEST_ERROR_OUTSIDE = formula(LARGEST, OUTSIDE, "m n r")  # r >= 1
