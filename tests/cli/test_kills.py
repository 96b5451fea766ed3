"""What `benchmarks.kills` looks for, and a few of its moments."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.kills import LINE, WHO, ended, findings, left_behind, without_times

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to read")


def _run(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_what_is_wrong_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    document = '{"seconds": 3, "results": [{"seconds": 1, "verdict": "derived"}]}'
    expected = {"results": [{"verdict": "derived"}]}
    assert ended(_run(f"print('{document}')"), expected) == ""
    assert ended(_run("import sys; sys.exit('rftheory: one line')"), expected).startswith("exit code 1")
    assert ended(_run("import sys; print('one', file=sys.stderr); sys.exit(2)"), expected) == LINE + "one\n"
    assert ended(_run("import sys; print('one', file=sys.stderr); print('{}'); sys.exit(2)"), expected)
    assert ended(_run("import sys; print('one', file=sys.stderr); sys.exit(3)"), expected).startswith(
        "exit code 3"
    )
    slow = "import sys; print('rftheory: verify a b, 30 s: 1 of 2 done', 'one', sep='\\n', file=sys.stderr); sys.exit(2)"
    assert ended(_run(slow), expected) == LINE + "one\n"
    assert ended(_run("print('{}')"), expected) == "another result"
    assert "Traceback" in ended(_run("1/0"), expected)
    monkeypatch.setattr("benchmarks.kills.LIMIT", 0.2)
    hanging = _run("import time; time.sleep(60)")
    assert ended(hanging, expected) == "does not end within 0.2 s"
    hanging.kill()
    hanging.communicate()


@needs_proc
def test_a_process_that_is_left_behind_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.kills.PATIENCE", 0.2)
    run = _run(
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    )
    run.wait(120)
    assert left_behind(run.pid).startswith("left behind")
    assert left_behind(run.pid) == ""
    run.communicate()


def test_only_times_may_differ() -> None:
    assert without_times([{"seconds": 1, "a": {"seconds": 2, "b": 3}}]) == [{"a": {"b": 3}}]


@needs_proc
@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
def test_some_moments(who: str) -> None:
    if who in ("dask worker", "scheduler"):
        pytest.importorskip("distributed")
    assert list(findings(20261123, 2, [who])) == []
