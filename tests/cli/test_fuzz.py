"""A little of the fuzzer, and that it sees what it looks for."""

from __future__ import annotations

import json

import pytest

from benchmarks.fuzz import fuzz
from benchmarks.hostile import COMMANDS, line, sides
from benchmarks.trial import judged
from rftheory.cli.app import COMMANDS as PROGRAM

SEED = 20261123


def test_inputs_are_a_function_of_seed_and_index() -> None:
    assert line(SEED, 7) == line(SEED, 7)
    assert [line(SEED, index) for index in range(5)] != [line(SEED + 1, index) for index in range(5)]


def test_every_command_is_on_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.hostile._parameters", lambda *_: {"d": "1"})  # no paper is loaded
    assert set(PROGRAM) == set(COMMANDS)
    assert {line(SEED, index)[0][0] for index in range(600)} == set(COMMANDS)
    assert len(sides()) > 500


def test_a_few_seconds_of_it() -> None:
    count, found, seen = fuzz(SEED, 4.0)
    assert found == [], f"seed {SEED}, {count} inputs"
    assert count > 0
    assert sum(seen[command] for command in COMMANDS) == count


@pytest.mark.parametrize(
    ("code", "out", "err"),
    [
        (3, "", ""),
        ("SystemExit 0", "", ""),
        (1, "", ""),
        (2, "", "rftheory: internal error (ValueError): x\n"),
        (2, "", "Traceback (most recent call last):\n"),
        (2, "half a page", "rftheory: no\n"),
        (2, "", "rftheory: no\nmore\n"),
        (2, "", ""),
        (0, "1", "a warning\n"),
        (0, json.dumps({"error": "internal error (KeyError): x"}), ""),
    ],
)
def test_what_is_wrong_is_seen(code: object, out: str, err: str) -> None:
    assert judged(["eval"], code, out, err)


def test_what_is_right_is_not() -> None:
    assert not judged(["eval"], 0, "1\n", "")
    assert not judged(["eval"], 2, "", "rftheory: unknown statement x\n")
    assert not judged(["verify"], 1, "refuted\n", "")
