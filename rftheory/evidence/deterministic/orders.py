"""Orders: asymptotic claims checked by certified values of the scaled difference along a growing parameter."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rftheory.claims import Order
from rftheory.context import Context
from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement, claimed_sides, pair
from rftheory.verdict import Evidence, EvidenceKind, Outcome

_STEPS = (4, 6, 8, 10, 12, 14)


@dataclass(frozen=True)
class OrderCheck(Check):
    """scale * (left - right) at variable = 10^4, 10^6 .. 10^14 (or their inverses), the other parameters fixed.

    Fails when a sequence grows by at least 9 over each of the last three steps, all values certified; holds
    when none does. It certifies values at points; what holds in the limit is for a derivation to prove.
    """

    points: tuple[dict[str, object], ...] = ()

    kind = EvidenceKind.SEARCH

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides that the claim names."""
        return claimed_sides(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Follow the scaled difference along the variable."""
        claim = statement.claim
        if not isinstance(claim, Order):
            raise TypeError(f"{statement.id} has no asymptotic claim")
        left, right = pair(statement, claim.left, claim.right)
        names = tuple(
            dict.fromkeys((*left.names, *right.names, *sorted(str(s) for s in claim.scale.free_symbols)))
        )
        difference = Formula(
            claim.scale * (_fast(left) - _fast(right)),
            statement.domain,
            names,
            None,
            {**left.majorants, **right.majorants},
        )
        others = tuple(n for n in names if n != claim.variable)
        chosen = list(self.points) or [
            {**p, **{n: Fraction(1) for n in others if n not in p}}
            for p in statement.domain.points(max(6, context.profile.agreement_points), others)
        ]
        followed, lost, last = 0, 0, ""
        for given in chosen:
            values = [v for v in (_value(difference, claim, given, step) for step in _STEPS) if v is not None]
            if len(values) < 4:
                lost += 1
                continue
            followed += 1
            tail = values[-4:]
            sizes = ", ".join(_show(v) for v in tail)
            if _grows(tail, claim):
                shown = {k: str(v) for k, v in given.items()}
                example = {
                    **shown,
                    claim.variable: f"10^{_direction(claim) * _STEPS[-1]}",
                    "scaled difference": sizes,
                }
                grows = "does not tend to 0" if claim.vanishing else "grows without bound"
                detail = f"({claim.scale}) * (left - right) {grows} along {claim.variable}: {sizes}"
                return Evidence(self.kind, Outcome.FAILS, detail, example)
            last = _show(tail[-1])
        detail = f"({claim.scale}) * (left - right) stays bounded along {claim.variable} at {followed} points; last {last}"
        outcome = Outcome.HOLDS if followed else Outcome.UNDECIDED
        return Evidence(self.kind, outcome, detail, data={"followed": followed, "undecided": lost})


def _direction(claim: Order) -> int:
    return 1 if claim.toward == sp.oo else -1


def _fast(formula: Formula) -> sp.Expr:
    return formula.expression if formula.closed is None else formula.closed


def _value(difference: Formula, claim: Order, given: dict[str, object], step: int) -> Fraction | None:
    value = Fraction(10) ** (_direction(claim) * step)
    try:
        point: Point = difference.domain.parse({**given, claim.variable: value}, difference.names)
        low, high = balls.endpoints(difference.enclose(point, 6, ceiling=20_000))
    except (InputError, PrecisionError):
        return None
    return (low + high) / 2


def _grows(values: list[Fraction], claim: Order) -> bool:
    """Growth by at least 9 over every two decades; for a vanishing claim, no decrease to a half."""
    if claim.one_sided and values[-1] <= 0:
        return False
    sizes = [abs(v) for v in values]
    factor = Fraction(1, 2) if claim.vanishing else Fraction(9)
    return sizes[-1] > 0 and all(b > factor * a for a, b in itertools.pairwise(sizes))


def _show(value: Fraction) -> str:
    with balls.working_precision(64):
        return str(balls.ball(balls.exact(value)).str(6, radius=False))
