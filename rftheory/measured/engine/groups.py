"""How many chunks a worker is handed at once: as many as take it a tenth of a second, so that handing out costs little."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SECONDS = (
    0.1  # of a group: a hundred times what handing it out takes, little enough to lose, wait for or drop
)


class Groups:
    """Slices of `jobs` in order, to be iterated once while the answers come in.

    The first are single; each later one is as long as, by what `took` was last told, takes SECONDS, at most twice as
    long as the longest before, and at most a 1/(2 window) of what is left, so that no worker waits long at the end.
    """

    def __init__(self, jobs: Sequence[int], window: int) -> None:
        self._jobs, self._window, self._most = jobs, window, 1

    def __iter__(self) -> Iterator[Sequence[int]]:
        start = 0
        while start < len(self._jobs):
            size = max(1, min(self._most, (len(self._jobs) - start) // (2 * self._window)))
            yield self._jobs[start : start + size]
            start += size

    def took(self, count: int, seconds: float) -> None:
        """That a group of so many jobs took so many seconds."""
        fitting = int(SECONDS * count / seconds) if seconds > 0 else 2 * self._most
        self._most = max(1, min(fitting, 2 * self._most))
