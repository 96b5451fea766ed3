"""Pairs of rows by direction and length: 0F1 of the length of their sum, averaged over chi-squared lengths."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, MINUS, PLUS, estimate_parts
from rftheory.proof.tactics.cosines.frames import by_cosine
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.gaussian import chained, integrable, mean
from rftheory.proof.tactics.moves import at_least_one, by_cases
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, exchanged, number, substitute


def pair(prover: Prover, estimate: Term, one: Term, two: Term) -> Theorem:
    """E f1 f2 of two rows."""
    coupling, features, *_ = estimate_parts(estimate)
    moment: Term = ("E", ("*", one, two))
    if coupling == "iid":
        return mean(prover, moment)
    if coupling in ("simplex", "simplex-full", "cross-polytope"):
        return by_cosine(prover, moment, features, one, two)
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
    combined = [row if c == 1 else ("*", c, row) for row, c in coefficients]
    by = {"vector": vector, "rows": combined[0] if n == 1 else ("+", *combined)}
    first = _by_length(prover, inner, function, coefficients, dimension, by)
    return chained(prover, first, averaged(prover, function, total, factor, half, whole))


def _by_length(
    prover: Prover,
    inner: Term,
    function: Term,
    coefficients: list[tuple[Term, int]],
    needs: list[Theorem],
    by: dict[str, Term],
) -> Theorem:
    """E inner = E function: by the length of the combination, whose rows are at right angles."""
    if len(coefficients) == 1:
        return prover.infer("rotation", ("=", ("E", inner), ("E", function)), needs, by)
    (one, a), (two, b) = coefficients
    crossed: Term = ("dot", one, two)
    *head, (_, factor, total) = compound(function)
    longer, plain = (
        (*head, ("*", factor, ("+", *compound(total)[1:], ("*", 2 * a * b, each)))) for each in (crossed, 0)
    )
    turned = prover.infer("rotation", ("=", ("E", inner), ("E", longer)), needs, by)
    right_angle = prover.infer("gram", ("=", crossed, 0), needs)
    return prover.through(
        prover.replaced(("=", ("E", inner), ("E", plain)), right_angle, of=turned),
        prover.equal(("E", plain), ("E", function)),
        proposition=("=", ("E", inner), ("E", function)),
    )


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
    first = prover.infer(
        "mean-series", ("=", ("E", function), right), [moved, *_of_lengths(prover, total, half)]
    )
    through: Term = ("sum", k, 0, ("oo",), found.plain)
    second = prover.replaced(("=", ("E", function), through), found.power, of=first)
    start = _first(prover, found.plain, half, whole)
    by = {"hyper": found.hyper, "first": 1}
    third = prover.infer("series-ratio", ("=", through, ("*", 1, found.hyper)), [*found.ratio, start], by)
    return chained(prover, second, third)


def _of_lengths(prover: Prover, total: Term, half: Term) -> list[Theorem]:
    """What the series of means asks of a sum of squared lengths: it is not negative, and its powers have means."""
    k = "k"
    squares = compound(total)[1:] if compound(total)[0] == "+" else (total,)
    parts = [prover.square(each) for each in squares]
    whole = parts[0]
    if len(parts) > 1:
        whole = prover.combine(("<=", 0, total), [product(place) for place in range(len(parts))], parts)
    inside = prover.within((k, "integer"), given=(("<=", 0, k),))
    powers = inside.infer("power-integrable", ("integrable", ("^", total, k)), [inside.given(("<=", 0, k))])
    return [prover.show(("<", 0, half)), whole, powers]


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
