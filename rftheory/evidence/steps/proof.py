"""A running proof: every step is checked when it is written down, and seen a second time in balls."""

from __future__ import annotations

import inspect
from collections import Counter
from dataclasses import dataclass, field
from types import FrameType

import sympy as sp

from rftheory.domain import Domain
from rftheory.evidence.steps.assumed import Assumed
from rftheory.evidence.steps.carried import has_sign, identical, left_over, limit_of
from rftheory.evidence.steps.exactness import Exact, ProofFailure, ProofGap, Sides, entries, exact
from rftheory.evidence.steps.ground import Ground
from rftheory.evidence.steps.second_look import Look, approaches, differ_at, look_at_equality, look_at_sign
from rftheory.evidence.steps.writing import both_sides, shown, symbols_named, written

RECHECKED, IDENTICAL, UNSEEN = "seen again in balls", "of one form before the step", "not evaluated"


@dataclass
class Proof:
    """The steps so far. A success proves each step, given what is cited; sides are exact, and shown as written."""

    domain: Domain = field(default_factory=Domain)
    steps: list[str] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)
    looks: Counter[str] = field(default_factory=Counter)
    symbols: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._ground = Ground(self.domain)
        self.assumed = Assumed(self._ground)

    def equal(self, left: Sides, right: Sides, because: str) -> None:
        """left = right identically, also entry by entry for matrices and sequences, by simplification to 0 or 1."""
        frame = _caller()
        one, other = entries(left, because), entries(right, because)
        if len(one) != len(other):
            raise ProofFailure(f"{because}: the sides have different shapes")
        for a, b in zip(one, other, strict=True):
            self._entry(a, b, because)
        self._keep(
            f"{because}: {both_sides(left, right, written(frame), one == other, because)}",
            frame,
            *one,
            *other,
        )

    def _entry(self, left: sp.Expr, right: sp.Expr, because: str) -> None:
        if left == right:
            self.looks[IDENTICAL] += 1
            return
        self._look(look_at_equality(left, right, self._ground), because)
        if not identical(left, right):
            difference = left_over(left, right)
            if difference.is_number and difference.is_nonzero:
                raise ProofFailure(f"{because}: the sides differ by {difference}")
            raise ProofGap(f"{because}: SymPy left {sp.sstr(difference)[:120]}")
        self.assumed.equality(left, right)

    def positive(self, expression: Exact, because: str) -> None:
        """expression > 0 by the assumptions of its symbols."""
        self._sign(expression, because, strict=True)

    def nonnegative(self, expression: Exact, because: str) -> None:
        """expression >= 0 by the assumptions of its symbols."""
        self._sign(expression, because, strict=False)

    def _sign(self, expression: Exact, because: str, *, strict: bool) -> None:
        value, frame = exact(expression, because), _caller()
        texts = written(frame)
        self._signed(value, because, strict=strict)
        line = f"{texts[0]} = {sp.sstr(value)}" if texts and value.is_number else sp.sstr(value)
        self._keep(f"{because}: {line} {'>' if strict else '>='} 0", frame, value)

    def below(self, left: Exact, right: Exact, because: str, *, strict: bool = True) -> None:
        """left < right (<= unless strict): the sign of the difference, by the assumptions of its symbols."""
        one, other, frame = exact(left, because), exact(right, because), _caller()
        texts = written(frame)
        self._signed(other - one, because, strict=strict)
        relation = "<" if strict else "<="
        line = f"{shown(one)} {relation} {shown(other)}"
        if texts and one.is_number and other.is_number:
            line = f"{texts[0]} {relation} {texts[1]}, that is {line}"
        self._keep(f"{because}: {line}", frame, one, other)

    def _signed(self, value: sp.Expr, because: str, *, strict: bool) -> None:
        """A number's sign is what its ball says; SymPy's word carries the others."""
        look = look_at_sign(value, self._ground, strict=strict)
        self._look(look, because)
        if not (look.points and not value.free_symbols) and not has_sign(value, strict=strict):
            raise ProofGap(f"{because}: SymPy cannot decide the sign of {sp.sstr(sp.simplify(value))[:120]}")
        self.assumed.sign(value, strict=strict)

    def distinct(self, left: Sides, right: Sides, because: str) -> None:
        """left and right are not the same: a number, or as functions at the point of their symbols that is shown."""
        one, other, frame = entries(left, because), entries(right, because), _caller()
        texts = written(frame)
        where = "" if len(one) == len(other) else "different shapes"
        for a, b in zip(one, other, strict=False):
            where = where or differ_at(a, b, self._ground)
        if not where:
            if all(identical(a, b) for a, b in zip(one, other, strict=True)):
                raise ProofFailure(f"{because}: the sides are the same")
            raise ProofGap(f"{because}: no point separates the sides")
        self.looks[RECHECKED] += 1
        line = " != ".join(texts[:2]) if texts else f"{shown(left)} != {shown(right)}"
        self._keep(f"{because}: {line} ({where})", frame, *one, *other)

    def limit(
        self,
        expression: Exact,
        variable: sp.Symbol,
        toward: Exact,
        value: Exact,
        because: str,
        side: str = "+",
    ) -> None:
        """expression -> value as variable -> toward, as SymPy finds it; in balls the values must come nearer."""
        body, end, goal = (exact(part, because) for part in (expression, toward, value))
        found = limit_of(body, variable, end, side)
        if found != goal and not identical(found, goal):
            if found.is_number and goal.is_number:
                raise ProofFailure(f"{because}: the limit is {found}, not {goal}")
            raise ProofGap(f"{because}: SymPy finds the limit {sp.sstr(found)[:120]}")
        near = approaches(body, variable, end, goal, side, self._ground)
        if near is False:
            raise ProofGap(f"{because}: values in balls do not come nearer to {sp.sstr(goal)}")
        self.looks[UNSEEN if near is None else RECHECKED] += 1
        way = f"as {variable} -> {sp.sstr(end)}"
        self._keep(f"{because}: {sp.sstr(body)} -> {sp.sstr(goal)} {way}", _caller(), body, goal)

    def true(self, relation: object, because: str) -> None:
        """A relation that still shows both sides: a SymPy (in)equality that was not evaluated on the way."""
        if not isinstance(relation, sp.core.relational.Relational):
            raise ProofGap(f"{because}: a truth value shows no sides: use equal, below, distinct or limit")
        if isinstance(relation, sp.Eq):
            self.equal(relation.lhs, relation.rhs, because)
        elif isinstance(relation, sp.Ne):
            self.distinct(relation.lhs, relation.rhs, because)
        else:
            strict = isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan))
            self.below(relation.lts, relation.gts, because, strict=strict)

    def cite(self, theorem: str) -> None:
        """A classical theorem used in the next step, named with its hypotheses checked in the text."""
        self.cited.append(theorem)
        self.steps.append(f"by {theorem}")

    @property
    def checked(self) -> int:
        """Steps that are not citations."""
        return len(self.steps) - len(self.cited)

    def _look(self, look: Look, because: str) -> None:
        if look.against:
            raise ProofFailure(f"{because}: false in balls: {look.against}")
        self.looks[RECHECKED if look.points else UNSEEN] += 1

    def _keep(self, step: str, frame: FrameType, *sides: sp.Expr) -> None:
        self.steps.append(step)
        self.symbols |= {str(symbol) for side in sides for symbol in side.free_symbols} | symbols_named(frame)


def _caller() -> FrameType:
    """The frame of the first caller outside this file: where the step is written."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    assert frame is not None
    return frame
