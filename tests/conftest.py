"""What several tests share: the command line run in this process, and fewer draws where those tell as much."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest


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
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = run(list(arguments))
    return Answer(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session")
def command() -> Callable[..., Answer]:
    """`command(["eval", ...], stdin=b"")` -> (code, out, err)."""
    return _command


@pytest.fixture
def fewer_draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the usual draws, where a mistake is far larger than what these would miss; slow tests make all."""
    from rftheory.conformance import conform

    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setitem(conform.DRAWS, "quick", 1024)
