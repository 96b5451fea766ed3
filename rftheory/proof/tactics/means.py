"""Means in closed form: estimates by the terms of their rows, these by Gaussian integrals or by direction and length."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import MINUS, PLUS, X, Y, estimate_parts, row_term
from rftheory.proof.kernel.estimates import unfolded_variance
from rftheory.proof.tactics import hypergeometric
from rftheory.proof.tactics.directions import pair
from rftheory.proof.tactics.gaussian import chained, integrable, mean
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import (
    Term,
    compound,
    exchanged,
    moments,
    random,
)


def closed(prover: Prover, moment: Term) -> Theorem:
    """moment = a term without means."""
    moment = compound(moment)
    if moment[0] == "mse":
        return _error(prover, moment)
    if moment[0] == "Var":
        return _variance(prover, moment)
    if moment[0] == "Cov":
        return _covariance(prover, moment)
    if isinstance(moment[1], tuple) and moment[1][0] == "estimate":
        one = row_term(moment[1], 1)
        needs = [integrable(prover, one), *_rows(prover, compound(moment)[1])]
        first = prover.infer("estimate-mean", ("=", moment, ("E", one)), needs)
        return chained(prover, first, mean(prover, ("E", one)))
    return mean(prover, moment)


def _rows(prover: Prover, estimate: Term) -> list[Theorem]:
    """What the rules of estimates ask of the number of rows."""
    coupling, _, rows, _, _ = estimate_parts(estimate)
    found = []
    if not isinstance(rows, int):
        found += [prover.show(("<=", 1, rows)), *prover.integer(rows)]
    if coupling != "iid" and rows != 1:
        found.append(prover.show(("<=", rows, "d")))
    return found


def _error(prover: Prover, moment: Term) -> Theorem:
    _, estimate, target = compound(moment)
    bias: Term = ("+", ("E", estimate), ("*", -1, target))
    first = prover.infer("error", ("=", moment, ("+", ("Var", estimate), ("^", bias, 2))))
    return chained(prover, first, closed(prover, ("Var", estimate)), closed(prover, ("E", estimate)))


def _variance(prover: Prover, moment: Term) -> Theorem:
    variable = compound(moment)[1]
    if variable[0] != "estimate":
        square: Term = ("^", variable, 2)
        needs = [integrable(prover, square)]
        right: Term = ("+", ("E", square), ("*", -1, ("^", ("E", variable), 2)))
        first = prover.infer("variance", ("=", moment, right), needs)
        return chained(prover, first, mean(prover, ("E", square)), mean(prover, ("E", variable)))
    one, two = row_term(variable, 1), row_term(variable, 2)
    rows = estimate_parts(variable)[2]
    needs = [integrable(prover, ("^", one, 2)), *_rows(prover, variable)]
    unfolded = unfolded_variance(rows, one, two)
    first = prover.infer("estimate-variance", ("=", moment, unfolded), needs)
    inner = [mean(prover, ("E", e)) for e in (one, ("^", one, 2))]
    return chained(prover, first, *inner, pair(prover, variable, one, two))


def _covariance(prover: Prover, moment: Term) -> Theorem:
    _, one, other = compound(moment)
    product: Term = ("*", one, other)
    needs = [integrable(prover, ("^", each, 2)) for each in (one, other)]
    right: Term = ("+", ("E", product), ("*", -1, ("E", one), ("E", other)))
    first = prover.infer("covariance", ("=", moment, right), needs)
    return chained(prover, first, *(mean(prover, ("E", each)) for each in (product, one, other)))


def show(prover: Prover, goal: Term) -> Theorem:
    """A comparison with moments: of their closed forms, in the invariants of the pair."""
    assert isinstance(goal, tuple)
    found = list(dict.fromkeys(moments(goal)))
    if not found:
        return summed(prover, goal)
    equalities = [closed(prover, moment) for moment in found]
    meaning = invariants(prover)
    plain = {m.then[1]: m.then[2] for m in meaning if isinstance(m.then, tuple)}
    settled = [_chained_all(prover, equality, meaning, plain) for equality in equalities]
    values = {e.then[1]: e.then[2] for e in settled if isinstance(e.then, tuple)}
    inner = summed(prover, exchanged(exchanged(goal, values), plain))
    return prover.replaced(goal, *settled, *meaning, of=inner)


def summed(prover: Prover, goal: Term) -> Theorem:
    """A comparison with series: of their closed forms."""
    found = list(dict.fromkeys(hypergeometric.infinite_sums(goal)))
    if not found:
        return prover.show(goal)
    moves = [hypergeometric.closed(prover, each) for each in found]
    values = {move.then[1]: move.then[2] for move in moves if isinstance(move.then, tuple)}
    return prover.replaced(goal, *moves, of=prover.show(exchanged(goal, values)))


def _chained_all(
    prover: Prover, equality: Theorem, meaning: list[Theorem], values: dict[Term, Term]
) -> Theorem:
    """The equality with inner products on its right side replaced by invariants."""
    assert isinstance(equality.then, tuple)
    right = exchanged(equality.then[2], values)
    return prover.replaced(("=", equality.then[1], right), *meaning, of=equality)


def invariants(prover: Prover) -> list[Theorem]:
    """Inner products of the pair by the context's parameters."""
    stated = [c for c in prover.context.constraints if isinstance(c, tuple) and c[0] == "=" and _inner(c[1])]
    found = [prover.given(each) for each in stated]
    x, y = X, Y
    squared, crossed, other = ("dot", x, x), ("dot", x, y), ("dot", y, y)
    values = {each.then[1]: place for place, each in enumerate(found) if isinstance(each.then, tuple)}
    if ("dot", MINUS, MINUS) in values:
        known = found[values["dot", MINUS, MINUS]]
        right: Term = ("+", compound(known.then)[2], ("*", 2, crossed), ("*", -1, other))
        found.append(prover.combine(("=", squared, right), [{"times": 1, "premise": 0}], [known]))
    if {squared, crossed, other} <= set(values):
        premises = [found[values[each]] for each in (squared, crossed, other)]
        x2, xy, y2 = (compound(premise.then)[2] for premise in premises)
        for vector, sign in ((PLUS, 2), (MINUS, -2)):
            total: Term = ("+", x2, ("*", sign, xy), y2)
            entries = [{"times": times, "premise": place} for place, times in enumerate((1, sign, 1))]
            found.append(prover.combine(("=", ("dot", vector, vector), total), entries, premises))
    return found


def _inner(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "dot" and not random(term)
