"""A paper in one file, outside the package and outside the index, is found by loading it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TOY = '''"""A toy."""

import sympy as sp

from rftheory.kit import WHOLE, Derivation, Domain, Equal, Paper, Proof, Statement, formula, real

PAPER = Paper("toy", "A toy", "Nobody", "Nowhere", "@misc{toy}")
a = sp.Symbol("a")
DOMAIN = Domain((real("a"),))


def _expand(proof: Proof) -> None:
    proof.equal((a + 1) ** 2, a**2 + 2 * a + 1, "expanded")


SQUARE = Statement(
    id="toy/square",
    kind="identity",
    where="Eq. (1)",
    title="A square",
    text="It is a square.",
    latex="(a+1)^2=a^2+2a",
    domain_text="real a",
    domain=DOMAIN,
    sides={"lhs": formula((a + 1) ** 2, DOMAIN, "a"), "rhs": formula(a**2 + 2 * a, DOMAIN, "a")},
    companions={"toy/root": {"": formula(a + 1, DOMAIN, "a")}},
    claim=Equal(),
).corrected(
    latex="(a+1)^2=a^2+2a+1",
    sides={"lhs": formula((a + 1) ** 2, DOMAIN, "a"), "rhs": formula(a**2 + 2 * a + 1, DOMAIN, "a")},
    checks=(Derivation(_expand, WHOLE),),
)

STATEMENTS = (
    SQUARE,
    *(
        Statement(f"toy/{word}", "definition", "Eq. (2)", word, word, word, "nothing")
        for word in ("first", "second")
    ),
)
'''
RUN = """
import sys, rftheory.papers
rftheory.papers.__path__.append(sys.argv[1])
from rftheory.cli import run
sys.exit(run(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "toy.py").write_text(TOY, "utf-8")
    return folder


def _run(shelf: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RUN, str(shelf), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def _json(shelf: Path, *arguments: str, code: int = 0) -> Any:
    found = _run(shelf, *arguments, "--json")
    assert (found.returncode, found.stderr) == (code, "")
    return json.loads(found.stdout)


def _line(text: str) -> int:
    return next(number for number, line in enumerate(TOY.splitlines(), 1) if line.startswith(text))


def test_it_is_listed_beside_the_others(shelf: Path) -> None:
    own = _json(shelf, "list", "toy")["statements"]
    assert [item["id"] for item in own] == ["toy/square", "toy/root", "toy/first", "toy/second"]
    assert own[1]["defined_by"] == "toy/square"
    everything = _json(shelf, "list")["statements"]
    assert everything[-4:] == own
    assert len(everything) > 700


@pytest.mark.parametrize(
    ("identifier", "line"),
    [
        ("toy/square", "SQUARE = Statement("),
        ("toy/root", "SQUARE = Statement("),
        ("toy/square/corrected", ").corrected("),
        ("toy/second", "STATEMENTS = ("),
    ],
)
def test_it_is_shown_with_its_lines(shelf: Path, identifier: str, line: str) -> None:
    source = _json(shelf, "show", identifier)["source"]
    assert source == {"file": str(shelf / "toy.py"), "line": _line(line)}


def test_it_evaluates(shelf: Path) -> None:
    assert _json(shelf, "eval", "toy/square/corrected:rhs", "a=2", "--digits", "5")["value"] == "9.0000"
    assert _json(shelf, "eval", "toy/root", "a=2", "--digits", "5")["value"] == "3.0000"


def test_it_is_verified(shelf: Path) -> None:
    results = _json(shelf, "verify", "toy", code=1)["results"]
    assert [result["id"] for result in results] == ["toy/square", "toy/first", "toy/second"]
    assert results[0]["verdict"] == "refuted"
    assert results[0]["correction"]["conclusion"] == "certified, derived"
    assert results[0]["recorded"] is None


def test_a_slip_of_the_pen_is_pointed_out(shelf: Path) -> None:
    found = _run(shelf, "show", "toy/sqare")
    assert (found.returncode, found.stdout) == (2, "")
    assert "toy/square" in found.stderr


def test_two_modules_cannot_claim_one_paper(tmp_path: Path) -> None:
    (tmp_path / "impostor.py").write_text(
        TOY.replace('Paper("toy"', 'Paper("simrf"').replace("toy/", "simrf/"), "utf-8"
    )
    found = _run(tmp_path, "list")
    assert found.returncode == 2
    assert "two modules claim the paper simrf" in found.stderr
