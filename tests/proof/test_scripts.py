"""Proof scripts: each proves every part of its claim, as asked and all defined."""

from __future__ import annotations

import pytest

from rftheory import registry
from rftheory.evidence.theorems.asked import asked
from rftheory.evidence.theorems.store import stored
from rftheory.proof.objects import exported
from rftheory.proof.scripts import Script, scripts_of, shown
from rftheory.proof.tactics import Prover
from rftheory.statements import Statement
from rftheory.verdict import Verdict

PAPERS = ("beyond", "crt", "hrf", "orf", "performer", "simrf")
SCRIPTS = {
    about: scripts
    for paper in PAPERS
    for about, scripts in scripts_of(f"rftheory.papers.{paper}._proofs").items()
}


def statement(identifier: str) -> Statement:
    """The statement, or the corrected one."""
    if not identifier.endswith("/corrected"):
        return registry.statement(identifier)
    found = registry.statement(identifier.removesuffix("/corrected")).correction
    assert found is not None
    return found


LONG = 60  # steps of the proof that is kept: its search takes seconds


def cases() -> list[object]:
    """Every script; those of long proofs are slow, since the checker reads what they found anyway."""
    steps = {name: sum(len(found["steps"]) for found in stored(name).values()) for name in SCRIPTS}
    return [pytest.param(name, marks=pytest.mark.slow) if steps[name] > LONG else name for name in SCRIPTS]


@pytest.mark.parametrize("identifier", cases())
def test_a_script_proves_what_is_asked(identifier: str) -> None:
    scripts: tuple[Script, ...] = SCRIPTS[identifier]
    questions = asked(statement(identifier))
    assert len(scripts) == len(questions)
    for script, each in zip(scripts, questions, strict=True):
        theorem = shown(script, Prover(each.context), each.proposition)
        assert theorem.then == each.proposition
        assert exported(theorem, identifier)["conclusion"]


def test_no_script_is_about_what_is_refuted() -> None:
    assert SCRIPTS
    for identifier in SCRIPTS:
        assert registry.recorded_verdict(identifier) is not Verdict.REFUTED
