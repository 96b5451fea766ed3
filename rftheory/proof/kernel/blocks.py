"""Rules of estimates from more rows than a block has: blocks are independent, so only pairs within one count."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.definitions import estimate_parts, row_term
from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, literal, random


def estimate_variance_at_most(step: Inference) -> None:
    """The variance is at most that of independent rows, where two rows of a block are not positively correlated."""
    _, left, right = compared(step.then, "<=")
    if not (isinstance(left, tuple) and left[0] == "Var"):
        raise ProofError("a variance is needed")
    coupling, _, rows, _, _ = estimate_parts(left[1])
    if coupling != "orthogonal" or ("d", "integer") not in step.context.variables:
        raise ProofError("allowed: estimates from rows of orthogonal, in a context with the integer d")
    if {name for name, _ in step.sequent.local} & {"A", "d", "sigma"} or random(rows):
        raise ProofError("A, d and sigma are those of the context, and the number of rows is not random")
    if literal(rows) is None or rows == 0:
        need_integer(step, rows)
        need(step, ("<=", 1, rows))
    elif not isinstance(rows, int) or rows < 1:
        raise ProofError(f"{rows} is no number of rows")
    one, two = row_term(left[1], 1), row_term(left[1], 2)
    need(step, ("integrable", ("^", one, 2)))
    mean: Term = ("^", ("E", one), 2)
    if ("<=", "d", 1) not in step.usable:
        need(step, ("<=", 2, "d"))
        need(step, ("<=", ("E", ("*", one, two)), mean))
    bound: Term = ("*", ("^", rows, -1), ("+", ("E", ("^", one, 2)), ("*", -1, mean)))
    if right != bound:
        raise ProofError(f"the bound is {bound}")


RULES: Mapping[str, Rule] = {"estimate-variance-at-most": estimate_variance_at_most}
