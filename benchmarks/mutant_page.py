"""The page that lists surviving mutants, read and written: what is tried once more, and the counts by room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutating import Mutation, mutations

FATES = ("killed", "mended", "nothing promised", "tested elsewhere", "open")
"""Killed now by the tests of the room; a test was added; judged to change nothing; other rooms' tests; undecided."""
_ROW = re.compile(r"^\| `([^`]+):(\d+)` \| (\w+): `(.*)` \| (.*) \|$")
_SHARE = re.compile(
    r"^(Killed of those that change anything promised: ).*( without the tests of other rooms\.)$",
    re.MULTILINE,
)
_COUNTS = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \|.*\| (\d+) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Survivor:
    """A row: the module, the line that it had, the change in words, and what became of it."""

    path: Path
    line: int
    change: str
    fate: str

    @property
    def kind(self) -> str:
        """One of FATES; equivalent, speed and taste are ways of changing nothing that is promised."""
        first = re.split(r"[ :,]", self.fate, maxsplit=1)[0]
        return {"equivalent": FATES[2], "speed": FATES[2], "taste": FATES[2], "tested": FATES[3]}.get(
            first, first
        )

    def shown(self) -> str:
        """The row."""
        kind, _, change = self.change.partition(": ")
        return f"| `{self.path}:{self.line}` | {kind}: `{change}` | {self.fate} |"


def survivors(page: str) -> list[Survivor]:
    """The rows of the page, in its order."""
    found = [match.groups() for line in page.splitlines() if (match := _ROW.match(line))]
    return [
        Survivor(Path(path), int(at), f"{kind}: {change}", fate) for path, at, kind, change, fate in found
    ]


def located(row: Survivor, source: bytes) -> Mutation | None:
    """The change in today's text, the nearest to its line of those that read the same; None where it is gone."""
    same = [m for m in mutations(source) if m.shown(source) == row.change]
    return min(same, key=lambda m: abs(m.line - row.line), default=None)


def written(page: str, rows: Sequence[Survivor]) -> str:
    """The page with these rows for its own, and the counts that follow from them."""
    new = iter(rows)
    lines = [next(new).shown() if _ROW.match(line) else line for line in page.splitlines()]
    text, total = "\n".join(lines) + "\n", Counter[str]()

    def counted(match: re.Match[str]) -> str:
        room, mutants, killed, bad = match.groups()
        if room == "all":
            found, numbers = total, (total["mutants"], total["at once"])
        else:
            found = Counter(row.kind for row in rows if row.path.parts[0].removesuffix(".py") == room)
            numbers = int(mutants), int(killed)
            total.update({**found, "mutants": numbers[0], "at once": numbers[1]})
        here = " | ".join(str(found[kind]) for kind in FATES)
        return f"| {room} | {numbers[0]} | {numbers[1]} | {here} | {bad} |"

    text = _COUNTS.sub(counted, text)
    kept = total["mutants"] - total["nothing promised"]
    own = total["at once"] + total["killed"] + total["mended"]
    every = own + total["tested elsewhere"]
    share = f"{every} of {kept} ({every / max(kept, 1):.1%}), {own} ({own / max(kept, 1):.1%})"
    return _SHARE.sub(rf"\g<1>{share}\g<2>", text)
