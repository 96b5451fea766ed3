"""Documents as text for people: tables and lines in the markup of Rich, colour only on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rftheory.report.errata import UNCLASSED, groups, headline
from rftheory.report.grids import Grid, escape, grid
from rftheory.report.markdown import summary
from rftheory.report.schema import Document

if TYPE_CHECKING:
    from rich.console import Console

_COLOURS = {
    "proved": "green",
    "certified": "green",
    "derived": "green",
    "supported": "cyan",
    "undecided": "yellow",
    "refuted": "red",
    "not reproduced": "yellow",
    "killed": "green",
    "survived": "yellow",
}
_UNWRAPPED = 10_000


def console() -> Console:
    """A console that wraps and colours on terminals only."""
    from rich.console import Console

    found = Console(highlight=False, soft_wrap=True)
    return found if found.is_terminal else Console(highlight=False, width=_UNWRAPPED)


def statement_lines(document: Document) -> Iterable[str]:
    """A statement as printed, then what is known about it (markup of Rich)."""
    yield f"[bold]{escape(document['id'])}[/bold]  {escape(document['locator'])}  ({document['kind']})"
    yield escape(document["title"])
    yield ""
    yield escape(document["text"])
    yield ""
    yield escape(document["latex"])
    if document["claim"]:
        said = document["claim"]
        yield ""
        yield f"claim       {escape(said['text'])}{'' if said['formal'] else '  (in words)'}"
        yield f"            {escape(said['latex'])}"
    yield ""
    yield f"domain      {escape(document['domain'])}"
    for parameter in document["parameters"]:
        yield f"  {parameter['name']:<10}{escape(parameter['rule'])}  {escape(parameter['meaning'])}".rstrip()
    for rule in document["rules"]:
        yield f"  {'':<10}{escape(rule)}"
    for formula in document["formulas"]:
        label = formula["side"] or "(unnamed)"
        yield f"side        {label}({', '.join(formula['parameters'])})"
    for name in document["companions"]:
        yield f"defines     {escape(name)}"
    yield f"evidence    {', '.join(document['evidence']) or 'none'}"
    yield f"verdict     {conclusion(document)}"
    if document["refutation"]:
        found = document["refutation"]
        yield f"refuted by  {escape(found['kind'])}: {escape(found['detail'])}"
        for name, value in (found["counterexample"] or {}).items():
            yield f"  {escape(name):<10}{escape(str(value))}"
    for label in ("reason", "note", "setting"):
        if document[label]:
            yield f"{label:<12}{escape(document[label])}"
    if document["mechanism"]:
        yield f"mechanism   {escape(', '.join(document['mechanism']))}"
    yield from _grounds(document)
    yield f"source      {escape(document['source']['file'])}:{document['source']['line']}"
    if document["correction"]:
        corrected = document["correction"]
        yield ""
        yield f"correction  {escape(corrected['id'])}  {conclusion(corrected)}"
        yield f"  {escape(corrected['text'])}"
        yield f"  {escape(corrected['latex'])}"
    yield ""
    yield escape(document["bibtex"])


def _grounds(document: Document) -> Iterable[str]:
    """What the verdict rests on: the facts it cites, then the statements below it, nearest first, with theirs."""
    if document["uses"]:
        yield f"uses        {escape(', '.join(document['uses']))}"
    for fact in document["cited"]:
        yield f"  by        {escape(fact)}"
    for ground in document["rests_on"]:
        yield f"rests on    {escape(ground['id'])}  {verdict(ground['verdict'])}"
        for fact in ground["cited"]:
            yield f"  by        {escape(fact)}"


def conclusion(document: Document) -> str:
    """A verdict in its colour, with what holds beside it."""
    if document["conclusion"] is None:
        return "-"
    word = document["verdict"]
    return verdict(word) + escape(document["conclusion"].removeprefix(word))


def verdict(name: str | None) -> str:
    """A verdict in its colour; `-` where nothing is recorded."""
    if name is None:
        return "-"
    return f"[{_COLOURS[name]}]{name}[/]" if name in _COLOURS else name


def listing(documents: Sequence[Document]) -> Grid:
    """The list of statements."""
    table = grid("id", "kind", "verdict", "sides", "locator", "title")
    for item in documents:
        sides = " ".join(f":{side}" if side else "(value)" for side in item["sides"]) or "-"
        table.add_row(
            escape(item["id"]),
            item["kind"],
            verdict(item["recorded"]),
            escape(sides),
            escape(item["locator"]),
            escape(item["title"]),
        )
    return table


def plan_tables(plan: Document) -> Iterable[Grid | str]:
    """What a run is going to draw, and how the error budget is split."""
    table = grid("statistical test", "at", "draws", "method", "seconds")
    for test in plan["tests"]:
        table.add_row(
            escape(test["statement"]),
            escape(test["where"]),
            f"{test['draws']:,}",
            escape(test["method"]),
            f"{test['seconds']:.1f}",
        )
    ledger = plan["ledger"]
    yield table
    yield (
        f"{len(plan['tests'])} of {ledger['tests_of_all_papers']} tests in the ledger; alpha {ledger['alpha']:g} and beta "
        f"{ledger['beta']:g} for all of them, {ledger['alpha_each']:.1e} and {ledger['beta_each']:.1e} each; about "
        f"{plan['seconds']:.0f} s of drawing on one core"
    )
    yield ""


def run_tables(run: Document) -> Iterable[Grid | str]:
    """A table a paper, details of what is not as recorded, and the summary."""
    for paper, group in groupby(run["results"], key=lambda result: result["id"].partition("/")[0]):
        table = grid(paper, "verdict", "recorded", "evidence", "seconds")
        surprises: list[str] = []
        for result in group:
            kinds = ", ".join(f"{item['kind']} {item['outcome']}" for item in result["evidence"])
            mark = "" if result["as_recorded"] else " [bold red]!=[/]"
            table.add_row(
                escape(result["id"]),
                conclusion(result) + mark,
                verdict(result["recorded"]) if result["recorded"] else "unrecorded",
                escape(kinds or result.get("reason", "-")),
                f"{result['seconds']:.2f}",
            )
            if not result["as_recorded"] and result["recorded"] is not None:
                surprises += result_lines(result)
        yield table
        yield from surprises
        yield ""
    yield f"[bold]{escape(summary(run))}[/bold]"
    budget = run.get("budget", {})
    if budget.get("tests_made"):
        yield (
            f"error budget: {budget['tests_made']} of {budget['tests_of_all_papers']} tests made; spent alpha "
            f"{budget['alpha_spent']:.1e} of {budget['alpha']:g}, beta {budget['beta_spent']:.1e} of {budget['beta']:g}"
        )


def result_lines(result: Document) -> Iterable[str]:
    """The evidence of one result, its counterexample and its correction."""
    yield f"[bold]{escape(result['id'])}[/bold]  {conclusion(result)}"
    for item in result["evidence"]:
        yield f"  {item['kind']}, {item['outcome']}: {escape(item['detail'])}"
    for name, value in result.get("counterexample", {}).items():
        yield f"    {escape(name)} = {escape(value)}"
    if "correction" in result:
        corrected = result["correction"]
        yield f"  correction {escape(corrected['id'])}: {conclusion(corrected)}"
        yield f"    {escape(corrected['text'])}"


def errata_lines(errata: Sequence[Document]) -> Iterable[str]:
    """Every refuted statement with its counterexample and correction, by class and root cause; then the counts."""
    heading = None
    for group in groups(errata):
        name = group[0]["class"] or UNCLASSED
        if name != heading:
            heading = name
            yield f"[bold]{escape(name)}[/bold]"
            yield ""
        for item in group:
            yield from _erratum_lines(item, first=item is group[0])
            yield ""
    yield f"[bold]{len(errata)} errata; {escape(headline(errata))}[/bold]"


def _erratum_lines(item: Document, *, first: bool) -> Iterable[str]:
    label = item["class"] or ("misprint" if item["slip"] else "refuted as printed")
    weight = "" if item["weight"] is None else f", weight {item['weight']}"
    yield f"[bold]{escape(item['id'])}[/bold]  {escape(item['at'] or item['locator'])}  [red]{label}[/]{weight}"
    yield f"  {escape(item['title'])}"
    if not first:
        yield f"  follows from {escape(item['follows_from'])}"
    if item["quote"]:
        yield f"  \u201c{escape(item['quote'])}\u201d"
    for line in filter(None, (item["formula"], item["false"], item["detail"])):
        yield f"  {escape(line)}"
    yield from _point_lines(item["counterexample"])
    if item["second"]:
        yield "  and at another point"
        yield from _point_lines(item["second"])
    if item["correction"]:
        corrected = item["correction"]
        yield f"  correction {escape(corrected['id'])}: {verdict(corrected['verdict'])}"
        yield f"    {escape(corrected['text'])}"
        yield f"    {escape(corrected['latex'])}"


def _point_lines(point: Document | None) -> Iterable[str]:
    for name, value in (point or {}).items():
        yield f"    {escape(name)} = {escape(value)}"


def search_lines(document: Document) -> Iterable[str]:
    """What an adversarial search found."""
    found = "[bold red]violation found[/]" if document["outcome"] == "fails" else "no violation found"
    yield f"[bold]{escape(document['id'])}[/bold]  {found}"
    yield f"  {escape(document['detail'])}"
    for name, value in document.get("counterexample", {}).items():
        yield f"    {escape(name)} = {escape(value)}"
    yield f"  recorded verdict: {verdict(document['recorded'])}"


def mutant_tables(document: Document) -> Iterable[Grid | str]:
    """Which wrong variants the evidence rejected."""
    table = grid("formula", "wrong on purpose", "outcome", "by, or why not")
    for result in document["results"]:
        for mutant in result["mutants"]:
            table.add_row(
                escape(mutant["formula"]),
                escape(mutant["wrong"]),
                verdict(mutant["outcome"]),
                escape(mutant["by"] or mutant["why"]),
            )
    totals = document["totals"]
    yield table
    shown = ", ".join(
        f"{totals[key]} {key.replace('_', ' ')}" for key in totals if key not in ("rate", "cleared")
    )
    rate = "-" if totals["rate"] is None else f"{totals['rate']:.1%}"
    yield f"[bold]{table.row_count} mutants: {shown}; {rate} of the wrong ones killed, {totals['cleared'] or 0:.1%} of all killed or still true[/bold]"
