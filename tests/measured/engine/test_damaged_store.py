"""A damaged checkpoint ends in the undisturbed result or in one clear line, never in another verdict."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rftheory.errors import InputError
from rftheory.measured.engine.checkpoints import Store
from rftheory.measured.engine.run import Measurement, Task, measure
from rftheory.measured.inference.mean import DecisionOutcome, mean_rule
from rftheory.measured.inputs import Floats


@dataclass(frozen=True)
class Coin:
    """Zeros and ones; so wide that a chunk is 16 draws."""

    width: int = 2**17

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        return (rng.random(n) < 0.5).astype(np.float64)


RULE = mean_rule(claim=0.5, delta=0.45, support=(0.0, 1.0), alpha=1e-3, beta=1e-3)
TASK = Task("engine/coin", 0, Coin(), RULE, 12 * 16)
ABOUT = {"seed": 1, "profile": "full", "rftheory": "0.1.0", "numpy": np.__version__}


@pytest.fixture(autouse=True, scope="module")
def _without_waiting_for_the_disk() -> Iterator[None]:
    """Nothing here is about a crash of the system, and a thousand writes to the disk take minutes."""
    connect = sqlite3.connect

    def hasty(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection = connect(*arguments, **named)
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA synchronous = OFF")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", hasty)
        yield


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Measurement]:
    """A finished checkpoint file, and what it leads to."""
    file = tmp_path_factory.mktemp("store") / "run.sqlite"
    with Store(file, ABOUT) as store:
        found = measure(TASK, root_seed=1, store=store)
    assert found.decision.outcome is DecisionOutcome.PASS
    return file, found


def _resumed(file: Path, expected: Measurement) -> str:
    """How going on with the file ended: with the undisturbed result, whole or drawn again, or with one line."""
    try:
        with Store(file, ABOUT) as store:
            found = measure(TASK, root_seed=1, store=store)
    except InputError as error:
        text = str(error)
        return "refused" if "\n" not in text and str(file) in text else text
    assert found == expected
    return "whole" if found.reused_chunks == TASK.chunks else "drawn again"


def test_single_bytes(undisturbed: tuple[Path, Measurement], tmp_path: Path) -> None:
    """400 bytes of the file, each made another one."""
    file, expected = undisturbed
    data, source = file.read_bytes(), random.Random(5)
    ends: Counter[str] = Counter()
    for _ in range(400):
        hurt = bytearray(data)
        hurt[source.randrange(len(data))] ^= source.randrange(1, 256)
        copy = tmp_path / "run.sqlite"
        copy.write_bytes(hurt)
        ends[_resumed(copy, expected)] += 1
    assert set(ends) == {"whole", "drawn again", "refused"}


ROWS = [
    "UPDATE chunks SET totals = replace(totals, 'p+', 'p-') WHERE chunk = {c}",
    "UPDATE chunks SET totals = replace(totals, '0x1', '0x2') WHERE chunk = {c}",
    'UPDATE chunks SET totals = \'[16, "0x0p+0", "0x0p+0", "0x0p+0", "0x0p+0"]\' WHERE chunk = {c}',
    "UPDATE chunks SET totals = '[-5' || substr(totals, 4) WHERE chunk = {c}",
    "UPDATE chunks SET totals = '[1' || substr(totals, 4), count = 1 WHERE chunk = {c}",
    "UPDATE chunks SET totals = 'nan' WHERE chunk = {c}",
    "UPDATE chunks SET totals = x'00ff' WHERE chunk = {c}",
    "UPDATE chunks SET totals = 7 WHERE chunk = {c}",
    "UPDATE chunks SET count = -5 WHERE chunk = {c}",
    "UPDATE chunks SET count = 1 WHERE chunk = {c}",
    "UPDATE chunks SET count = 'many' WHERE chunk = {c}",
    "UPDATE chunks SET hash = '' WHERE chunk = {c}",
    "UPDATE chunks SET hash = upper(hash) WHERE chunk = {c}",
    "UPDATE chunks SET hash = (SELECT hash FROM chunks WHERE chunk = 11) WHERE chunk = {c}",
    "UPDATE chunks SET chunk = -1 - chunk WHERE chunk = {c}",
    "UPDATE chunks SET chunk = chunk + 100 WHERE chunk = {c}",
    "UPDATE chunks SET chunk = 'first' WHERE chunk = {c}",
    "UPDATE chunks SET key = 'another' WHERE chunk = {c}",
    "DELETE FROM chunks WHERE chunk = {c}",
    "DELETE FROM about; -- {c}",
    "UPDATE about SET text = '{{}}'; -- {c}",
    "UPDATE about SET text = x'00'; -- {c}",
    "DROP TABLE chunks; -- {c}",
    "ALTER TABLE chunks RENAME COLUMN totals TO sums; -- {c}",
    "PRAGMA user_version = 1; -- {c}",
]


def test_rows(undisturbed: tuple[Path, Measurement], tmp_path: Path) -> None:
    """Each of 25 kinds of damage to each of several rows: 125 in all."""
    file, expected = undisturbed
    ends: Counter[str] = Counter()
    for damage in ROWS:
        for chunk in (0, 1, 5, 9, 10):
            copy = tmp_path / "run.sqlite"
            shutil.copy(file, copy)
            connection = sqlite3.connect(copy, isolation_level=None)
            connection.execute(damage.format(c=chunk))
            connection.close()
            end = _resumed(copy, expected)
            assert end != "whole", damage
            ends[end] += 1
    assert ends == {"drawn again": 100, "refused": 25}


def test_a_damaged_row_is_said(
    undisturbed: tuple[Path, Measurement], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copy = tmp_path / "run.sqlite"
    shutil.copy(undisturbed[0], copy)
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.execute(ROWS[0].format(c=3))
    connection.close()
    with Store(copy, ABOUT) as store:
        assert measure(TASK, root_seed=1, store=store) == undisturbed[1]
        assert store.damaged == 1
    assert caplog.messages == [f"rftheory: 1 damaged rows of {copy} are drawn again"]
    with Store(copy, ABOUT) as store:
        assert measure(TASK, root_seed=1, store=store).reused_chunks == TASK.chunks


@pytest.mark.parametrize("other", [{"seed": 2}, {"profile": "deep"}, {"rftheory": "9"}, {"numpy": "1"}])
def test_a_file_of_another_run_is_refused(
    undisturbed: tuple[Path, Measurement], other: dict[str, Any]
) -> None:
    ((name, value),) = other.items()
    with pytest.raises(InputError, match=f"is of another run: {name} {ABOUT[name]}, not {value}"):
        Store(undisturbed[0], ABOUT | other)


def test_a_file_says_what_it_is_and_of_which_run_in_any_order(tmp_path: Path) -> None:
    """SQLite keeps the application's four letters at byte 68 of its header (sqlite.org/fileformat, 1.3.18)."""
    with Store(tmp_path / "run.sqlite", {"seed": 1, "profile": "full"}):
        pass
    assert (tmp_path / "run.sqlite").read_bytes()[68:72] == b"RFTH"
    with Store(tmp_path / "run.sqlite", {"profile": "full", "seed": 1}):
        pass


