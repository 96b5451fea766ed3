"""Rules of means: Gaussian rows, uniform directions, chi lengths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rftheory.proof.kernel.algebra import Algebra, Form, Polynomial, Quotient
from rftheory.proof.kernel.conditions import Conditions
from rftheory.proof.kernel.definitions import GAUSSIAN_ROWS, MARGINAL_ROWS
from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, compound, literal, number, random


@dataclass
class _Exponent:
    """What an exponent has: a part without rows, and for each row its linear part and the factor of its square."""

    rest: Quotient
    linear: dict[Term, dict[Term, Polynomial]] = field(default_factory=dict)
    square: dict[Term, Polynomial] = field(default_factory=dict)

    @property
    def rows(self) -> set[Term]:
        """The rows that occur."""
        return set(self.linear) | set(self.square)


class Means(Algebra):
    """Normal forms of random terms, and their means where rows stand in exponents alone."""

    def __init__(self, step: Inference) -> None:
        super().__init__(Conditions.of(step.usable))
        self._step = step

    def integrable(self, term: Term) -> bool:
        """Whether a finite mean is seen."""
        return self._settled(lambda: self._integrable(term))

    def mean_is(self, term: Term, value: Term) -> bool:
        """Whether the mean of a term in Gaussian rows is `value`."""
        return self._settled(lambda: self._agree(self._mean(term), self._form(value)))

    def _integrable(self, term: Term) -> bool:
        for exponent, _ in self._taken_apart(term)[0]:
            if exponent.square and len(exponent.rows) > 1:
                raise ProofError("a square of a row beside another row")
            for row in exponent.square:
                self._shrinking(exponent, row)
        return True

    def _taken_apart(self, term: Term) -> tuple[list[tuple[_Exponent, Polynomial]], Form]:
        """Exponents with their coefficients; the form, of which the denominator is not random."""
        form = self._form(term)
        for exponent, coefficient in form.bottom:
            self._fixed(exponent.top, exponent.bottom, coefficient)
        found = []
        for exponent, coefficient in form.top:
            self._fixed(coefficient, exponent.bottom)
            found.append((self._exponent(exponent), coefficient))
        return found, form

    def _fixed(self, *polynomials: Polynomial) -> None:
        """No row occurs in the polynomials."""
        for polynomial in polynomials:
            for used, generator in zip(polynomial.degrees(), self._generators, strict=True):
                if used > 0 and random_generator(generator):
                    raise ProofError(f"a row stands outside an exponent: {generator}")

    def _exponent(self, exponent: Quotient) -> _Exponent:
        rest: dict[tuple[int, ...], Any] = {}
        found = _Exponent(exponent)
        for powers, coefficient in exponent.top.to_dict().items():
            rows = [p for p, g in enumerate(self._generators) if powers[p] and random_generator(g)]
            if not rows:
                rest[powers] = coefficient
                continue
            if len(rows) > 1 or powers[rows[0]] > 1:
                raise ProofError("an exponent must be linear in the products with rows")
            lowered = tuple(0 if p == rows[0] else e for p, e in enumerate(powers))
            self._add(found, self._generators[rows[0]], self._ring.from_dict({lowered: coefficient}))
        found.rest = Quotient(self._ring.from_dict(rest), exponent.bottom)
        return found

    def _add(self, found: _Exponent, generator: Term, coefficient: Polynomial) -> None:
        if not (isinstance(generator, tuple) and generator[0] == "dot"):
            raise ProofError(f"not a product with a row: {generator}")
        _, one, other = generator
        row, vector = (one, other) if random(one) else (other, one)
        if compound(row)[1] not in [("name", name) for name in MARGINAL_ROWS]:
            raise ProofError(f"the rows of {row[1]} are not known to be Gaussian")
        if row == vector:
            found.square[row] = found.square.get(row, self._zero) + coefficient
        elif random(vector):
            raise ProofError("a product of two rows")
        else:
            linear = found.linear.setdefault(row, {})
            linear[vector] = linear.get(vector, self._zero) + coefficient

    def _shrinking(self, exponent: _Exponent, row: Term) -> tuple[Term, Quotient]:
        """A term s with 0 < s by a premise that is 1 - 2 a in normal form, a the factor of the row's square."""
        bottom = exponent.rest.bottom
        wanted = Quotient(bottom - 2 * exponent.square[row], bottom)
        for each in sorted(self._conditions.above, key=repr):
            found = None if random(each) else self._quotient(each)
            if found is not None and not self._differ(found, wanted):
                return each, found
        raise ProofError("no premise says that 1 - 2a is above 0, where a is the factor of a row's square")

    def _mean(self, term: Term) -> Form:
        parts, form = self._taken_apart(term)
        every = set().union(*(exponent.rows for exponent, _ in parts))
        if any(len(e.rows) > 1 for e, _ in parts) and any(
            compound(row)[1] != ("name", "iid") for row in every
        ):
            raise ProofError("rows that are not independent")
        below = Form(((self._plain, self._one),), form.bottom)
        found = [self._multiplied([self._mean_of(e, c), below]) for e, c in parts]
        return self._added(found)

    def _mean_of(self, exponent: _Exponent, coefficient: Polynomial) -> Form:
        """coefficient * exp(rest + sum |u|^2 / (2 s)) * prod s^(-d/2)."""
        total = Form(((exponent.rest, coefficient),), ((self._plain, self._one),))
        bottom = exponent.rest.bottom
        for row in sorted(exponent.rows, key=repr):
            squared = self._zero
            linear = exponent.linear.get(row, {})
            for u, a in linear.items():
                for v, b in linear.items():
                    squared += a * b * self._generator(("dot", *sorted((u, v), key=repr)))
            top, below = squared, 2 * bottom**2
            if exponent.square.get(row, self._zero) != 0:
                self._real(exponent.square[row])
                term, s = self._shrinking(exponent, row)
                top, below = top * s.bottom, below * s.top
                power = self._form(("^", term, ("*", ("q", -1, 2), self.dimension())))
                total = self._multiplied([total, power])
            factor = Form(((self._reduced(top, below), self._one),), ((self._plain, self._one),))
            total = self._multiplied([total, factor])
        return total

    def _real(self, polynomial: Polynomial) -> None:
        if polynomial.degrees()[0] > 0:
            raise ProofError("the factor of a row's square must be real")

    def dimension(self) -> Term:
        """The dimension, where the context has one and a premise says that it is above 0."""
        if ("d", "integer") not in self._step.context.variables or "d" not in self._conditions.above:
            raise ProofError("the context has no dimension d, or no premise says that it is above 0")
        return "d"


