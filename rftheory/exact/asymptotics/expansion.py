"""Expansions: finite sums of monomials times Laurent polynomials, enclosing a function beyond the cutoff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.asymptotics.frame import Frame, Unclear
from rftheory.exact.asymptotics.laurent import Laurent, constant
from rftheory.exact.asymptotics.monomials import Atom, Monomial, Rate, Speed, normal, product
from rftheory.exact.scalars import Ball, Real

ONE = Monomial()
_MOST = 12  # parts of a product, beyond which its formal constants become balls


@dataclass(frozen=True)
class Expansion:
    """At every V of the frame the function lies in the sum of monomial times polynomial."""

    frame: Frame
    parts: Mapping[Monomial, Laurent]

    def __add__(self, other: Expansion) -> Expansion:
        return self.gathered(self.frame, (*self.parts.items(), *other.parts.items()))

    def __neg__(self) -> Expansion:
        return self.scaled(balls.fmpq(-1))

    def __sub__(self, other: Expansion) -> Expansion:
        return self + -other

    def __mul__(self, other: Expansion) -> Expansion:
        found: list[tuple[Monomial, Laurent]] = []
        for a, first in self.parts.items():
            for b, second in other.parts.items():
                monomial, carry, factor = product(a, b)
                found.append((monomial, first.times(second, self.frame).scaled(balls.exact(factor), carry)))
        result = self.gathered(self.frame, found)
        return result if len(result.parts) <= _MOST else Expansion(self.frame, dict(result.merged().values()))

    def scaled(self, factor: Real) -> Expansion:
        """The product with a number."""
        return self.gathered(self.frame, ((m, part.scaled(factor)) for m, part in self.parts.items()))

    @classmethod
    def gathered(cls, frame: Frame, parts: Iterable[tuple[Monomial, Laurent]]) -> Expansion:
        """The sum of these parts, those of the same monomial added up and what is exactly 0 left out."""
        found: dict[Monomial, Laurent] = {}
        for monomial, part in parts:
            found[monomial] = found[monomial].plus(part, frame) if monomial in found else part
        stripped = {m: part.stripped() for m, part in found.items()}
        return cls(frame, {m: part for m, part in stripped.items() if part is not None})

    @classmethod
    def number(cls, frame: Frame, value: Real | int) -> Expansion:
        """A constant."""
        return cls.gathered(
            frame, [(ONE, constant(balls.fmpq(value) if isinstance(value, int) else value, frame))]
        )

    @classmethod
    def monomial(
        cls,
        frame: Frame,
        growth: Mapping[Rate, Fraction] | None = None,
        power: Fraction = Fraction(0),
        logs: Fraction = Fraction(0),
        atoms: Mapping[Atom, int] | None = None,
    ) -> Expansion:
        """exp(growth) V^power log(V)^logs atoms."""
        found, carry, factor = normal(growth or {}, power, logs, atoms or {})
        return cls.gathered(
            frame, [(found, constant(balls.exact(factor), frame).scaled(balls.fmpq(1), carry))]
        )

    @property
    def exact(self) -> Real | None:
        """The rational that it is, where it is one and nothing else."""
        if not self.parts:
            return balls.fmpq(0)
        if set(self.parts) != {ONE}:
            return None
        part = self.parts[ONE]
        first, *rest = part.coefficients
        alone = (
            part.top == 0
            and isinstance(first, balls.fmpq)
            and all(isinstance(a, balls.fmpq) and a == 0 for a in rest)
        )
        return first if alone else None

    def merged(self) -> dict[Monomial, tuple[Monomial, Laurent]]:
        """Parts by what varies of their monomial; constants stay formal where a class has one, else become balls."""
        classes: dict[Monomial, list[tuple[Monomial, Laurent]]] = {}
        for monomial, part in self.parts.items():
            classes.setdefault(monomial.varying, []).append((monomial, part))
        found: dict[Monomial, tuple[Monomial, Laurent]] = {}
        for varying, entries in classes.items():
            if len(entries) == 1:
                found[varying] = entries[0]
                continue
            total = constant(balls.fmpq(0), self.frame).scaled(balls.fmpq(1), entries[0][1].top)
            for monomial, part in entries:
                total = total.plus(part.scaled(monomial.constant()), self.frame)
            kept = total.stripped()
            if kept is not None:
                found[varying] = (varying, kept)
        return found

    def _ranked(self) -> tuple[Monomial, dict[Monomial, tuple[Monomial, Laurent]]]:
        """What varies of the largest monomial, and all parts."""
        found = self.merged()
        if not found:
            raise Unclear("exactly 0")
        best = next(iter(found))
        for varying, (_, part) in found.items():
            if varying != best and ratio(varying, part.top, best, found[best][1].top).tendency() > 0:
                best = varying
        return best, found

    def dominant(self) -> tuple[Monomial, Laurent]:
        """The part whose monomial dominates, though its first coefficient may be 0."""
        best, found = self._ranked()
        return found[best]

    def leading(self) -> tuple[Monomial, Laurent, Expansion]:
        """The part that dominates, its first coefficient certainly not 0, and all the rest."""
        best, found = self._ranked()
        monomial, part = found.pop(best)
        if not balls.sign(part.coefficients[0]):
            raise Unclear("a leading coefficient that may be 0")
        return monomial, part, Expansion(self.frame, dict(found.values()))

    def without_leaders(self) -> tuple[Monomial, int, tuple[tuple[Monomial, Real], ...], Expansion]:
        """What varies of the largest monomial, its power of V, the terms that attain it, and the rest."""
        best, _ = self._ranked()
        same = {m: part for m, part in self.parts.items() if m.varying == best}
        top = max(part.top for part in same.values())
        leaders = {m: part for m, part in same.items() if part.top == top}
        zero = balls.fmpq(0)
        later = ((m, Laurent(top, (zero, *part.coefficients[1:]))) for m, part in leaders.items())
        others = ((m, part) for m, part in self.parts.items() if m not in leaders)
        firsts = tuple((m, part.coefficients[0]) for m, part in leaders.items())
        return best, top, firsts, self.gathered(self.frame, (*later, *others))

    def range(self) -> Ball:
        """A ball of all its values on the frame; Unclear where it is not seen to be bounded."""
        return self.relative_to(ONE, 0)

    def relative_to(self, monomial: Monomial, top: int) -> Ball:
        """A ball of its quotient with the monomial (what varies of it) times V^top over the frame."""
        total = balls.arb(0)
        for own, part in self.parts.items():
            size = ratio(own.varying, part.top, monomial, top).largest(self.frame)
            total = total + part.range(self.frame) * own.constant() * size
        return total


def ratio(above: Monomial, above_top: int, below: Monomial, below_top: int) -> Speed:
    """How fast the quotient of two monomials, each with its power of V, varies."""
    inverse = Monomial(tuple((rate, -c) for rate, c in below.growth), -below.power, -below.logs)
    quotient, carry, _ = product(above.varying, inverse)
    return Speed.of(quotient, above_top - below_top + carry)
