"""Workers call the code ahead: the report is that of one process, whatever the code does with its seed."""

import json
from concurrent.futures import Future

import numpy as np
import pytest

from rftheory import InputError, conform
from rftheory.cli import run
from rftheory.conformance.client.ahead import COMPARED, WARM, Ahead

RIGHT = """
import numpy as np

def features(x, seed):
    w = np.random.default_rng(seed).normal(size=(16, x.shape[1]))
    p = x @ w.T
    return np.hstack([np.cos(p), np.sin(p)]) / 4.0
"""
STATEFUL = """
import numpy as np

generator = np.random.default_rng(5)

def features(x, seed):
    w = generator.normal(size=(16, x.shape[1]))
    p = x @ w.T
    return np.hstack([np.cos(p), np.sin(p)]) / 4.0
"""
LEAVES = """
import sys
import numpy as np

def features(x, seed):
    if seed % 7 == 3:
        sys.exit(0)
    return np.ones((len(x), 4))
"""


class Once:
    """An executor that does the work when it is handed in, and counts it."""

    def __init__(self, broken=False):
        self.handed, self.broken = 0, broken

    def submit(self, function, /, *arguments):
        self.handed += 1
        future = Future()
        if self.broken:
            future.set_exception(EOFError("gone"))
        else:
            future.set_result(function(*arguments))
        return future


def _report(found):
    shown = {name: getattr(found, name) for name in ("mechanism", "kernel", "preflight", "sizes", "answers")}
    return shown, [(f.check, f.outcome, f.detail, f.cause) for f in found.findings]


def _file(tmp_path, text):
    path = tmp_path / "maps.py"
    path.write_text(text)
    return f"{path}:features"


def test_the_report_is_that_of_one_process(tmp_path):
    target, helper = _file(tmp_path, RIGHT), Once()
    asked = {"mechanism": "iid-trigonometric", "kernel": "gaussian", "d": 4, "draws": 256}
    alone, helped = conform(target, **asked), conform(target, **asked, executor=helper)
    assert _report(helped) == _report(alone)
    assert helper.handed > 200


@pytest.mark.parametrize("text", [RIGHT, STATEFUL])
def test_processes_change_nothing(capsys, tmp_path, text):
    arguments = [
        "conform",
        _file(tmp_path, text),
        "--kernel",
        "gaussian",
        "--d",
        "4",
        "--draws",
        "128",
        "--json",
    ]
    codes, shown = [], []
    for more in ([], ["--workers", "2"]):
        codes.append(run(arguments + more))
        shown.append(json.loads(capsys.readouterr().out))
    noted = "; workers were of no use: other processes draw other numbers, or fail"
    assert codes[0] == codes[1]
    assert (noted in shown[1]["preflight"]) == (text is STATEFUL)
    shown[1]["preflight"] = shown[1]["preflight"].replace(noted, "")
    assert shown[0] == shown[1]


def test_code_that_leaves_is_found_out(capsys, tmp_path):
    target = _file(tmp_path, LEAVES)
    assert run(["conform", target, "--kernel", "gaussian", "--draws", "128", "--workers", "2"]) == 2
    assert "exit" in capsys.readouterr().err


def test_other_numbers_elsewhere_are_not_taken():
    """What a worker answers counts only while it is what this process gets, bit for bit."""
    seeds = tuple(range(40))
    off = Ahead(
        lambda x, seed: x + seed, lambda data, seed: data[0] + seed + (seed == WARM + 1), seeds, Once()
    )
    assert [off(1.0, seed) for seed in seeds] == [1.0 + seed for seed in seeds]
    assert not off.alike


def test_lost_workers_are_done_without():
    lost = Ahead(lambda x, seed: x * seed, lambda *_: 0.0, tuple(range(9)), Once(broken=True))
    assert [lost(2.0, seed) for seed in range(9)] == [2.0 * seed for seed in range(9)]
    assert not lost.alike


def test_only_loops_are_called_ahead():
    helper = Once()
    call = Ahead(
        lambda x, seed: x.sum() + seed, lambda data, seed: data[0].sum() + seed, tuple(range(50)), helper
    )
    for size in range(20):
        call(np.ones(size), 0)
        call(np.ones(size), 1)
    assert helper.handed == 0
    found = [call(np.ones(3), seed) for seed in range(50)]
    assert found == [3.0 + seed for seed in range(50)]
    assert helper.handed == 50 - WARM
    assert helper.handed > COMPARED


def test_code_that_cannot_travel_is_refused():
    with pytest.raises(InputError, match="workers cannot load"):
        conform(lambda x, seed: x + seed, kernel="gaussian", executor=Once())
    assert run(["conform", "math:cos", "--workers", "0"]) == 2
