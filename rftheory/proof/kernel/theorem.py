"""Theorems: propositions over a context, made by rules and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rftheory.proof.terms import ProofError, Term, free, random, subterms

Local = tuple[str, str]
_KEY = object()
_OF_VECTORS = ("entry", "height", "width")
KINDS = ("integer", "real")
VECTORS = (
    "vector",
    "vectors",
)  # lists of numbers, and lists of vectors of one length: known by their entries


@dataclass(frozen=True)
class ProofContext:
    """Variables with their kinds, and the constraints on them."""

    variables: tuple[Local, ...]
    constraints: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        names = [name for name, _ in self.variables]
        if len(set(names)) < len(names):
            raise ProofError(f"a variable is declared twice: {', '.join(names)}")
        for name, kind in self.variables:
            if kind not in (*KINDS, *VECTORS):
                raise ProofError(f"{name} is {kind}; allowed: {', '.join((*KINDS, *VECTORS))}")
        for constraint in self.constraints:
            _closed(constraint, dict(self.variables))
            _settled(constraint)


@dataclass(frozen=True)
class Sequent:
    """What a step says: `then`, for all values of its local variables of which its hypotheses hold."""

    then: Term
    local: tuple[Local, ...] = ()
    given: tuple[Term, ...] = ()

    def within(self, other: Sequent) -> bool:
        """Whether this may be used where `other` is to be shown."""
        return set(self.local) <= set(other.local) and set(self.given) <= set(other.given)


@dataclass(frozen=True, eq=False)
class Theorem:
    """A sequent that a rule allows, with the theorems that it comes from; there is no other way to make one."""

    context: ProofContext
    sequent: Sequent
    rule: str
    premises: tuple[Theorem, ...] = ()
    by: Mapping[str, Any] = field(default_factory=dict)
    key: object = None

    def __post_init__(self) -> None:
        if self.key is not _KEY:
            raise ProofError("a theorem is made by a rule of the kernel")

    @property
    def then(self) -> Term:
        """What it says."""
        return self.sequent.then


@dataclass(frozen=True)
class Inference:
    """A step to be judged: its sequent, its premises, and what the rule asks for besides."""

    context: ProofContext
    sequent: Sequent
    premises: Sequence[Theorem]
    by: Mapping[str, Any]

    @property
    def then(self) -> Term:
        """What is to be shown."""
        return self.sequent.then

    @property
    def usable(self) -> list[Term]:
        """The propositions of premises that hold where the step does."""
        return [premise.then for premise in self.premises if premise.sequent.within(self.sequent)]

    @property
    def names(self) -> frozenset[str]:
        """The variables of the context and of the step."""
        return frozenset(name for name, _ in (*self.context.variables, *self.sequent.local))

    @property
    def integers(self) -> frozenset[str]:
        """The variables of kind integer."""
        every = (*self.context.variables, *self.sequent.local)
        return frozenset(name for name, kind in every if kind == "integer")

    def premise(self, key: str) -> Theorem:
        """The premise whose place `by` gives under a name."""
        return self.at(self.by.get(key))

    def at(self, place: object) -> Theorem:
        """The premise at a place."""
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self.premises):
            raise ProofError(f"there is no premise {place}")
        return self.premises[place]


def seal(step: Inference, rule: str) -> Theorem:
    """The theorem of a step that its rule has allowed."""
    names = [name for name, _ in (*step.context.variables, *step.sequent.local)]
    if len(set(names)) < len(names):
        raise ProofError(f"a local variable has a name that is taken: {', '.join(names)}")
    for name, kind in step.sequent.local:
        if kind not in KINDS:
            raise ProofError(f"the local variable {name} is {kind}; allowed: {', '.join(KINDS)}")
    for term in (step.then, *step.sequent.given):
        _closed(term, dict((*step.context.variables, *step.sequent.local)))
    for hypothesis in step.sequent.given:
        _settled(hypothesis)
    if any(premise.context != step.context for premise in step.premises):
        raise ProofError("a premise has another context")
    return Theorem(step.context, step.sequent, rule, tuple(step.premises), step.by, _KEY)


def _settled(proposition: Term) -> None:
    """What is supposed does not depend on chance: else it would hold at some outcomes, and a mean runs over all."""
    if random(proposition):
        raise ProofError(f"a random term in what is supposed: {proposition}")


def _closed(term: Term, kinds: Mapping[str, str]) -> None:
    """Variables are declared; vectors stand in entries and sizes alone, with as many indices as they have."""
    foreign = free(term) - {name for name, kind in kinds.items() if kind in KINDS}
    if foreign:
        raise ProofError(f"unknown variables {', '.join(sorted(foreign))} in {term}")
    for each in subterms(term):
        if isinstance(each, tuple) and each[0] in _OF_VECTORS and not _fits(each, kinds):
            raise ProofError(f"no such entry or size: {each}")


def _fits(term: tuple[Any, ...], kinds: Mapping[str, str]) -> bool:
    kind = kinds.get(term[1])
    if term[0] == "entry":
        return len(term) == {"vector": 3, "vectors": 4}.get(kind or "")
    return len(term) == 2 and (kind == "vectors" or (kind == "vector" and term[0] == "height"))
