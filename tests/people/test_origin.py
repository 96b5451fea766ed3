"""The paragraph of a page that says where its verdicts come from: commands in it are code, signs are text."""

from __future__ import annotations

from rftheory.report.html import html
from rftheory.report.schema import Document

RUN: Document = {
    "results": [],
    "profile": "quick",
    "seed": 1,
    "alpha": 1e-6,
    "beta": 1e-6,
    "environment": {"python": "3.11"},
    "totals": {},
}


def test_commands_are_code_and_signs_are_text() -> None:
    page = html(RUN, origin="As recorded; `rftheory verify` runs what is <new>.")
    assert "<p>As recorded; <code>rftheory verify</code> runs what is &lt;new&gt;.</p>" in page
    assert "`" not in page
