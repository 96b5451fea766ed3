"""What `show` prints of every statement, kept beside the index: read without a paper or SymPy.

A page is believed where the texts that it was made from are as they were: its module, what its paper shares, the code
that writes pages, the file of proofs. Anything else, and what is recorded, is asked anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from rftheory import registry
from rftheory.registry import loading
from rftheory.registry.index import digest
from rftheory.report.statements import Document, completed, page

FOLDER = "pages"
WRITERS = (
    "claims",
    "domain",
    "statements.py",
    "exact/formula.py",
    "exact/functions",
    "evidence/plan.py",
    "evidence/reduction.py",
    "evidence/deterministic",
    "moments/catalogue.py",
    "report/shown.py",
    "report/statements.py",
)
"""The texts of the package on which a page depends beside its paper's own."""


def document(identifier: str) -> Document:
    """Everything that is known about a statement without running its evidence, from its page where that is current."""
    kept = _kept(identifier)
    if kept is None:
        entry = registry.find(identifier)
        return completed(
            entry.id, entry.statement.id, page(entry), registry.paper(entry.statement.paper).bibtex
        )
    head, found = kept
    return completed(identifier, found.pop("about", identifier), found, head["bibtex"])


def written(key: str) -> str:
    """The pages of a paper as text, after a line that says what they were made from."""
    paper, name = registry.paper(key), registry.modules_by_key()[key]
    lines = [_line(_head(key, name) | {"bibtex": paper.bibtex})]
    for record in registry.records(key):
        made_from = digest([loading.file(record.module)])
        for identifier in record.ids:
            entry = registry.find(identifier)
            about = {} if entry.statement.id == identifier else {"about": entry.statement.id}
            lines.append(_line({"id": identifier, "module": made_from} | about | page(entry)))
    return "\n".join(lines) + "\n"


def _kept(identifier: str) -> tuple[Document, Document] | None:
    """The head of the paper's pages and the page of an id; None where there is none, or one of its texts is another."""
    record = registry.owner(identifier)
    source = files("rftheory") / FOLDER / f"{record.paper}.jsonl"
    if registry.is_own(record.id) or not source.is_file():
        return None
    with source.open(encoding="utf-8") as lines:
        head = json.loads(next(lines))
        start = _line({"id": identifier})[:-1] + ","
        found = next((json.loads(line) for line in lines if line.startswith(start)), None)
    now = _head(record.paper, record.module.partition(".")[0])
    if found is None or any(value not in ("", head[name]) for name, value in now.items()):
        return None
    return (head, found) if digest([loading.file(record.module)]) in ("", found.pop("module")) else None


def _head(key: str, name: str) -> dict[str, Any]:
    """Digests of what all pages of a paper depend on; the proofs by the size of their file, which is large."""
    proofs = files("rftheory") / "theorems" / f"{key}.jsonl"
    size = proofs.stat().st_size if isinstance(proofs, Path) and proofs.is_file() else ""
    return {"shared": digest(loading.shared(name)), "code": digest(_writers()), "proofs": size}


def _writers() -> Iterator[Path]:
    home = Path(str(files("rftheory")))
    for name in WRITERS:
        place = home / name
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place] if place.is_file() else []


def _line(entry: Document) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
