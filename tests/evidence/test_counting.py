"""Operation counts as evidence: a wrong closed form and a wrong order fail."""

from __future__ import annotations

import sympy as sp

from rftheory import registry
from rftheory.context import Context
from rftheory.evidence.deterministic.counting import OperationCount
from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally
from rftheory.verdict import Outcome


def test_wrong_counts_and_orders_fail() -> None:
    d = sp.Symbol("d", positive=True, integer=True)
    counts = {"additions": d * (d - 1), "multiplications": d**2, "numbers": d**2 + d}

    def multiply(size: int, tally: OperationTally) -> object:
        return operation_counts.product(tally.hold_rows(size, size), tally.hold(range(size)))

    statement = registry.statement("simrf/table1")
    good = OperationCount("product", multiply, counts, d**2).run(statement, Context())
    wrong = OperationCount("product", multiply, {**counts, "additions": d**2}, d**2).run(statement, Context())
    small = OperationCount("product", multiply, counts, d).run(statement, Context())
    assert (good.outcome, wrong.outcome, small.outcome) == (Outcome.HOLDS, Outcome.FAILS, Outcome.FAILS)
