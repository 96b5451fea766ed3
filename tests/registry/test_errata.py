"""Errata in order: by class and weight, each root cause with what follows from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rftheory import registry
from rftheory.erratum import Erratum
from rftheory.registry.record import Record
from rftheory.report import errata
from rftheory.verdict import Verdict


def _record(name: str, kind: Any, weight: int, follows_from: str = "") -> Record:
    wrong = kind and Erratum(kind, "p. 1", "It fails.", weight, quote="words", follows_from=follows_from)
    printed = {"text": "", "latex": "", "slip": False, "note": "", "correction": None}
    return Record(
        name, "identity", "p. 1", name, "toy", 1,
        erratum=printed | {"wrong": wrong and wrong.as_json()},
    )  # fmt: skip


RECORDS = (
    _record("toy/print", "misprint", 2),
    _record("toy/light", "error", 1),
    _record("toy/follows", "error", 4, "toy/heavy"),
    _record("toy/heavy", "error", 5),
    _record("toy/again", "edge case", 1, "toy/follows"),
    _record("toy/run", "not reproduced", 2),
    _record("toy/new", None, 1),
    _record("toy/lacks", "missing hypothesis", 3),
)


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    refuted = {r.id: Verdict.REFUTED for r in RECORDS if r.id != "toy/run"}
    shelf = SimpleNamespace(
        records=lambda paper=None: RECORDS,  # noqa: ARG005
        erratum=registry.erratum,
        reach=lambda selection: ["toy"],  # noqa: ARG005
        finding=lambda identifier: {},  # noqa: ARG005
        recorded_verdict=refuted.get,
    )
    monkeypatch.setattr(errata, "registry", shelf)


def test_the_gravest_cause_comes_first_with_what_follows_from_it() -> None:
    found = errata.errata()
    order = ["heavy", "follows", "again", "light", "lacks", "print", "run", "new"]
    assert [item["id"] for item in found] == [f"toy/{name}" for name in order]
    assert [len(group) for group in errata.groups(found)] == [3, 1, 1, 1, 1, 1]


def test_the_headline_counts_root_causes_of_errors_and_missing_hypotheses() -> None:
    counted = errata.counts(errata.errata())
    assert counted["error"] == {"root_causes": 2, "statements": 3}
    assert counted["edge case"] == {"root_causes": 0, "statements": 1}
    assert errata.headline(errata.errata()).startswith(
        "root causes: 3 (error: 2, missing hypothesis: 1); besides misprint: 1, edge case: 1, not reproduced: 1"
    )
