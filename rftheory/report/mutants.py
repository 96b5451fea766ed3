"""Trials of mutants as documents, and as the table that ships with the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rftheory.report.markdown import cell
from rftheory.report.schema import SCHEMA, Document

if TYPE_CHECKING:
    from rftheory.evidence.mutants import Trial

FATES = ("killed", "still true", "equivalent", "survived")


def trials_document(identifier: str, trials: Sequence[Trial]) -> Document:
    """What the evidence of one statement or mechanism made of its mutants."""
    found = [
        {
            "formula": trial.formula,
            "place": trial.place,
            "wrong": trial.wrong,
            "outcome": trial.outcome,
            "by": trial.by if trial.killed else None,
            "why": None if trial.killed else trial.by,
        }
        for trial in trials
    ]
    return {"id": identifier, **counts(trials), "mutants": found}


def mutants_document(tried: Mapping[str, Sequence[Trial]]) -> Document:
    """A whole run of mutants."""
    every = [trial for group in tried.values() for trial in group]
    places = {
        place: counts([t for t in every if t.place == place])
        for place in dict.fromkeys(t.place for t in every)
    }
    return {
        "schema": SCHEMA,
        "totals": counts(every),
        "places": places,
        "results": [trials_document(name, group) for name, group in tried.items()],
    }


def counts(trials: Sequence[Trial]) -> Document:
    """How many mutants met which fate, the share of the killed among the wrong ones, and of those cleared up."""
    from rftheory.evidence.mutants import cleared, kill_rate

    totals = {fate.replace(" ", "_"): sum(trial.outcome == fate for trial in trials) for fate in FATES}
    return {**totals, "rate": kill_rate(trials), "cleared": cleared(trials)}


def table(document: Document) -> str:
    """The run as Markdown: by paper and place how many mutants met which fate, and every survivor with its reason."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    survivors = []
    for result in document["results"]:
        for mutant in result["mutants"]:
            paper = result["id"].partition("/")[0]
            rows.setdefault((paper, mutant["place"]), Counter())[mutant["outcome"]] += 1
            if mutant["outcome"] == "survived":
                survivors.append(mutant)
    lines = [
        "# Mutants",
        "",
        "Wrong on purpose, held against the evidence of every statement and mechanism; made by `rftheory mutants`.",
        "",
        f"{document['totals']['cleared']:.1%} are killed or still true.",
        "",
        f"| paper | place | {' | '.join(FATES)} |",
        f"|---|---|{'---:|' * len(FATES)}",
    ]
    for (paper, place), found in rows.items():
        lines.append(f"| {paper} | {place} | {' | '.join(str(found[fate]) for fate in FATES)} |")
    lines += ["", "## Survivors", "", "| mutant | wrong on purpose | why it survives |", "|---|---|---|"]
    lines += [f"| {cell(m['formula'])} | {cell(m['wrong'])} | {cell(m['why'])} |" for m in survivors]
    return "\n".join(lines) + "\n"
