"""Finding: words, filters, parts, addresses, completion; what is wrong names what is near."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rftheory
from rftheory import registry
from rftheory.cli import run
from rftheory.cli.commands import completing
from rftheory.errors import InputError, UnknownIdError
from rftheory.report.references import address
from rftheory.statements import Paper
from rftheory.verdict import Verdict

ORF = "simrf/thm4.3/orf"


def _ids(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["list", *arguments, "--json"]) == 0
    return [item["id"] for item in json.loads(capsys.readouterr().out)["statements"]]


def test_words_choose_by_title_id_and_mechanism(capsys: pytest.CaptureFixture[str]) -> None:
    found = _ids(capsys, "conformity")
    assert ORF in found
    assert "beyond/rho-beta" in found
    assert _ids(capsys, "Conformities") == found, "a plural and capitals find the same"
    assert {name.partition("/")[0] for name in _ids(capsys, "simrf", "conformity")} == {"simrf"}
    assert _ids(capsys, "simrf", "crt") == [*_ids(capsys, "simrf"), *_ids(capsys, "crt")]
    assert set(_ids(capsys, "conformity", "orthogonal")) < set(found)


def test_filters_agree_with_the_statements_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    refuted = _ids(capsys, "simrf", "--verdict", "refuted")
    recorded = {record.id: registry.recorded_verdict(record.id) for record in registry.records("simrf")}
    assert refuted == [
        name
        for record in registry.records("simrf")
        if recorded[record.id] is Verdict.REFUTED
        for name in record.listed
    ]
    used = registry.statement("simrf/cor3.3").uses
    assert used
    resting = _ids(capsys, "--uses", used[0])
    assert "simrf/cor3.3" in resting
    assert all(any(used[0] in each.uses for each in _corrected(name)) for name in resting)
    below = _ids(capsys, "--used-by", "simrf/cor3.3")
    assert {name.removesuffix("/corrected") for name in used} <= set(below)
    simplex = _ids(capsys, "simrf", "--mechanism", "simplex")
    assert simplex
    assert all("simplex" in registry.statement(name).mechanism for name in simplex)


def _corrected(name: str) -> list[Any]:
    statement = registry.statement(name)
    return [each for each in (statement, statement.correction) if each is not None]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("simrf/thm4.3", {ORF, "simrf/thm4.3/simrf"}),
        ("simrf Theorem 4.3", {ORF, "simrf/thm4.3/simrf"}),
        ("simrf/Thm. 4.3", {ORF, "simrf/thm4.3/simrf"}),
        ("eq. (16)", {"crt/eq16", "hrf/eq16", "performer/eq16", "simrf/eq16"}),
    ],
)
def test_a_place_as_people_write_it_is_found(asked: str, meant: set[str]) -> None:
    with pytest.raises(UnknownIdError) as unknown:
        registry.owner(asked)
    assert set(unknown.value.nearest) == meant


def test_a_place_of_several_papers_names_each_of_them() -> None:
    with pytest.raises(UnknownIdError) as unknown:
        registry.owner("thm1")
    having = {r.paper for r in registry.records() if any(n.split("/")[1] == "thm1" for n in r.listed)}
    assert {name.partition("/")[0] for name in unknown.value.nearest} == having
    with pytest.raises(UnknownIdError) as selected:
        registry.statements(["thm1"])
    assert selected.value.nearest == unknown.value.nearest


def test_the_beginning_of_ids_selects_what_lies_below_it() -> None:
    assert [each.id for each in registry.statements(["simrf/thm4.3"])] == [ORF, "simrf/thm4.3/simrf"]


def test_a_folder_that_is_meant_as_a_paper_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["verify", "mine"]) == 2
    assert "nearest: ./mine" in capsys.readouterr().err
    assert run(["verify", "nothing"]) == 2
    assert "simrf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["list", "conformitie5"], "nearest"),
        (["list", "--verdict", "perfect"], "allowed: proved"),
        (["list", "--mechanism", "simplx"], "simplex"),
        (["list", "--uses", "simrf/nothing"], "unknown statement"),
        (["show", "orf/gaussian-quadrature-unbiasedness"], "nearest"),
        (["show", "simrf/rf-conformity-orthogonal"], ORF),
        (["show", ORF, "--latex", "--url"], "allowed: one"),
        (["show", "beyond/rho-beta", "--url"], "see --bibtex"),
        (["completion", "tcsh"], "tcsh"),
    ],
)
def test_what_is_wrong_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_the_beginning_of_ids_shows_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    for given in ("simrf/thm4.3", "simrf/thm4.3/"):
        assert run(["show", given, "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)["statements"]
        assert [item["id"] for item in shown] == [ORF, "simrf/thm4.3/simrf"]
    assert run(["show", "simrf/thm4.3"]) == 0
    assert "RF-conformity of simplex features" in capsys.readouterr().out


def test_one_thing_of_a_statement(capsys: pytest.CaptureFixture[str]) -> None:
    for option, expected in (
        ("--latex", registry.statement(ORF).latex),
        ("--bibtex", registry.paper("simrf").bibtex),
        ("--url", "https://arxiv.org/abs/2301.13856"),
    ):
        assert run(["show", ORF, option]) == 0
        assert capsys.readouterr().out == f"{expected}\n"


def test_addresses_are_read_from_references() -> None:
    def paper(venue: str, bibtex: str = "") -> Paper:
        return Paper("key", "Title", "Authors", venue, bibtex)

    assert address(paper("J. X, doi 10.1000/xyz.12")) == "https://doi.org/10.1000/xyz.12"
    assert address(paper("", "url = {https://example.org/a}")) == "https://example.org/a"
    assert address(paper("arXiv:math/0309136")) == "https://arxiv.org/abs/math/0309136"
    with pytest.raises(InputError, match="no URL"):
        address(paper("Unpublished"))


def test_python_has_the_same_list(capsys: pytest.CaptureFixture[str]) -> None:
    found = rftheory.listing("simrf", "conformity", verdict="proved")
    assert [item["id"] for item in found] == _ids(capsys, "simrf", "conformity", "--verdict", "proved")
    assert repr(found).startswith(f"Listing({len(found)}: ")
    assert found._repr_html_().count("<tr>") == len(found) + 1
    with pytest.raises(UnknownIdError):
        rftheory.listing("nothing-like-it-at-all")


def test_ids_are_attributes() -> None:
    assert rftheory.ids.simrf.thm4_3.orf == ORF
    assert rftheory.evaluate(rftheory.ids.simrf.thm4_3.orf, d=3, v=1, digits=5).value == "2.5134"
    assert rftheory.ids[ORF] == ORF
    assert ORF in rftheory.ids._ipython_key_completions_()
    assert dir(rftheory.ids) == list(registry.modules_by_key())
    with pytest.raises(AttributeError, match="see dir"):
        _ = rftheory.ids.simrf.thm99
    with pytest.raises(UnknownIdError):
        _ = rftheory.ids["simrf/nothing"]


def test_every_id_is_reached_by_attributes() -> None:
    def below(node: Any) -> set[str]:
        found = {str(node)}
        for name in dir(node):
            assert name.isidentifier()
            found |= below(getattr(node, name))
        return found

    paper = rftheory.ids.beyond
    assert {name for record in registry.records("beyond") for name in record.ids} <= below(paper)


def test_shells_complete(capsys: pytest.CaptureFixture[str]) -> None:
    def complete(line: str, place: int) -> list[str]:
        environment = {
            **os.environ,
            "_RFTHEORY_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(place),
        }
        command = [sys.executable, "-m", "rftheory"]
        found = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        assert found.stderr == ""
        return found.stdout.split()

    assert complete("rftheory show simrf/thm4.3", 2) == [ORF, "simrf/thm4.3/simrf"]
    assert "--verdict" in complete("rftheory list --ver", 2)
    assert complete("rftheory nothing", 1) == []
    for shell in ("bash", "zsh", "fish"):
        assert run(["completion", shell]) == 0
        assert "_RFTHEORY_COMPLETE" in capsys.readouterr().out


def test_completers_know_the_index() -> None:
    assert completing.ids(ORF) == [ORF]
    assert "simrf/" in completing.ids("")
    assert len(completing.ids("")) < 40
    assert completing.sides(f"{ORF}:l") == [f"{ORF}:lhs"]
    assert completing.papers("sim") == ["simrf"]
    assert "identity" in completing.kinds("id")
    assert completing.verdicts("ref") == ["refuted"]
    assert "simplex" in completing.mechanisms("simp")
