"""The series of a conformity in its cosine as papers print it: by Kummer's transformation, with a factor before the sum."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.conformity import HALF, taken_apart
from rftheory.proof.tactics.cosines import COLUMN, B, J, series_of
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.tactics.powers import zeroth
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import induction, onward
from rftheory.proof.terms import INFINITY, ProofError, Term, compound, free, substitute, subterms


def printed(prover: Prover, moment: Term, total: Term) -> tuple[Theorem, Theorem]:
    """A conformity = e^(t/2)/Gamma(d/2) times the printed sum over p, or this with the factor inside; and it converges."""
    factor, cosine = taken_apart(compound(moment)[1])
    square = compound(factor)[2]
    whole, exists = series_of(prover, moment)
    column = substitute(COLUMN, {"kappa": cosine, "tau": square})
    shown, plain, constant = _printed(prover, column, total, square, (cosine, square), exists)
    return prover.through(whole, shown, proposition=("=", moment, ("*", constant, total))), plain


def printed_even(prover: Prover, pair: tuple[Term, Term], total: Term) -> tuple[Theorem, Theorem]:
    """Half the conformities of opposite cosines = e^(t/2)/Gamma(d/2) times the printed sum over even powers."""
    (factor, cosine), (_, other) = (taken_apart(compound(moment)[1]) for moment in pair)
    square = compound(factor)[2]
    halves = [_halves(prover, moment) for moment in pair]
    parts = [compound(compound(each.then)[2])[1:] for each, _ in halves]
    twice: Term = ("*", 2, J)
    even, odd = (
        _turned(prover, halves[0][1][place], parts[0][place], parts[1][place], power, (cosine, other))
        for place, power in ((0, twice), (1, ("+", twice, 1)))
    )
    column = compound(parts[0][0])[4]
    growth = (cosine, cosine, square, square)
    shown, plain, constant = _printed(prover, column, total, square, growth, halves[0][1][0])
    goal: Term = ("=", ("+", *(("*", HALF, moment) for moment in pair)), ("*", constant, total))
    entries = [multiple(HALF, 0), multiple(HALF, 1), multiple(HALF, 2), multiple(HALF, 3), multiple(1, 4)]
    return prover.combine(goal, entries, [*(each for each, _ in halves), even, odd, shown]), plain


def _halves(prover: Prover, moment: Term) -> tuple[Theorem, list[Theorem]]:
    """A conformity as the sum of its even and of its odd columns, and that these converge."""
    whole, exists = series_of(prover, moment)
    _, k, _, _, body = compound(compound(whole.then)[2])
    twice: Term = ("*", 2, k)
    parts = [substitute(body, {k: each}) for each in (twice, ("+", twice, 1))]
    right: Term = ("+", *(("sum", k, 0, INFINITY, each) for each in parts))
    apart = prover.infer("sum-bisect", ("=", compound(whole.then)[2], right), [exists])
    converge = [
        prover.infer("summable-bisect", ("summable", k, 0, each), [exists], {"term": body}) for each in parts
    ]
    return prover.through(whole, apart, proposition=("=", moment, right)), converge


def _turned(
    prover: Prover, converges: Theorem, one: Term, other: Term, power: Term, cosines: tuple[Term, Term]
) -> Theorem:
    """The even columns of opposite cosines are the same, and the odd ones are opposite."""
    inner = prover.within((J, "integer"), given=(("<=", 0, J),))
    sign = 1 if power == ("*", 2, J) else -1
    left, right = (("^", each, power) for each in cosines)
    same = same_powers(prover, ("*", sign, left), ("*", 1, right), (cosines[0], cosines[0]))
    rest: Term = ("*", 1, *compound(compound(one)[4])[2:])
    scaled: Term = ("*", sign, compound(one)[4])
    alike = inner.combine(("=", compound(other)[4], scaled), [multiple(("*", -1, rest), 0)], [same])
    return prover.infer("sum-scale", ("=", other, ("*", sign, one)), [alike, converges])


def _printed(
    prover: Prover, column: Term, total: Term, square: Term, growth: tuple[Term, ...], exists: Theorem
) -> tuple[Theorem, Theorem, Term]:
    """The sum of columns = a constant times the printed sum, that this converges, and the constant."""
    _, p, _, _, body = compound(total)
    if p != J:
        raise ProofError(f"a sum over {J} is needed")
    inside = any(isinstance(each, tuple) and each[0] == "exp" for each in subterms(body))
    constant: Term = 1 if inside else ("*", ("^", ("gamma", B), -1), ("exp", ("*", HALF, square)))
    inner = prover.within((J, "integer"), given=(("<=", 0, J),))
    scaled: Term = ("*", constant, body)
    alike = _alike(prover, inner, column, scaled, growth)
    columns: Term = ("sum", J, 0, INFINITY, column)
    moved = prover.replaced(("=", columns, ("sum", J, 0, INFINITY, scaled)), alike)
    converges = prover.replaced(("summable", J, 0, scaled), alike, of=exists)
    back: Term = ("*", ("^", constant, -1), scaled)
    again = prover.infer("summable-scale", ("summable", J, 0, back), [converges])
    plain = prover.replaced(("summable", J, 0, body), inner.equal(back, body), of=again)
    same = inner.equal(scaled, scaled)
    out = prover.infer(
        "sum-scale", ("=", ("sum", J, 0, INFINITY, scaled), ("*", constant, total)), [same, plain]
    )
    return prover.through(moved, out, proposition=("=", columns, ("*", constant, total))), plain, constant


def _alike(prover: Prover, inner: Prover, column: Term, scaled: Term, growth: tuple[Term, ...]) -> Theorem:
    """The terms are the same: powers of products, and Kummer's transformation."""
    parts = compound(compound(scaled)[2])[1:]
    powers = tuple(e for e in parts if isinstance(e, tuple) and e[0] == "^" and J in free(e[2]))
    right: Term = ("*", *compound(column)[1:3])
    same = same_powers(prover, ("*", 1, *powers), right, growth)
    hyper = compound(column)[-1]
    (above,), (below,), z = hyper[1:]
    kummer = inner.fact("kummer-transformation", a=above, b=below, z=z)
    rest: Term = ("*", *(e for e in compound(column)[3:-1]))
    return inner.combine(
        ("=", column, scaled),
        [multiple(("*", -1, rest, compound(kummer.then)[2]), 0), multiple(("*", rest, right), 1)],
        [same, kummer],
    )


def same_powers(prover: Prover, left: Term, right: Term, bases: tuple[Term, ...]) -> Theorem:
    """Two products of powers are the same for the local p >= 0, where both grow by the product of the bases."""
    goal: Term = ("=", left, right)

    def onwards(inner: Prover, wanted: Term) -> Theorem:
        steps = [*onward(inner, left, J), *onward(inner, right, J)]

        def grown(within: Prover, later: Term) -> Theorem:
            return within.combine(later, [multiple(("*", 1, *bases), 0)], [within.given(goal)])

        return rewritten(inner, wanted, steps, grown)

    def start(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, list(zeroth(inner, wanted)))

    return induction(prover, J, 0, goal, onwards, start)
