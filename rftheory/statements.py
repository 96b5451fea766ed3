"""What a paper prints, as data: papers, statements, their claims, and what a check of them says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Literal

import sympy as sp

from rftheory.claims import Claim, RandomNode, Term
from rftheory.context import Context
from rftheory.domain import Domain, Parameter
from rftheory.erratum import Erratum
from rftheory.errors import UnknownIdError
from rftheory.exact.formula import Formula
from rftheory.verdict import Evidence, EvidenceKind

Kind = Literal[
    "identity",
    "inequality",
    "asymptotic",
    "limit",
    "tail bound",
    "optimality",
    "algorithm",
    "scaling",
    "definition",
    "existence",
    "conjecture",
    "numerical",
    "remark",
]


Randomness = Literal["", "points", "samples"]


class Check(ABC):
    """A piece of evidence to be gathered, and what the engine must know of it before it runs.

    A check gives its kind and runs; the rest has the values of a check that draws nothing, costs little and reads
    no side of its statement by name.
    """

    @property
    @abstractmethod
    def kind(self) -> EvidenceKind:
        """Which kind of evidence it gives, and so how strong a verdict it can establish."""

    @property
    def random(self) -> Randomness:
        """What is drawn at random, so that the evidence depends on the seed: nothing, points or samples.

        `points`: it evaluates or certifies at drawn points, speaks of these alone, and makes no test. `samples`: it
        tests a claim about a law, and every such test is one of `tests`.
        """
        return ""

    @property
    def costly(self) -> bool:
        """Whether it is left to profiles that afford simulations; no mutant is tried on it."""
        return False

    @property
    def tests(self) -> int:
        """How many statistical tests it makes: the shares of the error budget that it spends, announced before a run."""
        return 0

    @property
    def rejects(self) -> bool:
        """Whether a wrong formula makes it fail, and not merely stay undecided."""
        return True

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides of the statement that it evaluates by name, apart from formulas of its own."""
        del statement
        return ()

    def self_contained(self, statement: Statement) -> Check:
        """The check with what it would take from a side's closed form written out, whatever the side becomes."""
        del statement
        return self

    @abstractmethod
    def run(self, statement: Statement, context: Context) -> Evidence:
        """Gather the evidence."""


@dataclass(frozen=True)
class Paper:
    """A paper: its key (the first part of every id), reference and BibTeX."""

    key: str
    title: str
    authors: str
    venue: str
    bibtex: str


