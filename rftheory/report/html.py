"""A run as one self-contained HTML page, without scripts or anything from the network. Computes nothing."""

from __future__ import annotations

from html import escape
from itertools import groupby

from rftheory.report.markdown import summary
from rftheory.report.schema import Document

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; }
tr { border-bottom: 1px solid #8884; vertical-align: top; } code, pre { font: 13px ui-monospace, monospace; }
pre { white-space: pre-wrap; } .verdict { font-weight: 600; } .surprise td { background: #f002; }
.proved, .certified { color: #17803d; } .supported { color: #1d6fb8; } .refuted { color: #b3261e; }
.undecided { color: #9a6700; } .definition, .outside { color: #777; } details { margin: .2rem 0; }
:root { color-scheme: light dark; }
"""


def html(run: Document) -> str:
    """The run document of `schema.run_document` as an HTML page."""
    environment = ", ".join(f"{name} {value}" for name, value in run["environment"].items())
    sections = "".join(
        f"<h2>{escape(paper)}</h2>{_table(list(group))}"
        for paper, group in groupby(run["results"], key=lambda result: result["id"].partition("/")[0])
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>rftheory: verdicts</title><style>{_STYLE}</style></head><body>"
        f"<h1>Verdicts</h1><p><strong>{escape(summary(run))}</strong></p>"
        f"<p>Profile {escape(run['profile'])}, seed {run['seed']}, error budgets α = {run['alpha']}, "
        f"β = {run['beta']}. {escape(environment)}.</p>{sections}</body></html>\n"
    )


def _table(results: list[Document]) -> str:
    head = "<tr><th>statement</th><th>verdict</th><th>recorded</th><th>evidence</th><th>s</th></tr>"
    return f"<table>{head}{''.join(_row(result) for result in results)}</table>"


def _row(result: Document) -> str:
    verdict = escape(result["verdict"])
    return (
        f'<tr{"" if result["as_recorded"] else " class=surprise"} id="{escape(result["id"])}">'
        f"<td><code>{escape(result['id'])}</code><br>{escape(result['locator'])}<br>{escape(result['title'])}"
        f"<details><summary>formula</summary><pre>{escape(result['latex'])}</pre></details></td>"
        f'<td class="verdict {verdict}">{verdict}</td><td>{escape(result["recorded"] or "-")}</td>'
        f"<td>{_evidence(result)}</td><td>{result['seconds']:.1f}</td></tr>\n"
    )


def _evidence(result: Document) -> str:
    parts = [
        f"<details><summary>{escape(item['kind'])}: {escape(item['outcome'])}</summary>"
        f"{escape(item['detail'])}</details>"
        for item in result["evidence"]
    ]
    if "counterexample" in result:
        shown = "\n".join(f"{name} = {value}" for name, value in result["counterexample"].items())
        parts.append(f"<p>counterexample</p><pre>{escape(shown)}</pre>")
    if "correction" in result:
        corrected = result["correction"]
        parts.append(
            f"<p>correction <code>{escape(corrected['id'])}</code>: {escape(corrected['verdict'])}</p>"
            f"<p>{escape(corrected['text'])}</p><pre>{escape(corrected['latex'])}</pre>"
        )
    return "".join(parts) or escape(result.get("reason", "-"))
