"""Certificate: ball arithmetic proves an inequality on whole intervals by bisection; three-valued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rftheory.context import Context
from rftheory.domain import Point
from rftheory.evidence.deterministic.search import sides
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statements import Below, Statement
from rftheory.verdict import Evidence, Outcome


@dataclass(frozen=True)
class MonotoneCertificate:
    """left < right for every real `variable` in [low, high], at each of the fixed other parameters.

    Needs both sides nondecreasing in the variable (`because` says why): then upper(left at b) < lower(right
    at a) proves the claim on [a, b]. Boxes that stay undecided are reported, never dropped.
    """

    variable: str
    low: str
    high: str
    fixed: tuple[dict[str, object], ...]
    because: str
    boxes: int = 4000

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Bisect until every box is proved, refuted at a point, or the budget is spent."""
        claim = statement.claim
        if not isinstance(claim, Below):
            raise TypeError(f"{statement.id} has no inequality to certify")
        left, right = sides(statement, claim)
        total, undecided = 0, 0
        for given in self.fixed:
            proved, open_boxes = self._cover(left, right, statement, given)
            total, undecided = total + proved, undecided + open_boxes
        where = f"{self.variable} in [{self.low}, {self.high}] at {len(self.fixed)} settings"
        data = {"boxes": total, "undecided": undecided}
        if undecided:
            return Evidence(
                "certificate", Outcome.UNDECIDED, f"{undecided} boxes open for {where}", data=data
            )
        return Evidence(
            "certificate", Outcome.HOLDS, f"proved on {total} boxes: {where}; {self.because}", data=data
        )

    def _cover(
        self, left: Formula, right: Formula, statement: Statement, given: dict[str, object]
    ) -> tuple[int, int]:
        def at(formula: Formula, value: Fraction) -> Callable[[], tuple[Fraction, Fraction]]:
            point: Point = statement.domain.parse(
                {n: v for n, v in {**given, self.variable: value}.items() if n in formula.names},
                formula.names,
            )
            return lambda: balls.endpoints(formula.enclose(point, 25))

        known: dict[tuple[int, Fraction], tuple[Fraction, Fraction]] = {}

        def bounds(index: int, formula: Formula, value: Fraction) -> tuple[Fraction, Fraction]:
            key = (index, value)
            if key not in known:
                known[key] = at(formula, value)()
            return known[key]

        stack = [(Fraction(self.low), Fraction(self.high))]
        proved = 0
        while stack:
            a, b = stack.pop()
            if bounds(0, left, b)[1] < bounds(1, right, a)[0]:
                proved += 1
                continue
            if proved + len(stack) > self.boxes:
                return proved, len(stack) + 1
            middle = Fraction(round((a + b) / 2 * 2**40), 2**40)
            stack += [(a, middle), (middle, b)]
        return proved, 0
