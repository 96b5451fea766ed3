"""Tables as CSV, read strictly and one row at a time: commas, double quotes, UTF-8. Understands no value in them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import IO

from rftheory.errors import InputError, shorten

MAX_LINE = 1 << 22
MAX_COLUMNS = 256

Cells = dict[str, object] | InputError
Columns = tuple[str, ...]


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[IO[bytes]]:
    """The bytes of a file, or InputError."""
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 -- closed below
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read {shorten(str(path))}: {reason}") from error
    with stream:
        yield stream


def table_of(stream: IO[bytes]) -> tuple[Columns, Iterator[tuple[int, Cells]]]:
    """The names in the first line, and the rows below with the number of the line each ends on.

    Blanks around names and cells are dropped, and so are lines without a character; a byte order mark and any
    line ends are fine. There are no comments. A row that is not CSV or has another number of cells comes as an
    InputError of its own; a header that cannot be used raises one.
    """
    lines = _Lines(stream)
    reader = csv.reader(lines, strict=True, skipinitialspace=True)
    try:
        header = next((row for row in reader if row), None)
    except csv.Error as error:
        raise InputError(f"the header of the table is no CSV: {error}") from error
    if header is None:
        raise InputError("the table is empty; allowed is CSV with the names of its columns in the first line")
    columns = tuple(name.strip() for name in header)
    if len(columns) > MAX_COLUMNS:
        raise InputError(f"the table has {len(columns)} columns; at most {MAX_COLUMNS}")
    for name in columns:
        if not name or columns.count(name) > 1:
            raise InputError(
                f"column {shorten(name) or 'without a name'} in the header {shorten(','.join(columns))}: "
                "every column needs a name of its own"
            )
    return columns, _rows(lines, reader, columns)


def _rows(lines: _Lines, reader: Iterator[list[str]], columns: Columns) -> Iterator[tuple[int, Cells]]:
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield lines.number, InputError(f"not CSV: {error}")
            continue
        if len(row) == len(columns):
            yield lines.number, {n: cell.strip() for n, cell in zip(columns, row, strict=True)}
        elif row:
            yield (
                lines.number,
                InputError(f"{len(row)} cells, the header has {len(columns)} (quote cells with commas)"),
            )


class _Lines:
    """The lines of a stream as text; bytes that are no UTF-8 stay recognisable, and are no number later."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._behind = True  # the end of the line before
        self.number = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        while not self._behind:  # left for now, since what follows a line that is refused may be endless
            rest = self._read(MAX_LINE)
            self._behind = not rest or rest.endswith(b"\n")
        line = self._read(MAX_LINE + 1)
        if not line:
            raise StopIteration
        self.number += 1
        if len(line) > MAX_LINE:
            self._behind = line.endswith(b"\n")
            raise csv.Error(f"a line of more than {MAX_LINE} bytes")
        encoding = "utf-8-sig" if self.number == 1 else "utf-8"
        return line.decode(encoding, errors="surrogateescape")

    def _read(self, most: int) -> bytes:
        try:
            return self._stream.readline(most)
        except OSError as error:
            raise InputError(f"cannot read the table: {error.strerror or error}") from error


def value_text(given: object) -> str:
    """A cell as the text that was printed: a float by its shortest decimal, a complex number by both of its parts."""
    if isinstance(given, bool):
        return str(given)
    if isinstance(given, complex):
        return f"{given.real!r}{'' if repr(given.imag).startswith('-') else '+'}{given.imag!r}j"
    if isinstance(given, float):
        return repr(float(given))
    try:
        return given.strip() if isinstance(given, str) else str(given)
    except ValueError as error:
        raise InputError(f"a {type(given).__name__} too long to print; give its decimal text") from error
