"""The battery passes every hybrid and kills its mutants."""

from dataclasses import dataclass

import pytest

from rftheory.battery.examination import examination
from rftheory.context import Context
from rftheory.measured.hybrids.bases import PositivePart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.mechanisms._shelf import hybrids
from rftheory.mechanisms.angular_hybrid import angular_hybrid
from rftheory.verdict import Outcome

CONTEXT = Context(seed=7)
SHELF = hybrids()


@pytest.mark.parametrize("name", list(SHELF))
def test_a_hybrid_passes_and_its_mutants_do_not(name):
    found = list(examination(SHELF[name], CONTEXT))
    assert [e.detail for e in found if e.outcome is not Outcome.HOLDS] == []
    assert {"families", "definition", "scale", "moments"} <= {e.data["check"] for e in found}
    survivors = [
        mutant.name
        for mutant in SHELF[name].mutants()
        if all(e.outcome is not Outcome.FAILS for e in examination(mutant, CONTEXT, claim=SHELF[name]))
    ]
    assert survivors == []


def test_quadrature_alone_kills_what_changes_a_moment():
    base = SHELF["angular-hybrid-shared"]
    for label in ("heavy", "no-rest", "long"):
        mutant = next(m for m in base.mutants() if m.name.endswith(f"/{label}"))
        failed = [
            e.data["check"] for e in examination(mutant, CONTEXT, claim=base) if e.outcome is Outcome.FAILS
        ]
        assert "moments" in failed


def test_an_unknown_part_leaves_the_definition_open():
    @dataclass(frozen=True)
    class Foreign(type(PositivePart()).__mro__[1]):
        def value(self, x, y, w):
            return PositivePart().value(x, y, w)

        def left(self, x, w):
            return PositivePart().left(x, w)

    outcomes = [e.outcome for e in examination(Hybrid("f", "f", (Foreign(),)), CONTEXT)]
    assert outcomes.count(Outcome.UNDECIDED) == 1
    assert Outcome.FAILS not in outcomes
    with pytest.raises(TypeError, match="two hybrids"):
        list(examination(angular_hybrid(), CONTEXT, claim=PositivePart()))
