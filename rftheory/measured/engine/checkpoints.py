"""Finished chunks in one SQLite file, under keys that name what they belong to. No chunk is ever changed."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rftheory.errors import InputError
from rftheory.measured.engine.reductions import Totals

if TYPE_CHECKING:
    from typing import Self

APPLICATION = 0x52465448  # "RFTH", by which SQLite tells the file from others
FORMAT = 2  # to be raised when what a chunk holds changes
_WAIT = 60.0  # seconds for another writer of the same file
_TABLES = (
    "CREATE TABLE IF NOT EXISTS about (line INTEGER PRIMARY KEY CHECK (line = 1), text TEXT NOT NULL, hash TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS chunks (key TEXT, chunk INTEGER, count INTEGER NOT NULL, totals TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (key, chunk))",
)
_LOGGER = logging.getLogger(__name__)


class Store:
    """A checkpoint file: chunk totals by (key, chunk). Usable as a context manager; one writer at a time.

    The key comes from `engine.run_key` (task, seed, source and format), so chunks of another task, seed or
    version are never found. Every row carries the number of its draws and a hash of all that it says; a row that
    does not agree with them is dropped, so that it is drawn again, which `damaged` counts and the log says. `about`
    is what the run is (seed, profile, package): kept in the file, and held against it when it is opened again.
    InputError for a file that is no checkpoint of this format and run, or that SQLite cannot read or write.
    """

    def __init__(self, path: str | Path, about: Mapping[str, object] | None = None) -> None:
        self.path = Path(path)
        self.damaged = 0
        with self._guarded():
            self._connection = sqlite3.connect(self.path, timeout=_WAIT)
            try:
                self._prepare(about or {})
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self, about: Mapping[str, object]) -> None:
        """Read and make in one transaction: several processes may open a new file at once."""
        text = json.dumps({"format": FORMAT, **about}, sort_keys=True)
        with self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            (application,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and (application, version) != (APPLICATION, FORMAT):
                raise InputError(f"{self.path} is not a checkpoint file of format {FORMAT}")
            self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self._connection.execute(f"PRAGMA user_version = {FORMAT}")
            for table in _TABLES:
                self._connection.execute(table)
            if not tables:  # tables without the line about the run would be a damaged file
                self._connection.execute("INSERT INTO about VALUES (1, ?, ?)", (text, digest(text)))
        self._compare(text, about)

    def _compare(self, text: str, about: Mapping[str, object]) -> None:
        """InputError where the file is of another run, or does not say of which."""
        row = self._connection.execute("SELECT text, hash FROM about").fetchone()
        if row is None or type(row[0]) is not str or row[1] != digest(row[0]):
            raise InputError(f"{self.path} is damaged: it does not say which run it is of; give another file")
        if about and row[0] != text:
            held, asked = json.loads(row[0]), json.loads(text)
            other = [
                f"{name} {held.get(name)}, not {asked[name]}"
                for name in asked
                if held.get(name) != asked[name]
            ]
            raise InputError(f"{self.path} is of another run: {'; '.join(other)}; give another file")

    def load(self, key: str, draws: int | None = None) -> dict[int, Totals]:
        """The finished chunks of one run, by their index; `draws` is how many each must have."""
        query = "SELECT rowid, chunk, count, totals, hash FROM chunks WHERE key = ?"
        found: dict[int, Totals] = {}
        with self._guarded():
            rows = self._connection.execute(query, (key,)).fetchall()
            bad = []
            for row, chunk, count, text, told in rows:
                totals = totals_of(key, chunk, count, text, told, draws)
                if totals is None:
                    bad.append((row,))
                else:
                    found[chunk] = totals
            if bad:
                with self._connection:
                    self._connection.executemany("DELETE FROM chunks WHERE rowid = ?", bad)
                self.damaged += len(bad)
                _LOGGER.warning("rftheory: %d damaged rows of %s are drawn again", len(bad), self.path)
        return found

    def save(self, key: str, chunk: int, totals: Totals) -> None:
        """Record one chunk, durably; InputError if other totals are already recorded for it."""
        self.save_all(key, [(chunk, totals)])

    def save_all(self, key: str, found: Sequence[tuple[int, Totals]]) -> None:
        """Record chunks, all or none, durably; InputError if other totals are already recorded for one of them."""
        texts = {chunk: totals.to_text() for chunk, totals in found}
        rows = [
            (key, chunk, each.n, texts[chunk], digest(key, chunk, each.n, texts[chunk]))
            for chunk, each in found
        ]
        query = "SELECT totals FROM chunks WHERE key = ? AND chunk = ?"
        with self._guarded():
            with self._connection:
                self._connection.executemany("INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?, ?)", rows)
            kept = {chunk: self._connection.execute(query, (key, chunk)).fetchone() for chunk in texts}
        for chunk, text in texts.items():
            if kept[chunk] is None:
                raise InputError(f"{self.path} is damaged: it does not give back what is written to it")
            if kept[chunk] != (text,):
                raise InputError(
                    f"{self.path} holds other totals for chunk {chunk}: the sampler is not reproducible"
                )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """What SQLite cannot do with the file, as an InputError."""
        try:
            yield
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            raise InputError(
                f"{self.path} cannot be used as a checkpoint file: {error}; make room, or give another file"
            ) from error


def totals_of(key: str, chunk: Any, count: Any, text: Any, told: Any, draws: int | None) -> Totals | None:
    """What a row says; None where it does not agree with its hash and its count."""
    if type(chunk) is not int or type(count) is not int or type(text) is not str or chunk < 0:
        return None
    if told != digest(key, chunk, count, text):
        return None
    try:
        totals = Totals.from_text(text)
    except InputError:
        return None
    return totals if totals.n == count and draws in (None, count) else None


def digest(*parts: object) -> str:
    """SHA-256 of what a row says."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
