"""Claims beyond single points: orders, limits, optima, tails, laws, counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import sympy as sp

from rftheory.claims.notation import Notation, Term
from rftheory.claims.structure import Claim
from rftheory.domain import Domain


@dataclass(frozen=True)
class Order(Claim):
    """As `variable` -> `toward` with the rest fixed, scale * (left - right) stays bounded (from above if `one_sided`).

    With `vanishing` it must tend to 0. `scale` is a SymPy expression in the parameters; `toward` is sp.oo or 0;
    `given` a side condition on the parameters that stay fixed.
    """

    scale: sp.Expr
    variable: str = "d"
    left: Term = "lhs"
    right: Term = "rhs"
    toward: sp.Expr = sp.oo
    one_sided: bool = False
    vanishing: bool = False
    given: sp.Basic = sp.true

    @property
    def terms(self) -> tuple[Term, ...]:
        """Both."""
        return (self.left, self.right)

    def written(self, notation: Notation) -> str:
        """left = right + O(1/scale) as variable -> toward."""
        relation = notation.at_most if self.one_sided else "="
        rest = notation.order(notation.term(1 / sp.sympify(self.scale)), little=self.vanishing)
        base = "" if self.right == sp.S.Zero else f"{notation.term(self.right)} + "
        line = f"{notation.term(self.left)} {relation} {base}{rest}"
        line = notation.toward(line, notation.name(self.variable), notation.term(self.toward))
        return line if self.given == sp.true else notation.where(line, notation.term(self.given))


@dataclass(frozen=True)
class Limit(Claim):
    """The term tends to `value` (may be infinite) as variable -> toward, the rest fixed."""

    term: Term
    variable: str
    toward: sp.Expr
    value: Term

    @property
    def terms(self) -> tuple[Term, ...]:
        """The term and its limit."""
        return (self.term, self.value)

    def written(self, notation: Notation) -> str:
        """lim term = value."""
        variable, end = notation.name(self.variable), notation.term(self.toward)
        return f"{notation.limit(variable, end)}{notation.term(self.term)} = {notation.term(self.value)}"


@dataclass(frozen=True)
class Optimal(Claim):
    """`objective` is least (or greatest) at the parameters `at`, among all values of them that `among` allows.

    `among` is the domain of the competitors; without it, their ranges in the statement's own domain.
    """

    objective: Term
    at: Mapping[str, Term]
    greatest: bool = False
    unique: bool = False
    among: Domain | None = None
    among_words: str = field(default="")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The objective and the optimal parameters."""
        return (self.objective, *self.at.values())

    def written(self, notation: Notation) -> str:
        """arg min over the parameters of the objective = (...)."""
        names = ", ".join(map(notation.name, self.at))
        values = ", ".join(map(notation.term, self.at.values()))
        best = notation.best(names, greatest=self.greatest)
        mark = notation.words(" (the only one)") if self.unique else ""
        line = f"{best}{notation.term(self.objective)} = {values}{mark}"
        return notation.where(line, notation.words(self.among_words)) if self.among_words else line


@dataclass(frozen=True)
class TailBound(Claim):
    """P(variable >= threshold) <= bound; `side` lower: <= threshold; both: |variable| >= threshold; > where `strict`."""

    variable: sp.Expr
    threshold: sp.Expr
    bound: Term
    side: Literal["upper", "lower", "both"] = "upper"
    strict: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """The bound."""
        return (self.bound,)

    def written(self, notation: Notation) -> str:
        """P[...] <= bound."""
        variable, level = notation.term(self.variable), notation.term(self.threshold)
        below, above = ("<", ">") if self.strict else (notation.at_most, notation.at_least)
        relation = below if self.side == "lower" else above
        event = f"{notation.size(variable) if self.side == 'both' else variable} {relation} {level}"
        return f"{notation.probability(event)} {notation.at_most} {notation.term(self.bound)}"


@dataclass(frozen=True)
class Law(Claim):
    """The random expression has the distribution."""

    variable: sp.Expr
    distribution: sp.Expr

    def written(self, notation: Notation) -> str:
        """variable ~ distribution."""
        return f"{notation.term(self.variable)} {notation.law} {notation.term(self.distribution)}"


@dataclass(frozen=True)
class Independent(Claim):
    """The random expressions are independent."""

    variables: tuple[sp.Expr, ...]

    def written(self, notation: Notation) -> str:
        """.. independent."""
        return f"{', '.join(map(notation.term, self.variables))}{notation.words(' independent')}"


@dataclass(frozen=True)
class Count(Claim):
    """How much of `what` (multiplications, operations, stored numbers, random numbers) `of` takes, for all sizes.

    `relation`: exactly `total`, at most `total`, or of the order of `total` (at most a constant times it).
    """

    what: str
    of: str
    total: Term
    relation: Literal["exactly", "at most", "order"] = "order"

    @property
    def terms(self) -> tuple[Term, ...]:
        """The total."""
        return (self.total,)

    def written(self, notation: Notation) -> str:
        """what of .. = O(total)."""
        total = notation.term(self.total)
        sign = notation.at_most if self.relation == "at most" else "="
        amount = notation.order(total) if self.relation == "order" else total
        return f"{notation.words(f'{self.what} of {self.of} ')}{sign} {amount}"
