"""`lint` names each thing that a paper lacks, and nothing where none is; `new-paper` writes one that lacks nothing."""

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
from rftheory.skeleton import skeleton, written
from tests.own.outside import ROOT, installed, serving

WHOLE = '''"""A paper without a lack, until a line of it is replaced."""

import sympy as sp

from rftheory.authoring import Below, Domain, Equal, Paper, Statement, formula, integer, real

PAPER = Paper("whole", "A title", "An author", "A venue", "@misc{whole}")
a = sp.Symbol("a", nonnegative=True)
m = sp.Symbol("m", positive=True, integer=True)
DOMAIN = Domain((real("a", 0), integer("m", 1)))
ONE = Statement(
    id="whole/one",
    kind="identity",
    where="eq. (1)",
    title="A square",
    text="It is a square.",
    latex=r"\\tfrac1m(a+1)^2",
    domain_text="a at least 0",
    domain=DOMAIN,
    sides={"lhs": formula((a + 1) ** 2 / m, DOMAIN), "rhs": formula((a**2 + 2 * a + 1) / m, DOMAIN)},
    claim=Equal(),
    uses=(),
    mechanism=("iid",),
)
STATEMENTS = (ONE,)
'''
CHANGES = {
    "claim": ("    claim=Equal(),\n", ""),
    "domain": ('integer("m", 1)))', 'integer("m", 1), real("b")))'),
    "representation": ("claim=Equal()", "claim=Below(strict=False)"),
    "latex": (r"\tfrac1m(a+1)^2", r"\nosuchcommand{"),
    "quotation": ("It is a square.", ""),
    "mechanism": ('("iid",)', '("nothing-such",)'),
    "uses": ("uses=()", 'uses=("whole/two",)'),
    "reference": ("An author", ""),
}


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    with registry.beside():
        yield


def _lacks(folder: Path, text: str, **options: bool) -> list[rftheory.linting.Lack]:  # type: ignore[name-defined]
    file = folder / "whole.py"
    file.write_text(text, "utf-8")
    return rftheory.lint(str(file), **options)


def test_nothing_is_lacking(tmp_path: Path) -> None:
    assert _lacks(tmp_path, WHOLE) == []


@pytest.mark.parametrize("rule", CHANGES)
def test_a_lack_is_named(tmp_path: Path, rule: str) -> None:
    before, after = CHANGES[rule]
    assert before in WHOLE
    found = _lacks(tmp_path, WHOLE.replace(before, after), mutants=False)
    assert [each.rule for each in found] == [rule], found
    assert all("\n" not in each.line for each in found)


def test_a_side_that_fails_at_a_corner(tmp_path: Path) -> None:
    text = WHOLE.replace(
        "(a**2 + 2 * a + 1) / m, DOMAIN", "(a**2 + 2 * a + 1) / m * sp.besselj(0, a) * sp.Pow(a, -1), DOMAIN"
    )
    (found,) = [each for each in _lacks(tmp_path, text, mutants=False) if each.rule == "corner"]
    assert found.line.startswith("side rhs has no value at a = 0, m = ")


def test_a_refuted_statement_without_an_erratum(command: Callable[..., Any], tmp_path: Path) -> None:
    text = WHOLE.replace("2 * a + 1) / m", "a + 1) / m")
    (tmp_path / "whole.py").write_text(text, "utf-8")
    assert command(["verify", str(tmp_path / "whole.py"), "--record"]).code == 0
    found = _lacks(tmp_path, text)
    assert [each.line for each in found if each.rule == "quotation"] == [
        "refuted, and no erratum says what is wrong, with the words at issue"
    ]


def test_mutants_that_live(tmp_path: Path) -> None:
    """Nothing evaluates a quantity in words, so its inequality may as well point the other way."""
    worded = WHOLE.replace(
        "claim=Equal()", 'claim=All((Equal(), Below(Quantity("the cost of a run"), 2 * a)))'
    )
    worded = worded.replace("import Below,", "import All, Below,").replace(" Paper,", " Paper, Quantity,", 1)
    assert "mutants" in [each.rule for each in _lacks(tmp_path, worded)]


def test_the_command_exits_with_one(command: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "whole.py"
    file.write_text(WHOLE.replace('("iid",)', '("nothing-such",)'), "utf-8")
    said = command(["lint", str(file), "--fast"])
    assert said.code == 1
    assert said.out.splitlines()[0].startswith("whole/one: mechanism: mechanism nothing-such is unknown")
    document = json.loads(command(["lint", str(file), "--fast", "--json"]).out)
    assert [each["rule"] for each in document["lacks"]] == ["mechanism"]
    file.write_text(WHOLE, "utf-8")
    assert command(["lint", str(file), "--fast"]).out == "nothing is lacking\n"


def test_a_new_paper_lacks_nothing_and_passes_its_own_tests(
    command: Callable[..., Any], tmp_path: Path
) -> None:
    project = tmp_path / "mine"
    said = command(["new-paper", "my-own", "--folder", str(project), "--title", "Of mine"])
    assert (said.code, len(said.out.splitlines())) == (0, 6)
    assert command(["new-paper", "my-own", "--folder", str(project)]).code == 2
    site = installed(project, tmp_path / "built")
    with serving(site) as asked:
        assert asked("lint", "my-own").out == "nothing is lacking\n"
        assert asked("verify", "my-own", "--record", "--json").json()["results"][0]["verdict"] == "certified"
        assert asked("prove", "my-own", "--record").code == 0
        again = asked("verify", "my-own", "--record", "--json").json()["results"]
        assert again[0]["verdict"] == "proved"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    tests = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(project),
        str(project),
    ]
    found = subprocess.run(
        tests, check=False, cwd=project, capture_output=True, text=True, env=environment, timeout=300
    )
    assert found.returncode == 0, found.stdout
    assert "3 passed" in found.stdout


@pytest.mark.parametrize("key", ["", "Mine", "../up", "a b", "1st", "x" * 41, "class"])
def test_a_key_that_cannot_be_one(key: str) -> None:
    with pytest.raises(InputError, match="allowed"):
        skeleton(key)


@pytest.mark.parametrize("title", ['say "no"', "a\nb", "{{ 7 }}", "back\\slash"])
def test_a_title_that_would_be_code(title: str) -> None:
    with pytest.raises(InputError, match="allowed"):
        skeleton("mine", title)


def test_no_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", "utf-8")
    with pytest.raises(InputError, match="exists"):
        written("mine", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
