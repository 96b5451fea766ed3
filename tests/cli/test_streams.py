"""Standard streams that are closed or full: one line where one can be said, the documented code, no error on stdout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

VALUE = "eval simrf/thm4.3/orf:rhs d=4 v=1 --digits 5"
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")


def _shell(command: str) -> subprocess.CompletedProcess[str]:
    line = f'"{sys.executable}" -m rftheory {command}'
    return subprocess.run(["/bin/sh", "-c", line], check=False, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("redirected", "reason"),
    [pytest.param(">/dev/full", "No space left on device", marks=FULL), (">&-", "it is closed")],
)
@pytest.mark.parametrize("command", [VALUE, "--version"])
def test_output_that_cannot_be_written_is_one_line_and_74(command: str, redirected: str, reason: str) -> None:
    found = _shell(f"{command} {redirected}")
    assert found.returncode == 74
    assert found.stderr == f"rftheory: cannot write to standard output: {reason}\n"


@pytest.mark.parametrize("redirected", [pytest.param("2>/dev/full", marks=FULL), "2>&-"])
def test_an_error_that_cannot_be_said_is_not_said_on_stdout(redirected: str) -> None:
    found = _shell(f"eval nothing {redirected}")
    assert (found.returncode, found.stdout) == (2, "")
    assert _shell(f"{VALUE} {redirected}").stdout.startswith("simrf/thm4.3/orf:rhs = 2.5418")


def test_no_file_takes_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    found = _shell(f"verify orf/eq1 --html {page} >&-")
    assert found.returncode == 74
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_closed_stdin_is_said() -> None:
    found = _shell("eval --batch - <&-")
    assert (found.returncode, found.stderr) == (2, "rftheory: cannot read standard input: it is closed\n")


def test_a_reader_that_is_gone_is_no_error() -> None:
    found = _shell("--help | true; true")
    assert found.stderr == ""
    line = f'("{sys.executable}" -m rftheory --help; echo $? >&2) | true'
    again = subprocess.run(["/bin/sh", "-c", line], check=False, capture_output=True, text=True, timeout=60)
    assert again.stderr in ("141\n", "0\n")  # 0 where all of it fitted into the pipe
