"""Checks that hold events to be more likely than not, each by one sign test at its share of the error budget."""

from __future__ import annotations

import time
from abc import abstractmethod
from dataclasses import replace

import numpy as np

from rftheory.context import Context
from rftheory.evidence.declared import TESTS
from rftheory.evidence.statistical.test_design import MISS, Announced
from rftheory.measured.engine.streams import stream
from rftheory.measured.inference.design import CALIBRATION_STATEMENT
from rftheory.measured.inference.sign_test import SignTest, sized
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome


class SignTests(Check):
    """One sign test for each of `events`; the number of draws follows from the share and from `odds`.

    `odds` is the probability from which on an event is to be recognised: it sizes the draw and bears on no error rate.
    """

    odds: float
    kind = EvidenceKind.SIMULATION
    random = "samples"

    @property
    @abstractmethod
    def events(self) -> tuple[str, ...]:
        """What is held to be more likely than not, in words."""

    @property
    def tests(self) -> int:
        """One for each event."""
        return len(self.events)

    @abstractmethod
    def rehearse(self, statement: Statement, rng: np.random.Generator) -> object:
        """One draw of all events, for its time alone."""

    @abstractmethod
    def examine(self, statement: Statement, context: Context, test: SignTest) -> Evidence:
        """Draw `test.n` times and decide every event; where one settles it, say how many tests were made."""

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Size the tests, then announce them or make them."""
        test = sized(*context.share, self.odds, MISS)
        if context.ahead is None:
            found = self.examine(statement, context, test)
            facts = {"draws": test.n, "alpha": test.alpha, "beta": test.beta, TESTS: self.tests}
            return replace(found, data={**facts, **found.data})
        seconds = test.n * self._seconds(statement) / self.tests
        for event in self.events:
            context.ahead(
                Announced(
                    statement.id, type(self).__name__, event, test.n, "sign test", *context.share, seconds
                )
            )
        return Evidence(self.kind, Outcome.UNDECIDED, "announced only")

    def _seconds(self, statement: Statement) -> float:
        """Of one draw, measured on a stream that no result uses."""
        start = time.perf_counter()
        self.rehearse(statement, stream(0, CALIBRATION_STATEMENT, 0, 0))
        return time.perf_counter() - start
