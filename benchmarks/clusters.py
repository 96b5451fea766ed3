"""A Dask cluster of separate processes on this machine, whose parts can be killed one by one."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 60.0  # seconds in which the scheduler must be there


@dataclass(frozen=True)
class Cluster:
    """Where the scheduler listens, and the processes, which have no nannies: what is killed stays away."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: tuple[subprocess.Popen[bytes], ...]


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A scheduler and so many workers of one thread each; all are gone afterwards."""
    started: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        common = ["--no-dashboard", "--scheduler-file", str(file)]
        try:
            started.append(_process("scheduler", folder, "--host", "127.0.0.1", "--port", "0", *common))
            address = _address(file)
            local = ["--nthreads", "1", "--no-nanny", "--death-timeout", "30", "--local-directory", folder]
            started += [_process("worker", folder, *local, *common) for _ in range(workers)]
            yield Cluster(address, started[0], tuple(started[1:]))
        finally:
            for process in reversed(started):
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _process(kind: str, folder: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        start_new_session=True,
    )


def _address(file: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, KeyError):
            return str(json.loads(file.read_text("utf-8"))["address"])
        time.sleep(0.05)
    raise TimeoutError("the scheduler does not start")
