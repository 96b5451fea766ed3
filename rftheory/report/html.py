"""A run as one self-contained HTML page, without scripts or anything from the network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from html import escape
from itertools import groupby

from rftheory.report.markdown import VERDICTS, counted, summary
from rftheory.report.mathml import formula
from rftheory.report.schema import Document

_STYLE = """
:root { color-scheme: light dark; --good: #17803d; --some: #1d6fb8; --bad: #b3261e; --open: #9a6700; --rest: #666; --line: #8884; }
@media (prefers-color-scheme: dark) {
:root { --good: #5cc482; --some: #7cb8ee; --bad: #ff8a80; --open: #e0b050; --rest: #aaa; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
code, pre { font: 13px ui-monospace, monospace; } pre { white-space: pre-wrap; margin: .3rem 0; } h2 { display: inline; font-size: 1.3rem; }
article { border-left: 4px solid var(--rest); margin: 1rem 0; padding: .1rem 0 .3rem .8rem; scroll-margin-top: 1rem; }
article.surprise { background: #f002; } article p { margin: .3rem 0; } article:target { outline: 2px solid var(--some); }
.head { display: flex; flex-wrap: wrap; gap: .1rem .8rem; align-items: baseline; } .verdict { font-weight: 600; }
.proved, .certified, .derived { border-color: var(--good); } .supported { border-color: var(--some); }
.refuted, .not-reproduced { border-color: var(--bad); } .undecided { border-color: var(--open); }
.verdict.proved, .verdict.certified, .verdict.derived { color: var(--good); } .verdict.supported { color: var(--some); }
.verdict.refuted, .verdict.not-reproduced { color: var(--bad); } .verdict.undecided { color: var(--open); }
.verdict.definition, .verdict.outside, .where { color: var(--rest); } details { margin: .2rem 0; } summary { cursor: pointer; }
.formula { overflow-x: auto; overflow-y: hidden; padding: .15rem 0; max-width: 100%; } .formula math { font-size: 1.05rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; margin: .3rem 0; } dd { margin: 0; }
figure { margin: 1.5rem 0; } svg { max-width: 100%; height: auto; background: #fff; color: #111; } label { margin-right: 1rem; }
ol { columns: 16rem; padding-left: 1.5rem; } a { color: var(--some); }
@media print { nav, input, label { display: none; } article { break-inside: avoid; } body { max-width: none; } }
"""


_QUOTED = re.compile(r"`([^`]+)`")


def html(run: Document, *, origin: str = "", plots: str = "", titles: Mapping[str, str] | None = None) -> str:
    """The run document of `schema.run_document` as an HTML page.

    `origin` says where verdicts come from that this page did not see found; `plots` is finished markup; `titles`
    names papers by key. All text of the document is escaped; formulas are MathML, which needs no script.
    """
    environment = ", ".join(f"{name} {value}" for name, value in run["environment"].items())
    headline = counted(run) if origin else summary(run)
    papers = [
        (paper, list(group))
        for paper, group in groupby(run["results"], key=lambda result: result["id"].partition("/")[0])
    ]
    named = titles or {}
    sections = "".join(
        f'<section id="paper-{escape(paper)}"><details open><summary><h2>{escape(named.get(paper, paper))}</h2></summary>'
        f"{_contents(results)}{''.join(_article(result) for result in results)}</details></section>"
        for paper, results in papers
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>rftheory: verdicts</title><style>{_STYLE}{_filter_rules()}</style></head><body>"
        f"<h1>Verdicts</h1><p><strong>{escape(headline)}</strong></p>{_paragraph(origin)}"
        f"<p>Profile {escape(run['profile'])}, seed {run['seed']}, error budgets α = {run['alpha']}, "
        f"β = {run['beta']}. {escape(environment)}.</p>{_papers(papers, named)}{_links(run['results'])}"
        f"{_filters(run['results'])}{sections}{plots}</body></html>\n"
    )


def _paragraph(text: str) -> str:
    """Text in which what stands between backquotes is code."""
    shown = _QUOTED.sub(r"<code>\1</code>", escape(text))
    return f"<p>{shown}</p>" if text else ""


def _papers(papers: list[tuple[str, list[Document]]], titles: Mapping[str, str]) -> str:
    """The papers with their counts of verdicts, each a link; nothing to choose from where there is one."""
    if len(papers) < 2:
        return ""
    entries = "".join(
        f'<li><a href="#paper-{escape(paper)}">{escape(titles.get(paper, paper))}</a> ({len(results)}, '
        f"{sum(result['verdict'] == 'refuted' for result in results)} refuted as printed)</li>"
        for paper, results in papers
    )
    return f"<nav><ul>{entries}</ul></nav>"


def _contents(results: list[Document]) -> str:
    """The statements of a paper by place, each a link, folded."""
    if len(results) < 2:
        return ""
    entries = "".join(
        f'<li><a href="#{escape(result["id"])}">{escape(result["locator"])}</a></li>' for result in results
    )
    return f"<nav><details><summary>contents</summary><ol>{entries}</ol></details></nav>"


def _filter_rules() -> str:
    hidden = "".join(
        f"#show-{v}:not(:checked) ~ section article.{v} {{ display: none; }}\n" for v in map(_class, VERDICTS)
    )
    return f"{hidden}#surprises:checked ~ section article.expected {{ display: none; }}\n"


def _class(verdict: str) -> str:
    """A verdict as the name of a class: one word."""
    return escape(verdict.replace(" ", "-"))


def _filters(results: list[Document]) -> str:
    """Check boxes that hide statements by style rules alone."""
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


def _article(result: Document) -> str:
    """One statement: verdict and id first, so that they are seen on the narrowest screen; evidence folded."""
    verdict = _class(result["verdict"])
    recorded = (
        ""
        if result["as_recorded"] and result["recorded"]
        else f"<span>recorded: {escape(result['recorded'] or 'unrecorded')}</span>"
    )
    return (
        f'<article class="{verdict} {"expected" if result["as_recorded"] else "surprise"}" id="{escape(result["id"])}">'
        f'<div class="head"><span class="verdict {verdict}">{escape(result.get("conclusion") or result["verdict"])}</span>'
        f'<code>{escape(result["id"])}</code><span class="where">{escape(result["locator"])}</span>{recorded}</div>'
        f"<p><strong>{escape(result['title'])}</strong></p>{_paragraph(result.get('text', ''))}"
        f"{_formula(result['latex'])}{_symbols(result)}{_evidence(result)}</article>\n"
    )


def _formula(latex: str) -> str:
    """A formula in a box of its own that scrolls where it is too wide; a dash is none."""
    return "" if latex == "-" else f'<div class="formula" tabindex="0">{formula(latex)}</div>'


def _symbols(result: Document) -> str:
    """What the symbols stand for, and where the statement is claimed."""
    named = {**({"domain": result["domain"]} if result.get("domain") else {}), **result.get("symbols", {})}
    if not named:
        return ""
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in named.items())
    return f"<details><summary>domain and symbols</summary><dl>{rows}</dl></details>"


def _evidence(result: Document) -> str:
    parts = [
        f"<details><summary>{escape(item['kind'])}: {escape(item['outcome'])}</summary>"
        f"{escape(item['detail'])}</details>"
        for item in result["evidence"]
    ]
    if result.get("checks"):
        parts.append(f'<p class="where">checks that apply: {escape(", ".join(result["checks"]))}</p>')
    if "counterexample" in result:
        shown = "\n".join(f"{name} = {value}" for name, value in result["counterexample"].items())
        parts.append(f"<p>counterexample</p><pre>{escape(shown)}</pre>")
    if "correction" in result:
        corrected = result["correction"]
        parts.append(
            f"<p>correction <code>{escape(corrected['id'])}</code>: {escape(corrected['verdict'])}</p>"
            f"<p>{escape(corrected['text'])}</p>{_formula(corrected['latex'])}"
        )
    if result.get("reason"):
        parts.append(_paragraph(result["reason"]))
    if "seconds" in result:
        parts.append(f'<p class="where">{result["seconds"]:.1f} s</p>')
    return "".join(parts)
