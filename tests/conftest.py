"""What several tests share: the command line run in this process. No test is here."""

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
