"""The limit of computing time: what takes too long ends with one clear line, what does not is untouched."""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rftheory.errors import BudgetError, DomainError
from rftheory.exact import balls
from rftheory.exact.balls import seconds_within

SLOW = ["optimize", "geometric", f"x={','.join(['1/3'] * 3000)}", f"y={','.join(['2/7'] * 3000)}"]


def _busy(seconds: float) -> float:
    """Computes until so much processor time has passed."""
    start = time.process_time()
    while time.process_time() - start < seconds:
        math.factorial(50)
    return time.process_time() - start


def test_a_block_that_computes_too_long_is_stopped() -> None:
    start = time.process_time()
    with (
        pytest.raises(BudgetError, match=r"no answer after 0.1 seconds of computing: ask for fewer digits"),
        seconds_within(0.1),
    ):
        _busy(20.0)
    assert time.process_time() - start < 5.0


def test_a_block_in_time_is_untouched_and_leaves_no_timer() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with seconds_within(0.2):
        assert _busy(0.01) > 0.0
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    _busy(0.3)  # nothing fires


def test_a_module_that_loads_is_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # in a class body, Python 3.11 turns an exception of __set_name__ into a RuntimeError of its own
    (tmp_path / "slow_to_load.py").write_text(
        "import time\n"
        "class Field:\n"
        "    def __set_name__(self, owner, name):\n"
        "        end = time.process_time() + 0.3\n"
        "        while time.process_time() < end: pass\n"
        "class Owner:\n"
        "    field = Field()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    def load_then_compute() -> None:
        importlib.import_module("slow_to_load")
        _busy(20.0)

    with pytest.raises(BudgetError, match=r"no answer after 0.05 seconds"), seconds_within(0.05):
        load_then_compute()
    assert sys.modules.pop("slow_to_load").Owner


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan, math.inf, 1e10])
def test_other_limits_are_refused(seconds: float) -> None:
    with pytest.raises(DomainError, match="seconds"), seconds_within(seconds):
        pass


# the limit may strike while another library's callback of the collector runs, which says so; the answer is the same
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_command_says_so_in_one_line(command: Any) -> None:
    answer = command([*SLOW, "--seconds", "0.05"])
    assert answer.code == 2
    assert answer.err.startswith("rftheory: no answer after 0.05 seconds of computing")
    assert answer.err.count("\n") == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_slow_line_of_a_batch_is_answered_and_the_rest_goes_on(command: Any) -> None:
    slow = {"id": "beyond/rff-simplex/mse", "parameters": {"d": 64, "m": 64, "z": 100}, "digits": 3000}
    fast = {"id": "simrf/thm4.3/orf", "side": "rhs", "parameters": {"d": 4, "v": 1}, "digits": 5}
    lines = "".join(json.dumps(line) + "\n" for line in (fast, slow, fast)).encode()
    # those of the first line are spent on loading, too
    answer = command(["eval", "--batch", "-", "--seconds", "4"], stdin=lines)
    first, second, third = (json.loads(line) for line in answer.out.splitlines())
    assert answer.code == 0
    assert first == third
    assert second["line"] == 2
    assert second["error"].startswith("no answer after 4 seconds")


def test_what_fits_no_memory_is_one_line(command: Any) -> None:
    answer = command(
        [
            "conform",
            "os.path:join",
            "--mechanism",
            "iid-positive",
            "--kernel",
            "softmax",
            "--d",
            "1" + "0" * 14,
        ]
    )
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "internal error" not in answer.err


def test_nodes_of_a_quadrature_are_found_within_the_limit() -> None:
    # one call into compiled code finds them, and callbacks alone are told that the time is over: 5,000 nodes at
    # 10,000 bits are half a minute
    start = time.process_time()
    with seconds_within(3.0), balls.working_precision(10_000), contextlib.suppress(BudgetError):
        balls.integrate(lambda x, _: (x * x * 5000).cos(), balls.arb(0), balls.arb(1))
    assert time.process_time() - start < 10.0
