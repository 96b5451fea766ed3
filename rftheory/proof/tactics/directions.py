"""Pairs of rows by direction and length: 0F1 of the length of their sum, averaged over chi-squared lengths."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.couplings import cosine, presence
from rftheory.proof.kernel.definitions import HALF, MINUS, PLUS, estimate_parts
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.gaussian import chained, integrable, mean
from rftheory.proof.tactics.moves import at_least_one, by_cases
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, exchanged, number, substitute, subterms


def pair(prover: Prover, estimate: Term, one: Term, two: Term) -> Theorem:
    """E f1 f2 of two rows."""
    coupling, features, *_ = estimate_parts(estimate)
    moment: Term = ("E", ("*", one, two))
    if coupling == "iid":
        return mean(prover, moment)
    if coupling in ("simplex", "simplex-full", "cross-polytope"):
        first_row, other = (next(_rows(each)) for each in (one, two))
        return _by_cosine(prover, moment, features, one, (first_row, other))
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
    return chained(prover, first, *inner)


def _rows(term: Term) -> Iterator[Term]:
    return (each for each in subterms(term) if isinstance(each, tuple) and each[0] == "row")


def beside(prover: Prover, estimate: Term, one: Term, two: Term, opposites: bool = False) -> Theorem:
    """(1 - 1/m) E f1 f2 in closed form for a block of orthogonal rows; in one dimension it has one row.

    With `opposites` (1 - 2/m) E f1 f2 for a whole cross-polytope, which has one pair in one dimension.
    """
    count = "d" if opposites else estimate_parts(estimate)[2]
    inverse: Term = ("^", count, -1)
    share: Term = ("+", 1, ("*", -1, inverse))
    if opposites:
        share = ("+", 1, ("*", -2, ("^", estimate_parts(estimate)[2], -1)))
    several = prover.within(given=(("<=", 2, "d"),))
    known = pair(several, estimate, one, two)
    _, mean_of_both, value = compound(known.then)

    def alone(inner: Prover, wanted: Term) -> Theorem:
        apart: Term = ("+", mean_of_both, ("*", -1, value))
        return inner.combine(wanted, [multiple(("*", inverse, apart), 0)], [one_row(inner, count)])

    def together(inner: Prover, wanted: Term) -> Theorem:
        return inner.replaced(wanted, known)

    goal: Term = ("=", ("*", share, mean_of_both), ("*", share, value))
    return by_cases(prover, ("<=", 2, "d"), goal, together, alone)


def one_row(prover: Prover, count: Term) -> Theorem:
    """m = 1 for a block of m rows in one dimension."""
    below = one_dimension(prover)
    if count == "d":
        most = below
    else:
        within = prover.show(("<=", count, "d"))
        most = prover.combine(("<=", count, 1), [product(0), product(1)], [within, below])
    return prover.fact("antisymmetric", [most, prover.show(("<=", 1, count))], a=count, b=1)


def one_dimension(prover: Prover) -> Theorem:
    """d <= 1, where it is below 2: 1 <= 2 - d."""
    step = at_least_one(prover, ("+", 2, ("*", -1, "d")))
    return prover.combine(("<=", "d", 1), [product(0)], [step])


def of_cosine(prover: Prover, wave: Term, vector: Term, rows: tuple[Term, Term], sign: int = 1) -> Theorem:
    """E exp or cos of (w_1 + w_2).v, or of (w_1 - w_2).v, for two rows of a frame, as a conformity of rows of iid."""
    dimension = prover.show(("<", 0, "d"))
    both: Term = ("+", rows[0], rows[1] if sign > 0 else ("*", -1, rows[1]))
    size: Term = ("dot", vector, vector)
    half: Term = ("*", HALF, "d")
    quarter: Term = ("q", -1 if compound(wave)[0] == "cos" else 1, 4)

    def series(base: Term) -> Term:
        return ("E", ("hyper", (), (half,), ("*", ("*", quarter, size), base)))

    needs = [dimension, integrable(prover, wave)]
    goal: Term = ("=", ("E", wave), series(("dot", both, both)))
    turned = prover.infer("rotation", goal, needs, {"vector": vector, "rows": both})
    p, q = (("dot", row, row) for row in rows)
    root: Term = ("^", ("*", p, q), HALF)
    coupling, first, second = compound(rows[0])[1][1], compound(rows[0])[2], compound(rows[1])[2]
    angle = cosine(coupling, first, second)
    there = present(prover, rows[1])
    gram = prover.infer("gram", ("=", ("dot", *rows), 0 if angle == 0 else ("*", angle, root)), there)
    lengths: Term = ("+", p, q, ("*", 2, angle if sign > 0 else opposite(angle), root))
    apart = prover.combine(
        ("=", ("dot", both, both), lengths), [multiple(2 * sign, 0)], [gram, *prover.conditions(angle)]
    )
    plain = prover.replaced(("=", ("E", wave), series(lengths)), apart, of=turned)
    twins: dict[Term, Term] = {row: ("row", ("name", "iid"), place) for place, row in enumerate(rows, 1)}
    alike = prover.infer("lengths-alike", ("=", series(lengths), exchanged(series(lengths), twins)), there)
    return chained(prover, plain, alike)


def opposite(angle: Term) -> Term:
    """The cosine of the angle with the opposite of a row."""
    if isinstance(angle, int):
        return -angle
    if isinstance(angle, tuple) and angle[:2] == ("*", -1) and len(angle) == 3:
        return angle[2]
    return ("*", angle, -1)


def present(prover: Prover, row: Term) -> list[Theorem]:
    """What says that a block has the row."""
    _, coupling, index = compound(row)
    for way in presence(prover.context, coupling[1], index):
        with contextlib.suppress(ProofError):
            return [_there(prover, each) for each in way]
    raise ProofError(f"there is no row {index} of {coupling[1]}")


def _there(prover: Prover, proposition: Term) -> Theorem:
    if compound(proposition)[0] != "or" or proposition in prover.context.constraints:
        return prover.show(proposition)
    return prover.infer("or", proposition, [prover.show(compound(proposition)[1])])


def _by_cosine(prover: Prover, moment: Term, features: str, one: Term, rows: tuple[Term, Term]) -> Theorem:
    """E f1 f2 of positive or trigonometric features, by conformities."""
    if features == "positive":
        weight = compound(one)[1][2]
        terms: list[tuple[Term, Term, int]] = [
            (("exp", ("*", 2, weight)), ("exp", ("dot", ("+", *rows), PLUS)), 1)
        ]
        vector = PLUS
    elif features == "trigonometric":
        vector = MINUS
        outer = compound(one)[1] if compound(one)[0] == "*" else 1
        terms = [
            (("*", HALF, ("^", outer, 2)), ("cos", ("+", ("dot", rows[0], MINUS), ("*", sign, ("dot", rows[1], MINUS)))), sign)
            for sign in (1, -1)
        ]  # fmt: skip
    else:
        raise ProofError(f"no tactic for pairs of {features} features")
    multiples: list[Term] = [("*", c, ("E", e)) for c, e, _ in terms]
    right: Term = ("+", *multiples) if len(multiples) > 1 else multiples[0]
    needs = [integrable(prover, e) for _, e, _ in terms]
    first = prover.infer("mean-linear", ("=", moment, right), needs)
    return chained(prover, first, *(of_cosine(prover, e, vector, rows, sign) for _, e, sign in terms))


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
    if n > 1:
        dimension.append(prover.show(("<=", max(compound(row)[2] for row, _ in coefficients), "d")))
    by = {"vector": vector, "coefficients": tuple(coefficients)}
    first = prover.infer("direction", ("=", ("E", inner), ("E", function)), dimension, by)
    return chained(prover, first, averaged(prover, function, total, factor, half, whole))


@dataclass(frozen=True)
class ChiSeries:
    """0F1(; d/2; c Q) at a chi-squared Q: the means of its terms, with and without E Q^k, and their sum."""

    power: Theorem
    body: Term
    plain: Term
    ratio: list[Theorem]
    hyper: Term

    def summable(self, prover: Prover) -> Theorem:
        """The series of the means, written without E Q^k, converges."""
        by = {"hyper": self.hyper}
        return prover.infer("series-ratio-summable", ("summable", "k", 0, self.plain), self.ratio, by)


def chi_series(prover: Prover, total: Term, factor: Term, half: Term, whole: Term) -> ChiSeries:
    """E 0F1(; d/2; c Q) = 1F1(n d/2; d/2; 2 c) for a chi-squared Q with n d degrees of freedom, term by term."""
    k = "k"
    inside = prover.within((k, "integer"), given=(("<=", 0, k),))
    dimension = inside.show(("<", 0, "d"))
    power: Term = ("E", ("^", total, k))
    chi: Term = ("*", ("^", 2, k), ("gamma", ("+", whole, k)), ("^", ("gamma", whole), -1))
    length = inside.infer("lengths", ("=", power, chi), [inside.given(("<=", 0, k)), dimension])
    rest: tuple[Term, ...] = (
        ("gamma", half), ("^", ("gamma", ("+", half, k)), -1), ("^", ("gamma", ("+", k, 1)), -1),
    )  # fmt: skip
    plain: Term = ("*", ("^", factor, k), chi, *rest)
    hyper: Term = ("hyper", (whole,), (half,), ("*", 2, factor))
    needs = [_ratio(inside, plain, factor, half, whole, hyper), prover.show(("<", 0, half))]
    return ChiSeries(length, ("*", ("^", factor, k), power, *rest), plain, needs, hyper)


def averaged(prover: Prover, function: Term, total: Term, factor: Term, half: Term, whole: Term) -> Theorem:
    """E 0F1(; d/2; c Q) = 1F1(n d/2; d/2; 2 c) for a chi-squared Q with n d degrees of freedom."""
    k = "k"
    found = chi_series(prover, total, factor, half, whole)
    moved = prover.replaced(("summable", k, 0, found.body), found.power, of=found.summable(prover))
    right: Term = ("sum", k, 0, ("oo",), found.body)
    first = prover.infer("moment-series", ("=", ("E", function), right), [moved, prover.show(("<", 0, half))])
    through: Term = ("sum", k, 0, ("oo",), found.plain)
    second = prover.replaced(("=", ("E", function), through), found.power, of=first)
    start = _first(prover, found.plain, half, whole)
    by = {"hyper": found.hyper, "first": 1}
    third = prover.infer("series-ratio", ("=", through, ("*", 1, found.hyper)), [*found.ratio, start], by)
    return chained(prover, second, third)


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
