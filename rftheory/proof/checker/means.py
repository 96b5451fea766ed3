"""The rules of means: Gaussian rows, directions and lengths, and estimates as means over their rows.

A moment binds what is random, so none of these rules holds under a hypothesis about a random quantity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps

from . import frames
from .algebra import Forms, Vector
from .blocks import need_one_block
from .definitions import (
    ANY,
    COUNTED,
    CROSS,
    GAUSSIAN,
    IID,
    opposite_variance,
    row_term,
    unfolded_variance,
)
from .frames import dimension, integrable, mean, natural
from .here import Here, equation, headed
from .quotients import Divided, constant
from .reading import BadForm, Term, need
from .terms import is_random

_HALF = ("q", 1, 2)
Rule = Callable[[Here], None]


@dataclass
class Addend:
    """coefficient · exp(rest + Σ square·dot(row, row) + Σ dot(row, linear)), with nothing else random."""

    coefficient: Divided
    rest: Divided
    squares: dict[Term, Divided]
    linear: dict[Term, Vector]

    @property
    def rows(self) -> list[Term]:
        return sorted({*self.squares, *self.linear})


def _addends(algebra: Forms, t: Term) -> Iterator[Addend]:
    """The normal form of a random term, taken apart; raises BadForm where it has another form."""
    for coefficient, rest, products in algebra.apart(algebra.form(t)):
        found = Addend(coefficient, rest, {}, {})
        for row, vector, c in products:
            need(
                row[1] in GAUSSIAN or row[1] == ANY, "the rows of this coupling are not known to be Gaussian"
            )
            if vector == row:
                found.squares[row] = algebra.add(found.squares.get(row, constant(0)), c)
            else:
                need(not is_random(vector), "a product of two rows in an exponent")
                found.linear.setdefault(row, []).append((vector, c))
        yield found


def _remaining(algebra: Forms, a: Divided) -> Term:
    """A term s with the premise 0 < s that is 1 - 2a in normal form."""
    need(algebra.real(a), "the coefficient of a square is not seen to be real")
    wanted = algebra.subtract(constant(1), algebra.multiply(constant(2), a))
    for s in algebra.known.positives():
        if not is_random(s) and algebra.same(algebra.form(s), wanted):
            return s
    raise BadForm("no premise says that 1 - 2a is positive for the coefficient a of a square")


def _integrable(here: Here) -> None:
    here.by()
    algebra = here.algebra()
    for addend in _addends(algebra, integrable(here)):
        need(not addend.squares or len(addend.rows) == 1, "another row beside a square of a row")
        for a in addend.squares.values():
            _remaining(algebra, a)


def _mean_linear(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    parts = right[1:] if headed(right, "+") else (right,)
    for part in parts:
        need(headed(part, "*") and len(part) == 3, "not a multiple of a mean")
        need(not is_random(part[1]), "a coefficient is random")
        here.needs(("integrable", mean(part[2])))
    algebra = here.algebra()
    total = algebra.form(("+", 0, *(("*", c, mean(each)) for _, c, each in parts)))
    need(algebra.same(algebra.form(mean(left)), total), "the combination is not what stands in the mean")


def _gaussian(here: Here) -> None:
    here.by()
    left, value = equation(here.then, "=")
    need(not is_random(value), "the value of a mean is not random")
    algebra, total = here.algebra(), constant(0)
    addends = list(_addends(algebra, mean(left)))
    independent = all(row[1] == IID for addend in addends for row in addend.rows)
    need(independent or all(len(addend.rows) < 2 for addend in addends), "rows that are not independent")
    for addend in addends:
        product, exponent = addend.coefficient, addend.rest
        for row in addend.rows:
            vector, scale = addend.linear.get(row, []), constant(Fraction(1, 2))
            if row in addend.squares:
                s = _remaining(algebra, addend.squares[row])
                power = ("^", s, ("*", ("q", -1, 2), dimension(here)))
                product = algebra.multiply(product, algebra.form(power))
                scale = algebra.form(("*", _HALF, ("^", s, -1)))
            squared = algebra.inner(vector, vector)
            exponent = algebra.add(exponent, algebra.multiply(squared, scale))
        total = algebra.add(total, algebra.multiply(product, algebra.exponential(exponent)))
    need(algebra.same(total, algebra.form(value)), "the mean is not this")


def _different(rows: list[Term], couplings: tuple[Term, ...]) -> None:
    need(rows and len(set(rows)) == len(rows), "no rows, or a row twice")
    need(len({row[1] for row in rows}) == 1 and rows[0][1] in couplings, "rows of other couplings")


def _lengths_of(t: Term) -> int:
    """How many rows a sum of squared lengths of different rows has."""
    parts = t[1:] if headed(t, "+") else (t,)
    squares = all(headed(p, "dot") and p[1] == p[2] and p[1][0] == "row" for p in parts)
    need(squares, "not a sum of squared lengths of rows")
    _different([p[1] for p in parts], GAUSSIAN)
    return len(parts)


def _lengths(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    power = mean(left)
    need(headed(power, "^"), "not the mean of a power")
    _, lengths, k = power
    n = Fraction(_lengths_of(lengths), 2)
    half = ("*", n.numerator if n.denominator == 1 else ("q", n.numerator, 2), dimension(here))
    natural(here, k)
    value = ("*", ("^", 2, k), ("gamma", ("+", half, k)), ("^", ("gamma", half), -1))
    need(right == value, "not the moment of a chi-squared variable")


def estimate_parts(here: Here, t: Term) -> tuple[Term, Term, Term]:
    """The number of rows, at least 1, and the terms of the first two."""
    need(headed(t, "estimate"), "no estimate")
    _, _, (_, features), m, *_ = t
    need(not is_random(m) and here.integer(m), "the number of rows is not seen to be an integer")
    here.needs_at_least(1, m)
    context = here.context.variables
    need(features != "gerf" or "A" in context, "the context has no A")
    need(
        features not in COUNTED or COUNTED[features] in context, "the context has no parameter of the counts"
    )
    dimension = features in ("gerf", "oprf", *COUNTED)
    need(not dimension or context.get("d") == "integer", "the context has no integer d")
    need(t[4] != ("name", "sigma x, sigma y") or "sigma" in context, "the context has no sigma")
    return m, row_term(t, 1), row_term(t, 2)


def _estimate_mean(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    _, one, _ = estimate_parts(here, mean(left))
    here.needs(("integrable", one))
    need(right == ("E", one), "not the mean of the term of a row")


def _estimate_variance(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(left, "Var"), "not a variance")
    m, one, two = estimate_parts(here, left[1])
    coupling = left[1][1]
    need(coupling != ANY, "pairs of rows of any coupling are not known")
    here.needs(("integrable", ("^", one, 2)))
    if coupling == CROSS:
        need(here.context.variables.get("d") == "integer", "the context has no integer d")
        algebra = here.algebra()
        need(algebra.same(algebra.form(m), algebra.form(("*", 2, "d"))), "not a whole block of 2d rows")
        wanted = opposite_variance(m, one, two, row_term(left[1], 3))
    else:
        need_one_block(here, coupling, m)
        wanted = unfolded_variance(m, one, two)
    need(right == wanted, "not the variance of the mean over the rows")


def _variance(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(left, "Var"), "not a variance")
    square = ("^", left[1], 2)
    here.needs(("integrable", square))
    need(right == ("+", ("E", square), ("*", -1, ("^", ("E", left[1]), 2))), "not E z^2 - (E z)^2")


def _covariance(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(left, "Cov"), "not a covariance")
    _, y, z = left
    for t in (y, z):
        here.needs(("integrable", ("^", t, 2)))
    need(right == ("+", ("E", ("*", y, z)), ("*", -1, ("E", y), ("E", z))), "not E yz - E y E z")


def _error(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(left, "mse") and not is_random(left[2]), "not a mean square error about what is not random")
    _, z, t = left
    need(
        right == ("+", ("Var", z), ("^", ("+", ("E", z), ("*", -1, t)), 2)),
        "not the variance and the squared bias",
    )


def closed_rule(rule: Rule) -> Rule:
    @wraps(rule)
    def guarded(here: Here) -> None:
        need(here.congruent(), "a hypothesis or a constraint speaks of a random quantity")
        rule(here)

    return guarded


RULES: dict[str, Rule] = {
    rule.__name__.strip("_").replace("_", "-"): closed_rule(rule)
    for rule in (
        *(_integrable, _mean_linear, _gaussian, _lengths),
        *(_estimate_mean, _estimate_variance, _variance, _covariance, _error),
        *frames.RULES.values(),
    )
}
