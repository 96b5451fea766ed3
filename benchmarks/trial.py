"""One input of the fuzzer, run in a child: what it does, and what is wrong with how it ends."""

from __future__ import annotations

import contextlib
import io
import resource
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from benchmarks.hostile import line

ALLOWED = (0, 1, 2)
VERDICTS = ("verify", "compare", "search", "conform")
DAY = 86400.0


@dataclass(frozen=True)
class Trial:
    """What one input did: the command, the side if it evaluates one, and what is wrong, if anything."""

    arguments: list[str]
    wrong: str
    resident: int


def attempt(seed: int, index: int) -> Trial:
    """Run in a child: input `index`, in process, and what is wrong with how it ends."""
    from rftheory.cli import progress, run

    progress.EACH = DAY  # how far long work is says how busy the machine is, and nothing of the answer
    arguments, given = line(seed, index)
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(given))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", stdin):
        try:
            code: object = run(arguments)
        except SystemExit as left:
            code = f"SystemExit {left.code}"
    return Trial(arguments, judged(arguments, code, out.getvalue(), err.getvalue()), _resident())


def _resident() -> int:
    """Bytes resident at most, of this program alone: ru_maxrss of a child starts with what its parent had."""
    status = Path("/proc/self/status")
    if status.exists():
        found = next((row for row in status.read_text().splitlines() if row.startswith("VmHWM:")), None)
        if found is not None:
            return int(found.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def judged(arguments: list[str], code: object, out: str, err: str) -> str:
    """What is wrong with an answer; empty where nothing is."""
    if code not in ALLOWED or (code == 1 and arguments[0] not in VERDICTS):
        return f"exit code {code}: {err[-300:]}"
    for text in (out, err):
        if "Traceback" in text or "internal error" in text:
            return text[-300:]
    if code == 2 and (out or not err.endswith("\n") or len(err.splitlines()) != 1):
        return f"{len(err.splitlines())} lines of error, {len(out)} characters of output: {err[:300]}"
    return "" if code == 2 or not err else f"stderr: {err[:300]}"


def generated(seed: int, index: int) -> list[str]:
    """Run in a child: the arguments alone, of an input that brought a child down."""
    return line(seed, index)[0]
