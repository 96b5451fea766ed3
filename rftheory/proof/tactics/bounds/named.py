"""Combinations of many premises, by names for them; and what a longer one shows of numbers with near squares."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.quantifiers import absolute
from rftheory.proof.terms import Term


class Named:
    """Theorems by names, and combinations of them by these."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self.known: dict[str, Theorem] = {}

    def add(self, name: str, theorem: Theorem) -> None:
        """A theorem under a name."""
        self.known[name] = theorem

    def combine(
        self,
        goal: Term,
        *entries: tuple[str, Term, tuple[Term, ...]],
        multiples: Sequence[tuple[Term, str]] = (),
    ) -> Theorem:
        """Entries are names of factors, a coefficient and squares."""
        place = {name: index for index, name in enumerate(self.known)}
        found = [
            product(*(place[name] for name in names.split()), coefficient=c, squares=squares)
            for names, c, squares in entries
        ]
        found += [multiple(times, place[name]) for times, name in multiples]
        return self.prover.combine(goal, found, [*self.known.values()])

    def show(self, name: str, goal: Term, *entries: tuple[str, Term, tuple[Term, ...]]) -> None:
        """A combination under a name; a search without entries."""
        self.known[name] = self.combine(goal, *entries) if entries else self.prover.show(goal)


def close_by_squares(prover: Prover) -> Theorem:
    """|w - c| <= e for w^2 = Q, |Q - c^2| <= D = e c: e - |w - c| = (e w + (D - |w^2 - c^2|))/(w + c)."""
    gap: Term = ("+", "Q", ("*", -1, ("^", "c", 2)))
    other: Term = ("+", ("^", "c", 2), ("*", -1, "Q"))
    said: tuple[Term, ...] = (
        ("<=", 0, "w"), ("=", ("^", "w", 2), "Q"), ("<=", gap, "D"), ("<=", other, "D"), ("<=", 0, "e"),
        ("=", ("*", "e", "c"), "D"), ("<", 0, "c"),
    )  # fmt: skip
    local = tuple((name, "real") for name in ("w", "e", "c", "D", "Q"))
    prover = prover.within(*local, given=said)
    at = Named(prover)
    for name, each in zip(("w", "square", "upper", "lower", "e", "same", "c"), said, strict=True):
        at.add(name, prover.given(each))
    total: Term = ("+", "w", "c")
    at.show("total", ("<", 0, total), ("w", 1, ()), ("c", 1, ()))
    at.add("inverse", prover.fact("power-positive", [at.known["total"]], b=total, p=-1))
    inside: Term = ("+", "w", ("*", -1, "c"))
    inverse: Term = ("^", total, -1)
    back: Term = ("*", -1, inverse)
    high = at.combine(
        ("<=", inside, "e"), ("inverse e w", 1, ()), ("inverse upper", 1, ()),
        multiples=[(inverse, "square"), (back, "same")],
    )  # fmt: skip
    low = at.combine(
        ("<=", ("*", -1, "e"), inside), ("inverse e w", 1, ()), ("inverse lower", 1, ()),
        multiples=[(back, "square"), (back, "same")],
    )  # fmt: skip
    return absolute(prover, ("<=", ("abs", inside), "e"), low, high)
