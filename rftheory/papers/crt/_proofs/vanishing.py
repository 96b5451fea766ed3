"""The note after Theorem 3.3: rho* = 2d/(d + 2v + S) tends to 1 and A = -v/(d - 2v + S) to 0, by d + 2v < S < d + 6v."""

from __future__ import annotations

from rftheory.papers._shared.optimal_root import RADICAND, with_root
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means, roots
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, rewritten
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term, compound, subterms

_S: Term = ("^", RADICAND, ("q", 1, 2))


def _bounds(prover: Prover, wanted: Term) -> tuple[Prover, Term, list[Theorem]]:
    """The gap, and: epsilon, v, d > 0, v at most delta, S above d + 2v and below d + 6v, the inverse above 0."""
    inner = with_root(prover)
    gap = compound(compound(wanted)[1])[1]
    inverse = next(e for e in subterms(gap) if isinstance(e, tuple) and e[0] == "^" and e[2] == -1)
    near = next(h for h in prover.hypotheses if isinstance(h, tuple) and h[:2] == ("<=", "v2"))
    above: Term = ("+", "d", ("*", "v2", 2))
    premises = [
        inner.given(("<", 0, "epsilon")), inner.given(("<", 0, "v2")), inner.show(("<", 0, "d")), inner.given(near),
        inner.show(("<", above, _S)), roots.below(inner, RADICAND, ("+", "d", ("*", "v2", 6))),
        inner.show(("<", 0, inverse)), inner.show(("<", 0, compound(inverse)[1])),
    ]  # fmt: skip
    return inner, gap, premises


def to_one(prover: Prover, goal: Term) -> Theorem:
    """1 - rho* lies between 0 and 4v/d."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        if compound(wanted)[:2] == ("<", 0):
            return inner.show(wanted)
        inner, gap, premises = _bounds(inner, wanted)
        entries = [
            product(0, 4, 6),
            product(0, 1, 6, coefficient=4),
            product(3, 6, coefficient=8),
            product(5, 6),
        ]
        low = inner.combine(("<=", ("*", -1, "epsilon"), gap), entries, premises)
        entries = [product(0), product(4, 6), product(1, 6, coefficient=4)]
        return absolute(inner, wanted, low, inner.combine(("<=", gap, "epsilon"), entries, premises))

    return introduced(prover, goal, (("*", ("q", 1, 4), "epsilon", "d"),), script)


def to_zero(prover: Prover, goal: Term) -> Theorem:
    """-A lies between 0 and v/(2d)."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        if compound(wanted)[:2] == ("<", 0):
            return inner.show(wanted)
        inner, gap, premises = _bounds(inner, wanted)
        entries = [product(0, 4, 6), product(3, 6), product(0, 2, 6)]
        low = inner.combine(("<=", ("*", -1, "epsilon"), gap), entries, premises)
        high = inner.combine(("<=", gap, "epsilon"), [product(0), product(1, 6)], premises)
        return absolute(inner, wanted, low, high)

    positive = with_root(prover.within(("v2", "real"), given=(("<", 0, "v2"),)))
    defined = positive.show(("<", 0, ("+", "d", ("*", "v2", -2), _S)))
    return attached(prover, introduced(prover, goal, (("*", "epsilon", "d"),), script), defined)


def without_variance(prover: Prover, goal: Term) -> Theorem:
    """x + y = 0, so the second moment is the square of the mean."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        square: Term = ("+", "x2", "y2", ("*", "xy", 2))
        known = inner.given(("=", square, 0))
        value: Term = ("*", ("q", -1, 2), ("+", "x2", "y2"))
        cross = inner.combine(("=", "xy", value), [multiple(("q", 1, 2), 0)], [known])
        return rewritten(inner, wanted, [cross])

    return means.show(prover, goal, script)


PROOFS: Scripts = {"crt/sec3.1/note-limit": (to_one, to_zero, without_variance)}
