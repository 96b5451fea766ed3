"""A step in its object: what it may use, and what is in force where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .algebra import Forms
from .facts import Schema
from .printing import show
from .quotients import Effort
from .reading import INFINITY, BadForm, Line, Term, index, keys, need, read_term
from .terms import free, is_random

NOTHING: frozenset[Term] = frozenset()
Extra = tuple[
    frozenset[tuple[str, str]], frozenset[Term]
]  # further variables, with the kinds that they have, and hypotheses in force besides the step's
NONE: Extra = (frozenset(), NOTHING)


@dataclass(frozen=True)
class Setting:
    """The context and what the steps of an object share."""

    variables: dict[str, str]
    constraints: frozenset[Term]
    facts: Mapping[str, Schema]
    steps: list[Line] = field(default_factory=list)
    budget: Effort = field(default_factory=Effort)
    used: dict[str, str] = field(default_factory=dict)  # facts with their references
    lists: dict[str, str] = field(default_factory=dict)  # vectors with their kinds

    @cached_property
    def random(self) -> bool:
        """Whether a constraint speaks of a random quantity."""
        return any(map(is_random, self.constraints))


def usable(
    premise: Line, variables: Mapping[str, str], hypotheses: frozenset[Term], more: frozenset[tuple[str, str]]
) -> bool:
    """Whether the premise holds for these variables under these hypotheses."""
    scope = all((v, kind) in more or variables.get(v) == kind for v, kind in premise.locals.items())
    return scope and premise.hypotheses <= hypotheses


class Here:
    """A step in its object."""

    def __init__(self, context: Setting, step: Line) -> None:
        self.context, self.step, self.then = context, step, step.then
        self.variables = context.variables | step.locals
        context.budget.next_step()
        self._thens: dict[tuple[Extra, Extra], dict[int, Term]] = {}

    def by(self, *required: str, optional: tuple[str, ...] = ()) -> dict[str, Any]:
        return keys(self.step.by, set(required), set(optional), "by")

    def thens(self, extra: Extra = NONE, without: Extra = NONE) -> dict[int, Term]:
        """What the premises prove here, with more (or less) in force."""
        if (extra, without) not in self._thens:
            variables = dict(self.step.locals.items() - without[0])
            hypotheses = (self.step.hypotheses - without[1]) | extra[1]
            self.context.budget.look(len(self.step.premises) + len(hypotheses))
            steps = ((i, self.context.steps[i]) for i in self.step.premises)
            found = {i: s.then for i, s in steps if usable(s, variables, hypotheses, extra[0])}
            self._thens[extra, without] = found
        return self._thens[extra, without]

    def known(self, extra: Extra = NONE) -> frozenset[Term]:
        """The same as a set."""
        return frozenset(self.thens(extra).values())

    def premise(self, value: Any, extra: Extra = NONE, without: Extra = NONE) -> Term:
        """What the premise of that index proves here."""
        i = index(value, len(self.context.steps), "a premise")
        need(i in self.step.premises, f"{i} is not in from")
        thens = self.thens(extra, without)
        need(i in thens, f"the premise {i} has other variables or hypotheses than are in force")
        return thens[i]

    def needs(self, p: Term, extra: Extra = NONE) -> None:
        if p not in self.known(extra):
            raise BadForm(f"no premise is {show(p):.200}")

    def needs_at_least(self, low: int, t: Term) -> None:
        """low <= t by a premise, or at once for a literal."""
        if not (isinstance(t, int) and t >= low):
            self.needs(("<=", low, t))

    def term(self, value: Any, read: Callable[[Any], Term] = read_term) -> Term:
        """A term (or a vector) of `by`."""
        t = read(value)
        need(free(t) <= set(self.variables), "a term of by has foreign variables")
        return t

    def term_of(self, value: Any, x: str) -> Term:
        """A term of `by` that may speak of x besides."""
        t = read_term(value)
        need(free(t) <= {*self.variables, x}, "a term of by has foreign variables")
        return t

    def integer(self, t: Term) -> bool:
        """Whether t is seen to be an integer: a literal, a variable of that kind, or by a premise."""
        at_once = isinstance(t, int) or (isinstance(t, str) and self.variables.get(t) == "integer")
        return at_once or ("int", t) in self.known()

    def over(self, k: str, low: Term, high: Term) -> Extra:
        """What is in force besides inside a sum."""
        need(k not in self.variables, f"the bound variable {k} is also a variable of the step")
        ends = {("int", k), ("<=", low, k)} | (set() if high == INFINITY else {("<=", k, high)})
        return whole(k), frozenset(ends)

    def algebra(self, extra: Extra = NONE) -> Forms:
        """Normal forms under the premises."""
        return Forms(self.known(extra), self.congruent(), self.context.budget)

    def congruent(self) -> bool:
        """Whether all that is in force holds for every outcome, and so inside moments, which bind what is random."""
        return not (self.context.random or any(map(is_random, self.step.hypotheses)))


def whole(k: str) -> frozenset[tuple[str, str]]:
    """The variable of a binder: an integer, and so a real number."""
    return frozenset(((k, "integer"), (k, "real")))


def names(variables: frozenset[tuple[str, str]]) -> frozenset[str]:
    return frozenset(v for v, _ in variables)


def equation(t: Term, *heads: str) -> tuple[Term, Term]:
    need(t[0] in heads, f"{t[0]} is none of {' '.join(heads)}")
    return t[1], t[2]


def headed(t: Term, head: str) -> bool:
    return isinstance(t, tuple) and t[0] == head
