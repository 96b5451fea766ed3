"""The last word: every subterm of a conclusion is defined where it is spoken of."""

from __future__ import annotations

from collections.abc import Iterable

from .algebra import Known, literal
from .blocks import is_there
from .definitions import ANY, FIXED, GAUSSIAN, row_term
from .here import NONE, Extra, Setting, headed, names, usable, whole
from .laws.totals import total_parts
from .printing import show
from .reading import (
    ATOMS,
    INFINITY,
    JUNCTIONS,
    MOMENTS,
    NORMAL,
    QUANTIFIERS,
    RANGED,
    REAL_RANGES,
    RESERVED,
    Term,
    need,
)
from .terms import is_random


class Definedness:
    """Obligations, met by steps whose variables and hypotheses are in force."""

    def __init__(self, context: Setting) -> None:
        self._context = context
        self._shown: dict[Extra, Known] = {}
        self._inside = 0  # how many moments are around

    def proposition(self, p: Term, force: Extra = NONE) -> None:
        """Raises BadForm where an obligation of the proposition is not met."""
        head = p[0]
        if head == "where":
            for condition in p[1][1:]:
                self.proposition(condition, force)
            self.proposition(p[2], (force[0], force[1] | set(p[1][1:])))
        elif head in QUANTIFIERS:
            _, v, kind, inner = p
            need(
                v not in self._context.variables and v not in names(force[0]),
                f"the bound variable {v} has another meaning outside",
            )
            self.proposition(inner, (force[0] | {(v, kind)}, force[1]))
        elif head in JUNCTIONS:
            for part in p[1:]:
                self.proposition(part, force)
        elif head in (*RANGED, "independent", "continuous"):
            need(False, "a conclusion says nothing of every or some place of a range")
        elif head == "summable":
            self._binder(force, p[1], p[2], INFINITY, p[3])
        else:
            self._terms(p[1:], force)

    def _terms(self, terms: Iterable[Term], force: Extra) -> None:
        for t in terms:
            if isinstance(t, tuple):
                self._term(t, force)

    def _term(self, t: Term, force: Extra) -> None:
        head, parts = t[0], t[1:]
        if head == "total":
            self._total(t, force)
            return
        need(head in RESERVED and head != "name", f"no section says when {head} is defined")
        if head in ATOMS:
            return
        need(head != "count", "a conclusion says nothing of single counts")
        if head in ("estimate", "draw"):
            need(self._inside, f"{head} outside of a moment")
            if head == "estimate":
                self._estimate(t, force)
            return
        if head == "row":
            self._row(t, force)
            return
        if head in MOMENTS:  # what is shown under a hypothesis on what is random does not hold inside
            self._moment(t, (force[0], frozenset(p for p in force[1] if not is_random(p))))
            return
        if head in REAL_RANGES:
            self._over_reals(t, force)
            return
        if head in ("sum", "prod"):
            self._binder(force, *parts)
            series = ("summable", parts[0], parts[1], parts[3])
            known = parts[2] != INFINITY or (head == "sum" and series in self._known(force))
            need(known, f"not shown to converge: {show(t):.200}")
            return
        self._terms(parts, force)
        if head == "entry":
            for size, place in zip(("height", "width"), parts[1:], strict=False):
                self._place(place, (size, parts[0]), force)
        if head == "^":
            need(self._power(force, *parts), f"a power not shown to be defined: {show(t):.200}")
        if head in ("log", "gamma"):
            need(self._known(force).positive(parts[0]), f"not shown to be positive: {show(parts[0]):.200}")
        if head in NORMAL:
            within = ("+", 1, ("*", -2, parts[0]))
            need(self._known(force).positive(within), f"not shown to have a mean: {show(t):.200}")
        if head == "arg":
            square = ("+", *(("^", part, 2) for part in parts))
            need(self._known(force).positive(square), f"not shown to differ from 0: {show(t):.200}")
        if head == "acos":
            ends = (("<=", -1, parts[0]), ("<=", parts[0], 1))
            need(
                all(end in self._known(force) for end in ends),
                f"not shown to be a cosine: {show(parts[0]):.200}",
            )
        if head == "hyper":
            above, below = parts[0][1:], parts[1][1:]
            need(len(above) <= len(below), "a hypergeometric series with more parameters above than below")
            need(
                all(map(self._known(force).positive, below)),
                f"a lower parameter not shown positive: {show(t):.200}",
            )

    def _row(self, row: Term, force: Extra) -> None:
        need(row[1] in (*GAUSSIAN, *FIXED, ANY), "rows of another coupling than those of this page")
        there = is_there(row, self._known(force), self._context.variables)
        need(there, f"a block is not shown to have {show(row)}")

    def _place(self, place: Term, size: Term, force: Extra) -> None:
        known = self._known(force)
        least = literal(place)
        low = ("<=", 0, place) in known or (least is not None and least >= 0)
        inside = low and ("<=", place, ("+", size, -1)) in known and self._integer(place, force)
        need(inside, f"not shown to be a place of the vector: {show(place):.200}")

    def _moment(self, t: Term, force: Extra) -> None:
        """Means are finite: of a random term, or of its square; of the term of a row for an estimate."""
        need(not self._context.random, "a constraint speaks of a random quantity")
        head, *parts = t
        self._inside += 1
        self._terms(parts, force)
        self._inside -= 1
        if head == "tail":
            need(headed(parts[0], "estimate") and not is_random(parts[1]), "a tail of an estimate is needed")
            return
        for z in parts[:1] if head == "mse" else parts:
            f = row_term(z, 1) if headed(z, "estimate") else z
            wanted = ("integrable", f if head == "E" else ("^", f, 2))
            need(wanted in self._known(force), f"not shown to be integrable: {show(wanted[1]):.200}")

    def _over_reals(self, t: Term, force: Extra) -> None:
        """The body of an integral or a supremum is continuous between the ends; a supremum is one of some numbers."""
        head, v, low, high, body = t
        taken = set(self._context.variables) | names(force[0])
        need(v not in taken, f"the bound variable {v} has another meaning outside")
        self._terms((low, high), force)
        known = self._known(force)
        need(("continuous", v, low, high, body) in known, "not shown to be continuous")
        need(head != "sup" or ("<=", low, high) in known, "a supremum over what may be empty")
        ends = {("<=", low, v), ("<=", v, high)}
        self._terms((body,), (force[0] | {(v, "real")}, force[1] | ends))

    def _estimate(self, t: Term, force: Extra) -> None:
        """It has a number of rows."""
        row_term(t, 1)
        m = t[3]
        self._terms((m,), force)
        least = (isinstance(m, int) and m >= 1) or ("<=", 1, m) in self._known(force)
        need(least and self._integer(m, force), f"not shown to be a number of rows: {show(m):.200}")

    def _total(self, t: Term, force: Extra) -> None:
        """A sum over rows, of what is defined for each."""
        need(self._inside, "total outside of a moment")
        m, f = total_parts(t)
        self._terms((m, f), force)
        least = (isinstance(m, int) and m >= 1) or ("<=", 1, m) in self._known(force)
        need(least and self._integer(m, force), f"not shown to be a number of rows: {show(m):.200}")

    def _binder(self, force: Extra, k: str, low: Term, high: Term, body: Term) -> None:
        need(
            k not in self._context.variables and k not in names(force[0]),
            f"the bound variable {k} has another meaning outside",
        )
        ends = (low,) if high == INFINITY else (low, high)
        self._terms(ends, force)
        need(all(self._integer(end, force) for end in ends), f"an end over {k} is not shown to be an integer")
        ranges = {("int", k), ("<=", low, k)} | (set() if high == INFINITY else {("<=", k, high)})
        self._terms((body,), (force[0] | whole(k), force[1] | ranges))

    def _power(self, force: Extra, base: Term, exponent: Term) -> bool:
        known, value = self._known(force), literal(exponent)
        if value is None:
            whole = self._integer(exponent, force) and (
                known.nonnegative(exponent) or known.factors_nonzero(base)
            )
            return whole or known.positive(base)
        if value.denominator == 1:
            return value >= 0 or known.factors_nonzero(base)
        return known.positive(base) or (value > 0 and known.nonnegative(base))

    def _known(self, force: Extra) -> Known:
        """What steps prove whose variables and hypotheses are in force."""
        if force not in self._shown:
            self._context.budget.look(len(self._context.steps))
            steps = (s for s in self._context.steps if usable(s, {}, force[1], force[0]))
            self._shown[force] = Known(s.then for s in steps)
        return self._shown[force]

    def _integer(self, t: Term, force: Extra) -> bool:
        kinds = self._context.variables
        at_once = isinstance(t, int) or (
            isinstance(t, str) and ((t, "integer") in force[0] or kinds.get(t) == "integer")
        )
        return at_once or ("int", t) in self._known(force)