def random_generator(generator: Term) -> bool:
    """Whether a row occurs in a generator; roots carry their base."""
    if isinstance(generator, tuple) and generator and isinstance(generator[0], int):
        return len(generator) > 1 and random(generator[1])
    return random(generator)


def integrand(step: Inference) -> Term:
    """What is to have a mean."""
    if not (isinstance(step.then, tuple) and step.then[0] == "integrable"):
        raise ProofError("allowed: integrable")
    inner: Term = step.then[1]
    return inner


def integrable(step: Inference) -> None:
    """A finite mean, of exponentials of products with Gaussian rows."""
    Means(step).integrable(integrand(step))


def mean_linear(step: Inference) -> None:
    """The mean of a combination, with coefficients that are not random, of integrable terms."""
    _, left, right = compared(step.then, "=")
    total: list[Term] = []
    for each in right[1:] if isinstance(right, tuple) and right[0] == "+" else (right,):
        if not (isinstance(each, tuple) and each[0] == "*" and len(each) == 3) or random(each[1]):
            raise ProofError(f"a coefficient that is not random, times a mean, is needed, not {each}")
        need(step, ("integrable", mean_of(each[2])))
        total.append(("*", each[1], mean_of(each[2])))
    if not Means(step).equal(mean_of(left), ("+", 0, 0, *total)):
        raise ProofError("the combination is not what stands in the mean")


def gaussian(step: Inference) -> None:
    """The mean of exponentials of products with Gaussian rows."""
    _, left, right = compared(step.then, "=")
    means = Means(step)
    if random(right) or not means.mean_is(mean_of(left), right):
        raise ProofError(f"the mean is not {right}")


def mean_of(term: Term) -> Term:
    """What a mean is of."""
    if not (isinstance(term, tuple) and term[0] == "E"):
        raise ProofError(f"a mean is needed, not {term}")
    inner: Term = term[1]
    return inner


def _different(rows: list[Term], couplings: tuple[str, ...]) -> None:
    """Different rows of one of the couplings."""
    if len(set(rows)) < len(rows):
        raise ProofError("a row stands twice")
    for row in rows:
        if not (isinstance(row, tuple) and row[0] == "row" and row[1] == rows[0][1]):  # type: ignore[index]
            raise ProofError("rows of one coupling are needed")
        if compound(row)[1] not in [("name", name) for name in couplings]:
            raise ProofError(f"not for rows of {row[1][1]}; allowed: {', '.join(couplings)}")


def _squares(term: Term) -> list[Term]:
    """The rows of a sum of squared lengths."""
    inner = term[1:] if isinstance(term, tuple) and term[0] == "+" else (term,)
    if not all(isinstance(e, tuple) and e[0] == "dot" and e[1] == e[2] for e in inner):
        raise ProofError("a sum of squared lengths of rows is needed")
    rows = [each[1] for each in inner]
    _different(rows, GAUSSIAN_ROWS)
    return rows


def lengths(step: Inference) -> None:
    """The moments of a sum of squared lengths, which is chi-squared."""
    _, left, right = compared(step.then, "=")
    inner = mean_of(left)
    if not (isinstance(inner, tuple) and inner[0] == "^"):
        raise ProofError("the mean of a power is needed")
    rows, k = _squares(inner[1]), inner[2]
    half = ("*", number(Fraction(len(rows), 2)), Means(step).dimension())
    value: Term = ("*", ("^", 2, k), ("gamma", ("+", half, k)), ("^", ("gamma", half), -1))
    if right != value:
        raise ProofError(f"the moment is {value}")
    need_integer(step, k)
    if (literal(k) or Fraction(-1)) < 0 and k != 0:
        need(step, ("<=", 0, k))


RULES: Mapping[str, Rule] = {
    "integrable": integrable, "mean-linear": mean_linear, "gaussian": gaussian, 
    "lengths": lengths,
}  # fmt: skip
