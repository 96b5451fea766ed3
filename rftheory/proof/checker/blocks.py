"""Blocks of rows that depend on each other: which rows there are, and the angles between them."""

from __future__ import annotations

from collections.abc import Container, Mapping

from .definitions import CROSS, FULL, ORTHOGONAL, PAIR, SIMPLEX, SPHERES
from .here import Here
from .printing import show
from .reading import Term, need

_AFTER_D = ("+", "d", 1)


def is_there(row: Term, known: Container[Term], variables: Mapping[str, str]) -> bool:
    """Whether what is known says that the block has this row."""
    _, coupling, i = row
    if i == 1 or coupling not in (ORTHOGONAL, SPHERES, SIMPLEX, FULL, CROSS, PAIR):
        return True
    if variables.get("d") != "integer":
        return False
    if coupling == PAIR:
        cosine = variables.get("c") == "real" and ("<=", -1, "c") in known and ("<=", "c", 1) in known
        room = ("or", ("<=", 2, "d"), ("=", ("^", "c", 2), 1)) in known
        return i == 2 and cosine and room
    if coupling == CROSS:  # rows 2k - 1 and 2k are along the axis k
        return ("<=", -(-i // 2), "d") in known
    return ("<=", i, _AFTER_D if coupling == FULL else "d") in known


def need_there(here: Here, row: Term) -> None:
    need(is_there(row, here.known(), here.context.variables), f"a block is not shown to have {show(row)}")


def need_one_block(here: Here, coupling: Term, m: Term) -> None:
    """m rows of a block of which any two have the angle of the first two; rows without blocks need nothing."""
    if m == 1 or coupling not in (ORTHOGONAL, SPHERES, SIMPLEX, FULL):
        return
    need(here.context.variables.get("d") == "integer", "the context has no integer d")
    here.needs(("<=", m, _AFTER_D if coupling == FULL else "d"))


def cosine(coupling: Term, i: int, j: int) -> Term:
    """Of two different rows of a block; raises BadForm where there is no fixed one."""
    if coupling in (ORTHOGONAL, SPHERES):
        return 0
    if coupling == CROSS:
        return -1 if {i, j} == {2 * (max(i, j) // 2) - 1, 2 * (max(i, j) // 2)} else 0
    if coupling == PAIR:
        return "c"
    need(coupling in (SIMPLEX, FULL), "rows of this coupling have no fixed angle")
    below = ("+", "d", -1) if coupling == SIMPLEX else "d"
    return ("*", -1, ("^", below, -1))
