"""The public door to proof objects: what it gives the second program accepts, and a changed one not."""

import json

import pytest

import rftheory
from rftheory.proof.checker.program import main


def _judged(document, folder):
    file = folder / "object.json"
    file.write_text(json.dumps(document), "utf-8")
    return main([str(file)])


def test_a_theorem_and_a_changed_one(tmp_path, capsys):
    (proof,) = rftheory.certificate("simrf/thm4.3/orf")
    assert _judged(proof, tmp_path) == 0
    assert "simrf/thm4.3/orf: accepted" in capsys.readouterr().out
    wrong = json.loads(json.dumps(proof["conclusion"]).replace('["q", 1, 2]', '["q", 1, 3]'))
    assert wrong != proof["conclusion"]
    assert _judged({**proof, "conclusion": wrong}, tmp_path) == 1


def test_a_refutation(tmp_path, capsys):
    (refutation,) = rftheory.certificate("hrf/eq64")
    assert refutation["kind"] == "refutation"
    assert _judged(refutation, tmp_path) == 0
    assert "hrf/eq64" in capsys.readouterr().out


def test_what_has_neither_says_why():
    with pytest.raises(rftheory.InputError, match="no counterexample"):
        rftheory.certificate("orf/fig3/caption")
    with pytest.raises(rftheory.UnknownIdError):
        rftheory.certificate("orf/fig9")
