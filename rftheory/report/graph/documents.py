"""The graph of truth as a document and in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rftheory.registry.graph import Node
from rftheory.report.schema import SCHEMA, Document


def graph_document(nodes: Sequence[Node]) -> Document:
    """What `graph --json` prints: every node with its edges and what is refuted below it."""
    return {
        "schema": SCHEMA,
        "graph": [
            {
                "id": node.id,
                "locator": node.where,
                "title": node.title,
                "verdict": node.verdict,
                "conclusion": node.conclusion,
                "uses": list(node.uses),
                "shadow": list(node.shadow),
                "corrects": node.corrects or None,
                "elsewhere": node.elsewhere,
            }
            for node in nodes
        ],
    }


def heading(nodes: Sequence[Node], papers: Sequence[str]) -> str:
    """What the graph is of, in one line."""
    edges = sum(len(node.uses) for node in nodes)
    inside = sum(not node.elsewhere for node in nodes)
    whose = ", ".join(papers) or "all papers"
    return f"{whose}: {inside} statements and corrections, {edges} times one rests on another"


def graph_lines(nodes: Sequence[Node], papers: Sequence[str]) -> Iterator[str]:
    """How many there are, with which verdicts, and what the refuted ones are below."""
    inside = [node for node in nodes if not node.elsewhere]
    yield heading(nodes, papers)
    yield ", ".join(f"{count} {word}" for word, count in Counter(n.verdict for n in inside).most_common())
    leaning = [node for node in inside if node.shadow]
    true = sum(node.verdict in ("proved", "certified", "derived") for node in leaning)
    yield (
        f"{len(leaning)} lean on something that is refuted as printed, mostly by its correction; {true} of them are "
        "proved, certified or derived"
    )
    under = Counter(name for node in leaning for name in node.shadow)
    yield from (f"  {name}  below {count}" for name, count in under.most_common(10))
