"""The house stands as designed: imports go down, doors open fast, documents are current."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("numpy", "scipy", "sympy", "mpmath", "flint", "array_api_compat")


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=60)


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return _run(sys.executable, "-c", code)


def _help(*command: str) -> str:
    run = f"rftheory.cli.run({[*command, '--help']!r}) == 0"
    return (
        f"import rftheory.cli, io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()): assert {run}"
    )


def test_import_contracts() -> None:
    found = _run(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import rftheory; dir(rftheory)",
        "import rftheory.errors",
        "import rftheory.cli",
        _help(),
        _help("verify"),
    ],
)
def test_doors_load_nothing_heavy(code: str) -> None:
    found = _python(f"{code}\nimport sys\nprint([name for name in {HEAVY} if name in sys.modules])")
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() == "[]"


def test_every_public_name_resolves() -> None:
    found = _python("import rftheory\nfor name in rftheory.__all__: getattr(rftheory, name)")
    assert found.returncode == 0, found.stderr


def _modules() -> list[Path]:
    return sorted((ROOT / "rftheory").rglob("*.py"))


def test_the_exact_side_names_no_random_generator() -> None:
    drawing = re.compile(r"\brandom\b\s*[.(]|\bdefault_rng\b|import random|numpy\.random")
    guilty = [str(p) for p in _modules() if "exact" in p.parts and drawing.search(p.read_text("utf-8"))]
    assert guilty == []


@pytest.mark.parametrize("script", [pytest.param("generate.py", marks=pytest.mark.slow), "performance.py"])
def test_generated_documents_are_current(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`generate.py` loads every paper: `.ci/run` asks it by itself, beside the tests."""
    monkeypatch.setattr("sys.argv", [f"docs/{script}", "--check"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "docs" / script), run_name="__main__")
    assert ended.value.code == 0


def test_ci_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    set_up = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert len(set_up) == 2
    assert all(line in script for line in set_up)
