"""The file of tried mutants: what is damaged is tried again and said, what is no such file is refused."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from rftheory.errors import InputError
from rftheory.evidence.mutants.kept import Kept, Timed
from rftheory.evidence.mutants.trial import Trial
from rftheory.trying import try_mutants

ONE, TWO = ("orf/one", "00000001"), ("orf/two", "00000002")
TIMED = {
    ONE: Timed([Trial("orf/one", "a factor 2", "killed", "agreement")], 0.25),
    TWO: Timed([Trial("orf/two", "größer", "survived", "no evidence", "claim")], 1.5),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "kept.jsonl"
    kept = Kept(path)
    for key, timed in TIMED.items():
        kept.add(key, timed)
    return path


def test_what_is_kept_is_read_again(path: Path) -> None:
    found = Kept(path, resume=True)
    assert (found.known, found.damaged) == (TIMED, 0)


def test_every_changed_byte_is_seen(path: Path) -> None:
    """The true trials or none, and never another fate; what is left is a whole file again."""
    text = path.read_bytes()
    refused = 0
    for place in range(len(text)):
        for other in (text[place] ^ 1, ord("0"), ord("\n")):
            if other == text[place]:
                continue
            path.write_bytes(text[:place] + bytes([other]) + text[place + 1 :])
            try:
                found = Kept(path, resume=True)
            except InputError:
                refused += 1
                continue
            assert found.damaged
            assert all(TIMED[key] == timed for key, timed in found.known.items())
            assert Kept(path, resume=True).damaged == 0
    assert 0 < refused < 3 * (text.index(b"\n") + 1)  # the first line says what the file is


def test_a_fate_that_is_changed_by_hand_is_not_believed(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.write_text(path.read_text("utf-8").replace("survived", "killed"), "utf-8")
    with caplog.at_level(logging.WARNING):
        assert set(Kept(path, resume=True).known) == {ONE}
    assert "damaged" in caplog.text


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_line_that_a_kill_cut_short_is_written_anew(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:-cut])
    kept = Kept(path, resume=True)
    kept.add(TWO, TIMED[TWO])
    assert Kept(path, resume=True).known == TIMED


def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine\n", "utf-8")
    with pytest.raises(InputError, match="give another file"):
        Kept(other, resume=True)
    assert other.read_text("utf-8") == "mine\n"


def test_a_damaged_line_is_tried_again(tmp_path: Path) -> None:
    store = tmp_path / "mutants.jsonl"
    one = try_mutants("orf/sec3/norms", store=store)
    whole = store.read_bytes()
    head, line, _ = whole.split(b"\n")
    said = json.loads(line)
    said["trials"][0]["outcome"] = "equivalent"
    store.write_bytes(head + b"\n" + json.dumps(said).encode() + b"\n")
    assert try_mutants("orf/sec3/norms", store=store, resume=True) == one
    assert Kept(store, resume=True).known.keys() == {("orf/sec3/norms", said["text"])}
