"""Monomials exp(sum c V^a log(V)^b) V^p log(V)^q: their products, which of two is larger, and their suprema.

Constants such as e^(-16), 2^(1/3), log 3 and pi stay formal, so that sides that cancel do so exactly.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.asymptotics.frame import Frame, Unclear, up_to
from rftheory.exact.scalars import Ball


@dataclass(frozen=True)
class Combination:
    """A positive number, the sum of rational multiples of constant monomials, such as 1 - e^(-4); not split further."""

    terms: tuple[tuple[Monomial, Fraction], ...]

    @property
    def value(self) -> Ball:
        """The number."""
        total = balls.arb(0)
        for monomial, c in self.terms:
            total = total + monomial.constant() * balls.exact(c)
        return total


Atom = int | Combination
"""A prime, 0 for pi, or a combination."""

Atoms = tuple[tuple[Atom, int], ...]
"""A product of powers of the logarithms of atoms."""

Rate = tuple[Fraction, Fraction, Atoms]
"""V^a log(V)^b times logarithms of atoms."""

CONSTANT, LOGARITHM = (Fraction(0), Fraction(0)), (Fraction(0), Fraction(1))
"""V^a log(V)^b of a constant and of log V."""

_LARGEST = 4096  # of an integer power of a prime that is multiplied out


@dataclass(frozen=True)
class Monomial:
    """exp(sum c V^a log(V)^b atoms) V^power log(V)^logs atoms, 0 <= power < 1; what does not grow is a constant."""

    growth: tuple[tuple[Rate, Fraction], ...] = ()
    power: Fraction = Fraction(0)
    logs: Fraction = Fraction(0)
    atoms: Atoms = ()

    def __hash__(self) -> int:
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        """That of the fields, found once: rationals take long to hash, and monomials are looked up all the time."""
        return hash((self.growth, self.power, self.logs, self.atoms))

    @functools.cached_property
    def varying(self) -> Monomial:
        """Without its constant factors."""
        growth = tuple(entry for entry in self.growth if entry[0][:2] != CONSTANT)
        return Monomial(growth, self.power, self.logs)

    def constant(self) -> Ball:
        """Its constant factors."""
        exponent = balls.arb(0)
        for (power, logs, atoms), c in self.growth:
            if power == 0 and logs == 0:
                exponent = exponent + balls.exact(c) * value_of(atoms)
        return exponent.exp() * value_of(self.atoms)

    @property
    def grows(self) -> bool:
        """Whether it has an exponential that is not constant."""
        return bool(self.varying.growth)


def normal(
    growth: Mapping[Rate, Fraction] | Iterable[tuple[Rate, Fraction]],
    power: Fraction,
    logs: Fraction,
    atoms: Mapping[Atom, int],
) -> tuple[Monomial, int, Fraction]:
    """The monomial with its powers in their normal ranges, the integer power of V and the rational left over."""
    factor, kept = Fraction(1), {}
    for rate, c in dict(growth).items():
        left = c
        base, whole = _prime(rate), math.floor(c)
        if base and abs(whole) <= _LARGEST:
            factor, left = factor * Fraction(base) ** whole, c - whole
        if left:
            kept[rate] = left
    carry = math.floor(power)
    found = tuple(sorted(((p, n) for p, n in atoms.items() if n), key=hash))
    return Monomial(tuple(sorted(kept.items(), key=hash)), power - carry, logs, found), carry, factor


def _prime(rate: Rate) -> int:
    """p where the rate is the constant log p, else 0."""
    power, logs, atoms = rate
    if (power, logs) != CONSTANT or len(atoms) != 1 or atoms[0][1] != 1:
        return 0
    return atoms[0][0] if isinstance(atoms[0][0], int) else 0


@functools.lru_cache(maxsize=1 << 14)
def product(a: Monomial, b: Monomial) -> tuple[Monomial, int, Fraction]:
    """a b as monomial, integer power of V and rational factor."""
    growth = dict(a.growth)
    for rate, c in b.growth:
        growth[rate] = growth.get(rate, Fraction(0)) + c
    return normal(growth, a.power + b.power, a.logs + b.logs, joined(a.atoms, b.atoms))


def joined(a: Atoms, b: Atoms) -> dict[Atom, int]:
    """The powers of a product of atoms."""
    found = dict(a)
    for atom, n in b:
        found[atom] = found.get(atom, 0) + n
    return found


def value_of(atoms: Atoms) -> Ball:
    """The number that the atoms stand for."""
    total = balls.arb(1)
    for atom, n in atoms:
        total = total * _base(atom).log() ** n
    return total


def _base(atom: Atom) -> Ball:
    if isinstance(atom, Combination):
        return atom.value
    return balls.arb(atom) if atom else balls.arb.pi()


def primes(value: Fraction) -> dict[int, int]:
    """The prime factors of a positive rational with their exponents; Unclear where it is too long to be factored."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > 96:
        raise Unclear("a rational that is not factored")
    found = {int(p): int(n) for p, n in sp.factorint(value.numerator).items()}
    for p, n in sp.factorint(value.denominator).items():
        found[int(p)] = found.get(int(p), 0) - int(n)
    return found


