"""Every derivation on the shelf carries its steps, each of which shows what it compares."""

import re

import pytest

from rftheory.context import PROFILES, Context
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.steps.proof import UNSEEN
from rftheory.registry import loading
from rftheory.verdict import Outcome

QUICK = Context(profile=PROFILES["quick"])
MOSTLY_SEEN = 50  # at most one step in so many has a side that no ball reads


def _derivations(paper):
    for module in loading.modules(paper):
        for printed in loading.statements(module):
            for statement in (printed, printed.correction):
                for check in statement.checks if statement is not None else ():
                    if isinstance(check, Derivation):
                        yield statement, check


@pytest.mark.parametrize(
    "paper",
    [
        "orf",
        *(
            pytest.param(key, marks=pytest.mark.slow)
            for key in ("simrf", "performer", "crt", "hrf", "beyond")
        ),
    ],
)
def test_derivations_hold_and_their_steps_show_both_sides(paper):
    steps, unseen = 0, 0
    for statement, check in _derivations(paper):
        found = check.run(statement, QUICK)
        assert found.outcome is (Outcome.FAILS if check.refutes else Outcome.HOLDS), (
            statement.id,
            found.detail,
        )
        assert not [step for step in found.data["steps"] if re.search(r"(^|: )([-+\w./]+) = \2$", step)], (
            statement.id
        )
        steps += len(found.data["steps"])
        unseen += found.data["looks"].get(UNSEEN, 0)
    assert unseen * MOSTLY_SEEN <= steps
