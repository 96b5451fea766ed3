"""Order of the errors of two mechanisms on attention outputs, by a sign test over independent draws."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.context import Context
from rftheory.evidence.statistical.sign_tests import SignTests
from rftheory.measured.engine.streams import stream
from rftheory.measured.engine.watching import handed_out
from rftheory.measured.engine.workers import mapped
from rftheory.measured.inference.mean import DecisionOutcome
from rftheory.measured.inference.sign_test import SignTest
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome

Mechanism = tuple[str, str]  # coupling, feature map
CHUNK = 16  # draws of one task: each draw has a stream of its own, so that they change nothing


@dataclass(frozen=True)
class ErrorOrder(SignTests):
    """The mean squared error of the renormalised output of `better` is below that of `worse` in most draws.

    Each draw has its own Q, K and V of standard normal entries (with `norm` the rows of Q and K are brought to
    length norm d^(1/4)) and its own projections for either mechanism; `counts` lists the numbers of projections,
    the same for both, with a sign test each. Anything but a win leaves the statement undecided: the order depends on
    the scale of the inputs.
    """

    better: Mechanism
    worse: Mechanism
    counts: tuple[int, ...]
    length: int
    norm: float | None = None
    dimension: int = 16
    odds: float = 0.95

    costly = True
    rejects = False

    @property
    def events(self) -> tuple[str, ...]:
        """The smaller error at every number of projections."""
        return tuple(f"{self._names}: smaller error at m={m}" for m in self.counts)

    def rehearse(self, statement: Statement, rng: np.random.Generator) -> object:  # noqa: ARG002
        """One draw."""
        return self._errors(rng)

    def examine(self, statement: Statement, context: Context, test: SignTest) -> Evidence:
        """Draw, count the wins, and compare with a fair coin."""
        name = "|".join(("order", statement.id, *self.better, *self.worse))
        handed_out(name)
        jobs = [
            (self, context.seed, name, first, min(first + CHUNK, test.n)) for first in range(0, test.n, CHUNK)
        ]
        errors = np.concatenate(mapped(_errors_of, jobs, context.executor))
        notes, data, held = [], [], True
        for place, m in enumerate(self.counts):
            low, high = errors[:, place, 0], errors[:, place, 1]
            wins = int(np.count_nonzero(low < high))
            ratios = np.log(high / low)
            spread = float(np.std(ratios, ddof=1)) / math.sqrt(test.n)
            held = held and test.decide(wins) is DecisionOutcome.PASS
            notes.append(
                f"m={m}: smaller in {wins} of {test.n}, log ratio {np.mean(ratios):.2f} +- {spread:.2f}"
            )
            chance = float(test.chance(wins))
            data.append(
                {"m": m, "wins": wins, "chance": chance, "log_ratio": float(np.mean(ratios)), "se": spread}
            )
        scale = "standard normal entries" if self.norm is None else f"rows of length {self.norm:g} d^(1/4)"
        setting = f"{self._names}, L={self.length}, d={self.dimension}, {scale}"
        detail = f"{setting}: {'; '.join(notes)}; sign tests at beta {test.beta:.1e}"
        outcome = Outcome.HOLDS if held else Outcome.UNDECIDED
        return Evidence(self.kind, outcome, detail, data={"counts": data})

    @property
    def _names(self) -> str:
        return " against ".join(" x ".join(name) for name in (self.better, self.worse))

    def _errors(self, rng: np.random.Generator) -> Floats:
        """Errors of both mechanisms at every number of projections, in one draw."""
        queries, keys, values = rng.standard_normal((3, self.length, self.dimension))
        x, y = self._scaled(queries), self._scaled(keys)
        weights = np.exp(x @ y.T)
        exact = (weights @ values) / weights.sum(axis=1, keepdims=True)
        found = np.empty((len(self.counts), 2))
        for place, m in enumerate(self.counts):
            for which, (coupling, features) in enumerate((self.better, self.worse)):
                w = couplings()[coupling].sample(self.dimension, m, rng=rng, n=1)[0]
                left, right = (
                    feature_maps()[features].features(w, rows, kernel="softmax") for rows in (x, y)
                )
                mixed = left @ (right.T @ np.column_stack([values, np.ones(self.length)]))
                found[place, which] = np.mean((mixed[:, :-1] / mixed[:, -1:] - exact) ** 2)
        return found

    def _scaled(self, rows: Floats) -> Floats:
        """Queries or keys over d^(1/4)."""
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        factor = self.dimension**-0.25 if self.norm is None else self.norm / lengths
        scaled: Floats = factor * rows
        return scaled


def _errors_of(check: ErrorOrder, seed: int, name: str, first: int, last: int) -> Floats:
    """The errors of some draws, here or in a worker."""
    streams = (stream(seed, name, check.length, draw) for draw in range(first, last))
    return np.array([check._errors(rng) for rng in streams])
