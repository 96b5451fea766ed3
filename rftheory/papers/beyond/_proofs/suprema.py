"""What goals about largest values speak of: the supremum, and the number under a root."""

from __future__ import annotations

from rftheory.proof.terms import Term, subterms

_HALF: Term = ("q", 1, 2)


def supremum(goal: Term) -> Term:
    """The supremum in the goal."""
    return next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sup")


def under_root(side: Term) -> Term:
    """The sum of which a side has the square root."""
    return next(
        each[1]
        for each in subterms(side)
        if isinstance(each, tuple) and each[0] == "^" and each[2] == _HALF and isinstance(each[1], tuple)
    )
