"""The doors load what they name and nothing else, and their names have types."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rftheory

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
    section = re.compile(r"rftheory\.papers\.([a-z]\w*\.[a-z]\w*)")
    return {match[1] for match in map(section.fullmatch, loaded) if match}


@pytest.mark.parametrize("arguments", [["list"], ["list", "simrf"], ["errata"], ["errata", "crt", "--json"]])
def test_lists_load_no_paper(arguments: list[str]) -> None:
    loaded = _loaded(*arguments)
    assert _sections(loaded) == set()
    assert not {"sympy", "numpy", "flint"} & set(loaded)


@pytest.mark.parametrize(
    ("arguments", "section"),
    [
        (["show", ORF], "simrf.section4_conformities"),
        (["show", BEYOND, "--json"], "beyond.performer_regularised"),
        (["eval", f"{ORF}:rhs", "d=4", "v=1"], "simrf.section4_conformities"),
        (["search", ORF, "--seconds", "0"], "simrf.section4_conformities"),
        (["verify", ORF], "simrf.section4_conformities"),
        (["show", f"{ORF}f"], None),
    ],
)
def test_one_id_loads_one_section(arguments: list[str], section: str | None) -> None:
    assert _sections(_loaded(*arguments)) == ({section} if section else set())


def test_a_paper_loads_no_other_one() -> None:
    loaded = _sections(_loaded("verify", "orf"))
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
    assert evaluate.startswith("def (")
    assert evaluate.endswith("rftheory.exact.enclosure.Enclosure")
