"""Lost work is done again with the same result, what cannot be done again is one line, and nothing is left behind."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import rftheory
from rftheory.errors import InputError, RFTheoryError
from rftheory.measured.engine.workers import RETRIES, Processes, in_order, mapped


def _once(kind: type[BaseException]) -> Any:
    """An executor that loses every third piece of work once, in that way."""

    class Losing:
        def __init__(self) -> None:
            self.lost: set[Any] = set()

        def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if arguments[0] % 3 == 0 and arguments not in self.lost:
                self.lost.add(arguments)
                future.set_exception(kind("lost"))
            else:
                future.set_result(function(*arguments))
            return future

    return Losing()


@pytest.mark.parametrize("kind", [BrokenExecutor, CancelledError, ConnectionResetError])
def test_what_any_executor_loses_is_submitted_again(kind: type[BaseException]) -> None:
    executor = _once(kind)
    found = list(in_order(executor, float, range(10), lambda n: (n,), 4))
    assert found == [(n, float(n)) for n in range(10)]
    assert executor.lost == {(0,), (3,), (6,), (9,)}


@pytest.mark.parametrize("kind", [InputError, ValueError, KeyboardInterrupt])
def test_what_the_work_itself_raises_is_not_tried_again(kind: type[BaseException]) -> None:
    executor = _once(kind)
    with pytest.raises(kind):
        list(in_order(executor, float, range(10), lambda n: (n,), 4))
    assert executor.lost <= {(0,), (3,)}


def test_work_that_is_always_lost_is_given_up_in_one_line() -> None:
    tries = []

    class Deaf:
        def submit(self, function: Any, /, *arguments: Any) -> Future[Any]:
            tries.append((function, arguments))
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor("gone"))
            return future

    with pytest.raises(RFTheoryError, match=rf"work was lost {RETRIES + 1} times \(BrokenExecutor: gone\)"):
        list(in_order(Deaf(), float, [1], lambda n: (n,), 1))
    assert len(tries) == RETRIES + 1


def test_workers_that_are_gone_are_said_in_one_line() -> None:
    class Gone:
        def submit(self, function: Any, /, *arguments: Any) -> Any:
            del function, arguments
            raise ConnectionError("the scheduler is gone")

    with pytest.raises(RFTheoryError, match=r"the workers are gone .*the scheduler is gone"):
        list(in_order(Gone(), float, [1], lambda n: (n,), 1))


def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    """Every piece of work kills its worker the first time; the mark of a try is a folder, made before."""
    with Processes(2) as pool:
        jobs = [tmp_path / str(n) for n in range(3)]
        script = "import os, sys; os.path.isdir(p) or (os.mkdir(p), os.kill(os.getpid(), 9))"
        work = list(in_order(pool, exec, jobs, lambda p: (script, {"p": str(p)}), 2))
    assert work == [(job, None) for job in jobs]
    assert all(job.is_dir() for job in jobs)


@pytest.mark.parametrize("how", ["pipes closed", "broken unseen"])
def test_a_pool_that_breaks_while_it_takes_work_is_replaced(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker may die while the next piece of work is handed over; what the old pool took is never answered."""
    submit = ProcessPoolExecutor.submit
    pools: list[ProcessPoolExecutor] = []

    def breaking(pool: ProcessPoolExecutor, function: Any, /, *arguments: Any) -> Future[Any]:
        pools.append(pool)
        if len(pools) > 1:
            return submit(pool, function, *arguments)
        if how == "pipes closed":
            raise OSError(9, "Bad file descriptor")
        pool._broken = True
        return Future()

    monkeypatch.setattr(ProcessPoolExecutor, "submit", breaking)
    with Processes(1) as pool:
        assert pool.submit(abs, -2).result(timeout=60) == 2
    assert len(pools) == len(set(pools)) == 2


def test_all_workers_are_there_before_the_first_piece_of_work() -> None:
    """One that starts later may start while its pool breaks: nothing would end it, and this process would wait for it."""
    before = set(multiprocessing.active_children())
    with Processes(3) as pool:
        assert pool.submit(abs, -2).result() == 2
        assert len(set(multiprocessing.active_children()) - before) == 3


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no table of processes to read")
def test_work_that_is_wanted_no_more_is_not_waited_for() -> None:
    """An error leaves the pool at once, and ends its workers, which would sleep for ten minutes."""
    start = time.monotonic()
    with pytest.raises(ZeroDivisionError), Processes(2) as pool:  # noqa: PT012 -- the pool is left by the error
        workers = {pool.submit(os.getpid).result() for _ in range(4)}
        futures = [pool.submit(time.sleep, 600.0) for _ in range(6)]
        raise ZeroDivisionError

    def ended() -> bool:  # the pool ends what waits from a thread of its own
        return not any(map(_alive, workers)) and all(future.done() for future in futures[3:])

    while not ended() and time.monotonic() < start + 60:
        time.sleep(0.02)
    assert ended()
    assert time.monotonic() < start + 60


def test_what_is_mapped_comes_in_order_with_and_without_an_executor() -> None:
    jobs = [(n, 3) for n in range(10)]
    expected = [divmod(n, 3) for n in range(10)]
    assert mapped(divmod, jobs) == mapped(divmod, jobs, _once(BrokenExecutor)) == expected


RUN = """
import multiprocessing, signal, sys, time
from rftheory.measured.engine.workers import Processes, in_order

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    with Processes(2) as pool:
        pids = [pool.submit(__import__("os").getpid) for _ in range(8)]
        print(*sorted({future.result() for future in pids}), flush=True)
        list(in_order(pool, time.sleep, [600.0] * 4, lambda s: (s,), 4))
"""


def _alive(pid: int) -> bool:
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no table of processes to read")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "run.py"
    script.write_text(RUN, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(rftheory.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        assert process.stdout is not None
        workers = [int(text) for text in process.stdout.readline().split()]
        assert workers
        assert all(map(_alive, workers))
        process.send_signal(how)
        try:
            process.wait(120)
        finally:
            process.kill()
        end = time.monotonic() + 120
        while any(map(_alive, workers)) and time.monotonic() < end:
            time.sleep(0.02)
    assert not any(map(_alive, workers))
