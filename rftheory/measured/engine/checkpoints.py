"""Finished chunks in one SQLite file, under keys that name what they belong to. No chunk is ever changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Self

from rftheory.errors import InputError
from rftheory.measured.engine.reductions import Totals

APPLICATION = 0x52465448  # "RFTH", by which SQLite tells the file from others
FORMAT = 1  # to be raised when what a chunk holds changes


class Store:
    """A checkpoint file: chunk totals by (key, chunk). Usable as a context manager; one writer at a time.

    The key comes from `engine.run_key` (task, seed, source and format), so chunks of another task, seed or
    version are never found. InputError for a file that is no checkpoint of this format.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self._connection = sqlite3.connect(self.path)
            self._prepare()
        except sqlite3.Error as error:
            raise InputError(f"{self.path} cannot be used as a checkpoint file: {error}") from error

    def _prepare(self) -> None:
        try:
            (application,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and (application, version) != (APPLICATION, FORMAT):
                raise InputError(f"{self.path} is not a checkpoint file of format {FORMAT}")
            with self._connection:
                self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {FORMAT}")
                self._connection.execute(
                    "CREATE TABLE IF NOT EXISTS chunks"
                    " (key TEXT, chunk INTEGER, totals TEXT NOT NULL, PRIMARY KEY (key, chunk))"
                )
        except BaseException:
            self._connection.close()
            raise

    def load(self, key: str) -> dict[int, Totals]:
        """The finished chunks of one run, by their index."""
        rows = self._connection.execute("SELECT chunk, totals FROM chunks WHERE key = ?", (key,)).fetchall()
        return {int(chunk): Totals.from_text(text) for chunk, text in rows}

    def save(self, key: str, chunk: int, totals: Totals) -> None:
        """Record one chunk, durably; InputError if other totals are already recorded for it."""
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO chunks VALUES (?, ?, ?)", (key, chunk, totals.to_text())
            )
        query = "SELECT totals FROM chunks WHERE key = ? AND chunk = ?"
        (kept,) = self._connection.execute(query, (key, chunk)).fetchone()
        if kept != totals.to_text():
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
