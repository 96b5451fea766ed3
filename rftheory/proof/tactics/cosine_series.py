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
    _, p, _, _, body = compound(total)
    if p != J:
        raise ProofError(f"a sum over {J} is needed")
    inside = any(isinstance(each, tuple) and each[0] == "exp" for each in subterms(body))
    constant: Term = 1 if inside else ("*", ("^", ("gamma", B), -1), ("exp", ("*", HALF, square)))
    whole, exists = series_of(prover, moment)
    column = substitute(COLUMN, {"kappa": cosine, "tau": square})
    inner = prover.within((J, "integer"), given=(("<=", 0, J),))
    scaled: Term = ("*", constant, body)
    alike = _alike(prover, inner, column, scaled, (cosine, square))
    moved = prover.replaced(("=", moment, ("sum", J, 0, INFINITY, scaled)), alike, of=whole)
    converges = prover.replaced(("summable", J, 0, scaled), alike, of=exists)
    back: Term = ("*", ("^", constant, -1), scaled)
    again = prover.infer("summable-scale", ("summable", J, 0, back), [converges])
    plain = prover.replaced(("summable", J, 0, body), inner.equal(back, body), of=again)
    same = inner.equal(scaled, scaled)
    out = prover.infer(
        "sum-scale", ("=", ("sum", J, 0, INFINITY, scaled), ("*", constant, total)), [same, plain]
    )
    return prover.through(moved, out, proposition=("=", moment, ("*", constant, total))), plain


def _alike(prover: Prover, inner: Prover, column: Term, scaled: Term, bases: tuple[Term, Term]) -> Theorem:
    """The terms are the same: powers of products, and Kummer's transformation."""
    parts = compound(compound(scaled)[2])[1:]
    powers = tuple(e for e in parts if isinstance(e, tuple) and e[0] == "^" and J in free(e[2]))
    left: Term = ("*", 1, *powers)
    right: Term = ("*", *(("^", base, J) for base in bases))
    same = same_powers(prover, left, right, bases)
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
