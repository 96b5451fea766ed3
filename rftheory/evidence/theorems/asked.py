"""What a statement asks of a proof: its domain as a context, and every part of its claim as a proposition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import sympy as sp

from rftheory.claims import (
    Below,
    Claim,
    Conjunct,
    Equal,
    Exists,
    Limit,
    Optimal,
    Order,
    Supposing,
    TailBound,
    conjuncts,
)
from rftheory.claims import Term as ClaimTerm
from rftheory.domain import Domain, Rule
from rftheory.domain.narrowing import narrowed
from rftheory.errors import InputError
from rftheory.evidence.reduction import reduced
from rftheory.evidence.theorems.complexes import equal_parts
from rftheory.evidence.theorems.contexts import complex_names, context_of, sizes, with_symbols
from rftheory.evidence.theorems.existence import exists
from rftheory.evidence.theorems.hybrids import ends, independences, require_plain
from rftheory.evidence.theorems.implied import (
    conformity_dimension,
    require_one_row,
    there,
    within_blocks,
)
from rftheory.evidence.theorems.limits import limit, order
from rftheory.evidence.theorems.moments import kernel_of, words
from rftheory.evidence.theorems.splitting import split
from rftheory.evidence.theorems.supposing import constants, supposed
from rftheory.evidence.theorems.suprema import with_peak
from rftheory.evidence.theorems.tails import bounded_tail
from rftheory.evidence.theorems.tilts import with_tilt
from rftheory.exact.formula import Formula
from rftheory.proof.kernel import ProofContext
from rftheory.proof.terms import QUANTIFIERS, ProofError, Term, free, subterms
from rftheory.proof.wording import Words
from rftheory.statements import Statement


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
    for each in conjuncts(statement.claim, statement.domain):
        spoken = words(statement.paper, frozenset(each.domain.names), complex_names(each.domain))
        assumed: tuple[Term, ...] = ()
        if isinstance(each.claim, Supposing):
            assumed = supposed(each.claim.hypotheses, spoken)
            values = constants(each.claim.hypotheses)
            each = replace(
                each, claim=_at_constants(each.claim.claim, values) if values else each.claim.claim
            )
        if isinstance(each.claim, TailBound):
            each = replace(each, claim=bounded_tail(each.claim))
        if isinstance(each.claim, (Limit, Order)):
            yield _settled(_eventual(each, statement, spoken))
            continue
        if isinstance(each.claim, Exists):
            yield _settled(_existential(each, statement, spoken))
            continue
        if isinstance(each.claim, (Equal, Below)):
            domain, claim = _within(each), each.claim
            sides = [_expression(side, statement) for side in each.claim.terms]
        else:
            found = reduced(each, statement.sides)
            if found is None or not isinstance(found.claim, (Equal, Below)):
                raise ProofError(f"proofs have no word for {type(each.claim).__name__}")
            domain, claim, sides = found.domain, found.claim, [found.sides["lhs"], found.sides["rhs"]]
        require_one_row([_expression_of(side) for side in sides])
        proposition = _proposition(spoken, claim, sides)
        if isinstance(each.claim, Optimal) and each.claim.unique:
            proposition = _alone(each.claim, statement, spoken, proposition)
        at = conformity_dimension([_expression_of(side) for side in sides], domain.names)
        plain = [_expression_of(side) for side in sides]
        special = ends(plain, frozenset(domain.names))
        context = context_of(spoken, statement.paper, domain, proposition, at, special)
        context = with_tilt(context, proposition, plain, spoken)
        context = with_peak(context, proposition, plain, spoken)
        context = there(with_symbols(context, proposition, sides), proposition)
        context, one_block = within_blocks(
            context, proposition, [*domain.names, *(name for name, _ in sizes(domain)[0])]
        )
        assumed += independences(spoken, plain, partial(kernel_of, statement.paper))
        if assumed:
            context = ProofContext(context.variables, (*context.constraints, *assumed))
        yield Goal(context, proposition, (*narrowed(each.domain, statement.domain), *one_block))


def _at_constants(claim: Claim, values: dict[sp.Basic, sp.Basic]) -> Claim:
    """An equality in which random variables are the numbers that they are supposed to be."""
    if not isinstance(claim, Equal):
        raise ProofError("only an equality is read where a random variable is one number")
    left, right = (side.xreplace(values) if isinstance(side, sp.Basic) else side for side in claim.terms)
    return replace(claim, left=left, right=right)


def _settled(goal: Goal) -> Goal:
    """The goal, unless it speaks of vectors or estimates in a dimension that it binds: these have that of the context."""
    heads = {each[0] for each in subterms(goal.proposition) if isinstance(each, tuple)}
    bound = {
        each[1] for each in subterms(goal.proposition) if isinstance(each, tuple) and each[0] in QUANTIFIERS
    }
    if heads & {"estimate", "vec", "row"} and bound & {"d", "A"}:
        raise ProofError("a limit or an existence in d or A of moments has no word")
    return goal


def _alone(claim: Optimal, statement: Statement, spoken: Words, proposition: Term) -> Term:
    """The optimum is better than all others: where one of the parameters is another, strictly."""
    assert isinstance(proposition, tuple)
    others = tuple(
        ("!=", name, _written(spoken, _expression(value, statement))) for name, value in claim.at.items()
    )
    condition = others[0] if len(others) == 1 else ("or", *others)
    return ("where", (condition,), ("<", *proposition[1:]))


def _existential(conjunct: Conjunct, statement: Statement, spoken: Words) -> Goal:
    """A claim for some values of its variables."""
    assert isinstance(conjunct.claim, Exists)

    def relation(inner: Conjunct) -> Term:
        if not isinstance(inner.claim, (Equal, Below)):
            raise ProofError(f"inside an existential claim there is no word for {type(inner.claim).__name__}")
        sides = [_expression(side, statement) for side in inner.claim.terms]
        require_plain(map(_expression_of, sides))
        left, right = (_written(spoken, side) for side in sides)
        found = _relation(inner.claim, left, right)
        given = tuple(each for condition in inner.conditions for each in spoken.proposition(condition))
        return ("where", given, found) if given else found

    def constraints(domain: Domain) -> tuple[Term, ...]:
        return context_of(spoken, statement.paper, domain, 0).constraints

    try:
        domain, proposition = exists(conjunct.claim, _within(conjunct), relation, constraints)
    except InputError as reason:
        raise ProofError(f"an existential claim without a domain that proofs can read: {reason}") from None
    context = context_of(spoken, statement.paper, domain, proposition)
    return Goal(context, proposition, narrowed(conjunct.domain, statement.domain))


def _eventual(conjunct: Conjunct, statement: Statement, spoken: Words) -> Goal:
    """A limit or an order: the context is that of the parameters that stay fixed."""
    claim, domain = conjunct.claim, _within(conjunct)
    assert isinstance(claim, (Limit, Order))
    if isinstance(claim, Order) and claim.given != sp.true:
        domain = replace(domain, rules=(*domain.rules, Rule(claim.given)))
    sides = [_expression(side, statement) for side in claim.terms]
    require_plain(map(_expression_of, sides))
    variable = claim.variable
    kind = dict(with_symbols(context_of(spoken, statement.paper, domain, 0), variable, sides).variables)[
        variable
    ]
    names = {*domain.names, variable}

    def said(conditions: tuple[Term, ...]) -> Term:
        if isinstance(claim, Limit):
            infinite = claim.value in (sp.oo, -sp.oo)
            value = None if infinite else _written(spoken, sides[1])
            return limit(claim, _written(spoken, sides[0]), value, kind, conditions, names)
        left, right = (_written(spoken, side) for side in sides)
        gap: Term = left if right == 0 else ("+", left, ("*", -1, right))
        scale = spoken.term(sp.sympify(claim.scale))
        return order(claim, gap if scale == 1 else ("*", scale, gap), kind, conditions, names)

    context = context_of(spoken, statement.paper, domain, said(()))
    for term in (variable, said(())):
        context = with_symbols(context, term, sides)
    moving = tuple(each for each in context.constraints if variable in free(each))
    fixed = ProofContext(
        tuple(pair for pair in context.variables if pair[0] != variable),
        tuple(each for each in context.constraints if each not in moving),
    )
    return Goal(fixed, said(moving), narrowed(conjunct.domain, statement.domain))


def _within(conjunct: Conjunct) -> Domain:
    rules = tuple(map(Rule, conjunct.conditions))
    return replace(conjunct.domain, rules=(*conjunct.domain.rules, *rules)) if rules else conjunct.domain


def _expression(side: ClaimTerm, statement: Statement) -> ClaimTerm:
    return statement.sides[side] if isinstance(side, str) else side


def _proposition(spoken: Words, claim: Equal | Below, sides: Sequence[ClaimTerm]) -> Term:
    if isinstance(claim, Equal) and any(isinstance(s, Formula) and s.complex_valued for s in sides):
        return equal_parts(spoken, *map(_expression_of, sides))
    left, right = map(_plain, sides)

    def relation(pair: tuple[sp.Basic, sp.Basic]) -> Term:
        one, other = map(spoken.term, pair)
        if one == other:
            raise ProofError("both sides are one expression: there is nothing to prove")
        return _relation(claim, one, other)

    return split((left, right), relation, spoken.proposition)


def _written(spoken: Words, side: ClaimTerm) -> Term:
    return spoken.term(_plain(side))


def _plain(side: ClaimTerm) -> sp.Basic:
    if isinstance(side, Formula):
        if side.complex_valued:
            raise ProofError("proofs speak of real numbers")
        return side.expression
    assert not isinstance(side, str)
    return side


def _expression_of(side: ClaimTerm) -> sp.Expr:
    return side.expression if isinstance(side, Formula) else side


def _relation(claim: Equal | Below, left: Term, right: Term) -> Term:
    if isinstance(claim, Equal):
        return ("=", left, right)
    return ("<" if claim.strict else "<=", ("abs", left) if claim.absolute else left, right)
