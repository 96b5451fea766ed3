"""What the kernel exports the checker accepts, with the same facts; with one side of one step doubled it refuses it."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path

import pytest

from rftheory import registry
from rftheory.evidence.theorems.asked import asked
from rftheory.proof.checker import Refused, check, facts
from rftheory.proof.facts import FACTS
from rftheory.proof.objects import exported
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.finishing import finished
from rftheory.proof.terms import ProofError, thawed

IDS = (
    "performer/lemma2/trig",
    "performer/eq20",
    "crt/abstract/positive-bounded",
    "crt/sec4/note-trig",
    "simrf/eq69/line1",
)
MEANS = {
    "mean-linear", "gaussian", "rotation", "mean-series", "lengths", "estimate-mean", "estimate-variance",
    "variance", "covariance", "error",
}  # fmt: skip


@cache
def made(identifier: str) -> tuple[str, ...]:
    """The objects of those propositions of a statement that the tactics prove, as text."""
    (statement,) = registry.statements([identifier])
    found = []
    for question in asked(statement):
        prover = Prover(question.context)
        try:
            found.append(
                json.dumps(exported(finished(prover, means.show(prover, question.proposition)), identifier))
            )
        except ProofError:
            continue
    return tuple(found)


@pytest.mark.parametrize("identifier", IDS)
def test_accepted(identifier: str) -> None:
    assert made(identifier)
    for written in made(identifier):
        assert check(written).conclusion == json.loads(written)["conclusion"]


def test_doubled() -> None:
    """Every rule of means occurs in what the kernel makes, and a doubled right side is refused at its step."""
    seen = set()
    for identifier in IDS:
        for text in made(identifier):
            written = json.loads(text)
            for place, step in enumerate(written["steps"]):
                if step["rule"] not in MEANS or step["then"][2] == 0:
                    continue
                seen.add(step["rule"])
                wrong = copy.deepcopy(written)
                wrong["steps"][place]["then"][2] = ["*", 2, step["then"][2]]
                with pytest.raises(Refused) as refusal:
                    check(wrong)
                assert refusal.value.step == place
    assert seen == MEANS


def test_the_facts_are_those_of_the_kernel() -> None:
    """Name by name: references, variables, needs and claims."""
    read = json.loads(Path(facts.__file__).with_name("facts.json").read_text("utf-8"))
    made = {
        name: {
            "reference": fact.reference,
            "variables": thawed(fact.variables),
            "needs": thawed(fact.needs),
            "claim": thawed(fact.claim),
        }
        for name, fact in FACTS.items()
    }
    assert read == made, "run python docs/generate.py"
    assert set(facts.library()) == set(FACTS)