def test_processes_that_make_one_file_at_once_find_it_whole(tmp_path: Path) -> None:
    """Workers of a run open the same new file: none sees what another has written of it so far."""
    together = threading.Barrier(6)

    def opened(file: Path) -> str:
        together.wait()
        with Store(file, ABOUT):
            return ""

    with ThreadPoolExecutor(6) as threads:
        for turn in range(60):
            assert list(threads.map(opened, [tmp_path / f"{turn}.sqlite"] * 6)) == [""] * 6


def test_a_full_disk_is_one_line(undisturbed: tuple[Path, Measurement], tmp_path: Path) -> None:
    copy = tmp_path / "run.sqlite"
    shutil.copy(undisturbed[0], copy)
    with Store(copy, ABOUT) as store:
        store._connection.execute("PRAGMA max_page_count = 1")
        longer = Task("engine/longer", 0, Coin(), RULE, 400 * 16)
        with pytest.raises(InputError, match="cannot be used as a checkpoint file: database or disk is full"):
            measure(longer, root_seed=1, store=store)


@pytest.mark.parametrize("room", range(0, 9 * 4096, 2048))
def test_a_disk_that_is_full_while_the_file_is_made_leaves_none_that_is_damaged(
    tmp_path: Path, room: int
) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with contextlib.suppress(InputError), Store(tmp_path / "run.sqlite", ABOUT):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with Store(tmp_path / "run.sqlite", ABOUT) as store:
        assert store.load("a key") == {}
