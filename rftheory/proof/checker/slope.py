"""The rule of slopes. Values and derivatives are carried together, both in normal form."""

from __future__ import annotations

from collections.abc import Iterable

from .algebra import Forms, Known, literal
from .here import Here, equation
from .quotients import Divided, constant
from .reading import Term, name, need
from .terms import free, is_random, substitute


def slope(here: Here) -> None:
    entry = here.by("variable", "function", "low", "high", "slope")
    head = here.then[0]
    sides = equation(here.then, "<", "<=")
    x, f = name(entry["variable"]), here.term_of(entry["function"], name(entry["variable"]))
    low, high = here.term(entry["low"]), here.term(entry["high"])
    need(x not in here.variables, f"{x} is also a variable of the step")
    need(not is_random(low) and not is_random(high), "a random end")
    need(sides == tuple(substitute(f, {x: end}) for end in (low, high)), "not the function at the two ends")
    here.needs((head, low, high))
    real = frozenset(((x, "real"),))
    closed = frozenset((("<=", low, x), ("<=", x, high)))
    between = closed | {("<", low, x), ("<", x, high)}
    zero, rate = equation(here.premise(entry["slope"], (real, between)), head)
    need(zero == 0, "the slope is not compared with 0")
    algebra = here.algebra((real, between))
    found = Rate(algebra, Known(here.known((real, closed))), x).of(f)
    need(algebra.same(algebra.form(rate), found), f"not the derivative in {x}")


class Rate:
    """Derivatives in x as normal forms; `on`: what is known on the whole interval, where they must exist."""

    def __init__(self, algebra: Forms, on: Known, x: str, whole: frozenset[Term] = frozenset()) -> None:
        """`whole`: exponents that are integers from 1 on."""
        self._algebra, self._on, self._x, self._whole = algebra, on, x, whole

    def of(self, t: Term) -> Divided:
        """The derivative of a term; raises BadForm where it is not known to exist."""
        if self._x not in free(t):
            return constant(0)
        if t == self._x:
            return constant(1)
        head, *parts = t
        if head == "+":
            return self._sum(map(self.of, parts))
        if head == "*":
            value, rate = constant(1), constant(0)
            for part in parts:
                form = self._algebra.form(part)
                rate = self._sum((self._times(rate, form), self._times(value, self.of(part))))
                value = self._times(value, form)
            return rate
        if head == "^":
            return self._power(t, *parts)
        if head == "hyper":
            return self._series(*parts)
        need(head in ("exp", "log", "sin", "cos"), f"{head} has no derivative here")
        (u,) = parts
        need(head != "log" or self._on.positive(u), "a logarithm of what is not known to be positive")
        outer = {"exp": t, "log": ("^", u, -1), "sin": ("cos", u), "cos": ("*", -1, ("sin", u))}[head]
        return self._times(self._algebra.form(outer), self.of(u))

    def _power(self, t: Term, b: Term, e: Term) -> Divided:
        value, form = literal(e), self._algebra.form
        if e in self._whole:
            return self._times(form(e), form(("^", b, ("+", e, -1))), self.of(b))
        if value is not None and value.denominator == 1:
            need(value >= 0 or self._on.factors_nonzero(b), "a base is not known to differ from 0")
            if value == 0:
                return constant(0)
            return self._times(constant(value), form(("^", b, int(value) - 1)), self.of(b))
        need(self._on.positive(b), "a base is not known to be positive")
        logarithmic = self._times(self.of(e), form(("log", b)))
        relative = self._times(form(e), form(("^", b, -1)), self.of(b))
        return self._times(form(t), self._sum((logarithmic, relative)))

    def _series(self, above: Term, below: Term, z: Term) -> Divided:
        a, b = above[1:], below[1:]
        need(self._x not in free(above) | free(below), f"a parameter speaks of {self._x}")
        need(len(a) <= len(b) and all(map(self._on.positive, b)), "a series not known to converge")
        next_one = ("hyper", *(("[]", *(("+", p, 1) for p in side)) for side in (a, b)), z)
        rate = self._times(self._algebra.form(next_one), self.of(z))
        for p in a:
            rate = self._times(rate, self._algebra.form(p))
        for p in b:
            rate = self._times(rate, self._algebra.form(("^", p, -1)))
        return rate

    def _sum(self, rates: Iterable[Divided]) -> Divided:
        total = constant(0)
        for rate in rates:
            total = self._algebra.add(total, rate)
        return total

    def _times(self, first: Divided, *others: Divided) -> Divided:
        for other in others:
            first = self._algebra.multiply(first, other)
        return first
