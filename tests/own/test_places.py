"""Papers in bare files and folders: found, run on demand alone, and treated like the shipped ones; doors of Python too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rftheory
from rftheory import registry
from rftheory.errors import InputError
from rftheory.registry import sources
from tests.own.outside import ROOT

LEMMA = '''"""A lemma of mine."""

import sympy as sp

from rftheory.authoring import Below, Domain, Equal, Statement, formula, real

a = sp.Symbol("a")
DOMAIN = Domain((real("a"),))
STATEMENTS = (
    Statement(
        "lemma/square", "identity", "Eq. (1)", "A square", "It is.", "(a+1)^2=a^2+2a+1", "real a", DOMAIN,
        {"lhs": formula((a + 1) ** 2, DOMAIN), "rhs": formula(a**2 + 2 * a + 1, DOMAIN)}, claim=Equal(),
    ),
    Statement(
        "lemma/false", "inequality", "Eq. (2)", "A power", "It is.", r"a^2\\le a^4", "real a", DOMAIN,
        {"lhs": formula(a**2, DOMAIN), "rhs": formula(a**4, DOMAIN)}, claim=Below(strict=False),
    ),
)
'''
STRAY = """import pathlib, rftheory

pathlib.Path(__file__).with_name("executed").touch()
PAPER = "A4"
"""
QUERIES = """import pathlib

pathlib.Path(__file__).with_name("executed").touch()
STATEMENTS = ("select 1",)
"""
Command = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a lemma and two stray modules; what is opened is closed."""
    (tmp_path / "lemma.py").write_text(LEMMA, "utf-8")
    (tmp_path / "stray.py").write_text(STRAY, "utf-8")
    (tmp_path / "queries.py").write_text(QUERIES, "utf-8")
    (tmp_path / "test_lemma.py").write_text(LEMMA, "utf-8")
    with registry.beside():
        yield tmp_path
    assert not (tmp_path / "executed").exists()


def _document(found: Any, code: int = 0) -> Any:
    assert (found.code, found.err) == (code, ""), found
    return json.loads(found.out)


def test_a_bare_file_is_verified_and_recorded(command: Command, folder: Path) -> None:
    file = str(folder / "lemma.py")
    first = _document(command(["verify", file, "--json"]))["results"]
    assert {each["id"]: each["verdict"] for each in first} == {
        "lemma/square": "certified",
        "lemma/false": "refuted",
    }
    assert {(each["recorded"], each["as_recorded"]) for each in first} == {(None, True)}
    assert "2 unrecorded before" in command(["verify", file]).out
    assert _document(command(["errata", file, "--json"]))["errata"] == []
    assert command(["verify", file, "--record"]).code == 0
    assert (folder / "lemma.ledger.json").is_file()
    again = _document(command(["verify", file, "--json"]))["results"]
    assert all(each["recorded"] == each["verdict"] for each in again)
    assert [each["id"] for each in _document(command(["errata", file, "--json"]))["errata"]] == [
        "lemma/false"
    ]


def test_a_verdict_that_contradicts_the_ledger_beside_is_a_failure(command: Command, folder: Path) -> None:
    file = folder / "lemma.py"
    assert command(["verify", str(file), "--record"]).code == 0
    file.write_text(LEMMA.replace("a**2 + 2 * a + 1", "a**2 + 2 * a"), "utf-8")
    found = command(["verify", str(file)])
    assert (found.code, "NOT as recorded" in found.out) == (1, True)


@pytest.mark.parametrize("where", ["option", "variable"])
def test_a_folder_is_looked_through_and_no_stray_module_runs(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    papers = ["--papers", str(folder)] if where == "option" else []
    if where == "variable":
        monkeypatch.setenv(sources.VARIABLE, os.pathsep.join([str(folder)]))
    listed = _document(command(["list", "--json", *papers]))["statements"]
    assert [each["id"] for each in listed][-2:] == ["lemma/square", "lemma/false"]
    value = _document(command([*papers, "eval", "lemma/square:rhs", "a=1/2", "--digits", "5", "--json"]))[
        "value"
    ]
    assert value == "2.2500"
    assert command(["show", "lemma/square", *papers]).code == 0
    if where == "option":
        assert "unknown statement" in command(["show", "lemma/square"]).err


def test_a_shipped_paper_is_found_without_running_mine(command: Command, folder: Path) -> None:
    (folder / "broken.py").write_text(f"{LEMMA.replace('lemma/', 'broken/')}\n1 / 0\n", "utf-8")
    papers = ["--papers", str(folder)]
    assert command(["list", "simrf", *papers]).code == 0
    assert command(["eval", "simrf/thm4.3/orf:rhs", "d=4", "v=1", *papers]).code == 0
    assert command(["verify", "lemma/square", *papers]).code == 0
    found = command(["list", *papers])
    assert found.code == 2
    assert found.err.count("\n") == 1
    assert "the paper broken cannot be loaded" in found.err
    assert "ZeroDivisionError" in found.err
    assert f"broken.py, line {LEMMA.count(chr(10)) + 2}" in found.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LEMMA.replace("lemma/square", "other/square"), "id other/square"),
        (LEMMA + "\nSTATEMENTS = (*STATEMENTS, 1)\n", "STATEMENTS[2]"),
        (LEMMA.replace("lemma/false", "lemma/square"), "id lemma/square is taken"),
        (LEMMA.replace("(real(", "(str("), "a domain is given a; allowed: real("),
        (LEMMA.replace("import sympy", "import sympie"), "No module named 'sympie'"),
        (LEMMA + "\nPAPER = 1\n", "no Paper but 1"),
        (LEMMA + "\nraise SystemExit(3)\n", "SystemExit: 3"),
        (STRAY, "no paper in"),
        (LEMMA[:-4], "no paper in"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(command: Command, folder: Path, text: str, said: str) -> None:
    (folder / "lemma.py").write_text(text, "utf-8")
    found = command(["verify", str(folder / "lemma.py")])
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert found.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["verify", "./nothing.py"], "no file or folder"),
        (["list", "--papers"], "--papers needs a value"),
        (["verify", "simrf/thm4.3/orf", "--record"], "simrf is none"),
        (["verify", "bad\0.py"], "is no path"),
    ],
)
def test_wrong_use_is_one_line(command: Command, arguments: list[str], said: str) -> None:
    found = command(arguments)
    assert (found.code, said in found.err) == (2, True), found


