"""A run as one self-contained HTML page, without scripts or anything from the network."""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import groupby

from rftheory.report.markdown import VERDICTS, counted, summary
from rftheory.report.mathml import formula
from rftheory.report.schema import Document

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; }
tr { border-bottom: 1px solid #8884; vertical-align: top; } code, pre { font: 13px ui-monospace, monospace; }
pre { white-space: pre-wrap; } .verdict { font-weight: 600; } .surprise td { background: #f002; }
td.proved, td.certified, td.derived { color: #17803d; } td.supported { color: #1d6fb8; } td.refuted { color: #b3261e; }
td.undecided { color: #9a6700; } td.definition, td.outside { color: #777; } details { margin: .2rem 0; }
math { overflow: auto hidden; padding: 0.15rem 0; max-width: 34rem; font-size: 1.05rem; } h2 { display: inline; font-size: 1.3rem; }
figure { margin: 1.5rem 0; } svg { max-width: 100%; height: auto; } input { margin-left: 1rem; }
:root { color-scheme: light dark; }
"""


def html(run: Document, *, origin: str = "", plots: str = "") -> str:
    """The run document of `schema.run_document` as an HTML page.

    `origin` says where verdicts come from that this page did not see found; `plots` is finished markup. All text
    of the document is escaped; formulas are MathML, which needs no script.
    """
    environment = ", ".join(f"{name} {value}" for name, value in run["environment"].items())
    headline = counted(run) if origin else summary(run)
    sections = "".join(
        f"<section><details open><summary><h2>{escape(paper)}</h2></summary>{_table(list(group))}</details>"
        "</section>"
        for paper, group in groupby(run["results"], key=lambda result: result["id"].partition("/")[0])
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>rftheory: verdicts</title><style>{_STYLE}{_filter_rules()}</style></head><body>"
        f"<h1>Verdicts</h1><p><strong>{escape(headline)}</strong></p>{_paragraph(origin)}"
        f"<p>Profile {escape(run['profile'])}, seed {run['seed']}, error budgets α = {run['alpha']}, "
        f"β = {run['beta']}. {escape(environment)}.</p>{_links(run['results'])}{_filters(run['results'])}"
        f"{sections}{plots}</body></html>\n"
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _filter_rules() -> str:
    hidden = "".join(
        f"#show-{v}:not(:checked) ~ section tr.{v} {{ display: none; }}\n" for v in map(_class, VERDICTS)
    )
    return f"{hidden}#surprises:checked ~ section tr.expected {{ display: none; }}\n"


def _class(verdict: str) -> str:
    """A verdict as the name of a class: one word."""
    return escape(verdict.replace(" ", "-"))


def _filters(results: list[Document]) -> str:
    """Check boxes that hide rows by style rules alone."""
    counts = Counter(result["verdict"] for result in results)
    boxes = "".join(
        f'<input type="checkbox" id="show-{_class(verdict)}" checked><label for="show-{_class(verdict)}"> {verdict} '
        f"({counts[verdict]})</label>"
        for verdict in VERDICTS
        if counts[verdict]
    )
    return f'{boxes}<input type="checkbox" id="surprises"><label for="surprises"> only what is not as recorded</label>'


def _links(results: list[Document]) -> str:
    """Where the refuted statements stand, since their counterexamples and corrections are what one looks for."""
    refuted = [
        escape(result["id"]) for result in results if result["verdict"] in ("refuted", "not reproduced")
    ]
    if not refuted:
        return ""
    entries = ", ".join(f'<a href="#{name}"><code>{name}</code></a>' for name in refuted)
    return (
        f"<details><summary>{len(refuted)} refuted as printed, or not reproduced</summary>{entries}</details>"
    )


def _table(results: list[Document]) -> str:
    head = "<tr><th>statement</th><th>verdict</th><th>recorded</th><th>evidence</th><th>s</th></tr>"
    return f"<table>{head}{''.join(_row(result) for result in results)}</table>"


def _row(result: Document) -> str:
    verdict = escape(result["verdict"])
    seconds = f"{result['seconds']:.1f}" if "seconds" in result else "-"
    return (
        f'<tr class="{_class(verdict)} {"expected" if result["as_recorded"] else "surprise"}" id="{escape(result["id"])}">'
        f"<td><code>{escape(result['id'])}</code><br>{escape(result['locator'])}<br>{escape(result['title'])}"
        f"{formula(result['latex'])}</td>"
        f'<td class="verdict {_class(verdict)}">{escape(result.get("conclusion") or result["verdict"])}</td><td>{escape(result["recorded"] or "unrecorded")}</td>'
        f"<td>{_evidence(result)}</td><td>{seconds}</td></tr>\n"
    )


def _evidence(result: Document) -> str:
    parts = [
        f"<details><summary>{escape(item['kind'])}: {escape(item['outcome'])}</summary>"
        f"{escape(item['detail'])}</details>"
        for item in result["evidence"]
    ]
    if result.get("checks"):
        parts.append(f"checks that apply: {escape(', '.join(result['checks']))}")
    if "counterexample" in result:
        shown = "\n".join(f"{name} = {value}" for name, value in result["counterexample"].items())
        parts.append(f"<p>counterexample</p><pre>{escape(shown)}</pre>")
    if "correction" in result:
        corrected = result["correction"]
        parts.append(
            f"<p>correction <code>{escape(corrected['id'])}</code>: {escape(corrected['verdict'])}</p>"
            f"<p>{escape(corrected['text'])}</p>{formula(corrected['latex'])}"
        )
    return "".join(parts) or escape(result.get("reason", "-"))
