"""Theorem 4.1: the variances of independent and orthogonal rows differ by that of a pair, in which the weights cancel."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_gap import gap
from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, PLUS, row_term
from rftheory.proof.kernel.estimates import unfolded_variance
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.directions import one_dimension, one_row
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.generalised.tilted import WeightedRows, with_optimum
from rftheory.proof.tactics.hybrids.polynomials import of_one_block
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import attached, by_cases, instance
from rftheory.proof.tactics.quantifiers import introduced
from rftheory.proof.terms import Term, compound, exchanged, subterms

_INVERSE: Term = ("^", "m", -1)
_SHARE: Term = ("+", 1, ("*", -1, _INVERSE))
_Z: Term = ("*", HALF, ("dot", PLUS, PLUS))


def _estimates(goal: Term) -> tuple[Term, Term]:
    """The estimates from iid and from orthogonal rows that a claim speaks of."""
    found = {e[1]: e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "estimate"}
    return found["name", "iid"], found["name", "orthogonal"]


def _pair(estimate: Term) -> Term:
    """E f1 f2."""
    return ("E", ("*", row_term(estimate, 1), row_term(estimate, 2)))


def _second(estimate: Term) -> Term:
    """E f^2."""
    return ("E", ("^", row_term(estimate, 1), 2))


def _value(estimate: Term) -> Term:
    """E f1 f2 = e^(2 weight) 1F1(d; d/2; |x + y|^2/2)."""
    weight: Term = compound(compound(row_term(estimate, 1))[2])[1][3]
    return ("*", ("exp", ("*", 2, weight)), ("hyper", ("d",), (("*", "d", HALF),), _Z))


def _same_squares(prover: Prover, iid: WeightedRows, orthogonal: WeightedRows) -> Theorem:
    """E f^2 of an orthogonal row is that of an independent one."""
    one, other = orthogonal.square(), iid.square()
    sides = compound(one.then)[1], compound(other.then)[1]
    return prover.replaced(("=", *sides), other, of=one)


def _in_invariants(prover: Prover, theorem: Theorem) -> Theorem:
    meaning = means.invariants(prover)
    plain = {compound(m.then)[1]: compound(m.then)[2] for m in meaning}
    relation, left, right = compound(theorem.then)
    return prover.replaced((relation, left, exchanged(right, plain)), *meaning, of=theorem)


def _beside(prover: Prover, estimate: Term) -> Theorem:
    """(1 - 1/m) E f1 f2 in closed form; in one dimension there is one row, and nothing to show."""
    value = _value(estimate)
    goal: Term = ("=", ("*", _SHARE, _pair(estimate)), ("*", _SHARE, value))

    def several(inner: Prover, wanted: Term) -> Theorem:
        (known,) = means.paired(inner, WeightedRows(inner, estimate), estimate)
        same = inner.equal(compound(known.then)[2], value)
        return inner.replaced(wanted, inner.replaced(("=", _pair(estimate), value), same, of=known))

    def alone(inner: Prover, wanted: Term) -> Theorem:
        one = one_row(inner, "m")
        apart: Term = ("+", _pair(estimate), ("*", -1, value))
        entry = multiple(("*", _INVERSE, apart), 0)
        return with_optimum(inner).combine(wanted, [entry], [one])

    return by_cases(prover, ("<=", 2, "d"), goal, several, alone)


def _unfolded(rows: WeightedRows, estimate: Term) -> Theorem:
    """The variance by E f^2, E f1 f2 and the known E f."""
    prover = rows.prover
    one, two = row_term(estimate, 1), row_term(estimate, 2)
    right = unfolded_variance(compound(estimate)[3], one, two)
    needs = [*rows.integrable(), *means.row_numbers(prover, estimate), *of_one_block(prover, estimate)]
    first = prover.infer("estimate-variance", ("=", ("Var", estimate), right), needs)
    return chained(prover, first, rows.mean())


def loss(prover: Prover, goal: Term) -> Theorem:
    """Var_iid - Var_ort = (1 - 1/m) (E f1 f2 of independent rows - that of orthogonal ones)."""
    iid, orthogonal = _estimates(goal)
    one, other = WeightedRows(prover, iid), WeightedRows(prover, orthogonal)
    outer = one.prover
    (independent,) = means.paired(prover, one, iid)
    premises = [
        _unfolded(one, iid), _unfolded(other, orthogonal), _same_squares(outer, one, other),
        _in_invariants(outer, independent), _in_invariants(outer, _beside(prover, orthogonal)),
    ]  # fmt: skip
    entries = [
        multiple(1, 0), multiple(-1, 1), multiple(("*", -1, _INVERSE), 2), multiple(_SHARE, 3), multiple(-1, 4),
    ]  # fmt: skip
    return outer.combine(goal, entries, premises)


def gap_nonnegative(prover: Prover, goal: Term) -> Theorem:
    """1F1(d; d/2; z) <= e^(2z) at z = |x + y|^2/2."""
    z: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
    square = square_nonnegative(prover, 1)
    outer = prover.within()
    outer.add(outer.combine(("<=", 0, z), [product(0, coefficient=HALF)], [square]))
    below = instance(outer, gap(outer, strict=False), {"z": z})
    least = outer.combine(("<=", 0, ("+", "m", -1)), [product(0)], [outer.show(("<=", 1, "m"))])
    outer.add(outer.show(("<", 0, "m")))
    scale: Term = ("exp", ("+", ("*", "x2", -2), ("*", "y2", -2)))
    premises = [
        below, least, outer.fact("power-positive", b="m", p=-1), outer.fact("exp-positive", t=compound(scale)[1]),
    ]  # fmt: skip
    return outer.combine(goal, [product(0, 1, 2, 3)], premises)


def _at_most_alone(prover: Prover, rows: WeightedRows, estimate: Term) -> Theorem:
    """Var_ort <= Var f/m, also of rows of several blocks."""
    one = row_term(estimate, 1)
    alone: Term = ("*", _INVERSE, ("+", _second(estimate), ("*", -1, ("^", ("E", one), 2))))
    goal: Term = ("<=", ("Var", estimate), alone)
    needs = [*rows.integrable(), prover.show(("<=", 1, "m"))]

    def several(inner: Prover, wanted: Term) -> Theorem:
        own = WeightedRows(inner, estimate)
        (known,) = means.paired(inner, own, estimate)
        outer = own.prover
        outer.add(
            outer.combine(
                ("<=", 0, _Z), [product(0, coefficient=HALF)], [outer.show(("<=", 0, compound(_Z)[2]))]
            )
        )
        below = instance(outer, gap(outer, strict=False), {"z": _Z})
        weight = compound(compound(one)[2])[1][3]
        positive = outer.fact("exp-positive", t=("*", 2, weight))
        mean: Term = ("exp", ("+", ("*", HALF, ("dot", PLUS, PLUS)), weight))
        less = outer.combine(
            ("<=", compound(known.then)[2], ("^", mean, 2)), [product(0, 1)], [below, positive]
        )
        pair: Term = ("<=", _pair(estimate), ("^", ("E", one), 2))
        shown = outer.replaced(pair, known, own.mean(), of=less)
        return inner.infer("estimate-variance-at-most", wanted, [*needs, shown, inner.given(("<=", 2, "d"))])

    def single(inner: Prover, wanted: Term) -> Theorem:
        return inner.infer("estimate-variance-at-most", wanted, [*needs, one_dimension(inner)])

    return by_cases(prover, ("<=", 2, "d"), goal, several, single)


def lower(prover: Prover, goal: Term) -> Theorem:
    """Var_ort <= Var_iid for any number of rows."""
    iid, orthogonal = _estimates(goal)
    one, other = WeightedRows(prover, iid), WeightedRows(prover, orthogonal)
    outer = one.prover
    (independent,) = means.paired(prover, one, iid)
    inner = outer.within()
    inner.add(inner.show(("<", 0, "m")))
    premises = [
        _at_most_alone(prover, other, orthogonal), _unfolded(one, iid), _same_squares(outer, one, other),
        independent, other.mean(),
    ]  # fmt: skip
    mean: Term = compound(other.mean().then)[2]
    total: Term = ("+", ("E", row_term(orthogonal, 1)), mean)
    entries = [
        product(0), multiple(-1, 1), multiple(_INVERSE, 2), multiple(("*", -1, _SHARE), 3),
        multiple(("*", -1, _INVERSE, total), 4),
    ]  # fmt: skip
    shown = inner.combine(goal, entries, premises)
    return attached(prover, shown, *one.integrable(), *other.integrable())


def some_constant(prover: Prover, goal: Term) -> Theorem:
    """C = 0."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        if not any(isinstance(each, tuple) and each[0] == "Var" for each in subterms(wanted)):
            return inner.show(wanted)
        iid, orthogonal = _estimates(wanted)
        less = lower(inner, ("<=", ("Var", orthogonal), ("Var", iid)))
        outer = inner.within()
        outer.add(outer.show(("<", 0, "m")))
        return with_optimum(outer).combine(wanted, [product(0)], [less])

    return introduced(prover, goal, (0,), script)


PROOFS: Scripts = {
    "crt/thm4.1": (some_constant, loss, gap_nonnegative),
    "crt/abstract/ort-any-d": (lower,),
}
