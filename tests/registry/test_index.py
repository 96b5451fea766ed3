"""The index says what the papers say; where it is out of date, the papers are believed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rftheory import registry
from rftheory.evidence.plan import planned_tests
from rftheory.registry import index, loading

ROOT = Path(__file__).parents[2]
PAPER, ORF = "simrf", "simrf/thm4.3/orf"
MODULE = registry.owner(ORF).module


@pytest.fixture
def outdated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[Any], None]], None]]:
    """`outdated(change)`: the shipped index as `change` leaves it, for one test."""

    def forget() -> None:
        index._CHECKED.clear()
        index._WRONG.clear()
        index._shipped_volume.cache_clear()
        registry.shipped_by_key.cache_clear()

    def change(spoil: Callable[[Any], None]) -> None:
        shipped = json.loads((ROOT / "rftheory" / index.INDEX).read_text("utf-8"))
        spoil(shipped)
        monkeypatch.setattr(index, "_shipped", lambda: shipped)
        forget()

    yield change
    forget()


def _entries(shipped: Any) -> list[Any]:
    found: list[Any] = shipped[PAPER]["modules"][MODULE]["statements"]
    return found


def test_the_error_budget_counts_every_test_of_every_paper() -> None:
    assert registry.planned_tests() == planned_tests(registry.statements()) > 0


def test_every_statement_is_found_where_it_is_written() -> None:
    for record in registry.records():
        path = loading.file(record.module)
        assert path is not None
        lines = path.read_text("utf-8").splitlines()
        for line in (record.line, *record.corrections.values()):
            # a constant that begins here, or its correction: `EQ22 = Statement(`, `).corrected(`, `EQ81 = _expansion(81, ..`
            assert re.match(r"_?[A-Z]\w* = \w+(\.corrected)?\(|\)\.corrected\(", lines[line - 1]), (
                record.id,
                line,
            )


def test_a_text_that_has_changed_is_loaded(outdated: Callable[[Callable[[Any], None]], None]) -> None:
    def spoil(shipped: Any) -> None:
        shipped[PAPER]["modules"][MODULE]["text"] = "another"
        for entry in _entries(shipped):
            entry["title"] = "out of date"

    before = registry.records(PAPER)
    outdated(spoil)
    assert [record.title for record in registry.records(PAPER)] == [record.title for record in before]
    assert registry.erratum(next(r for r in before if r.erratum))["text"]


def test_a_shared_text_that_has_changed_makes_the_paper_load(
    outdated: Callable[[Callable[[Any], None]], None],
) -> None:
    def spoil(shipped: Any) -> None:
        shipped[PAPER]["shared"] = "another"
        del shipped[PAPER]["modules"][MODULE]

    outdated(spoil)
    assert registry.find(ORF).statement is registry.entries()[ORF].statement


def test_an_index_that_is_wrong_about_ids_is_not_believed(
    outdated: Callable[[Callable[[Any], None]], None],
) -> None:
    def spoil(shipped: Any) -> None:
        entries = _entries(shipped)
        entries[:] = [{**entry, "id": f"{entry['id']}-gone"} for entry in entries if entry["id"] != ORF]

    before = [statement.id for statement in registry.statements([PAPER])]
    outdated(spoil)
    assert [statement.id for statement in registry.statements([PAPER])] == before
    assert registry.find(ORF).statement.id == ORF


def test_a_package_without_an_index_reads_its_papers(
    outdated: Callable[[Callable[[Any], None]], None],
) -> None:
    before = [record.as_json() | {"erratum": None} for record in registry.records()]
    outdated(lambda shipped: shipped.clear())
    assert [record.as_json() | {"erratum": None} for record in registry.records()] == before
