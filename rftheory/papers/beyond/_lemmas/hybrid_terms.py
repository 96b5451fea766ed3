"""Random quantities of hybrids and complex estimators in claims, by the names on the shelf."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import PLACE, ROW, Estimate, Every, Rule, column_range, row_range
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.complex_pairs import A_im
from rftheory.papers._shared.gaussian_hybrid import NORMALISER, rho
from rftheory.papers._shared.invariants import m

REAL_MATRIX = Rule(Every(Every(sp.Eq(A_im[ROW, PLACE], 0), column_range(A_im)), row_range(A_im)), "A is real")


def _complex(name: str, rows: object = m, matrix: str = "A") -> Estimate:
    """A complex exponential estimate of the softmax kernel, of the matrix A or B."""
    return Estimate("iid", name, rows, at=f"x, y; {matrix}", kernel="softmax")


ONE, MEAN = _complex("complex-exponential", 1), _complex("complex-exponential")
REAL_PART, SECOND_REAL_PART = (_complex("complex-exponential-real", m, name) for name in "AB")
IMAGINARY_PART = _complex("complex-exponential, imaginary part")
ANTITHETIC, SECOND_ANTITHETIC = (_complex("complex-exponential-antithetic", m, name) for name in "AB")
IN_CELLS = Estimate("iid", "clustered-hybrid", m, at="X, Y of the two cells", kernel="softmax")

_BOTH = sp.Tuple(m, n)  # rows of the base estimates and of lambda
BIPOLAR = Estimate("iid", "bipolar hybrid", m, kernel="softmax")
BIPOLAR_SHARED = Estimate("iid", "bipolar hybrid, shared rows", m, kernel="softmax")
ANGULAR = Estimate("iid", "angular-hybrid", _BOTH, kernel="softmax")
ANGULAR_SHARED = Estimate("iid", "angular-hybrid-shared", _BOTH, kernel="softmax")
POSITIVE_LAMBDA = (
    1 - Estimate("iid, pairs +-tau", "positive", n, at="sigma x, sigma y", kernel="gaussian")
) / rho
_WAVES = Estimate("iid", "trigonometric", n, at="sigma x, -sigma x", kernel="gaussian")
LAMBDA_AT_PI = (1 - _WAVES) / NORMALISER
GAUSSIAN_AT_PI = Estimate("iid", "gaussian-hybrid", _BOTH, at="x, -x", kernel="softmax")


def angular_at(place: str) -> Estimate:
    """The angular hybrid at one end of the angle."""
    return Estimate("iid", "angular-hybrid", _BOTH, at=f"x, y; {place}", kernel="softmax")
