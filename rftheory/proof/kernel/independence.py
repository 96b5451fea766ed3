"""Rules of independent variables: means of products of their functions; combinations and estimates that have means."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.definitions import row_term
from rftheory.proof.kernel.estimates import rows_of
from rftheory.proof.kernel.expectation import Means, integrand, mean_of
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, exchanged, random, subterms


def estimate_integrable(step: Inference) -> None:
    """An estimate, or its square, has a mean where that of a row's term has: it is the mean of such terms."""
    wanted = integrand(step)
    squared = isinstance(wanted, tuple) and wanted[0] == "^" and wanted[2] == 2
    estimate: Term = wanted[1] if squared and isinstance(wanted, tuple) else wanted
    rows_of(step, estimate)
    one = row_term(estimate, 1)
    need(step, ("integrable", ("^", one, 2) if squared else one))


def integrable_sum(step: Inference) -> None:
    """A combination, with coefficients that are not random, of integrable terms."""
    wanted = integrand(step)
    total: list[Term] = []
    for coefficient, term in step.by.get("addends", ()):
        if random(coefficient):
            raise ProofError(f"a random coefficient: {coefficient}")
        need(step, ("integrable", term))
        total.append(("*", coefficient, term))
    if not Means(step).equal(wanted, ("+", 0, 0, *total)):
        raise ProofError("it is not the combination")


def independent_mean(step: Inference) -> None:
    """The mean of a product of functions of independent variables is the product of their means."""
    _, left, right = compared(step.then, "=")
    factors = _factors(step, mean_of(left))
    if right != ("*", *(("E", each) for each in factors)):
        raise ProofError("the right side must be the product of the means")


def independent_integrable(step: Inference) -> None:
    """A product of integrable functions of independent variables has a mean."""
    _factors(step, integrand(step))


def _factors(step: Inference, whole: Term) -> tuple[Term, ...]:
    """Factors of the whole, each an integrable function of another one of variables that a premise says independent."""
    factors = tuple(step.by.get("factors", ()))
    if len(factors) < 2 or not Means(step).equal(whole, ("*", *factors)):
        raise ProofError("it is not the product of two or more factors")
    for each in factors:
        need(step, ("integrable", each))
    for premise in step.usable:
        if isinstance(premise, tuple) and premise[0] == "independent" and _apart(factors, premise[1:]):
            return factors
    raise ProofError("no premise says that the factors are functions of different independent variables")


def _apart(factors: tuple[Term, ...], variables: tuple[Term, ...]) -> bool:
    used = [next((v for v in variables if random(each) and _of(each, v)), None) for each in factors]
    return None not in used and len(set(used)) == len(used) and len(set(variables)) == len(variables)


def _of(term: Term, variable: Term) -> bool:
    """Whether nothing but the variable is random in the term."""
    if isinstance(variable, tuple) and variable[0] == "rows":
        totals = (e for e in subterms(term) if isinstance(e, tuple) and e[:2] == ("total", variable[1]))
        return not random(exchanged(term, dict.fromkeys(totals, 0)))
    return not random(exchanged(term, {variable: 0}))


RULES: Mapping[str, Rule] = {
    "estimate-integrable": estimate_integrable, "integrable-sum": integrable_sum,
    "independent-mean": independent_mean, "independent-integrable": independent_integrable,
}  # fmt: skip
