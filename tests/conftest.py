"""What several tests share: the command line run in this process, and fewer draws where those tell as much."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

# No test fails because the machine has other work.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


class Answer(NamedTuple):
    """What one command line gave."""

    code: int
    out: str
    err: str


def _command(arguments: Sequence[str], stdin: bytes = b"") -> Answer:
    from rftheory.cli import run

    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("rftheory.cli.progress.EACH", 1e6)  # a busy machine adds no line to what is compared
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = run(list(arguments))
    return Answer(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session")
def command() -> Callable[..., Answer]:
    """`command(["eval", ...], stdin=b"")` -> (code, out, err)."""
    return _command


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """`once(name, make)` -> what `make` gives, as JSON has it: made by the first worker of a run that asks for it."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers

    def kept(name: str, make: Callable[[], Any]) -> Any:
        file = folder / f"{name}.json"
        if not file.exists():
            beside = folder / f"{name}-{os.getpid()}"
            beside.write_text(json.dumps(make()), "utf-8")
            beside.replace(file)
        return json.loads(file.read_text("utf-8"))

    return kept


@pytest.fixture
def patient_dask() -> Iterator[Any]:
    """distributed, with no limit of time that a busy machine could pass: no connection, worker or tick is given up."""
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    waiting = {
        "distributed.comm.timeouts.connect": "3600s",
        "distributed.comm.timeouts.tcp": "3600s",
        "distributed.deploy.lost-worker-timeout": "3600s",
        "distributed.scheduler.worker-ttl": None,
        "distributed.admin.tick.limit": "3600s",
    }
    with dask.config.set(waiting):
        yield distributed


class Verified(NamedTuple):
    """What a process that verified a paper left loaded, and its results by id."""

    loaded: list[str]
    results: dict[str, Any]


VERIFY = """
import contextlib, io, json, sys
from rftheory.cli import run
shown = io.StringIO()
with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(io.StringIO()):
    run(["verify", "orf", "--json"])
print(json.dumps([sorted(sys.modules), json.loads(shown.getvalue())["results"]]))
"""


@pytest.fixture(scope="session")
def verified_orf(once: Callable[..., Any]) -> Verified:
    """`verify orf` in a process of its own, once for what it says and for what it loads."""

    def made() -> Any:
        command = [sys.executable, "-c", VERIFY]
        found = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
        return json.loads(found.stdout)

    loaded, results = once("verified-orf", made)
    return Verified(loaded, {result["id"]: result for result in results})


@pytest.fixture
def fewer_draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the usual draws, where a mistake is far larger than what these would miss; slow tests make all."""
    from rftheory.conformance import conform

    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setitem(conform.DRAWS, "quick", 1024)
