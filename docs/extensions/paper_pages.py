"""A page a paper, made from the registry while the site is built: `{paper} KEY` in a page. Judges nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import rftheory
from rftheory import registry
from rftheory.report.mathml import mathml
from rftheory.report.schema import verdict_name
from rftheory.report.statements import statement_document

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Document = Mapping[str, Any]


class PaperPage(SphinxDirective):
    """The statements of a paper in its order, section by section, as `rftheory show` knows them."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The sections, and above them the paper itself with its counts of verdicts."""
        for made in ("index.json", "ledger.json"):
            self.env.note_dependency(str(Path(rftheory.__file__).with_name(made)))
        return list(page(self.arguments[0]))


def page(key: str) -> Iterator[nodes.Node]:
    """Everything below the title of a paper's page."""
    paper = registry.paper(key)
    yield _paragraph(f"{paper.authors}: ", nodes.emphasis("", paper.title), f". {paper.venue}.")
    records = registry.records(key)
    counts = Counter(verdict_name(registry.recorded_verdict(each.id)) or "unrecorded" for each in records)
    spread = ", ".join(f"{number} {word}" for word, number in counts.most_common())
    yield _paragraph(f"{len(records)} statements, recorded as: {spread}.")
    refuted = [record for record in records if registry.finding(record.id)]
    if refuted:
        yield _paragraph("Refuted as printed, or not reproduced: ", *_links(each.id for each in refuted), ".")
    for number, (module, group) in enumerate(groupby(records, key=lambda record: record.module)):
        section = nodes.section(ids=[f"section-{number}"])
        section += nodes.title("", _heading(module, key))
        for record in group:
            section += _statement(statement_document(registry.find(record.id)))
        yield section


def _heading(module: str, key: str) -> str:
    """The name of a paper's section in words."""
    words = module.removeprefix(key).removeprefix(".").replace("_", " ").replace(".", ": ") or "statements"
    return re.sub(r"([a-z])(\d)", r"\1 \2", words[0].upper() + words[1:])


def anchor(identifier: str) -> str:
    """The name of a statement's place in its page."""
    return re.sub(r"[^a-z0-9]+", "-", identifier.lower()).strip("-")


def _statement(document: Document) -> nodes.section:
    """One statement: where, verdict, words, formula, claim, domain, refutation, correction, what it rests on, source."""
    section = nodes.section(ids=[anchor(document["id"])], names=[document["id"]])
    section += nodes.title("", f"{document['locator']}. {document['title']}")
    word = document["verdict"] or "unrecorded"
    section += _paragraph(
        nodes.literal("", document["id"]), f" {document['kind']}, ",
        nodes.inline("", document["conclusion"] or word, classes=["verdict", word.replace(" ", "-")]),
    )  # fmt: skip
    section += _paragraph(document["text"])
    section += formula(document["latex"])
    section += _refutation(document)
    if document["correction"]:
        section += _correction(document["correction"])
    if document["note"] or document["reason"]:
        section += _paragraph(" ".join(filter(None, (document["reason"], document["note"]))))
    section += _more(document)
    return section


def _refutation(document: Document) -> list[nodes.Node]:
    """The counterexample on record, if any."""
    found = document["refutation"]
    if not found:
        return []
    shown = [_paragraph(nodes.strong("", "False as printed. "), found["detail"])]
    point = found.get("counterexample")
    if point:
        shown.append(_text("\n".join(f"{name} = {value}" for name, value in point.items())))
    return shown


def _correction(corrected: Document) -> list[nodes.Node]:
    """What holds in its place."""
    target = nodes.paragraph(ids=[anchor(corrected["id"])])
    target += nodes.strong("", "Corrected")
    target += nodes.Text(
        f" ({corrected['conclusion'] or 'unrecorded'}): {corrected['text']} Where: {corrected['domain']}."
    )
    return [target, *formula(corrected["latex"])]


def _more(document: Document) -> list[nodes.Node]:
    """Claim, domain, evaluable sides, dependences, cited facts and source, folded away."""
    rows = nodes.definition_list(classes=["statement"])
    claim = document["claim"]
    if claim:
        rows += _row("claim, as checked", nodes.literal("", claim["text"]))
    rows += _row("domain", document["domain"])
    for parameter in document["parameters"]:
        rows += _row(parameter["name"], f"{parameter['rule']}; {parameter['meaning']}")
    if document["sides"]:
        sides = ", ".join(f"{document['id']}:{side}".removesuffix(":") for side in document["sides"])
        rows += _row("can be evaluated", nodes.literal("", sides))
    if document["uses"]:
        rows += _row("rests on", *_links(document["uses"]))
    for fact in document["cited"]:
        rows += _row("cites", fact)
    if document["evidence"]:
        rows += _row("checks", ", ".join(document["evidence"]))
    source = document["source"]
    rows += _row("source", nodes.literal("", f"rftheory/{source['file']}:{source['line']}"))
    return [
        _raw("<details><summary>claim, domain, what it rests on, source</summary>"),
        rows,
        _raw("</details>"),
    ]


def _row(term: str, *parts: str | nodes.Node) -> nodes.definition_list_item:
    item = nodes.definition_list_item()
    item += nodes.term("", term)
    definition = nodes.definition()
    definition += _paragraph(*parts)
    item += definition
    return item


def _links(identifiers: Any) -> list[nodes.Node]:
    """Ids with links to their places, commas between them."""
    found: list[nodes.Node] = []
    for identifier in identifiers:
        link = nodes.reference(
            "", "", refuri=f"{identifier.partition('/')[0]}.html#{anchor(identifier)}", internal=True
        )
        link += nodes.literal("", identifier)
        found += [nodes.Text(", ")] * bool(found) + [link]
    return found


def formula(latex: str) -> list[nodes.Node]:
    """LaTeX as MathML, which needs no script and no font; as text where it cannot be drawn; nothing for a dash."""
    if latex in ("", "-"):
        return []
    drawn = mathml(latex)
    return [_text(latex) if drawn is None else _raw(f'<div class="formula" tabindex="0">{drawn}</div>')]


def _paragraph(*parts: str | nodes.Node) -> nodes.paragraph:
    made = nodes.paragraph()
    for part in parts:
        made += _words(part) if isinstance(part, str) else part
    return made


def _words(text: str) -> list[nodes.Node]:
    """Text, with what stands between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return [nodes.Text(text)]
    return [
        nodes.literal("", part) if odd % 2 else nodes.Text(part) for odd, part in enumerate(parts) if part
    ]


def _text(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="text")


def _raw(markup: str) -> nodes.raw:
    return nodes.raw("", markup, format="html")


def setup(app: Sphinx) -> dict[str, Any]:
    """Make the directive known."""
    app.add_directive("paper", PaperPage)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
