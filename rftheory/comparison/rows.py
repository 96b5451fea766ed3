"""What a comparison found: rows, their parts, running counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

Outcome = Literal["rounded", "truncated", "within", "differs", "undecided", "error"]


@dataclass(frozen=True)
class Part:
    """One real number of a row: as given, as certified, and how many of its `printed_digits` are correct.

    `marked` is the given text before the first digit that is not correct, that digit, and the rest.
    """

    given: str
    certified: str
    printed_digits: int
    correct_digits: int
    marked: tuple[str, str, str]


@dataclass(frozen=True)
class ComparedRow:
    """What a row of the table is worth; `parts` is empty where it could not be judged, and `error` says why.

    `outcome` is `rounded` or `truncated` (the certified value at the printed digits), `within` (the tolerance),
    `differs`, `undecided` (no precision up to 10000 digits settled it) or `error`. `absolute_error` and
    `relative_error` are upper bounds in three digits; the latter is None where the certified value is 0 and the
    given one is not. A complex number has two parts, real and imaginary.
    """

    number: int
    line: int
    id: str | None
    side: str | None
    parameters: dict[str, str]
    given: str
    given_im: str | None
    outcome: Outcome
    parts: tuple[Part, ...] = ()
    absolute_error: str | None = None
    relative_error: str | None = None
    error: str = ""

    @property
    def agrees(self) -> bool:
        """True for rounded, truncated or within the tolerance; never for undecided or unreadable rows."""
        return self.outcome in ("rounded", "truncated", "within")


@dataclass
class RowCounts:
    """Running counts over rows, and the row with the largest relative error (an unbounded one is largest)."""

    rows: int = 0
    agreeing: int = 0
    differing: int = 0
    undecided: int = 0
    errors: int = 0
    worst: ComparedRow | None = None

    def add(self, row: ComparedRow) -> ComparedRow:
        """Count a row and pass it on."""
        self.rows += 1
        self.agreeing += row.agrees
        self.differing += row.outcome == "differs"
        self.undecided += row.outcome == "undecided"
        self.errors += row.outcome == "error"
        if row.parts and (self.worst is None or _badness(row) > _badness(self.worst)):
            self.worst = row
        return row

    @property
    def agrees(self) -> bool:
        """True when every row agrees."""
        return self.agreeing == self.rows


@dataclass(frozen=True)
class TableComparison:
    """All rows of a table held against the certified values; `tally` counts them."""

    rows: tuple[ComparedRow, ...]
    tally: RowCounts = field(default_factory=RowCounts)

    @property
    def agrees(self) -> bool:
        """True when every row agrees."""
        return self.tally.agrees


def _badness(row: ComparedRow) -> Decimal:
    return Decimal("Infinity") if row.relative_error is None else Decimal(row.relative_error)
