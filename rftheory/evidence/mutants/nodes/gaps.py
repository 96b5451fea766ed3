"""Gaps: what must be zero, or not negative, where a claim is true; of one claim at one place, with its error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import numpy as np
import sympy as sp

from rftheory.claims import (
    Below,
    Claim,
    ConditionalExpectation,
    Distribution,
    Equal,
    Law,
    Printed,
    TailBound,
)
from rftheory.claims.moments import Probability
from rftheory.evidence.mutants.nodes.distributions import same_means
from rftheory.evidence.mutants.nodes.numbers import Array
from rftheory.evidence.mutants.nodes.place import NoValue
from rftheory.evidence.mutants.nodes.values import Values

ROUNDING = 1e-7  # relative; values are floats
_LEAST = 1e-10  # what a zero may be rounded to
_CONSISTENT, _CERTAIN = 5.0, 8.0  # standard errors, by the spread of the nets
Status = Literal["violated", "clear", "unclear"]


@dataclass(frozen=True)
class Gap:
    """A difference of two values of that size, and its error: zero in an equality, else positive."""

    difference: float
    error: float
    size: float
    equality: bool

    @property
    def status(self) -> Status:
        """`violated` beyond every error, `clear` for a strict inequality that holds so, else `unclear`."""
        margin = self._margin
        if self.equality:
            return "violated" if abs(self.difference) > margin else "unclear"
        return "violated" if self.difference < -margin else "clear" if self.difference > margin else "unclear"

    @property
    def share(self) -> float:
        """The difference as a share of what would be a violation."""
        return abs(self.difference) / self._margin

    @property
    def _margin(self) -> float:
        return _CERTAIN * self.error + ROUNDING * self.size + _LEAST

    @property
    def consistent(self) -> bool:
        """Whether the claim may be true, by a narrower margin than a violation has."""
        margin = _CONSISTENT * self.error + ROUNDING * self.size + _LEAST
        return abs(self.difference) <= margin if self.equality else self.difference >= -margin


def gaps(claim: Claim, values: Values) -> Iterator[Gap]:
    """Every gap of a claim; NoValue for a claim of another kind, or with a term that has no value."""
    values.by_lengths = any(isinstance(t, sp.Basic) and t.has(ConditionalExpectation) for t in claim.terms)
    if isinstance(claim, Equal):
        left, right = _sides(claim, values)
        for part in (np.real, np.imag):
            yield _gap(part(left), part(right), equality=True)
    elif isinstance(claim, Below):
        left = values.term(claim.left)
        yield _gap(values.term(claim.right), np.abs(left) if claim.absolute else left)
    elif isinstance(claim, TailBound):
        yield _gap(values.term(claim.bound), values.value(Probability(_event(claim))))
    elif isinstance(claim, Printed):
        exponent = Decimal(claim.decimal).as_tuple().exponent
        unit = float(Decimal(1).scaleb(int(exponent)))
        yield _gap(np.asarray(unit), np.abs(values.term(claim.term) - float(claim.decimal)))
    elif isinstance(claim, Law) and isinstance(claim.distribution, Distribution):
        for one, other in same_means(claim.variable, claim.distribution, values):
            yield _gap(one, other, equality=True)
    else:
        raise NoValue(f"no gap of {type(claim).__name__}")


def _sides(claim: Equal, values: Values) -> tuple[Array, Array]:
    """Both sides; of vectors all entries, as if each were said of a draw of its own."""
    terms = [term for term in claim.terms if isinstance(term, sp.Basic)]
    if len(terms) < 2 or not any(map(values.is_vector, terms)):
        return values.term(claim.left), values.term(claim.right)
    both = np.broadcast_arrays(*map(values.vector, terms))
    left, right = (np.reshape(each, (each.shape[0], -1)) for each in both)
    return left, right


def _event(claim: TailBound) -> sp.Basic:
    value, level = claim.variable, claim.threshold
    if claim.side == "lower":
        return sp.LessThan(value, level, evaluate=False)
    size = sp.Abs(value, evaluate=False) if claim.side == "both" else value
    return sp.StrictGreaterThan(size, level, evaluate=False)


def _gap(high: Array, low: Array, *, equality: bool = False) -> Gap:
    """high - low, its standard error over the nets, and the larger of both."""
    high, low = np.asarray(high, dtype=np.float64), np.asarray(low, dtype=np.float64)
    difference = high - low
    size = max(float(np.max(np.abs(high))), float(np.max(np.abs(low))))
    if not np.all(np.isfinite(difference)):
        raise NoValue("an infinite value")
    if difference.ndim == 2 and difference.shape[1] > 1:  # said of every draw
        worst = float(np.max(np.abs(difference))) if equality else float(np.min(difference))
        return Gap(worst, 0.0, size, equality)
    error = float(np.std(difference, ddof=1)) / difference.size**0.5 if difference.size > 1 else 0.0
    return Gap(float(np.mean(difference)), error, size, equality)