@dataclass(frozen=True, eq=False)
class Statement:
    """One entry of a paper, written once; every reading and check of it is derived.

    `sides` are its evaluable quantities (`""` is the unnamed one); `companions` are further evaluable ids that
    the entry defines. `checks` are evidence beyond what the claim itself implies. `outside` is the reason why
    no machine check applies; `undecided` the reason why evidence falls short; `note` a remark on the reading.
    `claim` is what it says, as data; only definitions and what lies outside have none.
    `mechanism` names entries of the shelf; `setting` says what the names leave open (which of them, how many features).
    `erratum` says what is wrong in it, where it is refuted.
    """

    id: str
    kind: Kind
    where: str
    title: str
    text: str
    latex: str
    domain_text: str
    domain: Domain = field(default_factory=Domain)
    sides: Mapping[str, Formula] = field(default_factory=dict)
    companions: Mapping[str, Mapping[str, Formula]] = field(default_factory=dict)
    claim: Claim | None = None
    checks: tuple[Check, ...] = ()
    uses: tuple[str, ...] = ()
    mechanism: tuple[str, ...] = ()
    setting: str = ""
    outside: str = ""
    undecided: str = ""
    note: str = ""
    erratum: Erratum | None = None
    correction: Statement | None = None

    def __repr__(self) -> str:
        return f"Statement({self.id}: {self.title})"

    def _repr_html_(self) -> str:
        """For notebooks: where it stands, what it says, its LaTeX (which they draw), its domain."""
        head = f"<b>{escape(self.id)}</b> {escape(self.where)} ({self.kind})"
        body = f"{escape(self.title)}<p>{escape(self.text)}</p>"
        return f"<div>{head}<br>{body}$${escape(self.latex, quote=False)}$$<small>{escape(self.domain_text)}</small></div>"

    def _repr_latex_(self) -> str:
        """What is printed, in LaTeX."""
        return f"$${self.latex}$$"

    @property
    def paper(self) -> str:
        """The key of the paper."""
        return self.id.partition("/")[0]

    @property
    def formulas(self) -> dict[str, Formula]:
        """Every formula by name: sides by theirs, those of companions by id and side (`ID`, `ID:side`)."""
        named = {
            f"{identifier}:{name}" if name else identifier: side
            for identifier, sides in self.companions.items()
            for name, side in sides.items()
        }
        return {**self.sides, **named}

    @property
    def misprint(self) -> bool:
        """Whether the formula is literally false while its meaning is clear."""
        return self.erratum is not None and self.erratum.kind == "misprint"

    def corrected(self, **changes: Any) -> Statement:
        """This statement with its correction `ID/corrected`, a statement that inherits what `changes` leave alone.

        What was printed is inherited (kind, text, domain, sides, claim, uses, mechanism, setting); evidence, companions
        and remarks are not: they belong to one statement each.
        """
        own: dict[str, Any] = {
            "id": f"{self.id}/corrected",
            "companions": {},
            "checks": (),
            "outside": "",
            "undecided": "",
            "note": "",
            "erratum": None,
        }
        return replace(self, correction=replace(self, **own | changes))

    def side(self, name: str | None = None) -> Formula:
        """One side by name; without a name the right side, the unnamed one, or the only one."""
        for candidate in [name] if name else ["", "rhs", *self.sides]:
            if candidate in self.sides:
                return self.sides[candidate]
        known = ", ".join(self.sides) or "none: this entry has no evaluable side"
        raise UnknownIdError(f"{self.id}:{name or ''}", tuple(known.split(", ")), "side")


def claimed_sides(statement: Statement) -> tuple[str, ...]:
    """The sides that the statement's claim names, in order; none where it makes no claim."""
    claim = statement.claim
    named = () if claim is None else (term for term in claim.terms if isinstance(term, str))
    return tuple(dict.fromkeys(named))


def evaluable(term: Term, sides: Mapping[str, Formula], domain: Domain) -> Formula | None:
    """The formula of a term; None for one with moments in it or symbols that are no parameters, and for infinity."""
    if isinstance(term, str):
        return sides.get(term)
    if isinstance(term, Formula):
        return term
    expression = sp.sympify(term)
    free = {str(symbol) for symbol in expression.free_symbols}
    infinite = expression in (sp.oo, -sp.oo)
    if infinite or expression.has(RandomNode) or not free <= set(domain.names):
        return None
    return Formula(expression, domain, tuple(name for name in domain.names if name in free))


def pair(statement: Statement, left: Term, right: Term) -> tuple[Formula, Formula]:
    """Both terms as formulas, or TypeError where one cannot be evaluated."""
    found = [evaluable(term, statement.sides, statement.domain) for term in (left, right)]
    if found[0] is None or found[1] is None:
        raise TypeError(f"{statement.id} relates terms that cannot be evaluated")
    return found[0], found[1]


def formally(side: Formula, *wider: Parameter, without: tuple[str, ...] = ()) -> Formula:
    """A side that evaluates on a wider domain than its statement claims anything about."""
    return replace(side, domain=side.domain.widened(*wider, without=without))


def formula(
    expression: sp.Expr,
    domain: Domain,
    names: str = "",
    closed: sp.Expr | None = None,
    majorants: Mapping[sp.Symbol, sp.Expr] | None = None,
    *,
    complex_valued: bool = False,
) -> Formula:
    """A Formula with its parameter names given as one spaced string (`"d v"`); without one, those that it reads."""
    read = {
        str(symbol)
        for each in (sp.sympify(expression), closed)
        if each is not None
        for symbol in each.free_symbols
    }
    own = tuple(names.split()) or tuple(name for name in domain.names if name in read)
    return Formula(sp.sympify(expression), domain, own, closed, majorants or {}, complex_valued)
