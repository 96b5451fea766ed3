"""Mean, variance and fourth central moment of one projection's share and of a whole estimate. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy

from rftheory.conformance.claim.declaration import MAPS, Pair
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.block_powers import Block, Spread, sphere_wave, spread

TERMS = {name: "trigonometric" if name == "phase" else name for name in MAPS}
FAMILIAR = ("iid", "orthogonal", "simplex")
SAME = 1e-9


@dataclass(frozen=True)
class Law:
    """Mean, variance and fourth central moment of what one projection adds to an estimate at a pair."""

    mean: float
    variance: float
    fourth: float


def claimed(name: str, kernel: Kernel, pair: Pair, fixed: bool) -> Law:
    """The law of one term; `fixed`: rows of length sqrt(d), else Gaussian rows."""
    d = len(pair.x)
    g, t = weight(name, kernel, pair)

    def exponential(square: float) -> float:
        """E e^{w.s}, or E cos(w.s) for a negative square."""
        if fixed and square < 0.0:
            return sphere_wave(-square, d)
        if fixed:
            return float(scipy.special.hyp0f1(d / 2.0, d * square / 4.0))
        return math.exp(square / 2.0)

    one, two, three, four = (exponential(k * k * t) for k in (1, 2, 3, 4))
    if name == "positive":
        raw = (one, two, three, four)
    else:
        raw = (one, (1.0 + two) / 2.0, (three + 3.0 * one) / 4.0, (3.0 + 4.0 * two + four) / 8.0)
    mean, second, third, fourth = raw
    variance = second - mean**2
    central = fourth - 4.0 * third * mean + 6.0 * second * mean**2 - 3.0 * mean**4
    if name == "phase":  # plus cos(w.(x + y) + 2b), independent of w: moments 0, 1/2, 0, 3/8
        variance, central = variance + 0.5, central + 3.0 * variance + 0.375
    return Law(g * mean, g * g * variance, g**4 * max(central, 0.0))


def estimate(coupling: AbstractCoupling, name: str, kernel: Kernel, pair: Pair, m: int) -> Spread | None:
    """Variance and fourth central moment of an estimate of m projections, exact; None where no closed form is known.

    sqrt(2) cos(w.x + b) sqrt(2) cos(w.y + b) = cos(w.(x-y)) + cos(w.(x+y) + 2b), and the second part of every row is
    independent of all else (b is uniform): it adds 1/(2m) to the variance and -3/(8 m^3) to the fourth cumulant.
    """
    rows = block(coupling, len(pair.x))
    if rows is None or name not in TERMS:
        return None
    g, t = weight(name, kernel, pair)
    found = spread(TERMS[name], abs(t), m, rows)
    if found is None:
        return None
    variance, fourth = found.variance, found.fourth
    if name == "phase":
        cumulant = fourth - 3.0 * variance**2 - 0.375 / m**3
        variance += 0.5 / m
        fourth = cumulant + 3.0 * variance**2
    return Spread(g**2 * variance, g**4 * fourth)


def fourth_bound(coupling: AbstractCoupling, law: Law, variance: float, d: int, m: int) -> float:
    """An upper bound of the fourth central moment of an estimate of this variance, exact for independent rows.

    mu_4 - 3 sigma^4 adds over independent blocks; by Minkowski mu_4 of the average over a block is at most a term's.
    """
    if coupling.law.directions == "independent":
        return 3.0 * variance**2 + (law.fourth - 3.0 * law.variance**2) / m**3
    full, rest = divmod(m, coupling.height(d))
    shares = full * (coupling.height(d) / m) ** 4 + (rest / m) ** 4
    return 3.0 * variance**2 + shares * law.fourth


def block(coupling: AbstractCoupling, d: int) -> Block | None:
    """One block where its directions are uniform and all its cosines one number, else None."""
    fixed = coupling.law.norm == "sqrt(d)"
    if not coupling.isotropic or coupling.padded(d) != d:
        return None
    if coupling.law.directions == "independent":
        return Block(d, 1, 0.0, fixed)
    cosine = coupling.law.cosine(d)
    return None if cosine is None else Block(d, coupling.height(d), cosine, fixed)


def others(name: str, kernel: Kernel, pair: Pair, m: int, mean: float) -> Iterator[tuple[str, str, Spread]]:
    """(coupling, map, moments) of every familiar mechanism whose estimates have this mean."""
    shelf = couplings()
    for other in (name, *(one for one in MAPS if one != name)):
        if abs(claimed(other, kernel, pair, False).mean / mean - 1.0) > SAME:
            continue
        for rows in FAMILIAR:
            found = estimate(shelf[rows], other, kernel, pair, m)
            if found is not None:
                yield rows, other, found


def weight(name: str, kernel: Kernel, pair: Pair) -> tuple[float, float]:
    """g and t of the estimate g mean term(w.z): t = |x + y|^2 of an exponential term, -|x - y|^2 of a wave."""
    squares = float(pair.x @ pair.x + pair.y @ pair.y)
    if name in ("positive", "hyperbolic"):
        z = pair.x + pair.y
        return math.exp(-squares if kernel == "gaussian" else -squares / 2.0), float(z @ z)
    z = pair.x - pair.y
    return (1.0 if kernel == "gaussian" else math.exp(squares / 2.0)), -float(np.vdot(z, z))
