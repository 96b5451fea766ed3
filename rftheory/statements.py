"""What a paper prints, as data: papers, statements, their claims, and what a check of them says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import sympy as sp

from rftheory.context import Context
from rftheory.domain import Domain, Parameter
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


@dataclass(frozen=True)
class Equal:
    """left = right on the whole domain."""

    left: str = "lhs"
    right: str = "rhs"


@dataclass(frozen=True)
class Below:
    """left < right (or <= when not strict) on the whole domain; a side may be a plain SymPy number."""

    left: str | sp.Expr = "lhs"
    right: str | sp.Expr = "rhs"
    strict: bool = True
    absolute: bool = False


@dataclass(frozen=True)
class Order:
    """As `variable` -> `toward` with the rest fixed, scale * (left - right) stays bounded (from above if `one_sided`).

    With `vanishing` it must tend to 0. `scale` is a SymPy expression in the parameters; `toward` is sp.oo or 0.
    """

    scale: sp.Expr
    variable: str = "d"
    left: str = "lhs"
    right: str = "rhs"
    toward: sp.Expr = sp.oo
    one_sided: bool = False
    vanishing: bool = False


Claim = Equal | Below | Order
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
    `mechanism` names entries of the shelf; `setting` says what the names leave open (which of them, how many features).
    `slip` marks a misprint: the formula is literally false while its meaning is clear.
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
    slip: bool = False
    correction: Statement | None = None

    @property
    def paper(self) -> str:
        """The key of the paper."""
        return self.id.partition("/")[0]

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
            "slip": False,
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
    """The sides that the statement's claim compares, by name; none where it makes no claim."""
    claim = statement.claim
    return () if claim is None else tuple(side for side in (claim.left, claim.right) if isinstance(side, str))


def formally(side: Formula, *wider: Parameter, without: tuple[str, ...] = ()) -> Formula:
    """A side that evaluates on a wider domain than its statement claims anything about."""
    return replace(side, domain=side.domain.widened(*wider, without=without))


def formula(
    expression: sp.Expr,
    domain: Domain,
    names: str,
    closed: sp.Expr | None = None,
    majorants: Mapping[sp.Symbol, sp.Expr] | None = None,
    *,
    complex_valued: bool = False,
) -> Formula:
    """A Formula with its parameter names given as one spaced string (`"d v"`)."""
    return Formula(
        sp.sympify(expression), domain, tuple(names.split()), closed, majorants or {}, complex_valued
    )
