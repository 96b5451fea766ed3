"""rftheory prove: what it prints, what it keeps, and that the checker reads what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from rftheory.cli import run
from rftheory.proof.checker import check
from rftheory.report.schema import json_schema


def test_a_search_is_repeated_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "simrf/eq5", "performer/eq14", "--again", "--json", "--record", str(tmp_path)]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json_schema())
    assert document["proved"] == ["performer/eq14", "simrf/eq5"]
    assert not any(attempt["kept"] for attempt in document["attempts"])
    (line,) = [
        found
        for found in (tmp_path / "performer.jsonl").read_text(encoding="utf-8").splitlines()
        if '"performer/eq14"' in found
    ]
    kept = json.loads(line)
    assert kept.pop("part") == 0
    assert check(kept).about == "performer/eq14"


def test_what_has_no_words_in_proofs_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "hrf/fig4"]) == 0
    assert "none: proofs have no word for" in " ".join(capsys.readouterr().out.split())


def test_only_the_correction_of_what_is_refuted_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "simrf/cor4.4", "--json"]) == 0
    tried = {attempt["id"] for attempt in json.loads(capsys.readouterr().out)["attempts"]}
    assert tried == {"simrf/cor4.4/corrected"}


def test_an_unknown_id_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "simrf/nothing"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_proof_is_shown_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "performer/eq14", "--proof"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "accepted by the checker" in lines[0]
    assert any("(gaussian)" in line for line in lines)
    assert run(["show", "performer/eq14", "--proof", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json_schema())
    assert check(document["proofs"][0]).about == "performer/eq14"


def test_what_has_no_proof_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "hrf/fig4", "--proof"]) == 0
    assert "there is no proof of hrf/fig4" in capsys.readouterr().out
