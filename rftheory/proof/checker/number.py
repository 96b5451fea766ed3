"""Enclosures of numbers: terms without variables in intervals with rational ends."""

from __future__ import annotations

from .algebra import literal
from .points import intervals
from .quotients import Effort
from .reading import Term, need

MAX_BITS = 4096  # of an enclosure
_MAX_ROOT = 1000  # numerator and denominator of an exponent
_FUNCTIONS = ("exp", "log", "cos", "sin")


def decide(p: Term, bits: int, budget: Effort) -> bool:
    """Whether an enclosure of b - a shows a < b, a <= b or a != b; raises ValueError where a term has no enclosure."""
    need(p[0] in ("<", "<=", "!="), "a number proves <, <= or !=")
    low, high = _enclose(("+", p[2], ("*", -1, p[1])), intervals.Intervals(bits), budget)
    return bool({"<": low > 0, "<=": low >= 0, "!=": low > 0 or high < 0}[p[0]])


def _enclose(t: Term, numbers: intervals.Intervals, budget: Effort) -> intervals.Interval:
    budget.spend(4 * numbers.bits)
    value = literal(t)
    if value is not None:
        return intervals.exact(value)
    need(isinstance(t, tuple), "a number has no variables")
    head, parts = t[0], t[1:]
    if head == "^":
        exponent = literal(parts[1])
        need(exponent is not None, "the power of a number has a rational exponent")
        assert exponent is not None
        small = max(abs(exponent.numerator), exponent.denominator) <= _MAX_ROOT
        need(small, f"an exponent goes beyond {_MAX_ROOT}")
        if exponent == 0:
            return intervals.ONE
        return numbers.power(_enclose(parts[0], numbers, budget), intervals.exact(exponent))
    need(head in ("+", "*", "pi", *_FUNCTIONS), f"{head} is no number")
    inner = [_enclose(part, numbers, budget) for part in parts]
    if head in ("+", "*"):
        total = inner[0]
        for part in inner[1:]:
            total = (numbers.add if head == "+" else numbers.multiply)(total, part)
        return total
    if head == "pi":
        return numbers.pi()
    function = {"exp": numbers.exp, "log": numbers.log, "cos": numbers.cos, "sin": numbers.sin}[head]
    return function(inner[0])
