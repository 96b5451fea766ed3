"""What a statement asks of a proof: its domain as a context, and every part of its claim as a proposition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rftheory.claims import Below, Equal, Optimal, conjuncts
from rftheory.domain import Domain
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.proof.kernel import Context
from rftheory.proof.terms import ProofError, Term
from rftheory.proof.wording import proposition, term
from rftheory.statements import Statement

_KINDS = ("integer", "real")


@dataclass(frozen=True)
class Asked:
    """A theorem to be shown: for every point of the context, the proposition."""

    context: Context
    proposition: Term


def asked(statement: Statement) -> tuple[Asked, ...]:
    """The theorems whose conclusions are the claim, in its order; ProofError where proofs have no words for one."""
    if statement.claim is None:
        raise ProofError("there is no claim")
    return tuple(_asked(statement))


def _asked(statement: Statement) -> Iterator[Asked]:
    assert statement.claim is not None
    for each in conjuncts(statement.claim, statement.domain):
        found = reduced(each, statement.sides)
        if found is None or not isinstance(found.claim, (Equal, Below)):
            raise ProofError(f"proofs have no word for {type(each.claim).__name__} of these terms")
        if isinstance(each.claim, Optimal) and each.claim.unique:
            raise ProofError("that an optimum is the only one has no word yet")
        yield Asked(context(found.domain), _relation(found))


def context(domain: Domain) -> Context:
    """The parameters with their kinds; their bounds and rules as constraints."""
    for parameter in domain.parameters:
        if parameter.kind not in _KINDS:
            raise ProofError(f"{parameter.name} is a {parameter.kind}; proofs have {' and '.join(_KINDS)}")
    rules = tuple(each for condition in domain.constraints for each in proposition(condition))
    return Context(tuple((p.name, p.kind) for p in domain.parameters), rules)


def _relation(found: Reduced) -> Term:
    sides = [found.sides[name] for name in ("lhs", "rhs")]
    if any(side.complex_valued for side in sides):
        raise ProofError("proofs speak of real numbers")
    left, right = (term(side.expression) for side in sides)
    if isinstance(found.claim, Equal):
        return ("=", left, right)
    assert isinstance(found.claim, Below)
    return ("<" if found.claim.strict else "<=", ("abs", left) if found.claim.absolute else left, right)
