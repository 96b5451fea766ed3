"""Random quantities of the Gaussian hybrid in claims: its estimates and that of its lambda, by their names on the shelf."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Estimate
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.gaussian_hybrid import rho
from rftheory.papers._shared.invariants import m

_BOTH = sp.Tuple(m, n)  # rows of the base estimators and of lambda

GAUSSIAN = Estimate("iid", "gaussian-hybrid", _BOTH)
GAUSSIAN_SHARED = Estimate("iid", "gaussian-hybrid-shared", _BOTH)

WAVES = Estimate("iid", "trigonometric", n, at="sigma x, sigma y", kernel="gaussian")  # cos(sigma tau.(x-y))
GAUSSIAN_LAMBDA = (1 - WAVES) / rho
