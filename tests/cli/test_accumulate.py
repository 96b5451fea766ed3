"""`verify --accumulate FILE`: every run draws afresh, adds to what the file holds, and decides on all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rftheory.verification import planned, verify

DRAWN = "simrf/eq7"


def _points(result: Any) -> list[dict[str, Any]]:
    (drawn,) = [item for item in result["evidence"] if item["kind"] == "simulation"]
    return list(drawn["data"]["points"])


def test_runs_add_up_and_say_so(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "life.sqlite"
    found = []
    for _ in range(3):
        answer = command(["verify", DRAWN, "--profile", "full", "--accumulate", str(file), "--json"])
        assert (answer.code, answer.err) == (0, "")
        found.append(json.loads(answer.out)["results"][0])
    points = [_points(result) for result in found]
    first = [point["draws"] for point in points[0]]
    for runs, (result, each) in enumerate(zip(found, points, strict=True), 1):
        assert [point["runs"] for point in each] == [runs] * len(each)
        assert [point["draws"] for point in each] == [runs * draws for draws in first]
        assert f" draws in {runs} runs, " in str(result["evidence"])
    assert len({point["ratio"] for each in points for point in each}) == 3 * len(first)  # drawn afresh
    assert {result["verdict"] for result in found} == {found[0]["verdict"]}


def test_workers_and_executors_change_nothing(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    chosen = (DRAWN, "performer/eq53")
    context = planned("full")
    here = verify(*chosen, context=context, accumulate=tmp_path / "one")
    with ThreadPoolExecutor(2) as pool:
        there = verify(*chosen, context=context, accumulate=tmp_path / "two", executor=pool)
    for one, two in zip(here, there, strict=True):
        assert [item.data for item in one.evidence] == [item.data for item in two.evidence]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--store", "s"], "give --store or --accumulate, not both"),
        (["--record", "r"], "--record keeps what a run alone found"),
        (["--seed", "7"], "is of another run: seed 20230131, not 7"),
        (["--profile", "quick"], "is of another run: profile full, not quick"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    verify(DRAWN, context=planned("full"), accumulate="life")
    answer = command(["verify", DRAWN, "--profile", "full", "--accumulate", "life", "--json", *more])
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert said in answer.err


@pytest.mark.parametrize("file", ["/", "/nofolder/x", "/dev/null"])
def test_a_file_that_cannot_be_one_is_one_line(command: Any, file: str) -> None:
    answer = command(["verify", "orf/eq3", "--accumulate", file])
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
