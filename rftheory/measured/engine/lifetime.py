"""Evidence over time: one file that keeps what every run found, so that the next one adds to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rftheory.errors import InputError
from rftheory.measured.engine.checkpoints import Store, digest, totals_of
from rftheory.measured.engine.reductions import Totals, combine
from rftheory.measured.engine.run import Measurement, Task
from rftheory.measured.inference.lifetime import decide_over_runs

_TABLES = (
    "CREATE TABLE IF NOT EXISTS runs (number INTEGER PRIMARY KEY, rows INTEGER, hash TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS tests (name TEXT PRIMARY KEY, key TEXT NOT NULL, hash TEXT NOT NULL)",
)


class Lifetime(Store):
    """Totals of every test of every run; the run that is open is the first unfinished one, or a new one.

    Each run has draws of its own: its seed follows from the file's and from its number, so nobody chooses it, and a
    run that was begun is made to its end before another begins, so none is left out by what it shows. A test is the
    same in every run (sampler, claim, margin, variance, range); another one under its name is refused, as are rows
    that are damaged or gone. InputError for these and for what `Store` refuses.
    """

    def __init__(self, path: str | Path, about: Mapping[str, object]) -> None:
        super().__init__(path, {"accumulates": True, **about})
        self._first = str(about.get("seed"))
        try:
            with self._guarded():
                self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        with self._connection:
            for table in _TABLES:
                self._connection.execute(table)
            found = self._connection.execute("SELECT number, rows, hash FROM runs ORDER BY number").fetchall()
            for place, (number, rows, told) in enumerate(found):
                held = self._connection.execute(
                    "SELECT count(*) FROM chunks WHERE chunk = ?", (place,)
                ).fetchone()
                last = rows is None and place == len(found) - 1
                if number != place or told != digest(number, rows) or not (last or held == (rows,)):
                    raise InputError(f"{self.path} is damaged: what run {place + 1} found is changed or gone")
            self.number = len(found) - 1 if found and found[-1][1] is None else len(found)
            row = (self.number, None, digest(self.number, None))
            self._connection.execute("INSERT OR IGNORE INTO runs VALUES (?, ?, ?)", row)

    @property
    def seed(self) -> int:
        """The root seed of the open run."""
        return int.from_bytes(
            hashlib.sha256(f"lifetime|{self._first}|{self.number}".encode()).digest()[:8], "big"
        )

    def adding(self, task: Task, made: Callable[[int], Measurement]) -> Measurement:
        """The test in the open run, made from its seed unless the file has it, with the totals of all runs together."""
        key = self._key(task)
        runs = self._found(key)
        if self.number in runs:
            found = Measurement(
                task, self.seed, runs[self.number], task.rule.decide(runs[self.number]), 0, 0.0
            )
        else:
            found = made(self.seed)
            self.save(key, self.number, found.totals)
            runs[self.number] = found.totals
        totals = combine([runs[number] for number in sorted(runs)])
        decision = decide_over_runs(found.task.rule, totals)
        return replace(found, totals=totals, decision=decision, runs=len(runs))

    def finish(self) -> None:
        """Close the run: what it found is complete."""
        with self._guarded(), self._connection:
            (rows,) = self._connection.execute(
                "SELECT count(*) FROM chunks WHERE chunk = ?", (self.number,)
            ).fetchone()
            row = (rows, digest(self.number, rows), self.number)
            self._connection.execute("UPDATE runs SET rows = ?, hash = ? WHERE number = ?", row)

    def _key(self, task: Task) -> str:
        """The key of a test, the same in every run; InputError where its name stands for another one."""
        name = f"{task.statement}|{task.point}"
        rule: Any = task.rule
        text = repr((task.sampler, replace(rule, alpha=0.5, beta=0.5) if hasattr(rule, "beta") else rule))
        if " object at 0x" in text:
            raise InputError("a sampler and a rule need a repr that tells them apart: use frozen dataclasses")
        key = digest(name, text)
        with self._guarded(), self._connection:
            row = (name, key, digest(name, key, "test"))
            self._connection.execute("INSERT OR IGNORE INTO tests VALUES (?, ?, ?)", row)
            kept = self._connection.execute(
                "SELECT name, key, hash FROM tests WHERE name = ?", (name,)
            ).fetchone()
        if kept != row:
            raise InputError(
                f"{self.path} holds another test of {task.statement} at point {task.point}: its evidence does not add "
                "up with this one; give another file"
            )
        return key

    def _found(self, key: str) -> dict[int, Totals]:
        with self._guarded():
            rows: Iterable[Any] = self._connection.execute(
                "SELECT chunk, count, totals, hash FROM chunks WHERE key = ?", (key,)
            ).fetchall()
        found = {}
        for number, count, text, told in rows:
            totals = totals_of(key, number, count, text, told, None)
            if totals is None:
                raise InputError(f"{self.path} is damaged: what one of its runs found is changed")
            found[number] = totals
        return found
