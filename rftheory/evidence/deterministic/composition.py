"""Composition: the hybrid estimate against its tensor-product map or expansion, sample by sample, in exact numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from rftheory.context import Context
from rftheory.evidence.comparison import text
from rftheory.exact.functions.hybrids.composition import (
    CompositionalMaps,
    Slip,
    bilinear,
    estimate,
    expansion,
    features,
    instances,
)
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

_WRONG: dict[Slip, str] = {
    "no i": "the last part without its i (its sign)",
    "conjugated": "a Hermitian product",
    "swapped": "lambda and 1 - lambda exchanged",
}


@dataclass(frozen=True)
class Composition(Check):
    """estimate = Psi_1(x).Psi_2(y) (`form` map) or = the four sums (`form` expansion) at exact instances.

    Instances have p, t_k, l_k from 1 to 3, feature values and a_k that are rationals or Gaussian rationals, a_k and
    1 - sum a_k of either sign. One instance that differs refutes; success also needs every wrong form rejected.
    """

    form: Literal["map", "expansion"]
    per_point: int = 15

    kind = EvidenceKind.AGREEMENT

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Build and compare as many instances as the profile affords."""
        number = self.per_point * context.profile.search_points
        rejected: dict[Slip, int] = dict.fromkeys(_WRONG, 0)
        negative = 0
        for index, hybrid in enumerate(islice(instances(), number)):
            expected = estimate(hybrid)
            found = self._value(hybrid, "")
            if found != expected:
                return _separated(self.form, index, hybrid, found, expected)
            negative += any(text(a).startswith("-") for a in hybrid.shifts)
            for slip in rejected:
                if index % 8 < 2:
                    rejected[slip] += self._value(hybrid, slip) != expected
        missed = [_WRONG[slip] for slip, times in rejected.items() if not times]
        data = {"effective": number, "negative": negative, "rejected": dict(rejected)}
        if missed:
            return Evidence(self.kind, Outcome.UNDECIDED, f"not told apart: {', '.join(missed)}", data=data)
        detail = (
            f"the {self.form} equals the estimate exactly at {number} instances with rational and Gaussian rational "
            f"values, {negative} of them with a negative a_k; rejected: {', '.join(_WRONG.values())}"
        )
        return Evidence(self.kind, Outcome.HOLDS, detail, data=data)

    def _value(self, hybrid: CompositionalMaps, slip: Slip) -> Any:
        form: Callable[[CompositionalMaps, Slip], Any] = _by_map if self.form == "map" else expansion
        return form(hybrid, slip)


def _by_map(hybrid: CompositionalMaps, slip: Slip) -> Any:
    return bilinear(features(hybrid, 0, slip), features(hybrid, 1, slip))


def _separated(form: str, index: int, hybrid: CompositionalMaps, found: Any, expected: Any) -> Evidence:
    example = {
        "instance": str(index),
        "m": str(hybrid.m),
        "n": str(hybrid.n),
        "a": ", ".join(text(a) for a in hybrid.shifts),
        "left": text(expected),
        "right": text(found),
    }
    detail = f"the {form} differs from the estimate, in exact numbers"
    return Evidence(EvidenceKind.AGREEMENT, Outcome.FAILS, detail, example)
