"""Commands that make a file name it in one line on stderr, and print nothing else of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize(
    "call",
    [
        ["plot", "iid-positive", "d=2", "m=1", "v=0:1:0.5", "-o"],
        ["phase", "iid-positive", "iid-trigonometric", "d=2", "m=1", "r=1,2", "c=0,1/2", "-o"],
        ["graph", "orf", "-o"],
    ],
    ids=lambda call: call[0],
)
def test_the_file_is_named(call: list[str], tmp_path: Path, command: Any) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "drawn.svg"
    answer = command([*call, str(file)])
    assert (answer.code, answer.err) == (0, f"wrote {file}\n")
    assert file.stat().st_size > 0
    assert "wrote" not in answer.out
