"""docs/using.md: its Python runs from top to bottom, and its commands are answered."""

import re
import runpy
import shlex
from pathlib import Path

import pytest

from rftheory.cli import run

TEXT = (Path(__file__).parent.parent / "docs" / "using.md").read_text("utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [
    shlex.split(line, comments=True)[1:]
    for block in re.findall(r"```\n(rftheory.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("rftheory ")
]


def test_the_python_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(PYTHON) == 5
    code = "\n".join(PYTHON).replace("60_000", "2_000")
    (tmp_path / "using.py").write_text(code, "utf-8")
    runpy.run_path(str(tmp_path / "using.py"))
    assert (tmp_path / "errors.svg").is_file()
    assert "4952.4  4,952.40  4.952e+03" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_commands_are_answered(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([word.replace("60000", "1000") for word in arguments]) == 0
    answer = capsys.readouterr()
    assert answer.err == ""
    assert answer.out or (tmp_path / "errors.svg").is_file()
