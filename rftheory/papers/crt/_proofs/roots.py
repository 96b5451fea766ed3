"""The optimal parameter of OPRF: S = sqrt((d + 2v)^2 + 8dv) lies above d + 2v, |d - 2v|, and below d + 6v."""

from __future__ import annotations

from rftheory.papers._shared.optimal_root import RADICAND, rational, with_root
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_ways, rewritten
from rftheory.proof.terms import Term


def bounded(prover: Prover, goal: Term) -> Theorem:
    """S < d + 6v."""
    outer = with_root(prover)
    outer.add(roots.below(prover, RADICAND, ("+", "d", ("*", "v2", 6))))
    return outer.show(goal)


def completed_square(prover: Prover, goal: Term) -> Theorem:
    """The difference is -A (w + n sqrt(1 - 4A)/(2A))^2."""
    base: Term = ("+", 1, ("*", "A", -4))
    square: Term = ("+", "w", ("*", "n", ("^", base, ("q", 1, 2)), ("^", ("*", 2, "A"), -1)))
    entry = product(0, squares=(square,))
    return prover.combine(goal, [entry], [prover.given(("<", "A", 0)), prover.show(("<=", 0, base))])


def at_zero(prover: Prover, goal: Term) -> Theorem:
    """A = 0, so 1 - 4A = 1."""
    zero = prover.given(("=", "A", 0))
    base: Term = ("+", 1, ("*", "A", -4))
    one = prover.combine(("=", base, 1), [multiple(-4, 0)], [zero])
    root: Term = ("^", base, ("q", 1, 2))
    inverse: Term = ("^", ("+", root, 1), -1)
    positive = prover.show(("<", 0, ("+", root, 1)))
    same = prover.combine(("=", root, 1), [multiple(("*", -4, inverse), 0)], [zero, positive])
    return rewritten(prover, goal, [same, one, zero])


def difference(prover: Prover, goal: Term) -> Theorem:
    """p is above or below q."""
    return by_ways(prover, prover.fact("trichotomy", a="p", b="q"), goal)


PROOFS: Scripts = {
    "crt/eq22": (rational, rational, rational, rational),
    "crt/sec3.1/note-bounded": (bounded, completed_square),
    "crt/sec3.1/positive": (automatic, at_zero),
    "crt/sec5.2/argmax": (difference,),
}
