"""Means in closed form: estimates by the terms of their rows, these by Gaussian integrals or by direction and length."""

from __future__ import annotations

import contextlib
from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import MINUS, PLUS, X, Y, estimate_parts, row_term
from rftheory.proof.kernel.estimates import opposite_variance, unfolded_variance
from rftheory.proof.tactics import conformity, gaussian, hypergeometric, sums
from rftheory.proof.tactics.angular import spheres
from rftheory.proof.tactics.cosines import pairs
from rftheory.proof.tactics.directions import beside, by_direction, pair
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.gaussian import chained, mean
from rftheory.proof.tactics.generalised import tilted
from rftheory.proof.tactics.hybrids import polynomials as hybrids
from rftheory.proof.tactics.moves import Script
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import (
    ProofError,
    Term,
    compound,
    exchanged,
    literal,
    moments,
    number,
    random,
    subterms,
)


def closed(prover: Prover, moment: Term) -> Theorem:
    """moment = a term without means."""
    moment = compound(moment)
    for stated in prover.context.constraints:
        if isinstance(stated, tuple) and stated[:2] == ("=", moment):
            return prover.given(stated)
    if hybrids.combined(moment):
        return hybrids.closed(prover, moment, closed)
    if moment[0] == "mse":
        return _error(prover, moment)
    if moment[0] == "Var":
        return _variance(prover, moment)
    if moment[0] == "Cov":
        return _covariance(prover, moment)
    if isinstance(moment[1], tuple) and moment[1][0] == "estimate":
        one = row_term(moment[1], 1)
        if tilted.generalised(moment[1]):
            rows = tilted.WeightedRows(prover, moment[1])
            needs = [*rows.integrable(), *hybrids.rows(prover, moment[1])]
            first = prover.infer("estimate-mean", ("=", moment, ("E", one)), needs)
            return chained(prover, first, rows.mean())
        needs = [integrable(prover, one), *hybrids.rows(prover, compound(moment)[1])]
        first = prover.infer("estimate-mean", ("=", moment, ("E", one)), needs)
        if spheres.on_a_sphere(one):
            return chained(prover, first, spheres.first(prover, moment[1], one))
        return chained(prover, first, mean(prover, ("E", one)))
    if isinstance(moment[1], tuple) and moment[1][0] == "hyper":
        own = conformity.closed if conformity.is_pair(moment[1]) else sums.closed
        return own(prover, moment)
    return spheres.of_a_row(prover, moment) if spheres.on_a_sphere(moment[1]) else mean(prover, moment)


def integrable(prover: Prover, term: Term) -> Theorem:
    """That a random term has a mean."""
    if ("integrable", term) in prover.context.constraints:
        return prover.given(("integrable", term))
    if any(True for _ in hybrids.variables(term)):
        return hybrids.exists(prover, term)
    if isinstance(term, tuple) and term[0] == "hyper":
        if not conformity.is_pair(term):
            return sums.integrable(prover, term)
        with contextlib.suppress(ProofError):
            return conformity.integrable(prover, term)
        return pairs.integrable(prover, term)
    if spheres.on_a_sphere(term):
        return spheres.integrable(prover, term)
    return gaussian.integrable(prover, term)


def _error(prover: Prover, moment: Term) -> Theorem:
    _, estimate, target = compound(moment)
    bias: Term = ("+", ("E", estimate), ("*", -1, target))
    first = prover.infer("error", ("=", moment, ("+", ("Var", estimate), ("^", bias, 2))))
    parts = dict.fromkeys((("Var", estimate), ("E", estimate), *moments(target)))
    return chained(prover, first, *(closed(prover, each) for each in parts))


