"""Random quantities of the hybrids in claims: their estimates and those of their lambda, by the names on the shelf."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Estimate
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.gaussian_hybrid import rho
from rftheory.papers._shared.invariants import m

_BOTH = sp.Tuple(m, n)  # rows of the base estimators and of lambda

ANGULAR = Estimate("iid", "angular-hybrid", _BOTH)
ANGULAR_SHARED = Estimate("iid", "angular-hybrid-shared", _BOTH)
GAUSSIAN = Estimate("iid", "gaussian-hybrid", _BOTH)
GAUSSIAN_SHARED = Estimate("iid", "gaussian-hybrid-shared", _BOTH)

SIGN_PRODUCTS = Estimate("iid", "sgn", n, kernel="angular")  # the mean of n sgn(tau.x) sgn(tau.y)
ANGULAR_LAMBDA = (1 - SIGN_PRODUCTS) / 2
WAVES = Estimate("iid", "trigonometric", n, at="sigma x, sigma y", kernel="gaussian")  # cos(sigma tau.(x-y))
GAUSSIAN_LAMBDA = (1 - WAVES) / rho

POSITIVE = Estimate("iid", "positive", m, kernel="softmax")
TRIGONOMETRIC = Estimate("iid", "trigonometric", m, kernel="softmax")
