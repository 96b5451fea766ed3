"""A badge of a conformance report: an SVG of our own, or JSON for a service that draws badges."""

from __future__ import annotations

import json
from html import escape

from rftheory.conformance.findings import EXITS
from rftheory.report.schema import Document

COLOURS = {0: "#2e7d32", 1: "#c62828", 3: "#f9a825"}
OTHER = "#757575"
WIDTH = 7
"""Pixels of a letter, about."""


def badge(document: Document, *, as_json: bool) -> str:
    """`random features | conforms`, or the first cause where it fails; the colour is that of the exit code."""
    label, colour = "random features", COLOURS[document["exit_code"]]
    word = document["causes"][0] if document["causes"] else document["conclusion"]
    if document.get("as_expected"):
        word, colour = f"known: {word}", OTHER
    elif document.get("expected"):
        word = "undecided" if document["exit_code"] == EXITS["undecided"] else "not as expected"
    if as_json:
        found = {"schemaVersion": 1, "label": label, "message": word, "color": colour}
        return json.dumps(found) + "\n"
    left, right = (WIDTH * len(text) + 12 for text in (label, word))
    text = 'y="14" fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" '
        f'aria-label="{escape(label)}: {escape(word)}"><title>{escape(label)}: {escape(word)}</title>'
        f'<rect width="{left}" height="20" fill="#555"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
        f'<text x="{left / 2}" {text}>{escape(label)}</text>'
        f'<text x="{left + right / 2}" {text}>{escape(word)}</text></svg>\n'
    )
