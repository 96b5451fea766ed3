"""Holds a table's values against the certified ones, row by row. Reads no file and renders nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike

from rftheory.comparison.distances import Distance
from rftheory.comparison.printed import Interval, PrintedDecimal, complex_parts, parse_printed
from rftheory.comparison.reading import Cells, Columns, opened, table_of, value_text
from rftheory.comparison.rows import ComparedRow, Outcome, Part, RowCounts, TableComparison
from rftheory.domain import parse_number
from rftheory.errors import BudgetError, DomainError, InputError, PrecisionError, shorten
from rftheory.evaluation import accepted, evaluate_one, lacking, printed_side, resolve, split
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.formula import MAX_DIGITS

EXTRA_DIGITS = 5
_ATTEMPTS = 4
_LARGEST_EXPONENT = 1 << 20  # of 2: printed numbers end at 10^20000
Limit = Callable[[], AbstractContextManager[None]]
Evaluate = Callable[[str, Mapping[str, object], int], tuple[str, Enclosure]]


def compare(
    table: str | PathLike[str] | Iterable[Mapping[str, object]],
    identifier: str | None = None,
    *,
    value: str = "value",
    tolerance: object = None,
) -> TableComparison:
    """The values of a CSV file (or of mappings with the same columns) against the certified ones of `id[:side]`.

    Columns: the parameters by name, `value` (a printed decimal, -0.1+0.05j, or its real part with `value_im`
    beside it), and where wanted `id` and `side` for the row. Without a side the printed one is meant. A value is
    right when it is the certified one rounded or cut off at its last digit, or with `tolerance` R when
    |given - true| <= R |true|; both are decided with exact rationals. A bad row has the outcome `error`; a table
    that cannot be used at all raises InputError, an unknown id UnknownIdError.
    """
    tally = RowCounts()
    if isinstance(table, (str, PathLike)):
        with opened(table) as stream:
            rows = judged(*table_of(stream), identifier, value=value, tolerance=tolerance)
            return TableComparison(tuple(map(tally.add, rows)), tally)
    cells = [(number, _cells(row)) for number, row in enumerate(table, 1)]
    names = tuple(dict.fromkeys(name for _, row in cells for name in row))
    rows = judged(names, iter(cells), identifier, value=value, tolerance=tolerance)
    return TableComparison(tuple(map(tally.add, rows)), tally)


def _cells(row: object) -> dict[str, object]:
    if not isinstance(row, Mapping) or not all(isinstance(name, str) for name in row):
        raise InputError(f"a row maps names of columns to cells; got {shorten(row)}")
    return dict(row)


def judged(
    columns: Columns,
    rows: Iterator[tuple[int, Cells]],
    identifier: str | None,
    *,
    value: str = "value",
    tolerance: object = None,
    limit: Limit = nullcontext,
    evaluate: Evaluate = evaluate_one,
) -> Iterator[ComparedRow]:
    """The rows judged one by one as they come; InputError at once for columns or options that cannot be used.

    `limit()` is entered around the work on every row, `evaluate` gives certified values; a BudgetError that they
    raise leaves the row undecided.
    """
    judge = _Judge(identifier, value, _tolerance(tolerance), limit, evaluate)
    judge.check(columns)
    first = next(rows, None)
    if first is None:
        raise InputError("the table has no rows below its header")
    return _judged(judge, first, rows)


def _judged(
    judge: _Judge, first: tuple[int, Cells], rows: Iterator[tuple[int, Cells]]
) -> Iterator[ComparedRow]:
    yield judge.row(1, *first)
    for number, (line, cells) in enumerate(rows, 2):
        yield judge.row(number, line, cells)


def _tolerance(given: object) -> Fraction | None:
    if given is None:
        return None
    tolerance = parse_number(given, "tolerance")
    if tolerance < 0:
        raise DomainError("tolerance", given, "a number >= 0, relative to the certified value")
    return tolerance


@dataclass(frozen=True)
class _Judge:
    """What does not change from row to row."""

    identifier: str | None
    value: str
    tolerance: Fraction | None
    limit: Limit
    evaluate: Evaluate

    @property
    def imaginary(self) -> str:
        return f"{self.value}_im"

    def check(self, columns: Columns) -> None:
        """InputError unless a table with these columns can be judged."""
        if self.value not in columns:
            raise InputError(
                f"the table has no column {shorten(self.value)}; its columns: {shorten(', '.join(columns), 200)}"
            )
        if self.identifier is None:
            if "id" not in columns:
                raise InputError("give the id of a statement, or a column id in the table")
            return
        entry, side = resolve(self.identifier)
        if "id" in columns:
            return
        sides = entry.sides
        if "side" not in columns:
            chosen = printed_side(entry) if side is None else side
            sides = {chosen: entry.sides[chosen]}
        named = [name for name in columns if name not in (self.value, self.imaginary, "side")]
        known = set().union(*(accepted(formula) for formula in sides.values()))
        for name in named:
            if name not in known:
                special = f"{self.value}, {self.imaginary}, id, side"
                raise InputError(
                    f"unknown column {shorten(name)}; allowed: {', '.join(sorted(known))}, {special}"
                )
        lack = sorted((lacking(formula, dict.fromkeys(named)) for formula in sides.values()), key=len)
        if lack[0]:
            raise InputError(f"missing column {', '.join(lack[0])} of {shorten(self.identifier)}")

    def row(self, number: int, line: int, cells: Cells) -> ComparedRow:
        """A row judged; whatever is wrong with it is said in the row."""
        base = ComparedRow(number, line, self.identifier, None, {}, "", None, "error")
        try:
            return self._row(base, cells)
        except InputError as error:
            return replace(base, error=_one_line(error))

    def _row(self, base: ComparedRow, cells: Cells) -> ComparedRow:
        if isinstance(cells, InputError):
            raise cells
        rest = {name: cell for name, cell in cells.items() if not _empty(cell)}
        given, given_im = (value_text(rest.pop(name, "")) for name in (self.value, self.imaginary))
        own_id, own_side = rest.pop("id", None), rest.pop("side", None)
        base = replace(
            base,
            id=base.id if own_id is None else value_text(own_id),
            parameters={name: value_text(cell) for name, cell in rest.items()},
            given=given,
            given_im=given_im or None,
        )
        try:
            asked = self._asked(own_id, own_side)
            name, side = split(asked)
            base = replace(base, id=name, side=side)
            with self.limit():
                return self._held(asked, base, rest)
        except InputError as error:
            return replace(base, outcome="error", error=_one_line(error))
        except (PrecisionError, BudgetError) as error:
            return replace(base, outcome="undecided", error=_one_line(error))

    def _asked(self, own_id: object, own_side: object) -> str:
        asked = self.identifier if own_id is None else own_id
        if not isinstance(asked, str):
            raise InputError("this row names no id as text, and no other was given")
        if own_side is None:
            return asked
        name, side = split(asked)
        if side is not None and own_id is not None:
            raise InputError(f"{shorten(asked)} names a side already; give it once")
        return f"{name}:{own_side}"

    def _held(self, asked: str, base: ComparedRow, parameters: Mapping[str, object]) -> ComparedRow:
        """The row at growing precision, until it is decided or the largest precision is reached."""
        printed = _printed(base, self.value)
        digits = min(MAX_DIGITS, max(part.digits for part in printed) + EXTRA_DIGITS)
        side, first = self.evaluate(asked, parameters, digits)
        base = replace(base, side=side)
        result = self._result(base, printed, first, first)
        for _ in range(_ATTEMPTS):
            if result.outcome != "undecided" or digits == MAX_DIGITS:
                break
            digits = min(MAX_DIGITS, 4 * digits)
            try:
                result = self._result(base, printed, self.evaluate(asked, parameters, digits)[1], first)
            except PrecisionError:
                break
        return result

    def _result(
        self, base: ComparedRow, printed: tuple[PrintedDecimal, ...], found: Enclosure, shown: Enclosure
    ) -> ComparedRow:
        """The row as `found` decides it; `shown` is the enclosure whose decimal text is kept."""
        truth = _truth(found, printed)
        texts = (shown.value, "0" if shown.value_im is None else shown.value_im)
        distance = Distance.between([part.number for part in printed], truth)
        return replace(
            base,
            outcome=self._outcome(printed, truth, distance),
            parts=tuple(_part(*both) for both in zip(printed, truth, texts[: len(printed)], strict=True)),
            absolute_error=distance.absolute,
            relative_error=distance.relative,
        )

    def _outcome(
        self, printed: tuple[PrintedDecimal, ...], truth: list[Interval], distance: Distance
    ) -> Outcome:
        if self.tolerance is not None:
            within = distance.within(self.tolerance)
            return "undecided" if within is None else "within" if within else "differs"
        readings = [part.reading(interval) for part, interval in zip(printed, truth, strict=True)]
        order: tuple[Outcome, ...] = ("differs", "undecided", "truncated", "rounded")
        return next(reading for reading in order if reading in readings)


def _printed(row: ComparedRow, value: str) -> tuple[PrintedDecimal, ...]:
    """The number given, as one real part or as two parts."""
    parts = complex_parts(row.given)
    if parts is not None:
        if row.given_im is not None:
            raise InputError(f"{value} = {shorten(row.given)} has an imaginary part: leave {value}_im empty")
        return parse_printed(parts[0], value), parse_printed(parts[1], value)
    if row.given_im is None:
        return (parse_printed(row.given, value),)
    return parse_printed(row.given, value), parse_printed(row.given_im, f"{value}_im")


def _truth(found: Enclosure, printed: tuple[PrintedDecimal, ...]) -> list[Interval]:
    """Exact intervals of as many parts as were given; a real formula has the imaginary part 0."""
    for part in (found, found.imaginary):
        if part is not None and isinstance(part.ball, tuple) and abs(part.ball[0][1]) > _LARGEST_EXPONENT:
            raise PrecisionError(
                f"the certified value {shorten(part.value)} is beyond the reach of printed decimals"
            )
    real, imaginary = (found.lower, found.upper), found.imaginary
    if len(printed) == 1:
        if imaginary is not None:
            raise InputError(
                "the certified value is complex: give one such as 0.1+0.05j, or a column value_im"
            )
        return [real]
    if imaginary is None:
        return [real, (Fraction(0), Fraction(0))]
    return [real, (imaginary.lower, imaginary.upper)]


def _part(printed: PrintedDecimal, truth: Interval, certified: str) -> Part:
    correct = printed.correct_digits(truth)
    return Part(printed.text, certified, printed.digits, correct, printed.marked(correct))


def _empty(cell: object) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:500]
