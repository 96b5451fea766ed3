"""The lines of a file, each answered by a child within a limit of time with what it answered first: what passing on takes.

`python -m benchmarks.speed.passing FILE`
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path
from typing import Any

from rftheory.cli.batch import AHEAD, answer
from rftheory.exact.limits import each_limited

_first = functools.cache(answer)


def known(line: bytes) -> dict[str, Any]:
    """A request read as any, and the answer to the first one like it."""
    json.loads(line)
    return _first(line, 50)


def main(path: str) -> None:
    """One answer a line, as JSON."""
    lines = Path(path).read_bytes().splitlines(keepends=True)
    for found in each_limited(20.0, known, ((line,) for line in lines), ahead=AHEAD):
        print(json.dumps(found))


if __name__ == "__main__":
    from benchmarks.speed import passing  # known by the name that a child can import

    passing.main(sys.argv[1])
