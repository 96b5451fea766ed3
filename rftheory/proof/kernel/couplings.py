"""Blocks of dependent rows: which rows are there, and the cosine of the angle between two of them."""

from __future__ import annotations

from rftheory.proof.kernel.definitions import PAIR
from rftheory.proof.kernel.rules import need
from rftheory.proof.kernel.theorem import Inference, ProofContext
from rftheory.proof.terms import ProofError, Term, compound

Ways = tuple[tuple[Term, ...], ...]
_ROOM: dict[str, Term] = {
    "orthogonal": "d", "orthogonal-fixed-norm": "d", "simplex": "d", "simplex-full": ("+", "d", 1), "cross-polytope": "d",
}  # fmt: skip
"""How many rows a block has; of the cross-polytope, how many pairs of opposite rows."""


def presence(context: ProofContext, coupling: str, index: Term) -> Ways:
    """The ways in which propositions say that a block has a row of that number; an empty one where it is seen at once."""
    if index == 1 or (coupling not in _ROOM and coupling != PAIR):
        return ((),)
    if ("d", "integer") not in context.variables:
        return ()
    if coupling == PAIR:
        if index != 2 or ("c", "real") not in context.variables:
            return ()
        room: Term = ("or", ("<=", 2, "d"), ("=", ("^", "c", 2), 1))
        return ((("<=", -1, "c"), ("<=", "c", 1), room),)
    if coupling == "cross-polytope":
        if not isinstance(index, int):
            return ()
        index = (index + 1) // 2
    return ((("<=", index, _ROOM[coupling]),),)


def require_there(step: Inference, row: Term) -> None:
    """ProofError unless premises say that the row is there."""
    _, coupling, index = compound(row)
    ways = presence(step.context, coupling[1], index)
    if not any(all(each in step.usable for each in way) for way in ways):
        raise ProofError(f"no premise says that a block of {coupling[1]} has a row {index}")


def require_whole(step: Inference, coupling: str, rows: Term) -> None:
    """ProofError unless premises say that so many rows are one block of rows with one cosine, or rows that are independent."""
    if coupling in ("any", "cross-polytope", PAIR):
        raise ProofError(f"not every pair of rows of {coupling} has one known law")
    if coupling in _ROOM and rows != 1:
        if ("d", "integer") not in step.context.variables:
            raise ProofError("the context has no dimension d")
        need(step, ("<=", rows, _ROOM[coupling]))


def cosine(coupling: str, one: int, other: int) -> Term:
    """The cosine of the angle between two different rows of a block."""
    if coupling == "cross-polytope":
        return -1 if (one + 1) // 2 == (other + 1) // 2 else 0
    values: dict[str, Term] = {
        "orthogonal": 0, "orthogonal-fixed-norm": 0, "simplex": ("*", -1, ("^", ("+", "d", -1), -1)),
        "simplex-full": ("*", -1, ("^", "d", -1)), PAIR: "c",
    }  # fmt: skip
    if coupling not in values:
        raise ProofError(f"the angle between two rows of {coupling} is not known")
    return values[coupling]
