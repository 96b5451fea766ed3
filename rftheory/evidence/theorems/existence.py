"""Existential claims as propositions: some values of their variables, then all of what comes inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rftheory.claims import Conjunct, Exists, conjuncts
from rftheory.domain import Domain
from rftheory.proof.terms import ProofError, Term, free

Writer = Callable[[Conjunct], Term]
Constraints = Callable[[Domain], tuple[Term, ...]]


def exists(claim: Exists, domain: Domain, relation: Writer, constraints: Constraints) -> tuple[Domain, Term]:
    """The domain of what stays fixed outside, and the proposition; its variables hide parameters of their names."""
    names = {p.name for p in claim.variables}
    fixed = replace(
        domain,
        parameters=tuple(p for p in domain.parameters if p.name not in names),
        rules=tuple(rule for rule in domain.rules if not names & set(rule.names)),
        extra=(),
    )
    inner = replace(domain, parameters=(*fixed.parameters, *claim.variables), extra=())
    outside = set(inner.names)
    bounds = [each for each in constraints(inner) if names & free(each)]
    parts = [_every(each, outside, relation, constraints) for each in conjuncts(claim.claim, inner)]
    found = _all_of((*bounds, *parts))
    for variable in reversed(claim.variables):
        found = ("some", variable.name, _kind(variable.name, inner), found)
    return fixed, found


def _every(each: Conjunct, outside: set[str], relation: Writer, constraints: Constraints) -> Term:
    """The relation for all values of the parameters that have none yet."""
    new = [p.name for p in each.domain.parameters if p.name not in outside]
    if each.conditions and not new:
        raise ProofError("a condition on what is sought and on nothing inside: it would be met by a choice")
    given = [c for c in constraints(each.domain) if set(new) & free(c)]
    found = relation(each)
    if given:
        found = ("where", tuple(given), found)
    for name in reversed(new):
        found = ("all", name, _kind(name, each.domain), found)
    return found


def _kind(name: str, domain: Domain) -> str:
    kind = domain[name].kind
    if kind not in ("integer", "real"):
        raise ProofError(f"{name} is a {kind}; proofs have integer and real")
    return str(kind)


def _all_of(parts: Iterable[Term]) -> Term:
    several = tuple(parts)
    return several[0] if len(several) == 1 else ("and", *several)
