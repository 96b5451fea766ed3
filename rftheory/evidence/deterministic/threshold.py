"""Thresholds: the radius where the angular hybrid's bound stops to hold, with a cover of all radii around it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rftheory.context import Context
from rftheory.errors import BudgetError, InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.hybrids.bound_threshold import cover, hopeless
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, part


@dataclass(frozen=True)
class ThresholdCover(Check):
    """For each (n, decimal) the side at n is within one unit of the decimal's last place, u.

    Moreover the bound (27) holds for every real r from 1 to decimal - u and fails for every r from decimal + u to
    `hopeless(n)`, from where on it fails by proof. Success certifies this for the n that the profile's budget
    allows: all but in the quick one, where it covers a part of the claim.
    """

    side: str
    values: tuple[tuple[int, str], ...]
    quick: int = 1

    kind = EvidenceKind.CERTIFICATE

    def reads(self, statement: Statement) -> tuple[str, ...]:  # noqa: ARG002
        """The radius."""
        return (self.side,)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Enclose the crossing, then cover both sides of it."""
        chosen = self.values if context.profile.simulations else self.values[: self.quick]
        total = 0
        for n, decimal in chosen:
            low, high = _around(decimal)
            formula = statement.sides[self.side]
            try:
                crossing = balls.endpoints(formula.enclose(formula.point({"n": n}), 30))
                if crossing[1] <= low or crossing[0] >= high:
                    example = {"n": str(n), "left": f"{float(crossing[0]):.15g}", "right": decimal}
                    return Evidence(self.kind, Outcome.FAILS, "the crossing is elsewhere", example)
                if not low < crossing[0] <= crossing[1] < high:
                    return Evidence(self.kind, Outcome.UNDECIDED, f"n = {n}: the crossing is not placed")
                end = balls.as_fraction(hopeless(balls.exact(n)))
                total += cover(n, Fraction(1), low, holds=True) + cover(n, high, end, holds=False)
            except (BudgetError, InputError, PrecisionError) as error:
                return Evidence(self.kind, Outcome.UNDECIDED, f"n = {n}: {error}")
        shown = ", ".join(str(n) for n, _ in chosen)
        detail = f"holds up to r* and fails beyond, on {total} intervals of radii; r* to 10 digits or more at n = {shown}"
        scope = part(f"n = {shown}") if len(chosen) < len(self.values) else None
        data = {"intervals": total, "settings": len(chosen)}
        return Evidence(self.kind, Outcome.HOLDS, detail, data=data, scope=scope)


def _around(decimal: str) -> tuple[Fraction, Fraction]:
    """The decimal less and plus one unit of its last place."""
    places = len(decimal.partition(".")[2])
    return Fraction(decimal) - Fraction(1, 10**places), Fraction(decimal) + Fraction(1, 10**places)
