"""The door to dask: an executor on a cluster's address. Loads dask only when it is asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rftheory.errors import InputError, shorten

CONNECT_SECONDS = 10
LOOK_SECONDS = 1.0
"""Between two looks at whether the scheduler that owes an answer is still there."""


class _Owed:
    """The future of one piece of work; its result is a ConnectionError once the scheduler is gone.

    dask cancels the futures that it knows when it loses the scheduler; one that is handed in just then it never ends.
    """

    def __init__(self, future: Any, cluster: _Cluster) -> None:
        self._future, self._cluster = future, cluster

    def result(self) -> Any:
        """What the work returned, or raised."""
        while True:
            running = self._cluster.running
            try:
                return self._future.result(LOOK_SECONDS)
            except TimeoutError:
                if self._future.done():  # the work's own error, or an answer of this moment
                    return self._future.result()
                if not running:
                    raise self._cluster.gone() from None

    def cancel(self) -> bool:
        """Whether it is not wanted any more, and was not begun."""
        return bool(self._future.cancel())


class _Cluster:
    """dask's executor, which refuses work once the scheduler is gone: dask itself would wait for it for ever."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._executor = client.get_executor(pure=False)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """As of the executor; ConnectionError without a scheduler."""
        if not self.running:
            raise self.gone()
        return _Owed(self._executor.submit(function, *arguments), self)

    @property
    def running(self) -> bool:
        """Whether the scheduler is there."""
        return bool(self._client.status == "running")

    def gone(self) -> ConnectionError:
        """That it is not."""
        return ConnectionError(f"the dask scheduler at {shorten(self._address)} is gone")


@contextmanager
def executor_at(address: str | None) -> Iterator[_Cluster | None]:
    """dask's executor at `address` (None without one); InputError where dask or the scheduler is missing."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise InputError("--dask needs dask: install the package with the extra [dask]") from None
    try:
        get_address_host_port(address, strict=True)
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(f"no dask scheduler answers at {shorten(address)}: {error}") from None
    # what fails is said once, by who asked for it
    for name in [n for n in logging.root.manager.loggerDict if n.startswith(("distributed", "tornado"))]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with client:
        yield _Cluster(client, address)
