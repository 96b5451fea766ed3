"""The kernel: theorems, and the rules that make them. Nothing else in this project may make one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftheory.proof.kernel import (
    averages,
    blocks,
    bounded,
    counts,
    entries,
    estimates,
    expectation,
    frames,
    independence,
    number,
    rearranging,
    rules,
    series,
    signs,
    slope,
    tilting,
    totals,
)
from rftheory.proof.kernel.definedness import missing, require_defined
from rftheory.proof.kernel.reals import integral_sums, integrals, suprema, tails
from rftheory.proof.kernel.theorem import Inference, Local, ProofContext, Sequent, Theorem, seal
from rftheory.proof.terms import ProofError, Term

__all__ = [
    "RULES",
    "Inference",
    "Local",
    "ProofContext",
    "Sequent",
    "Theorem",
    "infer",
    "missing",
    "require_defined",
]

RULES: Mapping[str, rules.Rule] = {
    **rules.RULES,
    **series.RULES,
    **entries.RULES,
    **rearranging.RULES,
    **expectation.RULES,
    **estimates.RULES,
    **frames.RULES,
    **averages.RULES,
    **bounded.RULES,
    **counts.RULES,
    **integrals.RULES,
    **integral_sums.RULES,
    **independence.RULES,
    **slope.RULES,
    **suprema.RULES,
    **tails.RULES,
    **signs.RULES,
    **tilting.RULES,
    **blocks.RULES,
    **totals.RULES,
    "number": number.number,
}


def infer(
    context: ProofContext,
    rule: str,
    then: Term,
    premises: Sequence[Theorem] = (),
    *,
    local: tuple[Local, ...] = (),
    given: tuple[Term, ...] = (),
    by: Mapping[str, Any] | None = None,
) -> Theorem:
    """The theorem that the rule allows; ProofError where it does not.

    `by` names premises by their places in `premises`.
    """
    if rule not in RULES:
        raise ProofError(f"there is no rule {rule}; allowed: {', '.join(RULES)}")
    step = Inference(context, Sequent(then, local, given), tuple(premises), by or {})
    theorem = seal(step, rule)
    RULES[rule](step)
    return theorem
