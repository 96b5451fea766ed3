"""Every page of the documentation: its code runs from top to bottom, as printed."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from rftheory import registry
from tests.pages.blocks import READ, RUN, Block, Reader, blocks

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(page for page in (ROOT / "docs").rglob("*.md") if "upstream" not in page.parts)]
)
WITH_CODE = [
    page for page in PAGES if any(block.language in RUN for block in blocks(page.read_text("utf-8")))
]
SITE = (
    "{toctree}",
    "{paper}",
    "{include}",
    "{eval-rst}",
    "{picture}",
)  # the site runs these when it is built


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", WITH_CODE, ids=_name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (ROOT / "docs").glob("example*"):
        shutil.copytree(folder, tmp_path / "docs" / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    reader = Reader()
    with registry.beside():
        for block in blocks(page.read_text("utf-8")):
            reader.follow(block)


def test_every_block_says_what_it_is() -> None:
    found = [(_name(page), block) for page in PAGES for block in blocks(page.read_text("utf-8"))]
    assert [each for each in found if each[1].language not in (*READ, *RUN, *SITE)] == []
    assert [each for each in found if each[1].language in READ and "rftheory " in each[1].text] == []


def test_pictures_are_drawn_by_commands_that_there_are() -> None:
    found = [
        block for page in PAGES for block in blocks(page.read_text("utf-8")) if block.language == "{picture}"
    ]
    names = []
    for block in found:
        words = shlex.split(block.text.replace("\\\n", " "))
        assert words[0] == "rftheory"
        assert words[1] in ("plot", "phase", "graph", "picture")
        assert words[-2] == "-o"
        names.append(words[-1])
    assert len({*names}) == len(names) > 10


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "assert 1 == 2"),
        ("pycon", ">>> 1 + 1\n3\n"),
        ("sh", "rftheory show no/such/id"),
        ("sh", "true && false"),
        ("sh", "rftheory --version  # exit code 1"),
        ("console", "$ rftheory --version\nrftheory 999\n"),
        ("json", "{"),
        ("toml", "="),
    ],
)
def test_a_wrong_block_is_noticed(language: str, text: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        Reader().follow(Block(language, text, 1))


def test_only_what_gives_a_reason_is_left_out() -> None:
    page = "<!-- not run: needs a network -->\n```sh\nfalse\n```\n\n```sh\nfalse\n```\n"
    assert [block.reason for block in blocks(page)] == ["needs a network", ""]


def test_a_page_says_how_it_is_made_cheap() -> None:
    page = "<!-- tested with 10 for 60_000 -->\n\n```python\nn = 60_000\n```\n"
    assert [block.text for block in blocks(page)] == ["n = 10\n"]
