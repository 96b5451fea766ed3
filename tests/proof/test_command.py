"""`rftheory-check`: one answer a file, exit code 0, 1 or 2; and the checker runs alone, with the standard library."""

from __future__ import annotations

import ast
import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rftheory.proof import checker
from rftheory.proof.checker.program import main

FOLDER = Path(checker.__file__).parent


def write(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(path)


def test_answers(tmp_path: Path, objects: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path, "good", objects["gauss"])
    assert main([good]) == 0
    out = capsys.readouterr().out
    assert "for integer n" in out
    assert "where 0 <= n" in out
    assert "sum(k = 1..n: k) = " in out
    wrong = copy.deepcopy(objects["hypergeometric"])
    wrong["context"]["constraints"] = []
    bad = write(tmp_path, "bad", wrong)
    assert main([good, bad]) == 1
    assert "bad: refused: step 0: neither a constraint" in capsys.readouterr().err
    for name, value in (
        ("text", "no JSON"),
        ("list", []),
        ("deep", "[" * 10**5),
        ("refutation", '{"kind": 1}'),
    ):
        assert main([good, write(tmp_path, name, value), bad]) == 2, name
    assert main([str(tmp_path / "missing")]) == 2
    assert main([str(tmp_path)]) == 2
    assert main(["\x00"]) == 2
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
    assert main(["--help"]) == 0


def test_a_line_is_an_object(
    tmp_path: Path, objects: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    gauss, dominated = ({**objects[name], "part": part} for part, name in enumerate(("gauss", "dominated")))
    lines = [json.dumps(gauss), json.dumps(dominated)]
    assert main([write(tmp_path, "two.jsonl", "\n".join(lines))]) == 0
    assert capsys.readouterr().out.count("accepted") == 2
    dominated["conclusion"] = ["<", 1, 0]
    assert main([write(tmp_path, "bad.jsonl", f"{lines[0]}\n{json.dumps(dominated)}\n")]) == 1
    assert "bad.jsonl:2: refused" in capsys.readouterr().err
    assert main([write(tmp_path, "text.jsonl", f"{lines[0]}\nno JSON\n")]) == 2
    assert main([write(tmp_path, "empty.jsonl", "")]) == 2
    assert main([write(tmp_path, "place.json", {**objects["gauss"], "part": "first"})]) == 2


def test_facts_are_printed(
    tmp_path: Path, objects: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([write(tmp_path, "good", objects["hypergeometric"])]) == 0
    assert "by the fact gamma-next (DLMF 5.5.1)" in capsys.readouterr().out


def test_alone(tmp_path: Path, objects: dict[str, Any]) -> None:
    """A copy of the folder runs without site packages and without rftheory."""
    shutil.copytree(FOLDER, tmp_path / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    good = write(tmp_path, "good", objects["dominated"])
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = [{good!r}];"
    program += "import runpy; runpy.run_module('checker', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("test: accepted")
    here = subprocess.run(
        [sys.executable, "-m", "checker", good], cwd=tmp_path, capture_output=True, check=False
    )
    assert here.returncode == 0


def test_imports() -> None:
    """Only the standard library, and the folder's own files by relative imports."""
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert all(a.name.split(".")[0] in sys.stdlib_module_names for a in node.names), path
            if isinstance(node, ast.ImportFrom):
                own = node.level == 1 or (node.level == 2 and path.parent != FOLDER)
                assert own or (
                    node.level == 0 and str(node.module).split(".")[0] in sys.stdlib_module_names
                ), path
