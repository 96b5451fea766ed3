"""A paper in one file, outside the package and outside the index, is found by loading it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
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
SERVE = """
import json, os, sys, tempfile
import rftheory.kit, rftheory.verification
from rftheory.cli import run

for line in sys.stdin:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = run(["--papers", sys.argv[1], *json.loads(line)])
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = [os.pread(file.fileno(), 1 << 24, 0).decode() for file in (out, err)]
    print(json.dumps([code, *texts]), flush=True)
"""
"""Every command line in a process of its own, which finds the libraries loaded and no paper."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "toy.py").write_text(TOY, "utf-8")
    return folder


Asked = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def asked(shelf: Path) -> Iterator[Asked]:
    """`asked("show", ...)` -> (code, out, err)."""
    command = [sys.executable, "-c", SERVE, str(shelf)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        given, answers = process.stdin, process.stdout

        def ask(*arguments: str) -> tuple[int, str, str]:
            print(json.dumps(arguments), file=given, flush=True)
            code, out, err = json.loads(answers.readline())
            return code, out, err

        yield ask


def _json(asked: Asked, *arguments: str, code: int = 0) -> Any:
    found, out, err = asked(*arguments, "--json")
    assert (found, err) == (code, "")
    return json.loads(out)


def _line(text: str) -> int:
    return next(number for number, line in enumerate(TOY.splitlines(), 1) if line.startswith(text))


def test_it_is_listed_beside_the_others(asked: Asked) -> None:
    own = _json(asked, "list", "toy")["statements"]
    assert [item["id"] for item in own] == ["toy/square", "toy/root", "toy/first", "toy/second"]
    assert own[1]["defined_by"] == "toy/square"
    everything = _json(asked, "list")["statements"]
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
def test_it_is_shown_with_its_lines(asked: Asked, shelf: Path, identifier: str, line: str) -> None:
    source = _json(asked, "show", identifier)["source"]
    assert source == {"file": str(shelf / "toy.py"), "line": _line(line)}


def test_it_evaluates(asked: Asked) -> None:
    assert _json(asked, "eval", "toy/square/corrected:rhs", "a=2", "--digits", "5")["value"] == "9.0000"
    assert _json(asked, "eval", "toy/root", "a=2", "--digits", "5")["value"] == "3.0000"


def test_it_is_verified(asked: Asked) -> None:
    results = _json(asked, "verify", "toy")["results"]
    assert [result["id"] for result in results] == ["toy/square", "toy/first", "toy/second"]
    assert results[0]["verdict"] == "refuted"
    assert results[0]["correction"]["conclusion"] == "certified, derived"
    assert {(result["recorded"], result["as_recorded"]) for result in results} == {(None, True)}


def test_a_slip_of_the_pen_is_pointed_out(asked: Asked) -> None:
    code, out, err = asked("show", "toy/sqare")
    assert (code, out) == (2, "")
    assert "toy/square" in err


def test_two_papers_cannot_have_one_key(tmp_path: Path, command: Callable[..., Any]) -> None:
    for name, key in (("impostor", "simrf"), ("again", "toy"), ("twice", "toy")):
        text = TOY.replace('Paper("toy"', f'Paper("{key}"').replace("toy/", f"{key}/")
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    one = command(["list", "--papers", str(tmp_path / "impostor.py")])
    assert (one.code, "has the key simrf of a paper of rftheory" in one.err) == (2, True)
    two = command(["list", "--papers", str(tmp_path / "again.py"), "--papers", str(tmp_path / "twice.py")])
    assert (two.code, "two papers have the key toy" in two.err) == (2, True)
