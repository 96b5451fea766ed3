"""Calls of the code by workers, before they are asked for: the same data with the seeds that come next.

Draws are loops over seeds with the data unchanged. Once such a loop is seen, what comes next is handed to workers, which
load the code for themselves. They count only if their first answers are, bit for bit, those of this process: code whose
draws depend on more than the seed (a generator of its own, projections made when it is loaded) is called here alone.
"""

from __future__ import annotations

import contextlib
import functools
import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rftheory.conformance.client.clients import Client, client
from rftheory.errors import InputError, shorten
from rftheory.measured.engine.workers import Executor, Processes

WARM = 2
"""Calls of a loop that are made here before it counts as one."""
COMPARED = 3
"""Answers of workers that are held against those of this process, in every loop."""
LARGEST = 1 << 20
"""Bytes of code that travels with every call, where it is no name of a module."""
MOST = 16
"""Calls in flight."""


class Ahead:
    """`call(*data, seed)` of a client, made by workers where it is one of a loop over `seeds`; see this module.

    `alike`: whether the workers' answers were those of this process so far. Whatever goes wrong there is done again
    here, so errors are those of this process.
    """

    def __init__(
        self,
        here: Callable[..., Any],
        there: Callable[..., Any],
        seeds: Sequence[int],
        executor: Executor,
    ) -> None:
        self._here, self._there, self._executor = here, there, executor
        self._seeds = tuple(seeds)
        self._places = {seed: place for place, seed in enumerate(self._seeds)}
        self._data, self._place, self._run, self._compared = b"", -1, 0, 0
        self._flying: dict[int, Any] = {}
        self.alike = True

    def __call__(self, *arguments: Any) -> Any:
        """As `here`, or with luck the answer of a worker."""
        *data, seed = arguments
        place = self._follow(tuple(data), seed)
        if not self.alike or place is None or self._run < WARM:
            return self._here(*arguments)
        try:
            self._send(tuple(data), place)
            found = self._flying.pop(place).result()
        except (
            BaseException
        ) as error:  # also SystemExit of the code: it is called here, where an error has its line
            self._stop()
            if isinstance(error, KeyboardInterrupt):
                raise
            self.alike = False
            return self._here(*arguments)
        if self._compared < COMPARED:
            self._compared += 1
            mine = self._here(*arguments)
            if pickle.dumps(mine) != pickle.dumps(found):
                self._stop()
                self.alike = False
            return mine
        return found

    @property
    def note(self) -> str:
        """What a report says of the workers."""
        return "" if self.alike else "; workers were of no use: other processes draw other numbers, or fail"

    def _follow(self, data: tuple[Any, ...], seed: int) -> int | None:
        """The place of the seed, once it is known whether this call goes on with the loop of the last."""
        place, written = self._places.get(seed), pickle.dumps(data)
        if written == self._data and place == self._place + 1:
            self._run += 1
        else:
            self._stop()
            self._run = self._compared = 0
        self._data, self._place = written, -2 if place is None else place
        return place

    def _send(self, data: tuple[Any, ...], place: int) -> None:
        """Keep the workers in work: this call and those behind it."""
        for later in range(place, min(place + MOST, len(self._seeds))):
            if later not in self._flying:
                self._flying[later] = self._executor.submit(self._there, data, self._seeds[later])

    def _stop(self) -> None:
        """Forget what is not wanted any more."""
        for future in self._flying.values():
            cancel = getattr(future, "cancel", None)
            if cancel is not None:
                with contextlib.suppress(Exception):
                    cancel()
        self._flying.clear()


@contextlib.contextmanager
def processes(count: int) -> Iterator[Executor | None]:
    """As many processes, which end with the block; None for this one alone."""
    if count == 1:
        yield None
        return
    with Processes(count) as pool:
        yield pool


def called_ahead(
    subject: Client, target: Any, how: dict[str, Any], seeds: Sequence[int], executor: Executor
) -> Ahead | None:
    """Let workers call the subject, which `client(target, **how)` is; None where a call leaves something to be read.

    InputError for code that no other process can load.
    """
    if subject.last_rows is not None or subject.replayed:
        return None
    there = functools.partial(_called, _travelling(target), tuple(how.items()))
    ahead = Ahead(subject.call, there, seeds, executor)
    subject.call = ahead
    return ahead


def _travelling(target: Any) -> Any:
    """The target, if it can be given to another process."""
    try:
        size = len(pickle.dumps(target))
    except Exception as error:  # noqa: BLE001 -- what pickle raises depends on the code
        raise InputError(
            f"workers cannot load {shorten(target)} ({type(error).__name__}); allowed: MODULE:CALLABLE, or a function of a module"
        ) from None
    if size > LARGEST:
        raise InputError(f"workers would be sent {size} bytes of code for every call; allowed: {LARGEST}")
    return target


def _called(target: Any, how: tuple[tuple[str, Any], ...], data: tuple[Any, ...], seed: int) -> Any:
    """Run in a worker: one call of the code, which it loads once."""
    return _loaded(pickle.dumps((target, how)))(*data, seed)


@functools.lru_cache(maxsize=4)
def _loaded(written: bytes) -> Callable[..., Any]:
    target, how = pickle.loads(written)
    return client(target, **dict(how)).call
