"""Which test runs which function of the package, and in how many seconds: written while the tests run.

A pytest plugin (`-p benchmarks.tested`), which `benchmarks.code_mutants` loads for its map. Loads nothing of rftheory.
A test that computes for more than LONGEST seconds is broken off and left out: it is none to run on every mutant.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

LONGEST = 5.0
_REACHED: set[tuple[str, int]] = set()
_TESTS: dict[str, tuple[float, list[tuple[str, int]]]] = {}
_IMPORTED: dict[str, set[tuple[str, int]]] = {}
_BAD: set[str] = set()
_ROOT = os.environ.get("TESTED_ROOT", "") + "/rftheory/"


def _trace(frame: FrameType, event: str, argument: Any) -> None:
    del event, argument
    code = frame.f_code
    if code.co_filename.startswith(_ROOT):
        _REACHED.add((code.co_filename, code.co_firstlineno))


def _break_off(*_: object) -> None:
    raise TimeoutError(f"more than {LONGEST} s")


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """What a module runs while it is imported counts for every test of it."""
    _REACHED.clear()
    sys.settrace(_trace)
    yield
    sys.settrace(None)
    if isinstance(collector, pytest.Module):
        _IMPORTED[collector.nodeid] = _inside()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch one test with its fixtures; those of a module count for the first test that needs them."""
    _REACHED.clear()
    start = time.perf_counter()
    threading.settrace(_trace)
    sys.settrace(_trace)
    signal.signal(signal.SIGVTALRM, _break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    sys.settrace(None)
    threading.settrace(None)
    inside = _inside() | _IMPORTED.get(item.nodeid.partition("::")[0], set())
    _TESTS[item.nodeid] = time.perf_counter() - start, sorted(inside)


def _inside() -> set[tuple[str, int]]:
    return {(name.removeprefix(_ROOT), line) for name, line in _REACHED}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """What does not pass here kills nothing."""
    if report.outcome != "passed":
        _BAD.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write what was seen."""
    kept = {name: found for name, found in _TESTS.items() if name not in _BAD}
    Path(os.environ["TESTED_FILE"]).write_text(json.dumps(kept), "utf-8")
