"""Writes the parts of the documents that follow from the ledger: `python docs/generate.py [--check]`. Judges nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rftheory import registry
from rftheory.report.pages import filled, main
from rftheory.verdict import Verdict

README = Path(__file__).parent.parent / "README.md"


def verdict_table() -> str:
    """One row a paper of the ledger: how many of its statements have which recorded verdict."""
    columns = list(Verdict)
    counts = {key: Counter[Verdict]() for key in registry.shelf()}
    corrected = Counter[str]()
    for key, (_, statements) in registry.shelf().items():
        for statement in statements:
            if statement.id in registry.recorded():
                counts[key][registry.recorded()[statement.id]] += 1
                corrected[key] += statement.correction is not None
    lines = [
        f"| paper | statements | {' | '.join(v.value for v in columns)} | corrected |",
        f"|---|{'---:|' * (len(columns) + 2)}",
    ]
    for key, found in counts.items():
        if found:
            cells = " | ".join(str(found[v]) if found[v] else "·" for v in columns)
            lines.append(
                f"| {registry.paper(key).title} (`{key}`) | {found.total()} | {cells} | {corrected[key] or '·'} |"
            )
    return "\n".join(lines)


def rendered(text: str) -> str:
    """`text` with a current table between the markers."""
    return filled(text, PARTS, README.name)


PARTS = {"verdicts": verdict_table}

if __name__ == "__main__":
    raise SystemExit(main(README, PARTS, "generate.py"))
