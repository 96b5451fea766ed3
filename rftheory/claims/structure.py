"""What every claim is, how claims combine, and claims in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy as sp

from rftheory.claims.notation import Notation, Term
from rftheory.domain import Domain, Parameter
from rftheory.errors import InputError


class Claim(ABC):
    """Something that is true or false at every point of a statement's domain."""

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms that it relates."""
        return ()

    @property
    def parts(self) -> tuple[Claim, ...]:
        """The claims that it is the conjunction of; none where it is a single one."""
        return ()

    @abstractmethod
    def written(self, notation: Notation) -> str:
        """The claim in a notation."""


@dataclass(frozen=True)
class All(Claim):
    """Every one of the claims."""

    claims: tuple[Claim, ...]

    def __post_init__(self) -> None:
        if not self.claims:
            raise InputError("a conjunction of no claims says nothing; allowed: one or more")

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of all of them."""
        return tuple(term for claim in self.claims for term in claim.terms)

    @property
    def parts(self) -> tuple[Claim, ...]:
        """All of them."""
        return self.claims

    def written(self, notation: Notation) -> str:
        """One after the other."""
        return notation.both.join(claim.written(notation) for claim in self.claims)


@dataclass(frozen=True)
class Given(Claim):
    """The claim wherever the side condition, a relation between parameters, holds."""

    condition: sp.Basic
    claim: Claim

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of the claim."""
        return self.claim.terms

    def written(self, notation: Notation) -> str:
        """The claim, then the condition."""
        return notation.where(self.claim.written(notation), notation.term(self.condition))


@dataclass(frozen=True)
class Supposing(Claim):
    """The claim for all random quantities of which the hypotheses hold: unbiasedness, independence, moments."""

    hypotheses: tuple[Claim, ...]
    claim: Claim

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of the hypotheses and of the claim."""
        return tuple(term for each in (*self.hypotheses, self.claim) for term in each.terms)

    def written(self, notation: Notation) -> str:
        """The claim, then the hypotheses."""
        given = notation.both.join(each.written(notation) for each in self.hypotheses)
        return notation.where(self.claim.written(notation), given)


@dataclass(frozen=True)
class On(Claim):
    """The claim over a domain of its own: of another family of points, or with other parameters."""

    domain: Domain
    claim: Claim
    words: str = ""

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of the claim."""
        return self.claim.terms

    def written(self, notation: Notation) -> str:
        """The claim, then what its domain is called, or its parameters."""
        bounds = self.words or ", ".join(f"{p.name} {p.rule}" for p in self.domain.parameters)
        return notation.where(self.claim.written(notation), notation.words(bounds))


@dataclass(frozen=True)
class Exists(Claim):
    """The claim for some value of the variables."""

    variables: tuple[Parameter, ...]
    claim: Claim

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of the claim."""
        return self.claim.terms

    def written(self, notation: Notation) -> str:
        """There is .. such that."""
        names = ", ".join(notation.name(p.name) for p in self.variables)
        return notation.exists(names, self.claim.written(notation))


@dataclass(frozen=True)
class Prose(Claim):
    """A claim that only words can say; nothing that is found of it is more than `derived`."""

    words: str

    def __post_init__(self) -> None:
        if not self.words.strip():
            raise InputError("a claim in prose needs words")

    def written(self, notation: Notation) -> str:
        """The words."""
        return notation.words(self.words)


@dataclass(frozen=True)
class Conjunct:
    """One claim without a conjunction in it, the domain it is over, and the side conditions on it."""

    claim: Claim
    domain: Domain
    conditions: tuple[sp.Basic, ...] = ()


def conjuncts(claim: Claim, domain: Domain) -> Iterator[Conjunct]:
    """The claims that `claim` is the conjunction of, over `domain` unless they have their own."""
    if claim.parts:
        for each in claim.parts:
            yield from conjuncts(each, domain)
    elif isinstance(claim, On):
        yield from conjuncts(claim.claim, claim.domain)
    elif isinstance(claim, Given):
        for found in conjuncts(claim.claim, domain):
            yield replace(found, conditions=(claim.condition, *found.conditions))
    else:
        yield Conjunct(claim, domain)


def formal(claim: Claim) -> bool:
    """Whether no part of the claim is in words."""
    if isinstance(claim, All):
        return all(map(formal, claim.claims))
    if isinstance(claim, Supposing):
        return all(map(formal, (*claim.hypotheses, claim.claim)))
    if isinstance(claim, (On, Given, Exists)):
        return formal(claim.claim)
    return not isinstance(claim, Prose)
