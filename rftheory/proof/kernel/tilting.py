"""Rules of weighted lengths: a weight exp(a |w|^2) makes a row of a block longer or shorter, and changes nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftheory.proof.kernel.couplings import require_there
from rftheory.proof.kernel.definitions import HALF
from rftheory.proof.kernel.expectation import Means, mean_of
from rftheory.proof.kernel.frames import known_row
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, exchanged, random, subterms

_PLAIN = frozenset(
    (
        "+",
        "*",
        "^",
        "q",
        "pi",
        "exp",
        "log",
        "cos",
        "sin",
        "abs",
        "gamma",
        "hyper",
        "dot",
        "row",
        "vec",
        "name",
    )
)


def tilt(step: Inference) -> None:
    """The mean of a weight times a term, by that of the term at rows of the lengths that the weight gives them."""
    _, left, right = compared(step.then, "=")
    scales, plain = _given(step)
    powers = (("^", s, ("*", ("q", -1, 2), Means(step).dimension())) for _, s in scales)
    if right != ("*", *powers, ("E", plain)):
        raise ProofError("the right side must be the powers of the scales times the mean of the term")
    _weighted(step, mean_of(left), scales, plain)


def _given(step: Inference) -> tuple[list[tuple[Term, Term]], Term]:
    """Rows with their scales, and the term that the weight stands before."""
    scales, plain = step.by.get("rows"), step.by.get("term")
    if not scales or plain is None or any(len(pair) != 2 for pair in scales):
        raise ProofError("rows with scales, and a term, are needed")
    return list(scales), plain


def _weighted(step: Inference, weighted: Term, scales: list[tuple[Term, Term]], plain: Term) -> None:
    """weighted = exp(sum (1 - s)/2 |w|^2) times the term with sqrt(s) w in place of w, for rows of one block."""
    Means(step).dimension()
    rows: set[Term] = {each for each in subterms(plain) if isinstance(each, tuple) and each[0] == "row"}
    rows |= {row for row, _ in scales}
    if len({row for row, _ in scales}) < len(scales) or len({_coupling(row) for row in rows}) > 1:
        raise ProofError("different rows of one coupling are needed")
    if any(isinstance(each, tuple) and each[0] not in _PLAIN for each in subterms(plain)):
        raise ProofError("the term must be made of rows, vectors and functions alone")
    for row in rows:
        known_row(row)
        require_there(step, row)
    for _, scale in scales:
        if random(scale):
            raise ProofError("the scales are not random")
        need(step, ("<", 0, scale))
    need(step, ("integrable", plain))
    longer: dict[Term, Term] = {row: ("*", ("^", s, HALF), row) for row, s in scales}
    squares: list[Any] = [("*", HALF, ("+", 1, ("*", -1, s)), ("dot", row, row)) for row, s in scales]
    weight: Term = ("exp", ("+", 0, 0, *squares))
    if not Means(step).equal(weighted, ("*", weight, exchanged(plain, longer))):
        raise ProofError("the mean is not of the weight times the term")


def _coupling(row: Term) -> Term:
    if not (isinstance(row, tuple) and row[0] == "row"):
        raise ProofError(f"a row is needed, not {row}")
    coupling: Term = row[1]
    return coupling


RULES: Mapping[str, Rule] = {"tilt": tilt}
