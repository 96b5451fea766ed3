"""Rules of what is bounded, and of rows of one length: the length, means that exist, independent rows, moments of angles."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.algebra import is_vector
from rftheory.proof.kernel.definitions import (
    FIXED_ROWS,
    GAUSSIAN_ROWS,
    HALF,
    INDEPENDENT_ROWS,
    MARGINAL_ROWS,
    estimate_parts,
    row_term,
)
from rftheory.proof.kernel.estimates import rows_of
from rftheory.proof.kernel.expectation import Means, integrand, mean_of
from rftheory.proof.kernel.frames import known_row
from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import PI, ProofError, Term, exchanged, literal, random, subterms

_MINUS_HALF: Term = ("q", -1, 2)


def row_length(step: Inference) -> None:
    """|w|^2 = d on the sphere of radius d^(1/2)."""
    _, left, right = compared(step.then, "=")
    if not (isinstance(left, tuple) and left[0] == "dot" and left[1] == left[2]):
        raise ProofError("the squared length of a row is needed")
    known_row(left[1], FIXED_ROWS)
    if right != Means(step).dimension():
        raise ProofError("the squared length is d")


def bounded(step: Inference) -> None:
    """What is bounded has a mean."""
    _bounded(step, integrand(step))


def _bounded(step: Inference, term: Term) -> None:
    """ProofError unless the term is seen to be bounded: continuous in angles and in rows of one length, or a sign."""
    if not random(term):
        return
    assert isinstance(term, tuple)
    head, *inner = term
    if head == "sign":
        return
    if head in ("+", "exp", "cos", "sin"):
        for part in inner:
            _bounded(step, part)
    elif head == "*":
        for part in _without_angles(inner):
            _bounded(step, part)
    elif head == "^" and not random(inner[1]):
        value = literal(inner[1])
        if value is None or value < 0 or value.denominator > 1:
            need_integer(step, inner[1])
            need(step, ("<=", 0, inner[1]))
        _bounded(step, inner[0])
    elif head == "hyper" and not any(map(random, (*inner[0], *inner[1]))) and len(inner[0]) <= len(inner[1]):
        for below in inner[1]:
            if (literal(below) or 0) <= 0:
                need(step, ("<", 0, below))
        _bounded(step, inner[2])
    elif head == "dot":
        for vector in inner:
            _of_one_length(vector)
    elif head == "estimate" and estimate_parts(term)[0] in FIXED_ROWS:
        rows_of(step, term)
        _bounded(step, row_term(term, 1))
    else:
        raise ProofError(f"not seen to be bounded: {term}")


def _without_angles(factors: list[Term]) -> list[Term]:
    """The factors, but for pairs of 1/|w| and dot(w, v), which together are at most |v|."""
    left = list(factors)
    for factor in factors:
        match factor:
            case ("^", ("^", ("dot", row, same), ("q", 1, 2)), -1) | (
                "^",
                ("dot", row, same),
                ("q", -1, 2),
            ) if row == same:
                known_row(row, (*MARGINAL_ROWS, *FIXED_ROWS))
                beside = next((p for p in left if _along(p, row)), None)
                if beside is None:
                    raise ProofError(f"1/|w| without a product with w: {factor}")
                left.remove(factor)
                left.remove(beside)
    return left


def _along(term: Term, row: Term) -> bool:
    """Whether it is the product of the row with a vector that is not random."""
    if not (isinstance(term, tuple) and term[0] == "dot" and row in term[1:]):
        return False
    return not all(map(random, term[1:]))


def _of_one_length(vector: Term) -> None:
    """ProofError unless the vector is made of fixed vectors and rows of one length, times what is not random."""
    assert isinstance(vector, tuple)
    if vector[0] == "row":
        known_row(vector, FIXED_ROWS)
    elif vector[0] in ("+", "*"):
        for part in vector[1:]:
            if is_vector(part):
                _of_one_length(part)
            elif random(part):
                raise ProofError(f"a random coefficient: {part}")


def independent_rows(step: Inference) -> None:
    """The mean of a product of functions of different independent rows is the product of their means."""
    _, left, right = compared(step.then, "=")
    factors = tuple(step.by.get("factors", ()))
    if len(factors) < 2 or not Means(step).equal(mean_of(left), ("*", *factors)):
        raise ProofError("it is not the product of two or more factors")
    used: list[Term] = []
    for factor in factors:
        need(step, ("integrable", factor))
        rows = {each for each in subterms(factor) if isinstance(each, tuple) and each[0] == "row"}
        if random(exchanged(factor, dict.fromkeys(rows, ("vec", "x")))):
            raise ProofError(f"more than rows is random in {factor}")
        used += rows
    if len(set(used)) < len(used):
        raise ProofError("a row stands in two factors")
    couplings = {row[1] for row in used if isinstance(row, tuple)}
    if len(couplings) != 1 or not couplings <= {("name", name) for name in INDEPENDENT_ROWS}:
        raise ProofError(f"rows of one of {', '.join(INDEPENDENT_ROWS)} are needed")
    if right != ("*", *(("E", factor) for factor in factors)):
        raise ProofError("the right side must be the product of the means")


def angle_moment(step: Inference) -> None:
    """E (w.u/|w|)^(2k) = |u|^(2k) Gamma(d/2) Gamma(k + 1/2) / (pi^(1/2) Gamma(d/2 + k)); 0 for an odd power."""
    _, left, right = compared(step.then, "=")
    match mean_of(left):
        case ("^", ("*", ("dot", row, vector), ("^", ("dot", one, other), power)), n) if (
            one == other == row and power == _MINUS_HALF and not random(vector)
        ):
            known_row(row, (*GAUSSIAN_ROWS, *FIXED_ROWS))
        case _:
            raise ProofError("the mean of a power of dot(w, u) over the length of the row w is needed")
    half: Term = ("*", HALF, Means(step).dimension())
    match n:
        case ("*", 2, k):
            above: Term = ("*", ("gamma", half), ("gamma", ("+", k, HALF)))
            below: Term = ("*", ("^", PI, HALF), ("gamma", ("+", half, k)))
            value: Term = ("*", ("^", ("dot", vector, vector), k), above, ("^", below, -1))
        case ("+", ("*", 2, k), 1):
            value = 0
        case _:
            raise ProofError("the power must be written as 2k or 2k + 1")
    if random(k) or right != value:
        raise ProofError(f"the moment is {value}")
    need_integer(step, k)
    if (literal(k) if literal(k) is not None else -1) < 0:  # type: ignore[operator]
        need(step, ("<=", 0, k))


RULES: Mapping[str, Rule] = {
    "row-length": row_length, "bounded": bounded, "independent-rows": independent_rows, "angle-moment": angle_moment,
}  # fmt: skip
