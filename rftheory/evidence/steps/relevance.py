"""Whether a proof says anything of its statement: a checked step, no citation of the conclusion, a symbol."""

from __future__ import annotations

import re

from rftheory.evidence.steps.proof import Proof
from rftheory.statements import Statement


def says_nothing(proof: Proof, statement: Statement) -> str:
    """Why the steps carry nothing, or an empty text."""
    if not proof.checked:
        return "the derivation has no checked step"
    for cited in proof.cited:
        if cites_itself(cited, statement):
            return f"the derivation cites its own conclusion: {cited[:120]}"
    if statement.domain.parameters and not proof.symbols:
        return "the statement has parameters, and no step of the derivation has a symbol"
    return ""


def shared_symbols(proof: Proof, statement: Statement) -> list[str]:
    """The parameters and symbols of the statement that the steps name too; none leaves the link to the reader."""
    sides = (symbol for side in statement.sides.values() for symbol in side.expression.free_symbols)
    return sorted(proof.symbols & {*statement.domain.names, *map(str, sides)})


def cites_itself(cited: str, statement: Statement) -> bool:
    """Whether a citation is the statement: by its id, its locator with nothing that says otherwise, or its words."""
    if re.search(rf"(?<![\w/]){re.escape(statement.id)}(?![\w/])", cited):
        return True
    if _plain(cited) in (_plain(statement.text), _plain(statement.title)):
        return True
    place = re.search(rf"(?<!\w){re.escape(statement.where)}(?![\w.])(?!\s+(of|in)\b)", cited)
    numbered = re.search(r"\d", statement.where) is not None
    return numbered and place is not None and not statement.id.endswith("/corrected")


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()
