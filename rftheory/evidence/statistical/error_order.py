"""Order of the errors of two mechanisms on attention outputs, by a sign test over independent draws."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy

from rftheory.battery.concentration import RATE
from rftheory.context import Context
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

Mechanism = tuple[str, str]  # coupling, feature map


@dataclass(frozen=True)
class ErrorOrder(Check):
    """The mean squared error of the renormalised output of `better` is below that of `worse` in most draws.

    Each draw has its own Q, K and V of standard normal entries (with `norm` the rows of Q and K are brought to
    length norm d^(1/4)) and its own projections for either mechanism; `counts` lists the numbers of projections,
    the same for both. Were the smaller error as often on either side, as many wins would have probability at most
    concentration.RATE. Anything else leaves the statement undecided.
    """

    better: Mechanism
    worse: Mechanism
    counts: tuple[int, ...]
    length: int
    norm: float | None = None
    dimension: int = 16
    draws: int = 200

    kind = EvidenceKind.SIMULATION
    random = costly = True
    rejects = False

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Draw, count the wins, and compare with a fair coin."""
        errors = np.array([self._draw(statement, context, draw) for draw in range(self.draws)])
        notes, data, held = [], [], True
        for place, m in enumerate(self.counts):
            low, high = errors[:, place, 0], errors[:, place, 1]
            wins = int(np.count_nonzero(low < high))
            chance = float(scipy.stats.binom.sf(wins - 1, self.draws, 0.5))
            ratios = np.log(high / low)
            spread = float(np.std(ratios, ddof=1)) / math.sqrt(self.draws)
            held = held and chance <= RATE
            notes.append(
                f"m={m}: smaller in {wins} of {self.draws}, log ratio {np.mean(ratios):.2f} +- {spread:.2f}"
            )
            data.append(
                {"m": m, "wins": wins, "chance": chance, "log_ratio": float(np.mean(ratios)), "se": spread}
            )
        scale = "standard normal entries" if self.norm is None else f"rows of length {self.norm:g} d^(1/4)"
        names = " against ".join(" x ".join(name) for name in (self.better, self.worse))
        detail = f"{names}, L={self.length}, d={self.dimension}, {scale}: {'; '.join(notes)}; sign test at rate {RATE:g}"
        outcome = Outcome.HOLDS if held else Outcome.UNDECIDED
        return Evidence(self.kind, outcome, detail, data={"counts": data})

    def _draw(self, statement: Statement, context: Context, draw: int) -> Floats:
        """Errors of both mechanisms at every number of projections."""
        name = "|".join(("order", statement.id, *self.better, *self.worse))
        rng = stream(context.seed, name, self.length, draw)
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
