"""A run as Markdown: a table of verdicts and the evidence below it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from rftheory.report.schema import Document

VERDICTS = (
    "proved",
    "certified",
    "derived",
    "supported",
    "undecided",
    "refuted",
    "not reproduced",
    "definition",
    "outside",
)


def markdown(run: Document) -> str:
    """The run document of `schema.run_document` as Markdown."""
    environment = ", ".join(f"{name} {value}" for name, value in run["environment"].items())
    parts = [
        "# Verification by rftheory",
        "",
        f"Profile {run['profile']}, seed {run['seed']}, error budgets α = {run['alpha']}, β = {run['beta']}.",
        f"{environment}.",
        "",
        f"**{summary(run)}**",
    ]
    for paper, group in groupby(run["results"], key=lambda result: result["id"].partition("/")[0]):
        results = list(group)
        parts += ["", f"## {paper}", "", "| statement | verdict | recorded | evidence |", "|---|---|---|---|"]
        parts += [_row(result) for result in results]
        for result in results:
            parts += _details(result)
    return "\n".join(parts) + "\n"


def summary(run: Document) -> str:
    """How many statements got which verdict, and how many are not as recorded."""
    surprises = sum(not result["as_recorded"] for result in run["results"])
    new = sum(result["recorded"] is None and result["as_recorded"] for result in run["results"])
    known = "all as recorded" if new < len(run["results"]) else ""
    ending = f"{surprises} NOT as recorded" if surprises else known
    ending += f"{', ' if ending else ''}{new} unrecorded before" if new else ""
    return f"{counted(run)}; {ending}"


def counted(run: Document) -> str:
    """How many statements have which verdict."""
    counts = Counter(result["verdict"] for result in run["results"])
    found = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    many = "statement" if len(run["results"]) == 1 else "statements"
    return f"{len(run['results'])} {many}: {found or 'none'}"


def _row(result: Document) -> str:
    kinds = ", ".join(f"{item['kind']} {item['outcome']}" for item in result["evidence"])
    marks = "" if result["as_recorded"] else " ⚠"
    return f"| `{result['id']}` | {result['conclusion']}{marks} | {result['recorded'] or 'unrecorded'} | {kinds or '-'} |"


def _details(result: Document) -> list[str]:
    if result["verdict"] != "refuted" and result["as_recorded"]:
        return []
    lines = [
        "",
        f"### `{result['id']}` ({result['locator']}): {result['conclusion']}",
        "",
        result["title"],
        "",
    ]
    lines += [f"- {item['kind']}, {item['outcome']}: {cell(item['detail'])}" for item in result["evidence"]]
    if "counterexample" in result:
        shown = ", ".join(f"{name} = {value}" for name, value in result["counterexample"].items())
        lines += ["", f"Counterexample: {cell(shown)}"]
    if "correction" in result:
        corrected = result["correction"]
        lines += ["", f"Correction `{corrected['id']}` ({corrected['conclusion']}): {corrected['text']}"]
        lines += ["", f"$${corrected['latex']}$$"]
    return lines


def cell(text: str) -> str:
    """`text` on one line, with the characters escaped that would end a table cell or start markup."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
