"""Pairs of rows of a frame by the cosine of their angle: their means are conformities, written with rows of iid."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.couplings import cosine, presence
from rftheory.proof.kernel.definitions import HALF, MINUS, PLUS
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.gaussian import chained, integrable
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, exchanged, subterms


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
    return chained(prover, turned, of_lengths(prover, rows, series, sign))


def of_lengths(
    prover: Prover, rows: tuple[Term, Term], series: Callable[[Term], Term], sign: int = 1
) -> Theorem:
    """The mean of a function of |w_1 + w_2|^2, or |w_1 - w_2|^2, for two rows of a frame, by lengths of rows of iid."""
    both: Term = ("+", rows[0], rows[1] if sign > 0 else ("*", -1, rows[1]))
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
    plain = prover.replaced(("=", series(("dot", both, both)), series(lengths)), apart)
    twins: dict[Term, Term] = {row: ("row", ("name", "iid"), place) for place, row in enumerate(rows, 1)}
    alike = prover.infer("lengths-alike", ("=", series(lengths), exchanged(series(lengths), twins)), there)
    return chained(prover, plain, alike)


def opposite(angle: Term) -> Term:
    """The cosine of the angle with the opposite of a row."""
    if isinstance(angle, int):
        return -angle
    match angle:
        case ("*", -1, rest):
            turned: Term = rest
            return turned
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


def by_cosine(prover: Prover, moment: Term, features: str, one: Term, two: Term) -> Theorem:
    """E f1 f2 of positive or trigonometric features, by conformities."""
    rows = (next(rows_in(one)), next(rows_in(two)))
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


def rows_in(term: Term) -> Iterator[Term]:
    """The rows that occur in a term, from the outside."""
    return (each for each in subterms(term) if isinstance(each, tuple) and each[0] == "row")
