"""Entries of combinations, as the kernel's rule reads them."""

from __future__ import annotations

from typing import Any

from rftheory.proof.terms import Term

Entry = dict[str, Any]


def product(*factors: int, coefficient: Term = 1, squares: tuple[Term, ...] = ()) -> Entry:
    """A rational > 0, times squares, times what the premises at these places say is not below 0."""
    return {"coefficient": coefficient, "squares": squares, "factors": factors}


def multiple(times: Term, premise: int) -> Entry:
    """A term times what the equality at this place says is 0."""
    return {"times": times, "premise": premise}
