"""A shrinking gap: two curves draw closer along a sequence of settings, certified at every point of a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from rftheory.context import Context
from rftheory.domain import Domain
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Point = Mapping[str, object]


@dataclass(frozen=True)
class ShrinkingGap(Check):
    """max |gap| over each setting's points falls from setting to setting and ends at `within` or less.

    `settings` pairs a name with the points of its grid. Success proves the stated maxima on the grid (each value
    is a certified enclosure), nothing between its points. It is evidence for `close`, a word without a bound, and
    therefore never refutes: a gap that does not shrink leaves the statement undecided.
    """

    name: str
    gap: Formula
    settings: tuple[tuple[str, tuple[Point, ...]], ...]
    within: Fraction

    kind = EvidenceKind.GRID
    rejects = False

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Evaluate the gap everywhere and compare the maxima."""
        found = [(label, *self._largest(points)) for label, points in self.settings]
        maxima = {label: f"{float(high):.6g}" for label, _, high in found}
        shown = ", ".join(f"{label}: {size}" for label, size in maxima.items())
        data: dict[str, object] = {"largest": maxima, "points": sum(len(p) for _, p in self.settings)}
        shrinks = all(after[2] < before[1] for before, after in pairwise(found))
        holds = shrinks and found[-1][2] <= self.within
        outcome = Outcome.HOLDS if holds else Outcome.UNDECIDED
        detail = f"{self.name}: largest gap {shown}; {'within' if holds else 'not shown to shrink to'} {self.within}"
        return Evidence(self.kind, outcome, detail, data=data)

    def _largest(self, points: tuple[Point, ...]) -> tuple[Fraction, Fraction]:
        """Certified bounds of the largest |gap| over the points."""
        sizes = [abs(balls.ball(self.gap.enclose(self.gap.point(given), 8))) for given in points]
        ends = [balls.endpoints(size) for size in sizes]
        return max(low for low, _ in ends), max(high for _, high in ends)


def grid(domain: Domain, name: str, low: str, high: str, steps: int, **fixed: object) -> tuple[Point, ...]:
    """Equally spaced points of one parameter in (low, high], the other parameters fixed; all legal."""
    start, width = Fraction(low), Fraction(high) - Fraction(low)
    points = [{**fixed, name: start + width * i / steps} for i in range(1, steps + 1)]
    return tuple(point for point in points if domain.legal(point, tuple(point)) is not None)
