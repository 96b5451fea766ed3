"""Positive stable variables, in logarithms: their tails leave the range of floats."""

from __future__ import annotations

import numpy as np

from rftheory.measured.inputs import Floats

LIMIT = 690.0
"""Logarithms of scales are kept within this: beyond it a cosine of the frequency is noise, or 1, already."""


def log_stable(index: float, *, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """log S_b, S_b > 0 with E e^{-s S_b} = e^{-s^b}, b = index in (0, 1]; shape `shape`.

    S_b = sin(b U) / sin(U)^{1/b} (sin((1-b) U) / E)^{(1-b)/b}, U uniform on (0, pi), E exponential; S_1 = 1.
    Source: Kanter 1975.
    """
    if index == 1.0:
        return np.zeros(shape)
    angle = np.pi * (1.0 - rng.random(shape))
    waiting = np.maximum(rng.standard_exponential(shape), np.finfo(np.float64).tiny)
    rest = 1.0 - index
    # The angle pi itself, where sin would round, has the complement 0; its sine is taken from the nearer end.
    sine = np.sin(np.minimum(angle, np.pi - angle))
    logs: Floats = np.log(np.sin(index * angle)) - np.log(np.maximum(sine, 1e-300)) / index
    logs += (rest / index) * (np.log(np.sin(rest * angle)) - np.log(waiting))
    return logs


def log_gamma_draws(shape_parameter: float, *, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """The logarithms of Gamma(shape_parameter, 1) numbers; those that underflow are taken as the least float."""
    return np.log(np.maximum(rng.standard_gamma(shape_parameter, shape), np.finfo(np.float64).tiny))


def bounded_exp(logs: Floats) -> Floats:
    """exp within e^{-LIMIT} and e^{LIMIT}."""
    return np.exp(np.clip(logs, -LIMIT, LIMIT))
