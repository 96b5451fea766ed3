"""The doors load what they name and nothing else, and their names have types."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rftheory
from rftheory import registry

ROOT = Path(__file__).parents[2]
ORF = "simrf/thm4.3/orf"
BEYOND = "beyond/smreg/upper"
RUN = """
import contextlib, io, json, sys
from rftheory.cli import run
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    run(sys.argv[1:])
print(json.dumps(sorted(sys.modules)))
"""


def _loaded(*arguments: str) -> list[str]:
    """The modules that one command line leaves loaded."""
    command = [sys.executable, "-c", RUN, *arguments]
    found = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True, timeout=120)
    return list(json.loads(found.stdout))


def _sections(loaded: list[str]) -> set[str]:
    """The modules with statements among them."""
    sections = {record.module for record in registry.records()}
    return {section for section in sections if f"rftheory.papers.{section}" in loaded}


@pytest.mark.parametrize("arguments", [["list"], ["list", "simrf"], ["errata"], ["errata", "crt", "--json"]])
def test_lists_load_no_paper(arguments: list[str]) -> None:
    loaded = _loaded(*arguments)
    assert _sections(loaded) == set()
    assert not {"sympy", "numpy", "flint"} & set(loaded)


@pytest.mark.parametrize(
    ("arguments", "identifier"),
    [
        (["eval", f"{ORF}:rhs", "d=4", "v=1"], ORF),
        (["search", ORF, "--seconds", "0"], ORF),
        (["verify", ORF], ORF),
    ],
)
def test_one_id_loads_one_section(arguments: list[str], identifier: str) -> None:
    assert _sections(_loaded(*arguments)) == {registry.owner(identifier).module}


@pytest.mark.parametrize("arguments", [["show", ORF], ["show", BEYOND, "--json"]])
def test_a_statement_is_shown_without_its_section(arguments: list[str]) -> None:
    loaded = _loaded(*arguments)
    assert _sections(loaded) == set()
    assert not {"sympy", "numpy", "flint"} & set(loaded)


def test_a_slip_of_the_pen_loads_no_section() -> None:
    assert _sections(_loaded("show", f"{ORF}f")) == set()


def test_a_paper_loads_no_other_one(verified_orf: Any) -> None:
    loaded = _sections(verified_orf.loaded)
    assert {section.partition(".")[0] for section in loaded} == {"orf"}


def test_the_stub_has_the_public_names() -> None:
    stub = ast.parse((ROOT / "rftheory" / "__init__.pyi").read_text("utf-8"))
    named = [node for node in stub.body if isinstance(node, ast.Assign)]
    assert [ast.literal_eval(node.value) for node in named] == [rftheory.__all__]
    homes = {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert homes == rftheory._HOMES


def test_the_public_names_have_types(tmp_path: Path) -> None:
    names = [name for name in rftheory.__all__ if name != "__version__"]
    file = tmp_path / "client.py"
    file.write_text("import rftheory\n" + "".join(f"reveal_type(rftheory.{name})\n" for name in names))
    command = [sys.executable, "-m", "mypy", str(file)]
    found = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert found.returncode == 0, found.stdout + found.stderr
    types = re.findall(r'Revealed type is "(.*)"', found.stdout)
    assert len(types) == len(names)
    assert [name for name, revealed in zip(names, types, strict=True) if revealed == "Any"] == []
    evaluate = types[names.index("evaluate")]
    assert evaluate.startswith("Overload(def (")
    assert "-> rftheory.exact.enclosure.Enclosure, def (" in evaluate
