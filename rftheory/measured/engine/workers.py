"""Work on processes, or on anything with `submit`: in order, a bounded part at once, and again where it is lost."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from rftheory.errors import RFTheoryError
from rftheory.threads import one_thread_for_children

J = TypeVar("J")
T = TypeVar("T")
RETRIES = 5  # of one piece of work: what ends that many workers would end the next


class Executor(Protocol):
    """Anything with submit(function, *arguments) that returns a future with result()."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any: ...


def prepare(modules: Sequence[str]) -> None:
    """Begin to load modules where the processes of pools come from, once for all of them, while this process goes on.

    Without a fork server nothing is done, nor where it runs already: then every process loads what it needs.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing import forkserver

        multiprocessing.set_forkserver_preload(["__main__", *modules])
        with one_thread_for_children():
            forkserver.ensure_running()


class Processes:
    """A pool of processes that is replaced once one of its workers is killed; the workers end with this process.

    Started by forkserver or spawn: use it from an importable main guarded by __name__.
    """

    def __init__(self, count: int) -> None:
        methods = multiprocessing.get_all_start_methods()
        self._start = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self._count = count
        self._pool = self._fresh()

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """As of a pool; one that is broken, or breaks meanwhile, is replaced first."""
        with one_thread_for_children():
            return self._submitted(function, *arguments)

    def _submitted(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        try:
            future = self._pool.submit(function, *arguments)
            if not getattr(self._pool, "_broken", False):  # else nothing may ever answer this future
                return future
        except (BrokenExecutor, OSError):  # OSError: the pool's pipes are closed while it starts a worker
            pass
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._fresh()
        return self._pool.submit(function, *arguments)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:  # what they still compute is wanted no more
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.kill()
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def _fresh(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(self._count, mp_context=self._start, initializer=end_with_parent)
        # All workers start before the thread that watches them: one started while it ends a broken pool is not ended,
        # and that thread, and with it this process, waits for it for ever.
        vars(pool)["_safe_to_dynamically_spawn_children"] = False
        return pool


def in_order(
    executor: Executor,
    function: Callable[..., Any],
    jobs: Iterable[J],
    arguments: Callable[[J], tuple[Any, ...]],
    window: int,
) -> Iterator[tuple[J, Any]]:
    """(job, function(*arguments(job))) for every job in order, at most `window` of them in flight.

    What is lost with a worker is submitted again, up to 5 times a job; RFTheoryError where that does not help. The
    rest is cancelled on the way out.
    """
    return _in_order(executor, function, arguments, deque(), iter(jobs), window)


def at_once(
    executor: Executor,
    function: Callable[..., Any],
    jobs: Iterable[J],
    arguments: Callable[[J], tuple[Any, ...]],
) -> Iterator[tuple[J, Any]]:
    """The same, with all jobs submitted now, not when the first result is asked for."""
    flying = deque((job, 0, _submitted(executor, function, arguments(job), 0)) for job in jobs)
    return _in_order(executor, function, arguments, flying, iter(()), 0)


def _in_order(
    executor: Executor,
    function: Callable[..., Any],
    arguments: Callable[[J], tuple[Any, ...]],
    flying: deque[tuple[J, int, Any]],
    waiting: Iterator[J],
    window: int,
) -> Iterator[tuple[J, Any]]:
    """What is flying, with the times that it was tried before, and what is waiting."""
    try:
        while True:
            while len(flying) < window and (job := next(waiting, None)) is not None:
                flying.append((job, 0, _submitted(executor, function, arguments(job), 0)))
            if not flying:
                return
            job, tried, future = flying.popleft()
            try:
                found = future.result()
            except (
                BaseException
            ) as error:  # asyncio's cancellation is no Exception; all that is not lost work goes on
                if not _lost(error):
                    raise
                again = _submitted(executor, function, arguments(job), tried + 1, error)
                flying.appendleft((job, tried + 1, again))
                continue
            yield job, found
    finally:
        for _, _, future in flying:
            cancel = getattr(future, "cancel", None)
            if cancel is not None:
                with contextlib.suppress(Exception):
                    cancel()


def mapped(
    function: Callable[..., T], jobs: Sequence[tuple[Any, ...]], executor: Executor | None = None
) -> list[T]:
    """[function(*job) for every job], in order; on the executor where there is one, which changes nothing."""
    if executor is None:
        return [function(*job) for job in jobs]
    window = 2 * (os.cpu_count() or 1)
    return [found for _, found in in_order(executor, function, jobs, lambda job: job, window)]


def end_with_parent() -> None:
    """In a worker: end as soon as the process that started the pool is gone, however it went, and say nothing then."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: Any) -> None:
    wait([sentinel])
    os._exit(1)


def _submitted(
    executor: Executor,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    tried: int,
    before: BaseException | None = None,
) -> Any:
    """The future of one piece of work; RFTheoryError where it was lost too often, or nothing takes it any more."""
    if tried > RETRIES:
        raise RFTheoryError(
            f"work was lost {tried} times ({_said(before)}): its workers are killed, or run out of memory"
        ) from before
    try:
        return executor.submit(function, *arguments)
    except Exception as error:
        if not _lost(error) and before is None:
            raise
        raise RFTheoryError(
            f"the workers are gone and take no more work ({_said(error)}); what a --store holds is kept for --resume"
        ) from error


def _task_cancelled() -> tuple[type[BaseException], ...]:
    """asyncio's CancelledError, which some executors' futures raise: where nobody loaded asyncio, nobody raises it."""
    asyncio = sys.modules.get("asyncio")
    return () if asyncio is None else (asyncio.CancelledError,)


def _lost(error: BaseException) -> bool:
    """Whether it says that a worker or the way to it is gone, and nothing of the work."""
    if isinstance(error, (BrokenExecutor, CancelledError, *_task_cancelled(), ConnectionError, EOFError)):
        return True
    return not isinstance(error, RFTheoryError) and type(error).__module__.partition(".")[0] in (
        "distributed",
        "loky",
    )


def _said(error: BaseException | None) -> str:
    text = " ".join(str(error).split())[:120]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
