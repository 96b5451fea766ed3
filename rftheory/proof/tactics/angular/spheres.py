"""Estimates from rows of one length: exp and cos of a combination of rows by its length, which is a number."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import FIXED_ROWS, HALF, MINUS, PLUS, estimate_parts
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, number, subterms

Combination = tuple[tuple[int, int], ...]
"""Coefficients of rows by their places."""


def on_a_sphere(term: Term) -> bool:
    """Whether rows of one length stand in it, outside of moments or not."""
    rows = [each for each in subterms(term) if isinstance(each, tuple) and each[0] == "row"]
    return any(row[1][1] in FIXED_ROWS for row in rows)


def integrable(prover: Prover, term: Term) -> Theorem:
    """That a bounded term has a mean."""
    return prover.infer("bounded", ("integrable", term), prover.conditions(term))


def means(prover: Prover, estimate: Term, one: Term, two: Term) -> list[Theorem]:
    """E f1, E f1^2 and, where there are several rows, E f1 f2 of the terms of two."""
    alone = _mean(prover, estimate, one, ((1, 1),))
    squared = _mean(prover, estimate, ("^", one, 2), ((1, 2),))
    if estimate_parts(estimate)[2] == 1:
        return [alone, squared]
    if estimate_parts(estimate)[0] == "sphere":
        return [alone, squared, _apart(prover, estimate, one, two)]
    return [alone, squared, _mean(prover, estimate, ("*", one, two), ((1, 1), (2, 1)))]


def of_a_row(prover: Prover, moment: Term) -> Theorem:
    """E exp or cos of the product of a row with a vector."""
    match moment:
        case ("E", (("exp" | "cos"), ("dot", ("row", ("name", coupling), index), _)) as function):
            return turned(prover, function, coupling, ((index, 1),))
    raise ProofError(f"no tactic for the mean of {compound(moment)[1]}")


def first(prover: Prover, estimate: Term, one: Term) -> Theorem:
    """E f1 of the term of a row."""
    return _mean(prover, estimate, one, ((1, 1),))


def _apart(prover: Prover, estimate: Term, one: Term, two: Term) -> Theorem:
    """E f1 f2 = E f1 E f2 of independent rows."""
    needs = [integrable(prover, each) for each in (one, two)]
    right: Term = ("*", ("E", one), ("E", two))
    found = prover.infer(
        "independent-rows", ("=", ("E", ("*", one, two)), right), needs, {"factors": (one, two)}
    )
    return chained(
        prover,
        found,
        _mean(prover, estimate, one, ((1, 1),)),
        _mean(prover, estimate, two, ((2, 1),)),
    )


def _mean(prover: Prover, estimate: Term, term: Term, rows: Combination) -> Theorem:
    """The mean of f_i, f_i^2 or f_i f_j as a sum of multiples of means by rotation."""
    coupling, features, *_ = estimate_parts(estimate)
    factors = sum(times for _, times in rows)
    inner = compound(term)
    one = inner if factors == 1 else compound(inner[1])
    if features == "positive":
        weight: Term = ("exp", ("*", factors, compound(one[1])[2]))
        pieces: list[tuple[Term, str, Term, Combination]] = [(weight, "exp", PLUS, rows)]
    elif features == "trigonometric":
        outer: Term = one[1] if one[0] == "*" else 1
        if factors == 1:
            pieces = [(outer, "cos", MINUS, rows)]
        else:
            scale: Term = ("*", HALF, ("^", outer, 2))
            less: Combination = ((1, 1), (2, -1)) if len(rows) > 1 else ()
            pieces = [(scale, "cos", MINUS, rows), (scale, "cos", MINUS, less)]
    else:
        raise ProofError(f"no tactic for {features} features of {coupling} rows")
    multiples: list[Term] = []
    known: list[Theorem] = []
    needs: list[Theorem] = []
    for scale, head, vector, combination in pieces:
        if not combination:
            multiples.append(("*", scale, ("E", 1)))
            needs.append(integrable(prover, 1))
            known.append(prover.infer("gaussian", ("=", ("E", 1), 1)))
            continue
        function: Term = (head, ("dot", _combined(coupling, combination), vector))
        multiples.append(("*", scale, ("E", function)))
        needs.append(integrable(prover, function))
        known.append(turned(prover, function, coupling, combination))
    right: Term = ("+", *multiples) if len(multiples) > 1 else multiples[0]
    split = prover.infer("mean-linear", ("=", ("E", term), right), needs)
    return chained(prover, split, *known)


def _combined(coupling: str, combination: Combination) -> Term:
    rows: list[Term] = [("*", times, ("row", ("name", coupling), i)) for i, times in combination]
    return ("+", *rows) if len(rows) > 1 else rows[0]


def turned(prover: Prover, function: Term, coupling: str, combination: Combination) -> Theorem:
    """E exp or cos of dot(R, v) = 0F1(; d/2; +- |v|^2 |R|^2 / 4), |R|^2 a multiple of d."""
    head, (_, rows, vector) = compound(function)
    dimension = prover.show(("<", 0, "d"))
    half: Term = ("*", HALF, "d")
    quarter: Term = ("q", -1 if head == "cos" else 1, 4)

    def series(square: Term) -> Term:
        return ("hyper", (), (half,), ("*", quarter, ("dot", vector, vector), square))

    square: Term = ("dot", rows, rows)
    moved = prover.infer(
        "rotation",
        ("=", ("E", function), ("E", series(square))),
        [dimension],
        {"vector": vector, "rows": rows},
    )
    total = sum(times**2 for _, times in combination)
    size: Term = ("*", number(total), "d")
    length = prover.combine(("=", square, size), *_lengths(prover, coupling, combination))
    plain = prover.replaced(("=", ("E", function), ("E", series(size))), length, of=moved)
    value = series(size)
    constant = prover.infer("gaussian", ("=", ("E", value), value), prover.conditions(value))
    return chained(prover, plain, constant)


def _lengths(
    prover: Prover, coupling: str, combination: Combination
) -> tuple[list[dict[str, object]], list[Theorem]]:
    """Entries and premises: each row has the length d^(1/2), and two of them the product 0."""
    dimension = prover.show(("<", 0, "d"))
    entries: list[dict[str, object]] = []
    premises: list[Theorem] = []
    rows: list[Term] = [("row", ("name", coupling), i) for i, _ in combination]
    for row, (_, times) in zip(rows, combination, strict=True):
        entries.append({"times": times**2, "premise": len(premises)})
        premises.append(prover.infer("row-length", ("=", ("dot", row, row), "d"), [dimension]))
    if len(rows) > 1:
        entries.append({"times": 2 * combination[0][1] * combination[1][1], "premise": len(premises)})
        within = [prover.show(("<=", combination[1][0], "d"))]
        premises.append(prover.infer("gram", ("=", ("dot", *rows), 0), within))
    return entries, premises