def test_the_doors_of_python(folder: Path) -> None:
    file = folder / "lemma.py"
    assert rftheory.open_papers(file) == ("lemma",)
    assert str(rftheory.evaluate("lemma/square:rhs", a=1, digits=5)) == "4.0000"
    assert str(rftheory.evaluate("lemma/square:rhs", a=1, digits=5, isolate=True)) == "4.0000"
    assert rftheory.search("lemma/false", seconds=1).counterexample is not None
    found = rftheory.verify(str(file), workers=2)
    assert [each.verdict for each in found] == [rftheory.Verdict.CERTIFIED, rftheory.Verdict.REFUTED]
    assert all(each.as_expected and each.recorded is None for each in found)
    file.write_text(LEMMA.replace("a**4", "a**2 + 1"), "utf-8")
    again = rftheory.verify(str(file))
    assert again[1].verdict is rftheory.Verdict.SUPPORTED
    with pytest.raises(InputError, match="no paper in"):
        rftheory.open_papers(folder / "stray.py")


def test_installing_a_paper_changes_no_budget_of_the_shipped_ones(folder: Path) -> None:
    before = registry.planned_tests()
    rftheory.open_papers(folder / "lemma.py")
    assert registry.planned_tests(["simrf"]) == before


PACKAGE = {
    "__init__.py": 'from rftheory.authoring import Paper\n\nPAPER = Paper("mine", "T", "A", "V", "@misc{mine}")\n'
    'SECTIONS = ("one",)\n',
    "one.py": LEMMA.replace("lemma/", "mine/").replace(
        "from rftheory", "from ._shared import NOTHING\nfrom rftheory"
    ),
    "_shared.py": "NOTHING = 0\n",
    "_proofs/__init__.py": "",
    "_proofs/squares.py": "from rftheory.authoring import automatic\n\nCALLS = []\n\n\ndef script(prover, goal):\n"
    "    CALLS.append(goal)\n    return automatic(prover, goal)\n\n\nPROOFS = {'mine/square': (script,)}\n",
}


def test_a_package_in_a_folder_with_sections_scripts_and_proofs(command: Command, tmp_path: Path) -> None:
    for name, text in PACKAGE.items():
        path = tmp_path / "written" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    papers = ["--papers", str(tmp_path)]
    assert "proved" not in command(["verify", "mine/square", *papers]).out
    assert command(["prove", "mine/square", "--record", *papers]).code == 0
    assert (tmp_path / "written" / "theorems.jsonl").is_file()
    assert sys.modules["rftheory_own_mine._proofs.squares"].CALLS
    found = _document(command(["verify", "mine/square", "--json", *papers]))["results"]
    assert found[0]["verdict"] == "proved"
    section = tmp_path / "written" / "one.py"
    twice = (
        section.read_text("utf-8")
        .replace("(a + 1) ** 2", "2 * (a + 1) ** 2")
        .replace("2 * a + 1", "2 * a + 1 + (a + 1) ** 2")
    )
    section.write_text(twice, "utf-8")
    other = _document(command(["verify", "mine/square", "--json", *papers]))["results"]
    assert (other[0]["verdict"] == "proved", other[0]["evidence"][0]["outcome"]) == (False, "undecided")


def test_a_broken_entry_point_is_one_line(tmp_path: Path) -> None:
    site = tmp_path / "broken-1.dist-info"
    site.mkdir()
    (site / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", "utf-8")
    (site / "entry_points.txt").write_text("[rftheory.papers]\nbroken = no_such_module\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    run = [sys.executable, "-m", "rftheory", "list"]
    all_papers, one = (
        subprocess.run(
            [*run, *more], check=False, capture_output=True, text=True, env=environment, timeout=120
        )
        for more in ([], ["simrf"])
    )
    assert (all_papers.returncode, one.returncode) == (2, 0)
    assert "the paper broken cannot be loaded" in all_papers.stderr
    assert all_papers.stderr.count("\n") == 1


def test_the_lemma_of_the_documentation_is_certified_to_lie_below(command: Command, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "own_papers.md").read_text("utf-8")
    (tmp_path / "lemma.py").write_text(text.partition("```python\n")[2].partition("```")[0], "utf-8")
    (found,) = _document(command(["verify", str(tmp_path / "lemma.py"), "--json"]))["results"]
    assert (found["id"], found["verdict"]) == ("lemma/tangent", "supported")
    value = [
        "eval",
        "lemma/tangent:rhs",
        "s=1/2",
        "m=3",
        "--papers",
        str(tmp_path / "lemma.py"),
        "--digits",
        "6",
    ]
    assert "0.216240" in command(value).out
