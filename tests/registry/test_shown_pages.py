"""What `show` keeps of every statement says what the statement says, and is not believed where a text has changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rftheory import registry
from rftheory.registry import index
from rftheory.report import shown
from rftheory.report.statements import statement_document

ORF = "orf"
IDS = [name for record in registry.records(ORF) for name in record.ids]


def test_a_page_is_what_the_statement_says() -> None:
    for identifier in IDS:
        assert shown._kept(identifier) is not None, "run python docs/generate.py"
        kept, made = shown.document(identifier), statement_document(registry.find(identifier))
        assert kept == made
        assert list(kept) == list(made)


@pytest.mark.parametrize("key", registry.shipped_by_key())
def test_every_paper_has_pages(key: str) -> None:
    assert shown._kept(registry.records(key)[0].id) is not None, "run python docs/generate.py"


@pytest.mark.parametrize("changed", ["module", "shared", "code"])
def test_a_page_of_another_text_is_made_anew(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (module,) = {record.module for record in registry.records(ORF) if record.id == IDS[0]}
    own = index.loading.file(module)
    told = {"module": [own], "shared": index.loading.shared(ORF), "code": list(shown._writers())}
    before = shown.document(IDS[0])

    def another(texts: object) -> str:
        given = [*texts]  # type: ignore[misc]
        return "another" if given == told[changed] else index.digest(given)

    monkeypatch.setattr(shown, "digest", another)
    assert shown._kept(IDS[0]) is None
    assert shown.document(IDS[0]) == before


def test_pages_that_are_not_there_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    before = shown.document(IDS[0])
    monkeypatch.setattr(shown, "FOLDER", "elsewhere")
    assert shown._kept(IDS[0]) is None
    assert shown.document(IDS[0]) == before


def test_the_writers_are_there() -> None:
    home = Path(sys.modules["rftheory"].__file__ or "").parent
    assert [name for name in shown.WRITERS if not (home / name).exists()] == []
