"""The terms of sums to infinity: quotients of consecutive ones, and hypergeometric series in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any

from .intervals import ONE, ZERO, Interval, Intervals, Refused, Weights, exact

Value = tuple[Interval, Interval]
Ratio = tuple[Value, list[Fraction], list[Fraction]]
Env = dict[str, Any]
_NOTHING: Ratio = ((ONE, ZERO), [], [])


def require(condition: bool, reason: str) -> None:
    """Refused, with the reason, unless the condition holds."""
    if not condition:
        raise Refused(reason)


def real(value: Value) -> Interval:
    require(value[1] == ZERO, "a real number is needed")
    return value[0]


def _contains(term: Any, name: str) -> bool:
    """Whether the name stands anywhere in a term, were it as a head."""
    return bool(term == name) or (isinstance(term, list) and any(_contains(part, name) for part in term))


def moving_apart(body: Any, k: str) -> tuple[Any, list[Any]]:
    """A body without those of its factors that are hypergeometric series with k in them, and these."""
    factors = body[1:] if isinstance(body, list) and body[0] == "*" else [body]
    moving = [f for f in factors if isinstance(f, list) and f[0] == "hyper" and _contains(f, k)]
    return (["*", 1, 1, *(f for f in factors if f not in moving)] if moving else body), moving


class Summands(ABC):
    """What is read of the terms of a sum; values, numbers, products and powers are the reader's."""

    at: Intervals

    @abstractmethod
    def value(self, term: Any, env: Env) -> Value:
        """The enclosure of a term."""

    @abstractmethod
    def number(self, term: Any, env: Env) -> Fraction:
        """The exact value of a term."""

    @abstractmethod
    def product(self, a: Value, b: Value) -> Value:
        """a b."""

    @abstractmethod
    def power(self, base: Value, exponent: Value) -> Value:
        """The base to that exponent."""

    def weights(self, moving: list[Any], name: str, low: Fraction, env: Env) -> Weights:
        """A product of series pFq(a; s k + b; z) with p <= q, s >= 0 and nothing else that depends on k = low, ...

        With s k + b > 0 from some k on such a series is at most exp(|z| prod max(1, |a|/(s k + b)) prod 1/(s k + b))
        in size there: of its terms the quotients |a + i|/(s k + b + i) are at most that, and the factorials are left.
        """

        def value(k: int) -> Interval:
            total = ONE
            for each in moving:
                total = self.at.multiply(total, real(self.value(each, env | {name: (exact(low + k), ZERO)})))
            return total

        def most(k: int) -> Fraction:
            total = ONE
            for _, above, below, z in moving:
                lines = [self.line(b, name, env) for b in below]
                numbers, argument = [abs(self.number(a, env)) for a in above], real(self.value(z, env))
                lowest = [slope * (low + k) + start for slope, start in lines]
                rising = all(slope >= 0 for slope, _ in lines) and all(b > 0 for b in lowest)
                require(rising and len(numbers) <= len(lowest), "a series in a term that is not bounded")
                size = max(-argument[0], argument[1])
                for place, b in enumerate(lowest):
                    size *= max(Fraction(1), numbers[place] / b) if place < len(numbers) else 1 / b
                total = self.at.multiply(total, self.at.exp(exact(size)))
            return total[1]

        return value, most

    def quotient(self, term: Any, k: str, env: Env) -> Ratio:
        """z, above and below of t(k+1)/t(k) = z prod(k + above)/prod(k + below).

        For products and whole powers of what is free of k, c^(s k + b), s k + b, and Gamma(s k + b) with a whole s > 0.
        """
        if not _contains(term, k):
            return _NOTHING
        head = term[0] if isinstance(term, list) else ""
        if head == "*":
            z, above, below = _NOTHING
            for part in term[1:]:
                w, a, b = self.quotient(part, k, env)
                z, above, below = self.product(z, w), above + a, below + b
            return (z, above, below)
        if head == "^" and not _contains(term[1], k):
            slope, _ = self.line(term[2], k, env)
            return (self.power(self.value(term[1], env), (exact(slope), ZERO)), [], [])
        if head == "^":
            (z, above, below), n = self.quotient(term[1], k, env), self.number(term[2], env)
            require(n.denominator == 1 and abs(n) < 64, f"no quotient of terms is seen in {term}")
            above, below = (above, below) if n > 0 else (below, above)
            return (self.power(z, (exact(n), ZERO)), above * abs(int(n)), below * abs(int(n)))
        slope, start = self.line(term[1] if head == "gamma" else term, k, env)
        if head != "gamma":
            return ((ONE, ZERO), [1 + start / slope], [start / slope])
        require(slope.denominator == 1 and 0 < slope < 64, f"no quotient of terms is seen in {term}")
        return (
            (exact(slope ** int(slope)), ZERO),
            [(start + step) / slope for step in range(int(slope))],
            [],
        )

    def line(self, term: Any, k: str, env: Env) -> tuple[Fraction, Fraction]:
        """s and b of a term s k + b."""
        if term == k:
            return (Fraction(1), Fraction(0))
        if not _contains(term, k):
            return (Fraction(0), self.number(term, env))
        require(term[0] in ("+", "*"), f"{term} is not linear in {k}")
        slope, start = self.line(term[1], k, env)
        for s, b in (self.line(part, k, env) for part in term[2:]):
            require(term[0] == "+" or not (s and slope), f"{term} is not linear in {k}")
            slope, start = (slope + s, start + b) if term[0] == "+" else (slope * b + start * s, start * b)
        return (slope, start)
