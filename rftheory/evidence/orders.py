"""Orders: asymptotic claims checked by certified values of the scaled difference along a growing parameter."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.evidence.context import Context
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statement import Order, Statement
from rftheory.verdict import Evidence, Outcome

_STEPS = (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class OrderCheck:
    """scale * (left - right) at variable = 10^2 .. 10^6 (or 10^-2 .. 10^-6) for several fixed other parameters.

    Holds when no sequence grows by a factor 3 per decade; fails when one grows by at least 3 over each of the
    last three decades, all certified. It proves values at points; the derivation proves the limit.
    """

    points: tuple[dict[str, object], ...] = ()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Follow the scaled difference along the variable."""
        claim = statement.claim
        if not isinstance(claim, Order):
            raise TypeError(f"{statement.id} has no asymptotic claim")
        left, right = statement.sides[claim.left], statement.sides[claim.right]
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
        followed, worst = 0, ""
        for given in chosen:
            values = [v for v in (_value(difference, claim, given, step) for step in _STEPS) if v is not None]
            if len(values) < 4:
                continue
            followed += 1
            tail = values[-4:]
            if _grows(tail, claim):
                shown = {k: str(v) for k, v in given.items()}
                sizes = ", ".join(f"{v:.6g}" for v in tail)
                example = {**shown, claim.variable: f"10^{_STEPS[-1]}", "scaled difference": sizes}
                detail = f"({claim.scale}) * (left - right) grows without bound in {claim.variable}: {sizes}"
                return Evidence("search", Outcome.FAILS, detail, True, example)
            worst = f"{tail[-1]:.6g}"
        detail = f"({claim.scale}) * (left - right) stays bounded along {claim.variable} at {followed} points; last {worst}"
        return Evidence(
            "search", Outcome.HOLDS if followed else Outcome.UNDECIDED, detail, data={"followed": followed}
        )


def _fast(formula: Formula) -> sp.Expr:
    return formula.expression if formula.closed is None else formula.closed


def _value(difference: Formula, claim: Order, given: dict[str, object], step: int) -> float | None:
    value = Fraction(10) ** (step if claim.toward == sp.oo else -step)
    try:
        point: Point = difference.domain.parse({**given, claim.variable: value}, difference.names)
        enclosure = difference.enclose(point, 6, ceiling=20_000)
    except (InputError, PrecisionError):
        return None
    low, high = balls.endpoints(enclosure)
    return float((low + high) / 2)


def _grows(values: list[float], claim: Order) -> bool:
    if claim.one_sided and values[-1] <= 0:
        return False
    sizes = [abs(v) for v in values]
    factor = 3.0
    if claim.vanishing:
        return all(b > 0.5 * a for a, b in itertools.pairwise(sizes)) and sizes[-1] > 0
    return all(b > factor * a for a, b in itertools.pairwise(sizes))
