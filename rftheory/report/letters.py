"""Letters: one self-contained page a root cause, for the paper's authors, with scripts that run without this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from rftheory import registry
from rftheory.errors import InputError
from rftheory.report.errata import UNCLASSED, groups
from rftheory.report.mathml import formula
from rftheory.report.schema import Document

_STYLE = """
body { font: 16px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .3rem; } blockquote { margin: .6rem 1.5rem; }
pre { font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .8rem; }
math { overflow: auto hidden; padding: .15rem 0; } td { padding: .1rem .8rem .1rem 0; vertical-align: top; }
:root { color-scheme: light dark; }
"""


def written(errata: Sequence[Document]) -> dict[str, str]:
    """Pages and scripts by file name; a script stands in its page too."""
    files: dict[str, str] = {}
    for group in groups(errata):
        scripts = {item["id"]: text for item in group if (text := script_of(item["id"])) is not None}
        files[f"{_file(group[0]['root'])}.html"] = _page(group, scripts)
        files |= {f"{_file(name)}.py": text for name, text in scripts.items()}
    return files


def script_of(identifier: str) -> str | None:
    """The script that shows what `errata` shows of a statement; None where there is none."""
    from rftheory.evidence.plain_script import script

    finding = registry.finding(identifier)
    try:
        return script(registry.statement(identifier), finding.get("counterexample"))
    except InputError:
        return None


def _file(identifier: str) -> str:
    return identifier.replace("/", "-")


def _page(group: Sequence[Document], scripts: Mapping[str, str]) -> str:
    first = group[0]
    paper = registry.paper(first["id"].partition("/")[0])
    body = "".join(_entry(item, scripts.get(item["id"]), lead=item is first) for item in group)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(first['id'])}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(first['title'])}</h1><p>{escape(paper.authors)}: <em>{escape(paper.title)}</em>, "
        f"{escape(paper.venue)}. {escape(first['at'] or first['locator'])}; "
        f"{escape(first['class'] or UNCLASSED)}.</p>{body}</body></html>\n"
    )


def _entry(item: Document, script: str | None, *, lead: bool) -> str:
    head = (
        ""
        if lead
        else f"<h2>What follows: {escape(item['at'] or item['locator'])}, {escape(item['title'])}</h2>"
    )
    parts = [head, "<h2>As printed</h2>" if lead else "", _printed(item)]
    if item["false"] or item["note"]:
        parts.append(f"<h2>What is false</h2><p>{escape(item['false'] or item['note'])}</p>")
    if item["counterexample"]:
        parts.append(f"<h2>At a point</h2><p>{escape(item['detail'])}</p>{_point(item['counterexample'])}")
    if item["second"]:
        parts.append(f"<p>and at another point</p>{_point(item['second'])}")
    if item["objection"]:
        parts.append(f"<p>{escape(item['objection'])}</p>")
    if item["correction"]:
        parts.append(_correction(item["correction"]))
    leaning = [name for name in _leaning(item["id"]) if name != item["id"]]
    if leaning:
        codes = ", ".join(f"<code>{escape(name)}</code>" for name in leaning)
        parts.append(f"<h2>What leans on it</h2><p>{codes}</p>")
    if script is not None:
        parts.append(f"<h2>To see it with mpmath alone</h2><pre>{escape(script)}</pre>")
    return "".join(parts)


def _printed(item: Document) -> str:
    """The words and the formula at issue; where neither is given yet, the statement's own formula."""
    words = f"<blockquote>\u201c{escape(item['quote'])}\u201d</blockquote>" if item["quote"] else ""
    shown = item["formula"] or ("" if words else item["latex"])
    return words + (formula(shown) if shown else "")


def _point(point: Mapping[str, str]) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in point.items()
    )
    return f"<table>{rows}</table>"


def _correction(corrected: Document) -> str:
    verdict = escape(corrected["verdict"] or "not recorded")
    return (
        f"<h2>Correction</h2><p>{escape(corrected['text'])}</p>{formula(corrected['latex'])}"
        f"<p>Where: {escape(corrected['domain'])}. <code>{escape(corrected['id'])}</code>: {verdict}.</p>"
    )


def _leaning(identifier: str) -> list[str]:
    """The statements that repeat its mistake or use it or its correction."""
    paper = registry.statements([identifier.partition("/")[0]])
    names = {identifier, f"{identifier}/corrected"}
    return [
        each.id
        for each in paper
        if names & set(each.uses) or (each.erratum is not None and each.erratum.follows_from == identifier)
    ]
