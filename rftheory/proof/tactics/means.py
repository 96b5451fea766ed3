"""Means in closed form: estimates by the terms of their rows, these by Gaussian integrals or by direction and length."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.algebra import Form, Polynomial, Quotient
from rftheory.proof.kernel.definitions import HALF, MINUS, PLUS, X, Y, estimate_parts, row_term
from rftheory.proof.kernel.expectation import Means, unfolded_variance
from rftheory.proof.kernel.theorem import Sequent, Step
from rftheory.proof.tactics import hypergeometric
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import Reader
from rftheory.proof.terms import (
    ProofError,
    Term,
    compound,
    exchanged,
    moments,
    number,
    random,
    substitute,
    subterms,
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
        return _chained(prover, first, mean(prover, ("E", one)))
    return mean(prover, moment)


def integrable(prover: Prover, term: Term) -> Theorem:
    """That a term in Gaussian rows has a mean."""
    return prover.infer(
        "integrable", ("integrable", term), [*prover.conditions(term), *_shrinking(prover, term)]
    )


def _rows(prover: Prover, estimate: Term) -> list[Theorem]:
    """What the rules of estimates ask of the number of rows."""
    coupling, _, rows, _, _ = estimate_parts(estimate)
    found = []
    if not isinstance(rows, int):
        found += [prover.show(("<=", 1, rows)), *prover.integer(rows)]
    if coupling != "iid" and rows != 1:
        found.append(prover.show(("<=", rows, "d")))
    return found


def _chained(prover: Prover, first: Theorem, *others: Theorem) -> Theorem:
    """a = b with the parts of b replaced by what the other equalities say."""
    assert isinstance(first.then, tuple)
    values = {other.then[1]: other.then[2] for other in others if isinstance(other.then, tuple)}
    changed = exchanged(first.then[2], values)
    return prover.replaced(("=", first.then[1], changed), *others, of=first)


def _error(prover: Prover, moment: Term) -> Theorem:
    _, estimate, target = compound(moment)
    bias: Term = ("+", ("E", estimate), ("*", -1, target))
    first = prover.infer("error", ("=", moment, ("+", ("Var", estimate), ("^", bias, 2))))
    return _chained(prover, first, closed(prover, ("Var", estimate)), closed(prover, ("E", estimate)))


def _variance(prover: Prover, moment: Term) -> Theorem:
    variable = compound(moment)[1]
    if variable[0] != "estimate":
        square: Term = ("^", variable, 2)
        needs = [integrable(prover, square)]
        right: Term = ("+", ("E", square), ("*", -1, ("^", ("E", variable), 2)))
        first = prover.infer("variance", ("=", moment, right), needs)
        return _chained(prover, first, mean(prover, ("E", square)), mean(prover, ("E", variable)))
    one, two = row_term(variable, 1), row_term(variable, 2)
    rows = estimate_parts(variable)[2]
    needs = [integrable(prover, ("^", one, 2)), *_rows(prover, variable)]
    unfolded = unfolded_variance(rows, one, two)
    first = prover.infer("estimate-variance", ("=", moment, unfolded), needs)
    inner = [mean(prover, ("E", e)) for e in (one, ("^", one, 2))]
    return _chained(prover, first, *inner, pair(prover, variable, one, two))


def _covariance(prover: Prover, moment: Term) -> Theorem:
    _, one, other = compound(moment)
    product: Term = ("*", one, other)
    needs = [integrable(prover, ("^", each, 2)) for each in (one, other)]
    right: Term = ("+", ("E", product), ("*", -1, ("E", one), ("E", other)))
    first = prover.infer("covariance", ("=", moment, right), needs)
    return _chained(prover, first, *(mean(prover, ("E", each)) for each in (product, one, other)))


def mean(prover: Prover, moment: Term) -> Theorem:
    """E e = the Gaussian integral, in inner products of vectors."""
    needs = [*prover.conditions(compound(moment)[1]), *_shrinking(prover, compound(moment)[1])]
    step = Step(prover.context, Sequent(moment, prover.local, prover.hypotheses), needs, {})
    value = _Written(step).mean(compound(moment)[1])
    return prover.infer("gaussian", ("=", moment, value), [*needs, *prover.conditions(value)])


def _shrinking(prover: Prover, term: Term) -> list[Theorem]:
    """0 < 1 - 2a for the factors a that squares of rows may have, where that is seen, and 0 < d."""
    found = []
    rows = {
        each for each in subterms(term) if isinstance(each, tuple) and each[0] == "dot" and each[1] == each[2]
    }
    if not any(random(each) for each in rows):
        return []
    reader = Reader()
    exponents = [e[1] for e in subterms(term) if isinstance(e, tuple) and e[0] == "exp"]
    for row in (each for each in rows if random(each)):
        symbol = reader.symbol(row)
        for exponent in exponents:
            factor = sp.expand(reader.read(exponent)).coeff(symbol, 1)
            for times in (1, 2):
                wanted: Term = ("+", 1, reader.write(sp.expand(-2 * times * factor)))
                shown = prover.sign(wanted, "<")
                found += [shown] if shown is not None else []
    return [*found, prover.show(("<", 0, "d"))]


class _Written(Means):
    """Means as terms."""

    def mean(self, term: Term) -> Term:
        """A term that the mean is."""
        return self._settled(lambda: self._written(self._mean(term)))

    def _written(self, form: Form) -> Term:
        top = ("+", 0, *(self._addend(e, c) for e, c in form.top))
        bottom = ("+", 0, *(self._addend(e, c) for e, c in form.bottom))
        return top if self._same(form.bottom, ((self._plain, self._one),)) else ("*", top, ("^", bottom, -1))

    def _addend(self, exponent: Quotient, coefficient: Polynomial) -> Term:
        """The real part of an addend; the whole is real, so the others vanish together."""
        real, imaginary = self._split(coefficient)
        if exponent == self._plain:
            return self._poly(real)
        below: tuple[Term, ...] = () if exponent.bottom == 1 else (("^", self._poly(exponent.bottom), -1),)
        size, angle = self._split(exponent.top)
        power: Term = ("exp", ("*", self._poly(size), *below, 1))
        if angle == 0:
            return ("*", self._poly(real), power)
        turn: Term = ("*", self._poly(angle), *below, 1)
        waves = (("*", self._poly(real), ("cos", turn)), ("*", -1, self._poly(imaginary), ("sin", turn)))
        return ("*", power, ("+", *waves))

    def _split(self, polynomial: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Real and imaginary part."""
        found: tuple[dict[tuple[int, ...], Any], dict[tuple[int, ...], Any]] = ({}, {})
        for powers, coefficient in polynomial.to_dict().items():
            turns = int(powers[0])
            place = (0, *powers[1:])
            part = found[turns % 2]
            part[place] = part.get(place, 0) + coefficient * (-1) ** (turns // 2)
        real, imaginary = map(self._ring.from_dict, found)
        return real, imaginary

    def _poly(self, polynomial: Polynomial) -> Term:
        found: list[Term] = []
        for powers, coefficient in polynomial.to_dict().items():
            factors = [
                _generated(generator, int(power))
                for power, generator in zip(powers, self._generators, strict=True)
                if power
            ]
            found.append(("*", number(Fraction(int(coefficient.p), int(coefficient.q))), *factors, 1))
        return ("+", 0, *found, 0)


def _generated(generator: Term, power: int) -> Term:
    """The power of a generator; a root is a power of its base."""
    if isinstance(generator, tuple) and generator[0] == 1:
        _, base, degree = generator
        return ("^", base, number(Fraction(power, degree)))
    return ("^", generator, power)


def pair(prover: Prover, estimate: Term, one: Term, two: Term) -> Theorem:
    """E f1 f2 of two rows."""
    coupling, features, *_ = estimate_parts(estimate)
    moment: Term = ("E", ("*", one, two))
    if coupling == "iid":
        return mean(prover, moment)
    if coupling != "orthogonal":
        raise ProofError(f"no tactic for pairs of {coupling} rows")
    rows = [("row", ("name", coupling), index) for index in (1, 2)]
    vector = MINUS if features == "trigonometric" else PLUS
    together, apart = (
        ("+", ("dot", rows[0], vector), ("*", sign, ("dot", rows[1], vector))) for sign in (1, -1)
    )
    if features == "trigonometric":
        outer = compound(one)[1] if compound(one)[0] == "*" else 1
        terms: list[tuple[Term, Term]] = [
            (("*", HALF, ("^", outer, 2)), ("cos", e)) for e in (together, apart)
        ]
    elif features == "positive":
        weight = compound(one)[1][2]
        terms = [(("exp", ("*", 2, weight)), ("exp", together))]
    else:
        raise ProofError(f"no tactic for pairs of {features} features")
    multiples: list[Term] = [("*", c, ("E", e)) for c, e in terms]
    right: Term = ("+", *multiples) if len(multiples) > 1 else multiples[0]
    needs = [integrable(prover, e) for _, e in terms]
    first = prover.infer("mean-linear", ("=", moment, right), needs)
    signs = (1, -1)
    inner = [
        by_direction(prover, e, vector, [(rows[0], 1), (rows[1], signs[place])])
        for place, (_, e) in enumerate(terms)
    ]
    return _chained(prover, first, *inner)


def by_direction(prover: Prover, inner: Term, vector: Term, coefficients: list[tuple[Term, int]]) -> Theorem:
    """E exp or cos of the sum of a block's rows = 1F1(n d/2; d/2; +- |v|^2 / 2), for coefficients +-1."""
    assert isinstance(inner, tuple)
    sign = -1 if inner[0] == "cos" else 1
    n = len(coefficients)
    half: Term = ("*", HALF, "d")
    whole: Term = ("*", number(Fraction(n, 2)), "d")
    squares: list[Term] = [("dot", row, row) for row, _ in coefficients]
    total: Term = squares[0] if n == 1 else ("+", *squares)
    factor: Term = ("*", ("q", sign, 4), ("dot", vector, vector))
    function: Term = ("hyper", (), (half,), ("*", factor, total))
    dimension = [prover.show(("<", 0, "d")), prover.show(("<", 0, half)), prover.show(("<", 0, whole))]
    by = {"vector": vector, "coefficients": tuple(coefficients)}
    first = prover.infer("direction", ("=", ("E", inner), ("E", function)), dimension, by)
    return _chained(prover, first, _averaged(prover, function, total, factor, half, whole))


def _averaged(prover: Prover, function: Term, total: Term, factor: Term, half: Term, whole: Term) -> Theorem:
    """E 0F1(; d/2; c Q) = 1F1(n d/2; d/2; 2 c) for a chi-squared Q with n d degrees of freedom."""
    k = "k"
    inside = prover.within((k, "integer"), given=(("<=", 0, k),))
    dimension = inside.show(("<", 0, "d"))
    power: Term = ("E", ("^", total, k))
    chi: Term = ("*", ("^", 2, k), ("gamma", ("+", whole, k)), ("^", ("gamma", whole), -1))
    length = inside.infer("lengths", ("=", power, chi), [inside.given(("<=", 0, k)), dimension])
    rest: tuple[Term, ...] = (
        ("gamma", half), ("^", ("gamma", ("+", half, k)), -1), ("^", ("gamma", ("+", k, 1)), -1),
    )  # fmt: skip
    body: Term = ("*", ("^", factor, k), power, *rest)
    plain: Term = ("*", ("^", factor, k), chi, *rest)
    hyper: Term = ("hyper", (whole,), (half,), ("*", 2, factor))
    ratio = _ratio(inside, plain, factor, half, whole, hyper)
    needs = [ratio, prover.show(("<", 0, half))]
    summable = prover.infer("series-ratio-summable", ("summable", k, 0, plain), needs, {"hyper": hyper})
    moved = prover.replaced(("summable", k, 0, body), length, of=summable)
    right: Term = ("sum", k, 0, ("oo",), body)
    first = prover.infer("moment-series", ("=", ("E", function), right), [moved, prover.show(("<", 0, half))])
    through: Term = ("sum", k, 0, ("oo",), plain)
    second = prover.replaced(("=", ("E", function), through), length, of=first)
    start = _first(prover, plain, half, whole)
    third = prover.infer(
        "series-ratio", ("=", through, ("*", 1, hyper)), [*needs, start], {"hyper": hyper, "first": 1}
    )
    return _chained(prover, second, third)


def _gamma_next(prover: Prover, argument: Term) -> Theorem:
    """Gamma(s + (k + 1)) = (s + k) Gamma(s + k) for argument = s + (k + 1) as it is written."""
    _, start, _ = compound(argument)
    before: Term = ("+", start, "k")
    positive = prover.show(("<", 0, before))
    fact = prover.fact("gamma-next", [positive], t=before)
    alike = prover.equal(("gamma", argument), ("gamma", ("+", before, 1)))
    return prover.through(
        alike, fact, proposition=("=", ("gamma", argument), ("*", before, ("gamma", before)))
    )


def _ratio(prover: Prover, body: Term, factor: Term, half: Term, whole: Term, hyper: Term) -> Theorem:
    """The ratio of consecutive terms, in the form that the rule of series wants."""
    k = "k"
    later = substitute(body, {k: ("+", k, 1)})
    onward: Term = ("*", later, ("+", k, 1), ("+", half, k))
    here: Term = ("*", body, compound(hyper)[3], ("+", whole, k))
    steps = [
        _gamma_next(prover, ("+", whole, ("+", k, 1))),
        _gamma_next(prover, ("+", half, ("+", k, 1))),
        _gamma_of_next(prover),
        prover.fact("power-next", b=factor, n=k),
    ]
    values = {step.then[1]: step.then[2] for step in steps if isinstance(step.then, tuple)}
    signs = [
        prover.show(("<", 0, ("gamma", ("+", half, k)))), prover.show(("<", 0, ("+", half, k))),
        prover.show(("<", 0, ("gamma", ("+", k, 1)))), prover.show(("<", 0, ("+", k, 1))),
        prover.show(("<", 0, ("gamma", whole))),
    ]  # fmt: skip
    changed = exchanged(onward, values)
    plain = prover.infer("ring", ("=", changed, here), signs)
    return prover.replaced(("=", onward, here), *steps, of=plain)


def _gamma_of_next(prover: Prover) -> Theorem:
    """Gamma((k + 1) + 1) = (k + 1) Gamma(k + 1)."""
    before: Term = ("+", "k", 1)
    return prover.fact("gamma-next", [prover.show(("<", 0, before))], t=before)


def _first(prover: Prover, body: Term, half: Term, whole: Term) -> Theorem:
    """The term of k = 0 is 1."""
    start = substitute(body, {"k": 0})
    one = prover.fact("gamma-one")
    alike = prover.equal(("gamma", ("+", 0, 1)), ("gamma", 1))
    gamma = prover.through(alike, one, proposition=("=", ("gamma", ("+", 0, 1)), 1))
    changed = exchanged(start, {("gamma", ("+", 0, 1)): 1})
    signs = [prover.show(("<", 0, ("gamma", each))) for each in (whole, half, ("+", half, 0))]
    plain = prover.infer("ring", ("=", changed, 1), signs)
    return prover.replaced(("=", start, 1), gamma, of=plain)


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