@dataclass(frozen=True)
class Speed:
    """How fast a monomial times V^top varies: exponents by rate, constants of them as balls, falling; power; logs."""

    exponents: tuple[tuple[tuple[Fraction, Fraction], Ball], ...]
    power: Fraction
    logs: Fraction

    @classmethod
    def of(cls, quotient: Monomial, top: int) -> Speed:
        """Of a monomial (as a rule a quotient of two) times V^top."""
        found: dict[tuple[Fraction, Fraction], Ball] = {}
        for (power, logs, atoms), c in quotient.varying.growth:
            place = (power, logs)
            found[place] = found.get(place, balls.arb(0)) + balls.exact(c) * value_of(atoms)
        exponents = tuple(sorted(found.items(), key=lambda entry: entry[0], reverse=True))
        return cls(exponents, quotient.power + top, quotient.logs)

    def tendency(self) -> int:
        """1 where it tends to infinity, -1 where it tends to 0, 0 where it is constant."""
        terms = dict(self.exponents)
        if self.power:
            terms[LOGARITHM] = terms.get(LOGARITHM, balls.arb(0)) + balls.exact(self.power)
        for place in sorted(terms, reverse=True):
            if place <= CONSTANT:
                break
            sign = balls.sign(terms[place])
            if sign is None:
                raise Unclear("which of two exponentials is larger")
            if sign:
                return sign
        return (self.logs > 0) - (self.logs < 0)

    def largest(self, frame: Frame) -> Ball:
        """A ball of [0, supremum over the frame], for a size that is constant or tends to 0."""
        tendency = self.tendency()
        if tendency > 0:
            raise Unclear("a part without bound")
        if tendency == 0:
            return balls.arb(1)
        return up_to(self._decayed(frame) if self.exponents else self._falling_power(frame))

    def _falling_power(self, frame: Frame) -> Ball:
        """V^power log(V)^logs, falling as soon as log V >= logs/(-power)."""
        power, logs = balls.ball(balls.exact(self.power)), balls.ball(balls.exact(self.logs))
        if self.power < 0 < self.logs and not frame.log >= logs / -power:
            raise Unclear("a power of V against logarithms")
        return (power * frame.log).exp() * frame.log**logs

    def _decayed(self, frame: Frame) -> Ball:
        """The exponential of minus a leading term, of which the others take only a share beyond the cutoff.

        log log V is at most log V and at least 0; every share C V^a log(V)^b, measured by the leading term, falls.
        """
        extra = self.power + max(self.logs, Fraction(0))
        terms = dict(self.exponents)
        if extra:
            terms[LOGARITHM] = terms.get(LOGARITHM, balls.arb(0)) + balls.exact(extra)
        (a, b), lead = max(terms.items(), key=lambda entry: entry[0])
        if not lead < 0 or not frame.log * balls.exact(a) + balls.exact(b) >= 0:
            raise Unclear("an exponential that does not yet fall")
        share = balls.arb(0)
        for (power, logs), c in terms.items():
            if (power, logs) == (a, b) or c <= 0:
                continue
            fall, rise = balls.exact(power - a), balls.exact(logs - b)
            if not frame.log * fall + rise <= 0:
                raise Unclear("an exponent whose share does not yet fall")
            share = share - c / lead * (frame.log * fall).exp() * frame.log ** balls.ball(rise)
        if not share < 1:
            raise Unclear("an exponent that does not yet dominate")
        return (
            lead * (1 - share) * (frame.log * balls.exact(a)).exp() * frame.log ** balls.ball(balls.exact(b))
        ).exp()
