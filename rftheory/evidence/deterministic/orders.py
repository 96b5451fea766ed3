"""Orders: asymptotic claims along a growing parameter, refuted only by a bound that holds for every larger value."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Decimal
from decimal import Context as Digits
from fractions import Fraction

import sympy as sp

from rftheory.claims import Order
from rftheory.context import Context
from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.evidence.comparison import compare, show_point
from rftheory.exact import balls
from rftheory.exact.asymptotics import Magnitude, Unclear, Unsupported, growth
from rftheory.exact.formula import Formula, environment
from rftheory.exact.scalars import Ball
from rftheory.statements import Check, Statement, claimed_sides, pair
from rftheory.verdict import Evidence, EvidenceKind, Outcome

GROWS = "grows at the values tried, which is not certified"
"""What is said of values that grow; it refutes nothing."""
_STEPS = (4, 6, 8, 10, 12, 14)
_LEAST = 4  # values that are followed
_BEYOND = (0, 1, 6, 60)  # decades after the cutoff at which the variable is held against the domain
_RECHECKED = (0, 1, 3)  # decades after the cutoff at which a bound is held against values


@dataclass(frozen=True)
class OrderCheck(Check):
    """scale * (left - right) as the variable goes to its end, the other parameters fixed at chosen points.

    Fails only with a certificate: |scale * (left - right)| >= c M(variable) for all values of the variable beyond a
    cutoff, M not bounded (for a vanishing claim: not tending to 0). Holds where at every point it is enclosed
    likewise from above, or values at 10^4, 10^6 .. 10^14 (or their inverses) do not grow; such values refute nothing.
    """

    points: tuple[dict[str, object], ...] = ()

    kind = EvidenceKind.SEARCH

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides that the claim names."""
        return claimed_sides(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Enclose the scaled difference along the variable, or follow it."""
        claim = statement.claim
        if not isinstance(claim, Order):
            raise TypeError(f"{statement.id} has no asymptotic claim")
        line, found = _Line.of(statement, claim), _Counted()
        for given in self._chosen(statement, line, context):
            certificate = line.examine(given, found, hasty=context.hasty) if line.admits(given) else None
            if certificate is not None:
                return line.refuted(given, certificate, _readable(statement))
        data: dict[str, object] = {
            "enclosed": found.enclosed, "followed": found.followed, "undecided": found.lost,
        }  # fmt: skip
        if found.growing:
            detail = f"{line.scaled} {GROWS}, {found.growing}"
            return Evidence(self.kind, Outcome.UNDECIDED, detail, data=data)
        how = f"enclosed at {found.enclosed} points, followed by values at {found.followed}"
        detail = f"{line.scaled} stays bounded along {claim.variable}: {how}; {found.last}"
        seen = found.enclosed + found.followed
        return Evidence(self.kind, Outcome.HOLDS if seen else Outcome.UNDECIDED, detail, data=data)

    def _chosen(self, statement: Statement, line: _Line, context: Context) -> list[dict[str, object]]:
        if self.points:
            return list(self.points)
        others = tuple(n for n in line.difference.names if n != line.claim.variable)
        readable = (p for p in _readable(statement) if {*others} <= {*p})
        chosen: list[dict[str, object]] = [{n: p[n] for n in others} for p in readable]
        spread = statement.domain.points(max(6, context.profile.agreement_points), others)
        chosen.extend({**point, **{n: Fraction(1) for n in others if n not in point}} for point in spread)
        return chosen


@dataclass
class _Counted:
    """What the points that do not refute add up to; `last` and `growing` show one of them."""

    enclosed: int = 0
    followed: int = 0
    lost: int = 0
    last: str = ""
    growing: str = ""


@dataclass(frozen=True)
class _Line:
    """The scaled difference of a claim along its variable; `forms` are its expressions, as printed first."""

    claim: Order
    sides: tuple[Formula, Formula]
    difference: Formula
    forms: tuple[sp.Expr, ...]

    @classmethod
    def of(cls, statement: Statement, claim: Order) -> _Line:
        left, right = pair(statement, claim.left, claim.right)
        scale = sp.sympify(claim.scale)
        names = (*left.names, *right.names, *sorted(str(s) for s in scale.free_symbols))
        printed = scale * (left.expression - right.expression)
        fast = scale * (_fast(left) - _fast(right))
        majorants = {**left.majorants, **right.majorants}
        difference = Formula(fast, statement.domain, tuple(dict.fromkeys(names)), None, majorants)
        return cls(claim, (left, right), difference, (printed,) if printed == fast else (printed, fast))

    @property
    def inverted(self) -> bool:
        """Whether the variable goes to 0."""
        return bool(self.claim.toward != sp.oo)

    @property
    def scaled(self) -> str:
        """The scaled difference in words."""
        return f"({self.claim.scale}) * (left - right)"

    def admits(self, given: dict[str, object]) -> bool:
        """Whether the claim's side condition is certainly met by the fixed parameters."""
        if self.claim.given == sp.true:
            return True
        values = {
            s: sp.Rational(str(given[str(s)])) for s in self.claim.given.free_symbols if str(s) in given
        }
        return bool(self.claim.given.subs(values) == sp.true)

    def examine(self, given: dict[str, object], found: _Counted, *, hasty: bool) -> Magnitude | None:
        """A certificate against the claim at these parameters; else what was found is counted.

        A hasty look asks for a certificate only where the values grow.
        """
        try:
            values = self.values(given) if hasty else []
            certificate = None if hasty and not self.grows(values) else self.certificate(given)
        except PrecisionError:  # values that are too large to be held, such as e^(10^12), grow
            values, certificate = [], self.certificate(given)
        if certificate is not None and self.contradicts(certificate):
            return certificate
        if certificate is not None:
            found.enclosed += 1
            if certificate.sign or not found.last:
                found.last = f"{self.bound(certificate)} for all {certificate.range_words}"
            return None
        values = values or self.values(given)
        if len(values) < _LEAST:
            found.lost += 1
        elif self.grows(values):
            shown = ", ".join(_show(v) for v in values[-_LEAST:])
            found.growing = found.growing or f"{_named(given)}: {shown}"
        else:
            found.followed += 1
            found.last = found.last or f"last {_show(values[-1])}"
        return None

    def point(self, given: dict[str, object], decades: int) -> Point | None:
        """The point at 10^decades (or its inverse), None outside the domain."""
        value = Fraction(10) ** (-decades if self.inverted else decades)
        try:
            return self.difference.domain.parse({**given, self.claim.variable: value}, self.difference.names)
        except InputError:
            return None

    def certificate(self, given: dict[str, object]) -> Magnitude | None:
        """The order of the scaled difference with its constants, where the rules enclose it and the domain goes on."""
        point = self.point(given, _STEPS[-1])
        if point is None:
            return None
        for form in self.forms:
            try:
                found = growth(form, self.claim.variable, environment(point), toward_zero=self.inverted)
            except (Unclear, Unsupported):
                continue
            if any(self.point(given, found.cutoff + k) is None for k in _BEYOND):
                return None
            self._recheck(given, found)
            return found if found.sign or found.tendency <= (-1 if self.claim.vanishing else 0) else None
        return None

    def _recheck(self, given: dict[str, object], found: Magnitude) -> None:
        """A bound that does not agree with plain values is a bug, not a finding."""
        for decades in (found.cutoff + k for k in _RECHECKED):
            value = self.value(given, decades)
            if value is None:
                continue
            with balls.working_precision(128):
                size = found.size_at(decades)
                if value < found.low * size or value > found.high * size:
                    raise ArithmeticError(f"an enclosure along {self.claim.variable} misses a value: {found}")

    def contradicts(self, found: Magnitude) -> bool:
        """Whether what is certified is the claim's negation."""
        if self.claim.one_sided and found.sign < 0:
            return False
        return found.sign != 0 and found.tendency >= (0 if self.claim.vanishing else 1)

    def bound(self, found: Magnitude) -> str:
        """The certified bound in words: from below where it grows or stays, from above where it is bounded."""
        low, high = balls.endpoints(found.low)[0], balls.endpoints(found.high)[1]
        order = "" if found.words == "1" else f" {found.words}"
        if self.contradicts(found) and found.sign > 0:
            return f"{self.scaled} >= {_rounded(low, ROUND_FLOOR)}{order}"
        if self.contradicts(found) or self.claim.one_sided:
            return f"{self.scaled} <= {_rounded(high, ROUND_CEILING)}{order}"
        return f"|{self.scaled}| <= {_rounded(max(-low, high), ROUND_CEILING)}{order}"

    def refuted(
        self, given: dict[str, object], found: Magnitude, readable: Sequence[Mapping[str, str]]
    ) -> Evidence:
        """The evidence, with the bound and the value at the cutoff, or both sides at what is to be read instead."""
        bound = f"{self.bound(found)} for all {found.range_words}"
        wrong = "does not tend to 0" if self.claim.vanishing else "grows without bound"
        shown = [example for point in readable if (example := self.both(given, found, point))]
        example, *second = [{**each, "bound": bound} for each in shown or [self.beyond(given, found)]]
        data: dict[str, object] = {
            "order": found.words, "range": found.range_words, "bound": bound,
            "low": _rounded(balls.endpoints(found.low)[0], ROUND_FLOOR),
            "high": _rounded(balls.endpoints(found.high)[1], ROUND_CEILING),
        }  # fmt: skip
        data |= {"second": second[0]} if second else {}
        return Evidence(EvidenceKind.SEARCH, Outcome.FAILS, f"{bound}: it {wrong}", example, data)

    def beyond(self, given: dict[str, object], found: Magnitude) -> dict[str, str]:
        """The first point that the bound speaks of, and the scaled difference there."""
        place = f"1/{10**found.cutoff}" if self.inverted else str(10**found.cutoff)
        here = self.value(given, found.cutoff)
        value = {} if here is None else {"scaled difference": _show(_middle(here))}
        return {**{k: str(v) for k, v in given.items()}, self.claim.variable: place, **value}

    def both(
        self, given: dict[str, object], found: Magnitude, wanted: Mapping[str, str]
    ) -> dict[str, str] | None:
        """A point that the bound speaks of, and both sides there; None for any other."""
        names, variable = self.difference.names, self.claim.variable
        domain = self.difference.domain
        point = domain.legal({n: v for n, v in wanted.items() if n in names}, names)
        if point is None or domain.legal({**given, variable: point[variable]}, names) != point:
            return None
        size = point[variable]
        if not isinstance(size, Fraction) or (1 / size if self.inverted else size) < 10**found.cutoff:
            return None
        values = compare(*self.sides, point, bits=100, printed=False)
        return {**show_point(point), "left": values.left, "right": values.right}

    def value(self, given: dict[str, object], decades: int) -> Ball | None:
        """A ball of the scaled difference at one point."""
        point = self.point(given, decades)
        if point is None:
            return None
        try:
            return balls.ball(self.difference.enclose(point, 12, ceiling=20_000))
        except PrecisionError:
            return None

    def values(self, given: dict[str, object]) -> list[Fraction]:
        """Values at growing steps, as far as they are certified."""
        return [_middle(v) for v in (self.value(given, step) for step in _STEPS) if v is not None]

    def grows(self, values: list[Fraction]) -> bool:
        """Magnitude by at least 9 over every two decades; for a vanishing claim, no decrease to a half."""
        if len(values) < _LEAST or (self.claim.one_sided and values[-1] <= 0):
            return False
        sizes = [abs(v) for v in values[-_LEAST:]]
        factor = Fraction(1, 2) if self.claim.vanishing else Fraction(9)
        return sizes[-1] > 0 and all(b > factor * a for a, b in itertools.pairwise(sizes))


def _readable(statement: Statement) -> Sequence[Mapping[str, str]]:
    """The points that are to be shown where the claim fails along them."""
    return () if statement.erratum is None else statement.erratum.points


def _fast(formula: Formula) -> sp.Expr:
    return formula.expression if formula.closed is None else formula.closed


def _middle(value: Ball) -> Fraction:
    low, high = balls.endpoints(value)
    return (low + high) / 2


def _named(given: dict[str, object]) -> str:
    return "at " + ", ".join(f"{k} = {v}" for k, v in given.items()) if given else "along it"


def _rounded(value: Fraction, rounding: str) -> str:
    """Five digits, rounded in that direction."""
    digits = Digits(prec=5, rounding=rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return str(digits.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _show(value: Fraction) -> str:
    with balls.working_precision(64):
        return str(balls.ball(balls.exact(value)).str(6, radius=False))
