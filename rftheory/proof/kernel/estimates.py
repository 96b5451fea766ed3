"""Rules of estimates and of their moments: means over the rows of a block, variances, covariances, errors."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.couplings import require_whole
from rftheory.proof.kernel.definitions import estimate_parts, row_term
from rftheory.proof.kernel.expectation import mean_of
from rftheory.proof.kernel.rules import Rule, algebra, compared, need, need_integer
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, literal, random


def estimate_mean(step: Inference) -> None:
    """The mean of an estimate is that of one row's term."""
    _, left, right = compared(step.then, "=")
    estimate = mean_of(left)
    rows_of(step, estimate)
    one = row_term(estimate, 1)
    need(step, ("integrable", one))
    if right != ("E", one):
        raise ProofError(f"the term of a row is {one}")


def estimate_variance(step: Inference) -> None:
    """The variance of an estimate, by that of one row's term and the covariance of two."""
    _, left, right = compared(step.then, "=")
    if not (isinstance(left, tuple) and left[0] == "Var"):
        raise ProofError("a variance is needed")
    estimate = left[1]
    rows = rows_of(step, estimate)
    coupling = estimate_parts(estimate)[0]
    terms = [row_term(estimate, index) for index in (1, 2, 3)]
    need(step, ("integrable", ("^", terms[0], 2)))
    if coupling == "cross-polytope":
        if ("d", "integer") not in step.context.variables or not algebra(step).equal(rows, ("*", 2, "d")):
            raise ProofError("a whole block of 2d rows is needed")
        value = opposite_variance(rows, *terms)
    else:
        require_whole(step, coupling, rows)
        value = unfolded_variance(rows, *terms[:2])
    if right != value:
        raise ProofError(f"the variance is {value}")


def opposite_variance(rows: Term, one: Term, opposite: Term, other: Term) -> Term:
    """Var f/m + Cov(f1, f2)/m + (1 - 2/m) Cov(f1, f3) for rows of which each has one that is opposite."""
    inverse: Term = ("^", rows, -1)
    shares: tuple[Term, ...] = (inverse, inverse, ("+", 1, ("*", -2, inverse)))
    squared: Term = ("*", -1, ("^", ("E", one), 2))
    means: tuple[Term, ...] = (("^", one, 2), ("*", one, opposite), ("*", one, other))
    return ("+", *(("*", share, ("+", ("E", m), squared)) for share, m in zip(shares, means, strict=True)))


def unfolded_variance(rows: Term, one: Term, two: Term) -> Term:
    """Var f / m + (1 - 1/m) Cov(f1, f2)."""
    squared: Term = ("*", -1, ("^", ("E", one), 2))
    inverse: Term = ("^", rows, -1)
    alone: Term = ("*", inverse, ("+", ("E", ("^", one, 2)), squared))
    return ("+", alone, ("*", ("+", 1, ("*", -1, inverse)), ("+", ("E", ("*", one, two)), squared)))


def rows_of(step: Inference, estimate: Term) -> Term:
    """The number of rows, at least 1."""
    rows = estimate_parts(estimate)[2]
    if {name for name, _ in step.sequent.local} & {"A", "d", "sigma", "lam", "p"}:
        raise ProofError("A, d, sigma, lam and p are those of the context")
    counted = estimate_parts(estimate)[1] in ("poisson", "geometric")
    if counted and ("d", "integer") not in step.context.variables:
        raise ProofError("the context has no dimension d")
    value = literal(rows)
    if value is None:
        need_integer(step, rows)
        need(step, ("<=", 1, rows))
    elif value < 1 or value.denominator > 1:
        raise ProofError(f"{rows} is no number of rows")
    return rows


def variance(step: Inference) -> None:
    """A variance is the mean of the square less the square of the mean."""
    _, left, right = compared(step.then, "=")
    if not (isinstance(left, tuple) and left[0] == "Var" and len(left) == 2):
        raise ProofError("a variance is needed")
    need(step, ("integrable", ("^", left[1], 2)))
    if right != ("+", ("E", ("^", left[1], 2)), ("*", -1, ("^", ("E", left[1]), 2))):
        raise ProofError("the right side must be E z^2 - (E z)^2")


def covariance(step: Inference) -> None:
    """A covariance is the mean of the product less the product of the means."""
    _, left, right = compared(step.then, "=")
    if not (isinstance(left, tuple) and left[0] == "Cov" and len(left) == 3):
        raise ProofError("a covariance is needed")
    for each in left[1:]:
        need(step, ("integrable", ("^", each, 2)))
    if right != ("+", ("E", ("*", *left[1:])), ("*", -1, ("E", left[1]), ("E", left[2]))):
        raise ProofError("the right side must be E yz - E y E z")


def error(step: Inference) -> None:
    """The mean square error is the variance and the squared bias."""
    _, left, right = compared(step.then, "=")
    if not (isinstance(left, tuple) and left[0] == "mse" and len(left) == 3) or random(left[2]):
        raise ProofError("the error of a variable about a term that is not random is needed")
    bias: Term = ("+", ("E", left[1]), ("*", -1, left[2]))
    if right != ("+", ("Var", left[1]), ("^", bias, 2)):
        raise ProofError("the right side must be the variance and the squared bias")


RULES: Mapping[str, Rule] = {
    "estimate-mean": estimate_mean, "estimate-variance": estimate_variance, "variance": variance,
    "covariance": covariance, "error": error,
}  # fmt: skip
