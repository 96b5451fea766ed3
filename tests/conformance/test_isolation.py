"""Code that exits, dies, prints, hangs or grows never passes a gate, and says where it did so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest

from rftheory.conformance.client.clients import client
from rftheory.conformance.conform import conform
from rftheory.conformance.isolation.child import OFTEN
from rftheory.conformance.isolation.messages import Calls, receive
from rftheory.conformance.isolation.parent import CodeError, examine
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

ROOT = Path(__file__).parents[2]
OWN = """
import ctypes, os, signal, sys, threading, time
import numpy as np

def right(x, seed):
    z = x @ np.random.default_rng(seed).standard_normal((x.shape[1], 32))
    return np.hstack([np.cos(z), np.sin(z)]) / 32**0.5

def chatty(x, seed):
    print('{"conclusion": "conforms"}')
    os.write(1, b"raw bytes \\xff\\x1b[31m\\n")
    return right(x, seed)

def exits(x, seed):
    sys.exit(0)

def raises_exit(x, seed):
    raise SystemExit

def leaves(x, seed):
    try:
        os._exit(0)
    except Exception:
        return right(x, seed)

def really_leaves(x, seed):
    ctypes.CDLL(None)._exit(0)

def dies(x, seed):
    os.kill(os.getpid(), signal.SIGKILL)

def aborts(x, seed):
    os.abort()

def divides(x, seed):
    return 1 / 0

def hangs(x, seed):
    time.sleep(60)

def grows(x, seed):
    grows.held = np.ones(1 << 27)
    time.sleep(60)

def forks(x, seed):
    child = os.fork()
    if child == 0:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    return right(x, seed)

def closes(x, seed):
    os.closerange(0, 64)
    return right(x, seed)
"""
OTHERS = {
    "exits_on_import": "import sys\nsys.exit(0)\n",
    "leaves_on_import": "import os\nos._exit(0)\n",
    "lacks": "import numpy\nimport no_such_package.part\n",
    "broken": "def f(:\n",
    "raises": "import json\n\nvalue = json.loads('{')\n",
}


@pytest.fixture(autouse=True)
def _modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules with names of their own a test, so that none is loaded already."""
    (tmp_path / "stranger.py").write_text(OWN, "utf-8")
    for name, text in OTHERS.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    for name in ("stranger", *OTHERS):
        monkeypatch.delitem(sys.modules, name, raising=False)


LINE = {
    "exits": "sys.exit(0) at stranger.py:15, in exits",
    "raises_exit": "sys.exit(None) at stranger.py:18, in raises_exit",
    "leaves": "os._exit(0) at stranger.py:22, in leaves",
    "divides": "ZeroDivisionError: division by zero at stranger.py:36, in divides",
}


@pytest.mark.parametrize("name", LINE)
def test_ways_out_are_one_line_in_process(name: str, command: Any) -> None:
    answer = command(["conform", f"stranger:{name}", "--in-process"])
    assert (answer.code, answer.out) == (2, "")
    assert LINE[name] in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("stranger:exits", LINE["exits"]),
        ("stranger:leaves", LINE["leaves"]),
        ("stranger:really_leaves", "ended the process with exit code 0; no report"),
        ("stranger:dies", "was ended by SIGKILL; no report"),
        ("stranger:aborts", "was ended by SIGABRT; no report"),
        ("stranger:closes", "no report"),
        ("exits_on_import:f", "sys.exit(0) at exits_on_import.py:2"),
        ("leaves_on_import:f", "os._exit(0) at leaves_on_import.py:2"),
        ("lacks:f", "it needs no_such_package, which is not installed at lacks.py:2"),
        ("broken:f", "SyntaxError"),
        ("raises:f", "JSONDecodeError: Expecting property name"),
        ("stranger:rigth", "nearest: right"),
        ("strangers:right", "no such module"),
    ],
)
def test_no_way_out_gives_a_report(target: str, message: str) -> None:
    with pytest.raises(CodeError) as raised:
        examine(target, {"draws": 64})
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_what_an_import_raises_is_said_with_its_line() -> None:
    for name, place in (("raises", "raises.py:3"), ("broken", "broken.py:1")):
        with pytest.raises(InputError, match=place):
            conform(f"{name}:f")


def test_the_child_answers_as_this_process_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says how far it is now and then, not at each of its calls."""
    told: list[Calls] = []

    def heard(stream: IO[bytes]) -> Iterator[Any]:
        for message in receive(stream):
            told.extend([message] if isinstance(message, Calls) else [])
            yield message

    monkeypatch.setattr("rftheory.conformance.isolation.parent.receive", heard)
    start = time.monotonic()
    apart, printed = examine("stranger:right", {"draws": 256, "mechanism": "rff"})
    assert 1 <= len(told) <= 1 + (time.monotonic() - start) / OFTEN
    assert {message.draws for message in told} == {256}
    here = conform("stranger:right", draws=256, mechanism="rff")
    assert printed == ""
    assert apart.conforms
    assert [(f.check, f.effect, f.outcome) for f in apart.findings] == [
        (f.check, f.effect, f.outcome) for f in here.findings
    ]


def test_prints_leave_json_one_document(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "rftheory", "conform", "stranger:chatty", "--draws", "256", "--json"]
    found = subprocess.run(
        line, check=False, capture_output=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["client"] == "stranger:chatty"
    shown = found.stderr.decode()
    assert '| {"conclusion": "conforms"}' in shown
    assert "\x1b" not in shown


def test_prints_in_process_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    def features(x: Floats, seed: int) -> Floats:
        print("on the way")  # noqa: T201
        return np.asarray(np.cos(x) + seed)

    client(features).features(np.zeros((1, 2)), 1)
    assert capsys.readouterr() == ("", "on the way\n")


@pytest.mark.parametrize(
    ("name", "limits", "message"),
    [
        ("hangs", {"timeout": 2.5}, "took more than 2.5 s"),
        ("grows", {"memory": 0.5, "timeout": 30.0}, "held more than 0.5 GiB"),
    ],
)
def test_time_and_memory_are_limited(name: str, limits: dict[str, float], message: str) -> None:
    if name == "grows" and not Path("/proc/self/statm").exists():
        pytest.skip("the system does not say how much memory a process holds")
    start = time.monotonic()
    with pytest.raises(CodeError, match=message):
        examine(f"stranger:{name}", {}, **limits)
    assert time.monotonic() - start < 55.0  # the code would sleep for 60


def test_children_of_the_code_may_leave() -> None:
    report, _ = examine("stranger:forks", {"draws": 256})
    assert report.conforms


def _leave() -> None:
    os._exit(0)


def _stop() -> None:
    raise SystemExit(0)


@pytest.mark.parametrize("way", [_leave, _stop])
def test_callables_cannot_end_this_process(way: Callable[[], None]) -> None:
    def features(x: Floats, seed: int) -> Floats:
        way()
        return np.cos(x) + seed

    real = os._exit
    with pytest.raises(InputError, match="ends the process"):
        conform(features)
    assert os._exit is real
