"""Gaussian integrals as terms: means of exponentials of products with rows, and that they exist."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.algebra import Form, Polynomial, Quotient
from rftheory.proof.kernel.expectation import Means
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.tactics.angular import angles
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.terms import Term, compound, exchanged, number, random, subterms


def chained(prover: Prover, first: Theorem, *others: Theorem) -> Theorem:
    """a = b with the parts of b replaced by what the other equalities say."""
    assert isinstance(first.then, tuple)
    values = {other.then[1]: other.then[2] for other in others if isinstance(other.then, tuple)}
    changed = exchanged(first.then[2], values)
    return prover.replaced(("=", first.then[1], changed), *others, of=first)


def integrable(prover: Prover, term: Term) -> Theorem:
    """That a term in Gaussian rows has a mean."""
    if angles.signed(term):
        return angles.integrable(prover, term)
    return prover.infer(
        "integrable", ("integrable", term), [*prover.conditions(term), *_shrinking(prover, term)]
    )


def mean(prover: Prover, moment: Term) -> Theorem:
    """E e = the Gaussian integral, in inner products of vectors."""
    if angles.signed(compound(moment)[1]):
        return angles.mean(prover, moment)
    needs = [*prover.conditions(compound(moment)[1]), *_shrinking(prover, compound(moment)[1])]
    step = Inference(prover.context, Sequent(moment, prover.local, prover.hypotheses), needs, {})
    value = _Written(step).mean(compound(moment)[1])
    return prover.infer("gaussian", ("=", moment, value), [*needs, *prover.conditions(value)])


def _shrinking(prover: Prover, term: Term) -> list[Theorem]:
    """0 < 1 - 2a for the factors a that squares of rows may have, where that is seen, and 0 < d."""
    found = []
    rows = {
        each for each in subterms(term) if isinstance(each, tuple) and each[0] == "dot" and each[1] == each[2]
    }
    if not any(random(each) for each in rows):
        return []
    reader = RationalReader()
    exponents = [e[1] for e in subterms(term) if isinstance(e, tuple) and e[0] == "exp"]
    for row in (each for each in rows if random(each)):
        symbol = reader.symbol(row)
        for exponent in exponents:
            factor = sp.expand(reader.read(exponent)).coeff(symbol, 1)
            for times in (1, 2):
                wanted: Term = ("+", 1, reader.write(sp.expand(-2 * times * factor)))
                shown = prover.sign(wanted, "<")
                found += [shown] if shown is not None else []
    return [*found, prover.show(("<", 0, "d"))]


class _Written(Means):
    """Means as terms."""

    def mean(self, term: Term) -> Term:
        """A term that the mean is."""
        return self._settled(lambda: self._written(self._mean(term)))

    def _written(self, form: Form) -> Term:
        top = _sum(self._addend(e, c) for e, c in form.top)
        bottom = _sum(self._addend(e, c) for e, c in form.bottom)
        return top if bottom == 1 else ("*", top, ("^", bottom, -1))

    def _addend(self, exponent: Quotient, coefficient: Polynomial) -> Term:
        """The real part of an addend; the whole is real, so the others vanish together."""
        real, imaginary = self._split(coefficient)
        if exponent == self._plain:
            return self._poly(real)
        below: tuple[Term, ...] = () if exponent.bottom == 1 else (("^", self._poly(exponent.bottom), -1),)
        size, angle = self._split(exponent.top)
        power: Term = ("exp", _product(self._poly(size), *below))
        if angle == 0:
            return _product(self._poly(real), power)
        turn = _product(self._poly(angle), *below)
        waves = (
            _product(self._poly(real), ("cos", turn)),
            _product(-1, self._poly(imaginary), ("sin", turn)),
        )
        return _product(power, _sum(waves))

    def _split(self, polynomial: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Real and imaginary part."""
        found: tuple[dict[tuple[int, ...], Any], dict[tuple[int, ...], Any]] = ({}, {})
        for powers, coefficient in polynomial.to_dict().items():
            turns = int(powers[0])
            place = (0, *powers[1:])
            part = found[turns % 2]
            part[place] = part.get(place, 0) + coefficient * (-1) ** (turns // 2)
        real, imaginary = map(self._ring.from_dict, found)
        return real, imaginary

    def _poly(self, polynomial: Polynomial) -> Term:
        found: list[Term] = []
        for powers, coefficient in polynomial.to_dict().items():
            factors = [
                _generated(generator, int(power))
                for power, generator in zip(powers, self._generators, strict=True)
                if power
            ]
            found.append(_product(number(Fraction(int(coefficient.p), int(coefficient.q))), *factors))
        return _sum(found)


def _sum(terms: Iterable[Term]) -> Term:
    found = [term for term in terms if term != 0]
    return ("+", *found) if len(found) > 1 else found[0] if found else 0


def _product(*terms: Term) -> Term:
    found = [term for term in terms if term != 1]
    if 0 in found:
        return 0
    return ("*", *found) if len(found) > 1 else found[0] if found else 1


def _generated(generator: Term, power: int) -> Term:
    """The power of a generator; a root is a power of its base."""
    if isinstance(generator, tuple) and generator[0] == 1:
        _, base, degree = generator
        return ("^", base, number(Fraction(power, degree)))
    return generator if power == 1 else ("^", generator, power)
