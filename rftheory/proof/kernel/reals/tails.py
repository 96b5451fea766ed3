"""Tails by moment generating functions: Markov's inequality, independent rows, and rows of a frame."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.couplings import require_whole
from rftheory.proof.kernel.definitions import HALF, INDEPENDENT_ROWS, estimate_parts, row_term
from rftheory.proof.kernel.estimates import rows_of
from rftheory.proof.kernel.expectation import Means, mean_of
from rftheory.proof.kernel.reals.integrals import between
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, free, random, substitute

_FRAME = "orthogonal-fixed-norm"


def chernoff(step: Inference) -> None:
    """P(z > t) <= e^(-st) E e^(sz) for 0 <= s."""
    _, left, right = compared(step.then, "<=")
    match left, right:
        case ("tail", z, level), ("*", ("exp", ("*", -1, s, other)), ("E", ("exp", ("*", scale, same)))) if (
            (s, level, z) == (scale, other, same) and not random(s) and not random(level)
        ):
            need(step, ("<=", 0, s))
            need(step, ("integrable", ("exp", ("*", s, z))))
        case _:
            raise ProofError("a tail is at most exp(-s t) times the mean of exp(s z)")


def estimate_exponential(step: Inference) -> None:
    """E exp(s m estimate) = (E exp(s f))^m for m independent rows."""
    _, left, right = compared(step.then, "=")
    rows, one = _generating(step, left, *INDEPENDENT_ROWS)
    if right != ("^", ("E", one), rows):
        raise ProofError(f"the right side must be the mean of {one} to the power {rows}")


def estimate_exponential_at_most(step: Inference) -> None:
    """E exp(s m estimate) <= (E G1)^m + m(m - 1)/2 Cov(K1, K2) for m rows of a frame and G1 = exp(s f).

    G and K are functions of the product with one vector, of which the even parts of K and of G - K rise, and 1 <= G(0).
    """
    _, left, right = compared(step.then, "<=")
    rows, one = _generating(step, left, _FRAME)
    require_whole(step, _FRAME, rows)
    x, y, vector = (step.by.get(key) for key in ("variable", "larger", "vector"))
    function, part = step.by.get("function"), step.by.get("part")
    if not (isinstance(x, str) and isinstance(y, str)) or x == y:
        raise ProofError("two variables of their own are needed")
    if vector is None or function is None or part is None:
        raise ProofError("a vector and two functions are needed")
    if any(map(random, (vector, function, part))) or (free(function) | free(part)) - {x} - step.names:
        raise ProofError("vector and functions are not random, and these speak of no other variables")
    for each in (part, ("+", function, ("*", -1, part))):
        less, more = (
            ("+", *(substitute(each, {x: at}) for at in (place, ("*", -1, place)))) for place in (x, y)
        )
        between(step, (x, y), (("<=", 0, x), ("<=", x, y)), ("<=", less, more))
    need(step, ("<=", 1, substitute(function, {x: 0})))
    first, second = (("dot", ("row", ("name", _FRAME), i), vector) for i in (1, 2))
    if not Means(step).equal(one, substitute(function, {x: first})):
        raise ProofError("the function is another one than that of a row")
    single, other = (substitute(part, {x: along}) for along in (first, second))
    need(step, ("integrable", single))
    need(step, ("integrable", ("*", single, other)))
    gap: Term = ("+", ("E", ("*", single, other)), ("*", -1, ("^", ("E", single), 2)))
    bound: Term = ("+", ("^", ("E", one), rows), ("*", HALF, rows, ("+", rows, -1), gap))
    if right != bound:
        raise ProofError(f"the bound is {bound}")


def _generating(step: Inference, mean: Term, *couplings: str) -> tuple[Term, Term]:
    """The number of rows, and exp(s f) of a row's term, where the mean is that of exp(s m estimate)."""
    scale, estimate = step.by.get("scale"), step.by.get("estimate")
    if scale is None or random(scale) or estimate_parts(estimate)[0] not in couplings:
        raise ProofError(f"a scale that is not random, and rows of {', '.join(couplings)} are needed")
    assert estimate is not None
    rows = rows_of(step, estimate)
    one: Term = ("exp", ("*", scale, row_term(estimate, 1)))
    need(step, ("integrable", one))
    inner = mean_of(mean)
    exponent = ("*", scale, rows, estimate)
    if not (isinstance(inner, tuple) and inner[0] == "exp" and Means(step).equal(inner[1], exponent)):
        raise ProofError("the exponent is not the scale times the sum over the rows")
    return rows, one


RULES: Mapping[str, Rule] = {
    "chernoff": chernoff, "estimate-exponential": estimate_exponential,
    "estimate-exponential-at-most": estimate_exponential_at_most,
}  # fmt: skip
