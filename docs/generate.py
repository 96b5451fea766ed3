"""Writes what follows from the papers, the ledger and the named facts: the index, the pages of `show`, the table of the
README, and the facts as the checker of proofs reads them. Judges nothing.

`python docs/generate.py`; with `--check` it says whether they are current.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from rftheory import registry
from rftheory.proof.facts import FACTS
from rftheory.proof.terms import thawed
from rftheory.registry import index
from rftheory.report import errata, shown
from rftheory.report.pages import filled, main
from rftheory.verdict import Verdict

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
INDEX = ROOT / "rftheory" / index.INDEX
CHECKED_FACTS = ROOT / "rftheory" / "proof" / "checker" / "facts.json"


def verdict_table() -> str:
    """One row a paper of the ledger: how many of its statements have which recorded verdict."""
    columns = list(Verdict)
    counts = {key: Counter[Verdict]() for key in registry.modules_by_key()}
    for record in registry.records():
        if record.id in registry.recorded():
            counts[record.paper][registry.recorded()[record.id].verdict] += 1
    lines = [
        f"| paper | statements | {' | '.join(v.value for v in columns)} | root causes of what is refuted |",
        f"|---|{'---:|' * (len(columns) + 1)}---|",
    ]
    for key, found in counts.items():
        if found:
            cells = " | ".join(str(found[v]) if found[v] else "·" for v in columns)
            lines.append(
                f"| {registry.paper(key).title} (`{key}`) | {found.total()} | {cells} | {root_causes(key) or '·'} |"
            )
    return "\n".join(lines)


def root_causes(key: str) -> str:
    """How many mistakes of each class lie behind the refuted statements of a paper: `2 error, 7 misprint`."""
    found = errata.counts(errata.errata(key))
    return ", ".join(f"{n} {name}" for name, each in found.items() if (n := each["root_causes"]))


def rendered(text: str) -> str:
    """`text` with a current table between the markers."""
    return filled(text, PARTS, README.name)


PARTS = {"verdicts": verdict_table}


def indexed() -> int:
    """Write the index, or with --check say whether writing would change it; read before anything asks for it."""
    made = index.text(
        {name for name, found in registry.recorded().items() if found.verdict is Verdict.REFUTED}
    )
    return _kept(INDEX, made)


def shown_pages() -> int:
    """Write the pages of every paper, or with --check say whether writing would change one."""
    folder = INDEX.parent / shown.FOLDER
    folder.mkdir(exist_ok=True)
    return max(_kept(folder / f"{key}.jsonl", shown.written(key)) for key in registry.shipped_by_key())


def checked_facts() -> str:
    """The named facts of proofs as the checker reads them, one a line."""
    lines = []
    for name, fact in sorted(FACTS.items()):
        entry = {
            "reference": fact.reference,
            "variables": fact.variables,
            "needs": fact.needs,
            "claim": fact.claim,
        }
        written = {key: thawed(part) for key, part in entry.items()}
        lines.append(f"{json.dumps(name)}: {json.dumps(written)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _kept(path: Path, made: str) -> int:
    """Write a made file, or with --check say whether writing would change it."""
    if sys.argv[1:] == ["--check"]:
        current = path.is_file() and path.read_text(encoding="utf-8") == made
        if not current:
            sys.stderr.write(f"{path.name} is not current: run python docs/generate.py\n")
        return int(not current)
    path.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(
        indexed() | shown_pages() | _kept(CHECKED_FACTS, checked_facts()) | main(README, PARTS, "generate.py")
    )
