"""Tails of beautiful functions by a linear instance: Markov's factor, the distance of a level, where bounds differ."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.kit import Domain, Rule
from rftheory.papers._shared.beautiful_functions import LINEAR, SMALL_DIMENSION, a, a0, a1, theta, v
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, fit, m

LINEAR_GAUSSIAN = "g = a0 + a1 x, Omega = N(0, I_d), v = |z|"
TAIL_NAMES = "d m a0 a1 v a theta"
MARKOV = sp.exp(-theta * m * a)
DISTANCE = (a - a0) / (a1 * v)

STRICTLY = Domain(
    (SMALL_DIMENSION, replace(COUNT, lower=Fraction(2)), *LINEAR.parameters[2:]),
    (
        WITHIN_BLOCK,
        Rule(a1 * v > 0, "a1 > 0 and z != 0"),
    ),
    fit,
    tuple(p for p in LINEAR.extra if p["m"] != 1 and p["a1"] != 0 and p["v"] != 0),
)