def _variance(prover: Prover, moment: Term) -> Theorem:
    variable = compound(moment)[1]
    if variable[0] != "estimate":
        square: Term = ("^", variable, 2)
        needs = [integrable(prover, square)]
        right: Term = ("+", ("E", square), ("*", -1, ("^", ("E", variable), 2)))
        first = prover.infer("variance", ("=", moment, right), needs)
        return chained(prover, first, mean(prover, ("E", square)), mean(prover, ("E", variable)))
    one, two = row_term(variable, 1), row_term(variable, 2)
    count = estimate_parts(variable)[2]
    if tilted.generalised(variable):
        return _generalised(prover, variable, unfolded_variance(count, one, two))
    exists = integrable(prover, ("^", one, 2))
    if compound(variable)[1] == ("name", "cross-polytope"):
        return _with_opposites(prover, variable, exists)
    needs = [exists, *hybrids.rows(prover, variable), *hybrids.of_one_block(prover, variable)]
    unfolded = unfolded_variance(count, one, two)
    first = prover.infer("estimate-variance", ("=", moment, unfolded), needs)
    if spheres.on_a_sphere(one):
        return chained(prover, first, *spheres.means(prover, variable, one, two))
    inner = [mean(prover, ("E", e)) for e in (one, ("^", one, 2))]
    if compound(variable)[1] == ("name", "orthogonal") and count != 1 and not _several(prover):
        return chained(prover, _with_pair(prover, first, count, beside(prover, variable, one, two)), *inner)
    return chained(prover, first, *inner, pair(prover, variable, one, two))


def _with_opposites(prover: Prover, estimate: Term, exists: Theorem) -> Theorem:
    """The variance of a whole cross-polytope; on the line its only pair is one of opposite rows."""
    one, two, three = (row_term(estimate, index) for index in (1, 2, 3))
    count = estimate_parts(estimate)[2]
    unfolded = opposite_variance(count, one, two, three)
    needs = [exists, *hybrids.rows(prover, estimate)]
    first = prover.infer("estimate-variance", ("=", ("Var", estimate), unfolded), needs)
    inner = [mean(prover, ("E", e)) for e in (one, ("^", one, 2))]
    known = beside(prover, estimate, one, three, opposites=True)
    found = chained(prover, first, pair(prover, estimate, one, two))
    right = compound(found.then)[2]
    weighted, value = (compound(side)[2] for side in compound(known.then)[1:])
    goal: Term = ("=", ("Var", estimate), exchanged(right, {weighted: value}))
    whole = prover.combine(
        goal, [multiple(1, 0), multiple(1, 1)], [found, known, *prover.conditions(("^", count, -1))]
    )
    right = compound(whole.then)[2]
    straight = [each for each in dict.fromkeys(moments(right)) if _right_angled(each)]
    return chained(prover, whole, *inner, *(conformity.closed(prover, each) for each in straight))


def _right_angled(moment: Term) -> bool:
    """Whether it is the conformity of rows at a right angle."""
    series = compound(moment)[1]
    return conformity.is_pair(series) and not conformity.is_oblique(moment)


def _several(prover: Prover) -> bool:
    """Whether a block is known to have two rows and more."""
    with contextlib.suppress(ProofError):
        return bool(prover.show(("<=", 2, "d")))
    return False


def _with_pair(prover: Prover, unfolded: Theorem, count: Term, known: Theorem) -> Theorem:
    """The variance with (1 - 1/m) E f1 f2 replaced by what it equals."""
    _, variance, right = compound(unfolded.then)
    weighted, closed_form = (compound(side)[2] for side in compound(known.then)[1:])
    goal: Term = ("=", variance, exchanged(right, {weighted: closed_form}))
    conditions = prover.conditions(("^", count, -1))
    return prover.combine(goal, [multiple(1, 0), multiple(1, 1)], [unfolded, known, *conditions])


row_numbers = hybrids.rows


def _generalised(prover: Prover, estimate: Term, unfolded: Term) -> Theorem:
    """The variance through generalised exponential features."""
    rows = tilted.WeightedRows(prover, estimate)
    needs = [*rows.integrable(), *row_numbers(prover, estimate), *hybrids.of_one_block(prover, estimate)]
    first = prover.infer("estimate-variance", ("=", ("Var", estimate), unfolded), needs)
    return chained(prover, first, rows.mean(), rows.square(), *paired(prover, rows, estimate))


def paired(prover: Prover, rows: tilted.WeightedRows, estimate: Term) -> list[Theorem]:
    """E f1 f2, unless the estimate is from one row."""
    if estimate_parts(estimate)[2] == 1:
        return []
    product, along, both = rows.pair()
    if compound(both[0])[1] == ("name", "iid"):
        return [chained(prover, product, mean(prover, ("E", along)))]
    return [chained(prover, product, by_direction(prover, along, PLUS, [(row, 1) for row in both]))]


