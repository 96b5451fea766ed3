"""Laws whose mean and variance are known in closed form, most of them with heavy tails or mass far out: for rates."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Floats = Any


@dataclass(frozen=True)
class Law:
    """Draws of mean 0; `variance`, and the range where it is bounded."""

    name: str
    draw: Callable[[np.random.Generator, int], Floats]
    variance: float
    support: tuple[float, float] = (-math.inf, math.inf)


def pareto(shape: float) -> Law:
    """P(X > x) = x^-shape for x >= 1, less its mean; no moment from `shape` on."""
    mean, second = shape / (shape - 1), shape / (shape - 2)
    return Law(f"Pareto, shape {shape:g}", lambda rng, n: rng.pareto(shape, n) + 1 - mean, second - mean**2)


def student(degrees: float) -> Law:
    """t of so many degrees of freedom."""
    return Law(f"t, {degrees:g} degrees", lambda rng, n: rng.standard_t(degrees, n), degrees / (degrees - 2))


def rare(chance: float, high: float = 1.0) -> Law:
    """`high` with that chance, else 0, less its mean: what few draws never see."""
    mean = chance * high
    return Law(
        f"{high:g} with chance {chance:g}",
        lambda rng, n: np.where(rng.random(n) < chance, high, 0.0) - mean,
        chance * (1 - chance) * high**2,
        (-mean, high - mean),
    )


def lognormal(sigma: float) -> Law:
    """exp(sigma Z), less its mean."""
    mean = math.exp(sigma**2 / 2)
    return Law(
        f"lognormal, sigma {sigma:g}",
        lambda rng, n: np.exp(sigma * rng.standard_normal(n)) - mean,
        mean**2 * math.expm1(sigma**2),
    )


def beta(a: float, b: float) -> Law:
    """Beta(a, b), less its mean."""
    mean = a / (a + b)
    return Law(
        f"Beta({a:g}, {b:g})",
        lambda rng, n: rng.beta(a, b, n) - mean,
        a * b / ((a + b) ** 2 * (a + b + 1)),
        (-mean, 1 - mean),
    )


NORMAL = Law("normal", lambda rng, n: rng.standard_normal(n), 1.0)
UNBOUNDED = (
    NORMAL,
    lognormal(1.0),
    lognormal(2.0),
    pareto(2.1),
    pareto(3.0),
    student(2.1),
    student(3.0),
    rare(1e-3, 1e3),
)
BOUNDED = (beta(2.0, 6.0), beta(0.05, 0.05), beta(0.02, 2.0), rare(1e-3), rare(0.999), rare(0.5))
