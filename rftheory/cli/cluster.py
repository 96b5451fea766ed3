"""The door to dask: an executor on a cluster's address. Loads dask only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from rftheory.errors import InputError, shorten

CONNECT_SECONDS = 10


@contextmanager
def executor_at(address: str | None) -> Iterator[Executor | None]:
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
    with client:
        yield client.get_executor()
