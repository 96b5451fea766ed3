"""Trials of mutants as documents, and as the table that ships with the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rftheory import __version__
from rftheory.context import Context
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
        "version": __version__,
        "seed": Context().seed,
        "seconds": round(float(getattr(tried, "seconds", 0.0)), 1),
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
    rows_of_all: Counter[str] = Counter()
    survivors: dict[tuple[str, str], list[str]] = {}
    for result in document["results"]:
        for mutant in result["mutants"]:
            paper = result["id"].partition("/")[0]
            rows.setdefault((paper, mutant["place"]), Counter())[mutant["outcome"]] += 1
            if mutant["outcome"] == "survived":
                survivors.setdefault((mutant["formula"], mutant["why"]), []).append(mutant["wrong"])
    every: dict[tuple[str, str], Counter[str]] = {}
    for (_, place), found in rows.items():
        every.setdefault(("all", place), Counter()).update(found)
        rows_of_all.update(found)
    rows |= every | {("all", "all"): rows_of_all}
    made = f"version {document['version']}, seed {document['seed']}, in {document['seconds'] / 60:.0f} CPU minutes"
    lines = [
        "# Mutants",
        "",
        f"Wrong on purpose, held against the evidence of every statement; made by `rftheory mutants`, {made}.",
        "A definition claims nothing: with one slip in all its forms it is another definition, and no mutant.",
        "",
        coverage(result["id"] for result in document["results"]),
        "",
        f"{document['totals']['cleared']:.1%} are killed, equivalent or still true.",
        "",
        f"| paper | place | {' | '.join(FATES)} | cleared |",
        f"|---|---|{'---:|' * (len(FATES) + 1)}",
    ]
    for (paper, place), found in rows.items():
        share = 1 - found["survived"] / found.total()
        lines.append(
            f"| {paper} | {place} | {' | '.join(str(found[fate]) for fate in FATES)} | {share:.1%} |"
        )
    lines += ["", "## Survivors", "", "| mutants of | wrong on purpose | why they survive |", "|---|---|---|"]
    lines += [
        f"| {cell(formula)} | {cell(', '.join(wrongs))} | {cell(why)} |"
        for (formula, why), wrongs in survivors.items()
    ]
    return "\n".join(lines) + "\n"


def coverage(identifiers: Iterable[str]) -> str:
    """Which command tries them, and how many of the statements of each paper they are."""
    from rftheory import registry

    found = Counter(identifier.partition("/")[0] for identifier in identifiers)
    there = Counter(record.id.partition("/")[0] for record in registry.records())
    papers = "" if "mechanism" in found else " ".join(paper for paper in found if paper in there) + " "
    tried = ", ".join(
        f"{count} of {there[paper]} of {paper}" for paper, count in found.items() if paper in there
    )
    command = f"rftheory mutants {papers}--store FILE --resume --markdown TABLE"
    return f"`{command}` makes this table anew. Statements tried: {tried or 'none'}."
