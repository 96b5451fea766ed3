"""Simulation: the estimator itself, drawn and held against the theory. The only place where the wings meet."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.evidence.context import Context
from rftheory.exact.formula import Formula
from rftheory.statement import Statement
from rftheory.verdict import Evidence, Outcome


@dataclass(frozen=True)
class Simulation:
    """E[functional] under a mechanism equals `expected`, tested as an equivalence within the profile's tolerance.

    `functional` is mean, square or pair of the projections' terms b_i = exp(w_i.v) (features positive) or
    a_i = cos(w_i.z) (trigonometric) for m rows in R^d at |v| or |z| = `length`; `expected` is a Formula in
    (d, m, length) of the same quantity, composed from the statement's side; `second` is E[functional^2] where
    no bound or change of measure makes it unnecessary. `points` fix d, m and length.
    """

    coupling: str
    features: str
    functional: str
    expected: Formula
    points: tuple[dict[str, object], ...]
    second: Formula | None = None
    kind: str = "simulation"

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Plan, draw and decide."""
        return Evidence("simulation", Outcome.UNDECIDED, "not wired yet")
