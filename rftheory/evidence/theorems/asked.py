"""What a statement asks of a proof: its domain as a context, and every part of its claim as a proposition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rftheory.claims import Below, Conjunct, Equal, Optimal, conjuncts
from rftheory.claims import Term as ClaimTerm
from rftheory.domain import Domain, Rule
from rftheory.domain.narrowing import narrowed
from rftheory.evidence.reduction import reduced
from rftheory.evidence.theorems.moments import invariants, words
from rftheory.exact.formula import Formula
from rftheory.proof.kernel import ProofContext
from rftheory.proof.terms import ProofError, Term, subterms
from rftheory.proof.wording import Words
from rftheory.statements import Statement

_KINDS = ("integer", "real")


@dataclass(frozen=True)
class Goal:
    """A theorem to be shown: for every point of the context, the proposition.

    `narrower`: in words, by what the context is narrower than the statement's printed domain.
    """

    context: ProofContext
    proposition: Term
    narrower: tuple[str, ...] = ()


def asked(statement: Statement) -> tuple[Goal, ...]:
    """The theorems whose conclusions are the claim, in its order; ProofError where proofs have no words for one."""
    if statement.claim is None:
        raise ProofError("there is no claim")
    return tuple(_asked(statement))


def _asked(statement: Statement) -> Iterator[Goal]:
    assert statement.claim is not None
    spoken = words(statement.paper)
    for each in conjuncts(statement.claim, statement.domain):
        if isinstance(each.claim, (Equal, Below)):
            domain, claim = _within(each), each.claim
            sides = [_expression(side, statement) for side in each.claim.terms]
        else:
            found = reduced(each, statement.sides)
            if found is None or not isinstance(found.claim, (Equal, Below)):
                raise ProofError(f"proofs have no word for {type(each.claim).__name__}")
            if isinstance(each.claim, Optimal) and each.claim.unique:
                raise ProofError("that an optimum is the only one has no word yet")
            domain, claim, sides = found.domain, found.claim, [found.sides["lhs"], found.sides["rhs"]]
        left, right = (_written(spoken, side) for side in sides)
        proposition = _relation(claim, left, right)
        if left == right:
            raise ProofError("both sides are one expression: there is nothing to prove")
        context = _context(spoken, statement.paper, domain, proposition)
        yield Goal(context, proposition, narrowed(each.domain, statement.domain))


def _within(conjunct: Conjunct) -> Domain:
    rules = tuple(map(Rule, conjunct.conditions))
    return replace(conjunct.domain, rules=(*conjunct.domain.rules, *rules)) if rules else conjunct.domain


def _expression(side: ClaimTerm, statement: Statement) -> ClaimTerm:
    return statement.sides[side] if isinstance(side, str) else side


def _written(spoken: Words, side: ClaimTerm) -> Term:
    if isinstance(side, Formula):
        if side.complex_valued:
            raise ProofError("proofs speak of real numbers")
        return spoken.term(side.expression)
    assert not isinstance(side, str)
    return spoken.term(side)


def _context(spoken: Words, paper: str, domain: Domain, proposition: Term) -> ProofContext:
    """The parameters with their kinds; their bounds and rules, and what they mean, as constraints."""
    for parameter in domain.parameters:
        if parameter.kind not in _KINDS:
            raise ProofError(f"{parameter.name} is a {parameter.kind}; proofs have {' and '.join(_KINDS)}")
    rules = tuple(each for condition in domain.constraints for each in spoken.proposition(condition))
    heads = {each[0] for each in subterms(proposition) if isinstance(each, tuple)}
    vectors = frozenset(e[1] for e in subterms(proposition) if isinstance(e, tuple) and e[0] == "vec")
    meant = invariants(paper, domain, vectors) if heads & {"estimate", "vec", "row"} else ()
    return ProofContext(tuple((p.name, p.kind) for p in domain.parameters), (*rules, *meant))


def _relation(claim: Equal | Below, left: Term, right: Term) -> Term:
    if isinstance(claim, Equal):
        return ("=", left, right)
    return ("<" if claim.strict else "<=", ("abs", left) if claim.absolute else left, right)
