"""What one ingredient of a hybrid must offer: a base estimator or a lambda-estimator."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

LARGEST_EXPONENT = 709.0  # e^709 is the last whole power of e that is a float

Numbers = NDArray[Any]
"""Real or complex numbers."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A proved bound of the value for every draw of its rows.

    interval: what holds every value; where it is unbounded, |value| <= e^log_weight (1/q) sum_i sum_c share_c
    e^{w_i.s_c} over the pairs (share, s) of `exponents`, whose shares sum to one, and the value is a complex number
    unless the interval starts at 0.
    """

    interval: tuple[float, float] = (-math.inf, math.inf)
    log_weight: float = 0.0
    exponents: tuple[tuple[float, tuple[float, ...]], ...] = ()

    @property
    def size(self) -> float:
        """The largest |value|."""
        return max(map(abs, self.interval))


class AbstractPart(ABC):
    """value(x, y) = constant + (1/q) sum_{i<=q} sum_l left_l(x, w_i) right_l(y, w_i), without conjugation.

    Lemma 2.3 of hrf in these terms: a base estimator has constant 0 and t_k functions, a lambda-estimator the
    constant a_k and l_k functions. Points are rows (p, d), projections (..., q, d). A deterministic part has one
    row and ignores it; a part without a feature form has `featured` False.
    """

    constant: float = 0.0
    deterministic: bool = False
    featured: bool = True

    @abstractmethod
    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        """The estimate at one pair x, y (d,), straight from its definition: (..., q, d) to (...)."""

    def left(self, x: Floats, w: Floats) -> Numbers:
        """The functions of the queries: (p, d) and (..., q, d) to (..., p, l, q)."""
        del x, w
        raise self._unfeatured()

    def right(self, y: Floats, w: Floats) -> Numbers:
        """The functions of the keys, shaped as `left`."""
        return self.left(y, w)

    def functions(self, d: int) -> int:
        """l, how many functions the features have in dimension d."""
        return int(self.left(np.ones((1, d)), np.ones((1, d))).shape[-2])

    def reach(self, x: Floats, y: Floats) -> Reach | None:
        """A proved bound at this pair, or None where none is known."""
        del x, y
        return None

    def _unfeatured(self) -> InputError:
        return InputError(f"{type(self).__name__} has no feature form; allowed: estimate")


def projected(x: Numbers, w: Floats) -> Numbers:
    """w_i.x for points (p, d) and rows (..., q, d): (..., p, q)."""
    return np.asarray(x @ np.swapaxes(w, -1, -2))


def square(z: Numbers) -> Numbers:
    """The bilinear square sum_j z_j^2 along the last axis."""
    return np.asarray(np.sum(z * z, axis=-1))


def stacked(*functions: Numbers) -> Numbers:
    """Functions (..., p, q), stacked as (..., p, l, q)."""
    return np.stack(functions, axis=-2)


def exponential(v: float) -> float:
    """e^v, infinite beyond floats."""
    return math.exp(v) if v < LARGEST_EXPONENT else math.inf
