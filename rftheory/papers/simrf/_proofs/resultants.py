"""Footnote 4: for rows at a right angle E |w_1 + w_2|^4/E |w_1 + w_2|^2 = 2(d + 1), from a chi-squared length."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, rewritten
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.tactics.values import pinned
from rftheory.proof.terms import Term, compound, moments

HALF: Term = ("q", 1, 2)
_B: Term = ("*", "d", HALF)
_ROWS: tuple[Term, Term] = (("row", ("name", "orthogonal"), 1), ("row", ("name", "orthogonal"), 2))
_LENGTHS: Term = ("+", *(("dot", row, row) for row in _ROWS))


def _gammas(prover: Prover) -> list[Theorem]:
    """Gamma(d/2 + 1) and Gamma(d/2 + 2) by Gamma(d/2)."""
    one, two = ("gamma", ("+", 1, _B)), ("gamma", ("+", 2, _B))
    first = prover.fact("gamma-next", t=_B)
    second = prover.fact("gamma-next", t=("+", _B, 1))
    once = prover.combine(("=", one, ("*", _B, ("gamma", _B))), [multiple(1, 0)], [first])
    right: Term = ("*", ("+", _B, 1), _B, ("gamma", _B))
    twice = prover.combine(("=", two, right), [multiple(1, 1), multiple(("+", _B, 1), 0)], [first, second])
    return [once, twice]


def _moment(prover: Prover, mean: Term) -> tuple[Theorem, Theorem]:
    """E |w_1 + w_2|^(2k) = 2^k Gamma(d + k)/Gamma(d) for k = 1 or 2, and that it exists."""
    power = compound(mean)[1]
    squared, k = compound(compound(power)[1])[1], power[2] // 2
    gram = prover.infer("gram", ("=", ("dot", *_ROWS), 0), [prover.show(("<=", 2, "d"))])
    same = prover.combine(("=", squared, _LENGTHS), [multiple(2, 0)], [gram])
    plain = prover.replaced(("=", power, ("^", _LENGTHS, k)), same, of=prover.equal(power, ("^", squared, k)))
    exists = prover.infer("power-integrable", ("integrable", ("^", _LENGTHS, k)))
    whole: Term = ("*", 1, "d")
    value: Term = ("*", ("^", 2, k), ("gamma", ("+", whole, k)), ("^", ("gamma", whole), -1))
    dimension = prover.show(("<", 0, "d"))
    chi = prover.infer("lengths", ("=", ("E", ("^", _LENGTHS, k)), value), [dimension])
    steps = [prover.fact("gamma-next", t="d"), prover.fact("gamma-next", t=("+", "d", 1))][:k]
    size: Term = ("*", 2, "d") if k == 1 else ("*", 4, "d", ("+", "d", 1))
    front: Term = ("*", ("^", 2, k), ("^", ("gamma", "d"), -1))
    entries = (
        [multiple(front, 0)] if k == 1 else [multiple(("*", front, ("+", "d", 1)), 0), multiple(front, 1)]
    )
    short = prover.combine(("=", value, size), entries, [*steps, prover.show(("<", 0, ("gamma", "d")))])
    found = prover.through(chi, short, proposition=("=", compound(chi.then)[1], size))
    return (
        prover.replaced(("=", mean, size), plain, of=found),
        prover.replaced(("integrable", power), plain, of=exists),
    )


def moment_ratio(prover: Prover, goal: Term) -> Theorem:
    """4 d (d + 1)/(2d), against 2 (d/2) + 2 (d/2 + 1)."""
    means = list(dict.fromkeys(moments(goal)))
    found = [_moment(prover, each) for each in means]
    values = [value for value, _ in found]
    shown = rewritten(prover, goal, [*values, *_gammas(prover)])
    below = next(each for each in values if compound(each.then)[2] == ("*", 2, "d"))
    positive = prover.replaced(
        ("<", 0, compound(below.then)[1]), below, of=prover.show(("<", 0, ("*", 2, "d")))
    )
    return attached(prover, shown, positive, *(exists for _, exists in found))


def right_angle(prover: Prover, goal: Term) -> Theorem:
    """The same ratio for the cosine 0, written out."""
    known = pinned(prover)
    bottom = next(each for each in compound(compound(goal)[1])[1:] if each[0] == "^")[1]
    positive = rewritten(prover, ("<", 0, bottom), known)
    shown = rewritten(prover, goal, known, lambda inner, each: rewritten(inner, each, _gammas(inner)))
    return attached(prover, shown, positive)


def growth(prover: Prover, goal: Term) -> Theorem:
    """(2d + 2)/d - 2 = 2/d."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        (_, (_, term), bound) = compound(wanted)
        far = inner.given(("<=", ("*", 2, ("^", "epsilon", -1)), "d"))
        error, inverse = inner.given(("<", 0, "epsilon")), inner.show(("<", 0, ("^", "d", -1)))
        small = inner.combine(
            ("<=", ("*", 2, ("^", "d", -1)), "epsilon"), [product(0, 1, 2)], [far, error, inverse]
        )
        plain = rewritten(inner, ("=", term, ("*", 2, ("^", "d", -1))), _gammas(inner))
        low = inner.combine(
            ("<=", ("*", -1, bound), term),
            [product(1), product(2, coefficient=2), multiple(-1, 0)],
            [plain, error, inverse],
        )
        high = inner.combine(("<=", term, bound), [product(1), multiple(1, 0)], [plain, small])
        return absolute(inner, wanted, low, high)

    return introduced(prover, goal, [("*", 2, ("^", "epsilon", -1))], script)


PROOFS: Scripts = {"simrf/sec3.2/footnote4": (moment_ratio, right_angle, growth)}
