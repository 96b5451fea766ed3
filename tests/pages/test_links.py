"""The pages lead where they should: questions to answers in two clicks, public names to a place, links to something."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

import rftheory
from rftheory import registry
from tests.pages.blocks import blocks

DOCS = Path(__file__).parents[2] / "docs"
PEOPLE = {
    "A theorist": 11,
    "A maintainer of a random-feature library": 7,
    "An engineer who picks features": 7,
}


def _tokens(page: Path) -> list[Token]:
    return [
        child
        for token in MarkdownIt().enable("table").parse(page.read_text("utf-8"))
        for child in token.children or ()
    ]


def links(page: Path) -> list[str]:
    """What the text of a page links to; side bars and tables of contents do not count."""
    return [str(token.attrs["href"]) for token in _tokens(page) if token.type == "link_open"]


def headings(page: Path) -> set[str]:
    """The names that the site gives to the headings of a page."""
    lines = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


def _pages(page: Path) -> set[Path]:
    inside = [link.partition("#")[0] for link in links(page) if "://" not in link]
    return {(page.parent / link).resolve() for link in inside if link.endswith(".md")}


def test_every_question_is_answered_within_two_clicks() -> None:
    first = (DOCS / "index.md").resolve()
    near = _pages(first) | {first}
    near |= {page for each in near for page in _pages(each)}
    page = DOCS / "questions.md"
    asked = re.findall(
        r"^\d+\. (.*\?) .*?\[[^]]+\]\(([^)#]+)#?([^)]*)\)", page.read_text("utf-8"), re.MULTILINE
    )
    assert len(asked) == 25 == sum(PEOPLE.values())
    for question, answer, place in asked:
        target = (DOCS / answer).resolve()
        assert target in near, question
        assert not place or place in headings(target), question


def test_the_questions_are_those_of_three_people() -> None:
    parts = re.split(r"^## (.+)$", (DOCS / "questions.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    asked = {
        name: len(re.findall(r"^\d+\. ", text, re.MULTILINE))
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }
    assert asked == PEOPLE


def test_every_public_name_has_an_entry_and_an_example() -> None:
    text = (DOCS / "api.md").read_text("utf-8")
    examples = "\n".join(block.text for block in blocks(text) if block.language == "pycon")
    entries = set(re.findall(r"(?:auto\w+:: |### `)rftheory\.(\w+)", text)) | {"__version__"}
    assert entries == {*rftheory.__all__}
    assert [name for name in rftheory.__all__ if not re.search(rf"\b{name}\b", examples)] == []


def test_every_paper_has_a_page() -> None:
    made = {
        path.stem: path.read_text("utf-8") for path in (DOCS / "papers").glob("*.md") if path.stem != "index"
    }
    assert {*made} == {*registry.shipped_by_key()}
    for key, text in made.items():
        assert text == f"# {registry.paper(key).title}\n\n```{{paper}} {key}\n```\n"


def _faults(site: Path, *names: str) -> list[str]:
    found: Any = runpy.run_path(str(DOCS / "check_site.py"))["faults"](site, names)
    return list(found)


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ('<a href="other.html#there">', ""),
        ('<a href="#here"><p id="here">', ""),
        ('<a href="https://example.org">', ""),
        ('<img src="data:image/png;base64,AA">', ""),
        ('<a href="none.html">', "leads nowhere"),
        ('<a href="other.html#none">', "leads to no place"),
        ('<script src="https://example.org/a.js">', "from elsewhere"),
        ('<link rel="stylesheet" href="//example.org/a.css">', "from elsewhere"),
        ('<img src="none.svg">', "is not there"),
        (" " * (1 + (3 << 19)), "more than"),
    ],
)
def test_faults_of_a_site_are_found(markup: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(markup, "utf-8")
    (tmp_path / "other.html").write_text('<p id="there">', "utf-8")
    found = _faults(tmp_path, "there")
    assert len(found) == bool(said)
    assert all(said in line for line in found)


def test_what_has_no_place_is_found(tmp_path: Path) -> None:
    assert _faults(tmp_path) == ["there is no first page"]
    (tmp_path / "index.html").write_text("<p id=there>", "utf-8")
    assert _faults(tmp_path, "there", "gone") == ["gone has no place in any page"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("`a*b` and a*b", "``a*b`` and a\\*b"),
        ("|x - y| <= r", "\\|x - y\\| <= r"),
        ("n_features_out_ of them", "n_features_out\\_ of them"),
        ("plain words", "plain words"),
    ],
)
def test_docstrings_show_what_they_say(line: str, shown: str) -> None:
    assert runpy.run_path(str(DOCS / "extensions" / "docstrings.py"))["marked_up"](line) == shown
