"""Errors of a mechanism by drawing it, with intervals that hold at every number of draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import integer
from rftheory.measured.kernel_words import kernel_word
from rftheory.measured.rowmaps.contrasts import ScaledValues
from rftheory.recommendation.drawn_errors import drawn_error
from rftheory.recommendation.intervals import mean_interval

_HELD = 1 << 22  # numbers in memory at a time
_MOST = 1 << 24  # draws, whose logarithms are kept


@dataclass(frozen=True)
class Simulated:
    """The mean squared error of a mechanism at a pair of points, from draws, and an interval that holds it.

    `low <= MSE <= high` with probability at least `confidence` over the draws, whatever the law of the errors is, since
    their size is bounded by proof (`how` says by which law they are drawn); `high` is infinite where no bound is known.
    float(s) is the value.
    """

    mechanism: str
    value: float
    low: float
    high: float
    draws: int
    confidence: float
    how: str

    def __float__(self) -> float:
        return self.value

    @property
    def width(self) -> float:
        """Half of the interval relative to the value."""
        return (self.high - self.low) / (2.0 * self.value) if self.value else math.inf

    def __str__(self) -> str:
        return f"{self.value:.4g} in [{self.low:.4g}, {self.high:.4g}]"

    def __repr__(self) -> str:
        return f"Simulated({self.mechanism}: {self}, {self.draws} draws, {self.confidence:.3g})"

    def _repr_html_(self) -> str:
        """For notebooks."""
        return (
            f"<code>{self.value:.4g}</code> <small>in [{self.low:.4g}, {self.high:.4g}] with {self.confidence:.3g}; "
            f"{self.mechanism}, {self.draws} draws</small>"
        )


def simulate(
    mechanism: str,
    x: Sequence[float] | Any,
    y: Sequence[float] | Any,
    *,
    m: int,
    draws: int = 100_000,
    kernel: str = "gaussian",
    confidence: float = 0.99,
    seed: int = 0,
    **parameters: Any,
) -> Simulated:
    """The mean squared error E (phi(x).phi(y) - K(x, y))^2 of m projections at x and y by drawing, with an interval.

    x, y: vectors of one length. `mechanism`: a coupling of the shelf, a hyphen and a feature map (`simplex-positive`).
    `kernel`: gaussian, exp(-|x-y|^2/2), softmax, exp(x.y), or a stationary one for trigonometric features. The interval
    holds the true error with probability `confidence` at every number of `draws`. Errors of positive and dense features
    are drawn by a change of measure that reads the coupling's declared law, so that the interval stays narrow at every
    length of x + y. `parameters`: of `dense` and `importance-sampled` A or Sigma (a number, d numbers, a matrix), with M
    or mean; A of `gerf` and `oprf`, a number (oprf: the best one of the pair where it is left out); of a stationary kernel
    lengthscale, nu, alpha, power, beta, sharing. Raises InputError and DomainError.
    """
    word = kernel_word(str(kernel))
    one, other = _point(x, "x"), _point(y, "y")
    if len(one) != len(other):
        raise DomainError("y", y, f"a vector of the length of x, {len(one)}")
    if not 0.0 < confidence < 1.0:
        raise DomainError("confidence", confidence, "0 < confidence < 1")
    n = integer("draws", draws, 2)
    if n > _MOST:
        raise DomainError("draws", draws, f"at most {_MOST}")
    if integer("m", m, 1) * len(one) > _HELD:
        raise DomainError(
            "m", m, f"at most {_HELD // len(one)} at d = {len(one)}: one draw holds m d numbers"
        )
    estimate, log_bound, log_unit = drawn_error(mechanism, one, other, m, word, parameters)
    logs = _logs(estimate, n, np.random.default_rng(integer("seed", seed, 0)))
    scale = estimate.log_scale + log_unit
    if np.isnan(scale) or not np.all(logs < math.inf):
        raise InputError(
            f"errors at x, y cannot be drawn in doubles; allowed: shorter x and y (got {x!r}, {y!r})"
        )
    bounded = math.isfinite(log_bound)
    found = mean_interval(logs, log_bound, 1.0 - confidence)
    return Simulated(
        mechanism,
        _exp(found.value + scale),
        _exp(found.low + scale) if bounded else 0.0,
        _exp(found.high + scale),
        n,
        confidence,
        estimate.label,
    )


def _logs(estimate: ScaledValues, n: int, rng: np.random.Generator) -> Any:
    """The logarithms of n scaled values, drawn in pieces that fit in memory."""
    piece = max(1, min(n, _HELD // estimate.width))
    sizes = [piece] * (n // piece) + ([n % piece] if n % piece else [])
    values = np.concatenate([estimate.draw(size, rng=rng) for size in sizes])
    with np.errstate(divide="ignore"):
        return np.log(values)


def _point(given: Any, name: str) -> tuple[float, ...]:
    try:
        point = tuple(float(entry) for entry in given)
    except (TypeError, ValueError) as error:
        raise DomainError(name, given, "a vector of finite numbers") from error
    if not point or not all(map(math.isfinite, point)):
        raise DomainError(name, given, "a vector of finite numbers")
    return point


def _exp(power: float) -> float:
    return math.inf if power > 709.0 else math.exp(power)
