"""A wrong part of a claim beside the right one: by its order, or by moments from their definition."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.claims import Conjunct, Optimal, Order
from rftheory.context import Context
from rftheory.evidence.mutants.along import BY_VALUES, followed
from rftheory.evidence.mutants.nodes import MOMENTS, MomentTrials, Sides, has_moments
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.mutants.optima import OUTDONE, outdone
from rftheory.evidence.mutants.trial import Fate
from rftheory.evidence.reduction import reduced
from rftheory.statements import Statement

_ENCLOSED = "its order is enclosed for all larger values at every point tried"


class Parting:
    """What tells wrong parts of one statement's claim from the right ones."""

    def __init__(self, statement: Statement, context: Context) -> None:
        self._statement, self._context = statement, context
        self._moments = MomentTrials(statement.sides)

    def told(self, own: Conjunct, wrong: Conjunct, changed: Sides | None = None) -> tuple[Fate, str]:
        """The fate of the wrong part, and by what or why not; `changed` are the wrong one's formulas, where they are."""
        sides = self._statement.sides
        words: Mapping[str, str] = {}
        one, other = reduced(own, sides), reduced(wrong, changed or sides)
        if one is not None and other is not None and isinstance(other.claim, Order):
            told = followed(self._statement, one, other, self._context)
            words = {"killed": BY_VALUES, "still true": _ENCLOSED}
        elif one is not None and other is not None and isinstance(own.claim, Optimal):
            told, words = outdone(own.claim, one, other), {"killed": OUTDONE}
        elif has_moments(own.claim):
            told = self._moments.told_apart(own, wrong, changed)
            words = {str(fate): said for fate, said in MOMENTS.items()}
        else:
            told = Told("unread")
        if told.fate == "killed" or told.fate == "still true":
            return told.fate, words[told.fate]
        return "survived", told.why
