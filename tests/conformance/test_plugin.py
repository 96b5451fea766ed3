"""The plugin: one line a cause, expected failures, code in a child process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAPS = """
import os
import numpy as np

def wrong(x, seed):
    z = x @ np.random.default_rng(seed).standard_normal((x.shape[1], 32))
    return np.hstack([np.cos(z), np.sin(z)])

def right(x, seed):
    return wrong(x, seed) / 32**0.5

def leaves(x, seed):
    os.kill(os.getpid(), 9)
"""
TESTS = """
import pytest
from plugin_maps import right, wrong

CAUSE = "missing-1/sqrt-m"
OPTIONS = {"mechanism": "rff", "draws": 256}

def test_red(rftheory):
    rftheory(wrong, **OPTIONS)

def test_green(rftheory):
    rftheory("plugin_maps:right", **OPTIONS)

def test_known(rftheory):
    rftheory(wrong, xfail={CAUSE: "issue 7"}, **OPTIONS)

def test_gone(rftheory):
    rftheory(right, xfail=CAUSE, **OPTIONS)

def test_another(rftheory):
    rftheory(wrong, xfail="unsigned-qr", **OPTIONS)

def test_dead(rftheory):
    rftheory("plugin_maps:leaves", **OPTIONS)

@pytest.mark.rftheory(wrong, xfail=CAUSE, **OPTIONS)
def test_marked(rftheory_check):
    assert rftheory_check.outcome.value == "holds"

@pytest.mark.rftheory(right, xfail=CAUSE, **OPTIONS)
def test_gone_from_the_mark(rftheory_check):
    pass
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """All of the tests above, once."""
    where = tmp_path_factory.mktemp("plugin")
    (where / "plugin_maps.py").write_text(MAPS, "utf-8")
    (where / "test_maps.py").write_text(TESTS, "utf-8")
    plugin = () if _installed() else ("-p", "rftheory.pytest_plugin")
    line = (
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        ".",
        *plugin,
    )
    return subprocess.run(
        (*line, "-v", "-rfExX", "--rftheory-github"),
        check=False,
        capture_output=True,
        text=True,
        cwd=where,
        timeout=120,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{where}"},
    )


def _installed() -> bool:
    from importlib.metadata import entry_points

    return any(point.value == "rftheory.pytest_plugin" for point in entry_points(group="pytest11"))


@pytest.mark.parametrize(
    "line",
    [
        "::test_red FAILED",
        "::test_green PASSED",
        "::test_known XFAIL (missing-1/sqrt-m: issue 7)",
        "::test_gone FAILED",
        "::test_another FAILED",
        "::test_dead FAILED",
        "::test_marked[scale] XFAIL",
        "::test_marked[redraws] PASSED",
        "::test_gone_from_the_mark[shape-and-finiteness] ERROR",
        "expected and not found any more: missing-1/sqrt-m",
        "found and not expected: missing-1/sqrt-m",
        "was ended by SIGKILL; no report",
        "::error file=plugin_maps.py,line=5,title=rftheory%3A missing-1/sqrt-m::",
    ],
)
def test_outcomes(run: subprocess.CompletedProcess[str], line: str) -> None:
    assert line in run.stdout, run.stdout


def test_a_cause_is_one_line(run: subprocess.CompletedProcess[str]) -> None:
    failure = run.stdout.partition("_ test_red _")[2].partition("\n_")[0]
    assert failure.count("missing-1/sqrt-m:") == 1, failure
    assert run.stdout.count("\nwrong fails as iid-trigonometric") == 1
    assert run.returncode == 1
