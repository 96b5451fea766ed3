"""Mutants of proved statements put to the kernel: `python -m benchmarks.kernel_mutants --store FILE`; exit 1 where a false one is accepted.

Every part of every proved claim is made wrong: slips in its formulas, the same slip in both representations, wrong
claims, wider domains. What the wrong statement asks of a proof is written as for any other. Three objects are put to
the checker for it: the one that is kept for the right statement, its steps under the wrong one's context and
conclusion (with what differs replaced throughout), and what the script of the right one finds, where that is quick.
A mutant may be true all the same; it is false where a point of its domain certifies that its claim fails. The run
goes on where the store ends.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.kernel_mutants.attacks import accepted, searcher
from benchmarks.kernel_mutants.judging import judged, words
from benchmarks.kernel_mutants.making import Mutant, Unit, proved, units, wrong
from rftheory.evidence.theorems.asked import asked
from rftheory.proof.terms import ProofError
from rftheory.proving import scripts_for
from rftheory.writing import write_text

Row = dict[str, Any]
PLACES = ("formula", "both representations", "claim", "domain")
MOST, SECONDS = 6, 0.3
_NO_THEOREM = "no theorem"


def tried(unit: Unit, most: int, seconds: float) -> Iterator[Row]:
    """What became of every mutant of a unit."""
    script = scripts_for(unit.statement.id, unit.part)
    search = searcher(script, unit.goal, seconds) if seconds else None
    for mutant in wrong(unit, most):
        try:
            (goal,) = asked(mutant.statement)
        except ProofError as reason:
            yield _row(mutant, "", _NO_THEOREM, "", str(reason))
            continue
        by = accepted(unit, goal, search)
        found = judged(unit, mutant, patient=bool(by))
        written = json.dumps([goal.context.variables, goal.context.constraints, goal.proposition])
        yield _row(mutant, hashlib.sha256(written.encode()).hexdigest()[:16], by, found.word, found.how)


def _row(mutant: Mutant, asked_for: str, by: str, word: str, how: str) -> Row:
    return {
        "place": mutant.place,
        "wrong": mutant.wrong,
        "asked": asked_for,
        "by": by,
        "word": word,
        "how": how,
    }


def run(identifiers: Sequence[str], store: Path | None, most: int, seconds: float) -> Iterator[Row]:
    """Every row, with its statement and part; those of the store are taken from it, new ones are added to it."""
    known = {} if store is None or not store.exists() else _known(store)
    for identifier in identifiers:
        for unit in units(identifier):
            key = _key(unit, most, seconds)
            if key not in known:
                started = time.process_time()
                rows = [{"id": identifier, "part": unit.part, **row} for row in tried(unit, most, seconds)]
                known[key] = {"seconds": round(time.process_time() - started, 2), "rows": rows}
                if store is not None:
                    with store.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"key": key, **known[key]}) + "\n")
            yield from known[key]["rows"]


def _known(store: Path) -> dict[str, Row]:
    """What the whole lines of a store say by key; a line that a kill cut short is taken out, and tried again."""
    text = store.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        write_text(store, whole)
    return {read.pop("key"): read for read in map(json.loads, whole.splitlines())}


def _key(unit: Unit, most: int, seconds: float) -> str:
    """A digest of the statement's object and of what the run does with it."""
    written = json.dumps([unit.statement.id, unit.part, unit.object, most, seconds], sort_keys=True)
    return f"{unit.statement.id} {unit.part} {hashlib.sha256(written.encode()).hexdigest()[:16]}"


def table(rows: Iterable[Row]) -> str:
    """The counts by place, in Markdown."""
    found = list(rows)
    head = (
        "place",
        "mutants",
        "asked",
        "no theorem",
        "refused",
        "of these false",
        "by numbers",
        "true",
        "open",
    )
    tail = ("accepted", "of these true", "open", "false")
    lines = ["| " + " | ".join((*head, *tail)) + " |", "|---|" + "---:|" * (len(head) + len(tail) - 1)]
    for place in (*PLACES, "all"):
        own = [row for row in found if place in (row["place"], "all")]
        said = [row for row in own if row["by"] != _NO_THEOREM]
        theorems = {(row["id"], row["part"], row["asked"]) for row in said}
        no, yes = (Counter(row["word"] for row in said if bool(row["by"]) is kind) for kind in (False, True))
        counts = [len(own), len(theorems), len(own) - len(said), no.total()]
        counts += [no[word] for word in ("false", "false by numbers", "true", "open")]
        counts += [yes.total(), yes["true"], yes["open"] + yes["false by numbers"], yes["false"]]
        lines.append(f"| {place} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines)


def accepted_rows(rows: Iterable[Row]) -> list[Row]:
    """The accepted mutants, false ones first."""
    order = list(words())
    found = [row for row in rows if row["by"] not in ("", _NO_THEOREM)]
    return sorted(found, key=lambda row: (order.index(row["word"]), row["id"], row["part"]))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("statements", nargs="*", help="ids; every proved statement where none is given")
    parser.add_argument("--store", type=Path, help="a file that keeps what has been tried")
    parser.add_argument("--most", type=int, default=MOST, help="mutants of one formula")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="of a search for one mutant; 0 for none"
    )
    given = parser.parse_args(arguments)
    rows = list(run(given.statements or proved(), given.store, given.most, given.seconds))
    print(table(rows))
    found = accepted_rows(rows)
    for row in found:
        print(f"{row['word']}: {row['id']} part {row['part'] + 1}, {row['place']}, {row['wrong']}: by {row['by']}; {row['how']}")  # fmt: skip
    return int(any(row["word"] == "false" for row in found))


if __name__ == "__main__":
    sys.exit(main())
