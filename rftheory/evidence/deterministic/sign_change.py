"""Sign changes: a value that claims to be the first zero of a function is held against the function itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rftheory.context import Context
from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.evidence.comparison import show_point
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, part

_DIGITS = 50


@dataclass(frozen=True)
class SignChange(Check):
    """`function` is positive below the side's value and negative above it, both within 1 part in 10^40 of it.

    Moreover it is positive at `grid` equally spaced points before. A value outside the function's domain is no zero
    of it. Success certifies a sign change at the value at each of `points`; that none comes before is certified on the grid only. No claim says just this: the
    evidence speaks of a part of it.
    """

    side: str
    function: Formula
    variable: str
    points: tuple[dict[str, object], ...]
    grid: int = 64

    kind = EvidenceKind.CERTIFICATE

    def reads(self, statement: Statement) -> tuple[str, ...]:  # noqa: ARG002
        """The side that claims to be the zero."""
        return (self.side,)

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Evaluate the side, then the function around it and before it."""
        formula = statement.sides[self.side]
        near = Fraction(1, 10**40)
        for given in self.points:
            point = formula.domain.parse(given, formula.names)
            shown = show_point(point)
            try:
                low, high = balls.endpoints(formula.enclose(point, _DIGITS))
                if not any(self._legal(point, place) for place in (low, high)):
                    example = {**shown, self.variable: f"{float(low):.15g}"}
                    return Evidence(self.kind, Outcome.FAILS, "the function has no such point", example)
                places = [low * Fraction(i, self.grid) for i in range(1, self.grid)]
                signs = [self._sign(point, place) for place in (*places, low * (1 - near))]
                after = self._sign(point, high * (1 + near))
            except (InputError, PrecisionError) as error:
                return Evidence(self.kind, Outcome.UNDECIDED, f"{shown}: {error}")
            if min(signs) < 1 or after > -1:
                example = {**shown, self.variable: f"{float(low):.15g}"}
                return Evidence(self.kind, Outcome.FAILS, "not the first sign change from + to -", example)
        detail = f"changes from + to - within 1e-40 of the value at {len(self.points)} points"
        scope = part(f"the value as a change of sign, at {len(self.points)} points")
        return Evidence(self.kind, Outcome.HOLDS, detail, data={"points": len(self.points)}, scope=scope)

    def _legal(self, point: Point, place: Fraction) -> bool:
        return self.function.domain.legal({**point, self.variable: place}, self.function.names) is not None

    def _sign(self, point: Point, place: Fraction) -> int:
        """PrecisionError where no precision tells the value from 0."""
        there = self.function.domain.parse({**point, self.variable: place}, self.function.names)
        return balls.sign(self.function.enclose(there, 5)) or 0
