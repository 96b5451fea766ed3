"""What one row of a part of a hybrid is: a sum of exponentials of Gaussians."""

from __future__ import annotations

import math

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.hybrids.bases import ComplexExponentialPart, PositivePart, TrigonometricPart
from rftheory.measured.hybrids.lambdas import (
    AngleLambda,
    GaussianLambda,
    MixtureLambda,
)
from rftheory.measured.hybrids.parts import AbstractPart
from rftheory.measured.inputs import Floats
from rftheory.moments.exponential_sums import Sum


def row_of(part: AbstractPart, x: Floats, y: Floats) -> Sum:
    """What one row adds to the value of a part, as a sum of exponentials; a fixed lambda is a constant."""
    d = len(x)
    if isinstance(part, PositivePart):
        return Sum.cosh(x, y, math.exp(-float(x @ x + y @ y) / 2.0))
    if isinstance(part, TrigonometricPart):
        return Sum.cosh(1j * x, -1j * y, math.exp(float(x @ x + y @ y) / 2.0))
    if isinstance(part, ComplexExponentialPart):
        u, v = part.queries_matrix @ x, part.keys_matrix @ y
        weight = complex(np.exp(-(u @ u + v @ v) / 2.0))
        return Sum.cosh(u, v, weight) if part.antithetic else Sum.exponential(u, v, weight)
    if isinstance(part, GaussianLambda):
        a, b = part.sigma * x, part.sigma * y
        waves = part.features == "trigonometric"
        near = Sum.cosh(1j * a, -1j * b, 1.0) if waves else Sum.cosh(a, b, math.exp(-float(a @ a + b @ b)))
        return near.scaled(-1.0 / part.rho) + Sum.constant(1.0 / part.rho, 2 * d)
    if isinstance(part, MixtureLambda):
        images = ComplexExponentialPart(part.matrix)
        u, v = images.queries_matrix @ x / part.tau, images.keys_matrix @ y / part.tau
        if part.trigonometric:
            return Sum.cosh(1j * u, 1j * v, 1.0)
        return Sum.exponential(u, -v, complex(np.exp(-(u @ u) - v @ v)))
    if isinstance(part, AngleLambda):
        return Sum.constant(angle(x, y) / math.pi, 2 * d)
    if part.deterministic:
        return Sum.constant(complex(part.value(x, y, np.zeros((1, d)))), 2 * d)
    raise InputError(f"{type(part).__name__} is no sum of exponentials")


def angle(x: Floats, y: Floats) -> float:
    cosine = float(x @ y) / float(np.linalg.norm(x) * np.linalg.norm(y))
    if abs(cosine) > 1.0 - 1e-14:
        return 0.0 if cosine > 0.0 else math.pi
    return math.acos(cosine)
