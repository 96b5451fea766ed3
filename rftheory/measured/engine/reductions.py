"""Exactly rounded sums of all values of a chunk, and of all chunks in their order."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.errors import InputError, RFTheoryError
from rftheory.measured.inputs import Floats


@dataclass(frozen=True, slots=True)
class Totals:
    """What a chunk, or a whole run, leaves behind: n, one sum per score row, sum x, sum x^2, min x, max x."""

    n: int
    scores: tuple[float, ...]
    total: float
    square_total: float
    low: float
    high: float

    @property
    def mean(self) -> float:
        """The plain average: for the eye only, no decision of rftheory reads it."""
        return self.total / self.n

    @property
    def variance(self) -> float:
        """The plain empirical variance: for the eye only, no decision of rftheory reads it."""
        return max(0.0, self.square_total / self.n - self.mean**2)

    def to_text(self) -> str:
        """Lossless one-line text (hexadecimal floats)."""
        numbers = [self.total, self.square_total, self.low, self.high, *self.scores]
        return json.dumps([self.n, *(number.hex() for number in numbers)])

    @staticmethod
    def from_text(text: str) -> Totals:
        """The inverse of `to_text`; InputError for any other text."""
        try:
            n, *numbers = json.loads(text)
            total, square_total, low, high, *scores = (float.fromhex(number) for number in numbers)
            return Totals(int(n), tuple(scores), total, square_total, low, high)
        except (ValueError, TypeError) as error:
            raise InputError(f"not a stored chunk: {text[:60]!r}") from error


def reduce_values(values: Floats, scores: Floats) -> Totals:
    """Totals of one chunk: values (n,), scores (k, n); every sum is the correctly rounded exact sum.

    Raises RFTheoryError if a value or a score is not finite: an overflow must never look like evidence.
    """
    if values.ndim != 1 or values.size == 0 or scores.ndim != 2 or scores.shape[1] != values.size:
        raise InputError(f"need values (n,) and scores (k, n); got {values.shape} and {scores.shape}")
    if not (np.isfinite(values).all() and np.isfinite(scores).all()):
        raise RFTheoryError("a drawn value or its score is not finite: rescale the functional")
    with np.errstate(over="ignore"):
        squares = np.square(values).tolist()
    return Totals(
        n=values.size,
        scores=tuple(math.fsum(row) for row in scores.tolist()),
        total=math.fsum(values.tolist()),
        square_total=math.fsum(squares),
        low=float(values.min()),
        high=float(values.max()),
    )


def combine(chunks: Sequence[Totals]) -> Totals:
    """Totals of several chunks, given in chunk order: the correctly rounded sum of the chunk sums."""
    if not chunks or len({len(chunk.scores) for chunk in chunks}) != 1:
        raise InputError("need at least one chunk, all with the same score rows")
    return Totals(
        n=sum(chunk.n for chunk in chunks),
        scores=tuple(math.fsum(column) for column in zip(*(chunk.scores for chunk in chunks), strict=True)),
        total=math.fsum(chunk.total for chunk in chunks),
        square_total=math.fsum(chunk.square_total for chunk in chunks),
        low=min(chunk.low for chunk in chunks),
        high=max(chunk.high for chunk in chunks),
    )