def _covariance(prover: Prover, moment: Term) -> Theorem:
    _, one, other = compound(moment)
    product: Term = ("*", one, other)
    needs = [integrable(prover, ("^", each, 2)) for each in (one, other)]
    right: Term = ("+", ("E", product), ("*", -1, ("E", one), ("E", other)))
    first = prover.infer("covariance", ("=", moment, right), needs)
    return chained(prover, first, *(mean(prover, ("E", each)) for each in (product, one, other)))


def show(prover: Prover, goal: Term, script: Script | None = None) -> Theorem:
    """A comparison with moments: of their closed forms, in the invariants of the pair, by a script or normal forms."""
    assert isinstance(goal, tuple)
    found = [each for each in dict.fromkeys(moments(goal)) if not conformity.is_oblique(each)]
    script = script or summed
    if not found:
        return script(prover, goal)
    equalities = [closed(prover, moment) for moment in found]
    meaning = invariants(prover)
    plain = {m.then[1]: m.then[2] for m in meaning if isinstance(m.then, tuple)}
    for each in dict.fromkeys(t for t in subterms(goal) if _inner(t) and t not in plain):
        meaning.append(_expanded(prover, each, meaning))
        plain[each] = compound(meaning[-1].then)[2]
        if compound(each)[1] == compound(each)[2]:
            square = prover.square(each)
            prover.add(prover.replaced(("<=", 0, plain[each]), meaning[-1], of=square))
    settled = [_chained_all(prover, equality, meaning, plain) for equality in equalities]
    values = {e.then[1]: e.then[2] for e in settled if isinstance(e.then, tuple)}
    inner = script(prover, exchanged(exchanged(goal, values), plain))
    return prover.replaced(goal, *settled, *meaning, of=inner)


def settled(prover: Prover, moment: Term) -> Theorem:
    """moment = its closed form, in the invariants of the pair."""
    meaning = invariants(prover)
    plain = {m.then[1]: m.then[2] for m in meaning if isinstance(m.then, tuple)}
    return _chained_all(prover, closed(prover, moment), meaning, plain)


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
    for vector, opposite, sign in ((MINUS, PLUS, 2), (PLUS, MINUS, -2)):
        if ("dot", vector, vector) in values:
            known = found[values["dot", vector, vector]]
            size = compound(known.then)[2]
            for left, right in (
                (squared, ("+", size, ("*", sign, crossed), ("*", -1, other))),
                (("dot", opposite, opposite), ("+", size, ("*", 2 * sign, crossed))),
            ):
                found.append(prover.combine(("=", left, right), [{"times": 1, "premise": 0}], [known]))
    if {squared, crossed, other} <= set(values):
        premises = [found[values[each]] for each in (squared, crossed, other)]
        x2, xy, y2 = (compound(premise.then)[2] for premise in premises)
        for vector, sign in ((PLUS, 2), (MINUS, -2)):
            total: Term = ("+", x2, ("*", sign, xy), y2)
            entries = [{"times": times, "premise": place} for place, times in enumerate((1, sign, 1))]
            found.append(prover.combine(("=", ("dot", vector, vector), total), entries, premises))
    return found


def _expanded(prover: Prover, product: Term, meaning: list[Theorem]) -> Theorem:
    """An inner product of combinations of x and y by those of x and y, and these by the parameters."""
    left, right = (_coefficients(each) for each in compound(product)[1:])
    known = {compound(each.then)[1]: place for place, each in enumerate(meaning)}
    total: list[Term] = [0, 0]
    entries = []
    for u, a in left.items():
        for v, b in right.items():
            basic: Term = ("dot", *sorted((u, v), key=repr))
            if basic in known:
                entries.append({"times": number(a * b), "premise": known[basic]})
                basic = compound(meaning[known[basic]].then)[2]
            total.append(("*", number(a * b), basic))
    return prover.combine(("=", product, ("+", *total)), entries, meaning)


def _coefficients(vector: Term) -> dict[Term, Fraction]:
    """Basic vectors with their rational coefficients."""
    found: dict[Term, Fraction] = {}
    head, *inner = compound(vector)
    if head == "vec":
        return {vector: Fraction(1)}
    if head == "+":
        for part in inner:
            for basic, value in _coefficients(part).items():
                found[basic] = found.get(basic, Fraction(0)) + value
        return found
    scalar = literal(inner[0])
    if head != "*" or len(inner) != 2 or scalar is None:
        raise ProofError(f"not a rational combination of vectors: {vector}")
    return {basic: scalar * value for basic, value in _coefficients(inner[1]).items()}


def _inner(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "dot" and not random(term)
