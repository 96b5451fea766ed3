"""Mean, variance and fourth central moment of one projection's share of an estimate at a pair, and of whole estimates."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.moments.block_powers import EquiangularBlock, Spread, sphere_wave, spread
from rftheory.moments.pairs import Pair

WAVES = {name: name for name in ("positive", "hyperbolic", "trigonometric")} | {"phase": "trigonometric"}
"""What a projection t = w.z adds, by feature map: e^t, cosh t or cos t."""


LARGEST, SMALLEST = 700.0, -170.0
"""Logarithms beyond which a number is none, and of a weight whose fourth power still is one."""


class TermMoments(NamedTuple):
    """Mean, variance and fourth central moment; infinite where they are, or where no number holds them."""

    mean: float
    variance: float
    fourth: float


def term_moments(name: str, kernel: Kernel, x: Floats, y: Floats, fixed: bool) -> TermMoments:
    """Of one term of a map of WAVES; `fixed`: rows of length sqrt(d), else Gaussian rows."""
    d = len(x)
    g, t = weight(name, kernel, x, y)

    def exponential(square: float) -> float:
        """E e^{w.s}, or E cos(w.s) for a negative square."""
        if fixed and square < 0.0:
            return sphere_wave(-square, d)
        if fixed:
            return float(scipy.special.hyp0f1(d / 2.0, d * square / 4.0))
        return math.exp(square / 2.0) if square < 2.0 * LARGEST else math.inf

    one, two, three, four = (exponential(k * k * t) for k in (1, 2, 3, 4))
    if not (math.isfinite(four) and math.exp(SMALLEST) < g < math.exp(-SMALLEST)):
        return TermMoments(g * one if g > 0.0 and math.isfinite(one) else math.inf, math.inf, math.inf)
    if name == "positive":
        raw = (one, two, three, four)
    else:
        raw = (one, (1.0 + two) / 2.0, (three + 3.0 * one) / 4.0, (3.0 + 4.0 * two + four) / 8.0)
    mean, second, third, fourth = raw
    variance = second - mean**2
    central = fourth - 4.0 * third * mean + 6.0 * second * mean**2 - 3.0 * mean**4
    if name == "phase":  # plus cos(w.(x + y) + 2b), independent of w: moments 0, 1/2, 0, 3/8
        variance, central = variance + 0.5, central + 3.0 * variance + 0.375
    return TermMoments(g * mean, g * g * variance, g**4 * max(central, 0.0))


def estimate_moments(
    coupling: AbstractCoupling, name: str, kernel: Kernel, pair: Pair, m: int
) -> Spread | None:
    """Variance and fourth central moment of an estimate of m projections, exact; None where no closed form is known.

    sqrt(2) cos(w.x + b) sqrt(2) cos(w.y + b) = cos(w.(x-y)) + cos(w.(x+y) + 2b), and the second part of every row is
    independent of all else (b is uniform): it adds 1/(2m) to the variance and -3/(8 m^3) to the fourth cumulant.
    """
    rows = block(coupling, len(pair.x))
    if rows is None or name not in WAVES:
        return None
    g, t = weight(name, kernel, pair.x, pair.y)
    found = spread(WAVES[name], abs(t), m, rows)
    if found is None:
        return None
    variance, fourth = found.variance, found.fourth
    if name == "phase":
        cumulant = fourth - 3.0 * variance**2 - 0.375 / m**3
        variance += 0.5 / m
        fourth = cumulant + 3.0 * variance**2
    return Spread(g**2 * variance, g**4 * fourth)


def fourth_bound(coupling: AbstractCoupling, term: TermMoments, variance: float, d: int, m: int) -> float:
    """An upper bound of the fourth central moment of an estimate of this variance, exact for independent rows.

    mu_4 - 3 sigma^4 adds over independent blocks; by Minkowski mu_4 of the average over a block is at most a term's.
    """
    if coupling.law.directions == "independent":
        return 3.0 * variance**2 + (term.fourth - 3.0 * term.variance**2) / m**3
    full, rest = divmod(m, coupling.height(d))
    shares = full * (coupling.height(d) / m) ** 4 + (rest / m) ** 4
    return 3.0 * variance**2 + shares * term.fourth


def block(coupling: AbstractCoupling, d: int) -> EquiangularBlock | None:
    """One block where its directions are uniform and all its cosines one number, else None."""
    fixed = coupling.law.norm == "sqrt(d)"
    if not coupling.isotropic or coupling.padded(d) != d:
        return None
    if coupling.law.directions == "independent":
        return EquiangularBlock(d, 1, 0.0, fixed)
    cosine = coupling.law.cosine(d)
    return None if cosine is None else EquiangularBlock(d, coupling.height(d), cosine, fixed)


def weight(name: str, kernel: Kernel, x: Floats, y: Floats) -> tuple[float, float]:
    """g and t of the estimate g mean term(w.z): t = |x + y|^2 of an exponential term, -|x - y|^2 of a wave."""
    squares = float(x @ x + y @ y)
    if name in ("positive", "hyperbolic"):
        z = x + y
        return math.exp(-squares if kernel == "gaussian" else -squares / 2.0), float(z @ z)
    z = x - y
    g = math.exp(squares / 2.0) if squares < 2.0 * LARGEST else math.inf
    return (1.0 if kernel == "gaussian" else g), -float(np.vdot(z, z))
