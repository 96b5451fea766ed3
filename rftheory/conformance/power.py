"""How often `conform` finds a mistake of a given size: its power, counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy import stats

from rftheory.conformance.conform import conform
from rftheory.measured.inputs import Floats, integer
from rftheory.studies.experiments.measurements import CONFIDENCE, ExperimentResult, Measured


def power(
    effects: Sequence[float] = (0.0, 0.01, 0.02, 0.04, 0.08, 0.16),
    *,
    draws: Sequence[int] = (64, 256),
    repeats: int = 10,
    d: int = 8,
    m: int = 32,
) -> ExperimentResult:
    """The share of runs in which trigonometric features whose frequencies are too large by `effects` fail.

    Each run has a seed of its own; intervals are Clopper and Pearson's. At effect 0 the code is right, and a failure
    would be a false alarm.
    """
    found = []
    for count in draws:
        for effect in effects:
            failed = sum(
                conform(
                    _scaled(1.0 + effect, m),
                    kernel="gaussian",
                    mechanism="iid-trigonometric",
                    d=d,
                    draws=count,
                    seed=seed,
                ).conclusion
                == "fails"
                for seed in range(integer("repeats", repeats, 1))
            )
            ends = stats.binomtest(failed, repeats).proportion_ci(CONFIDENCE)
            found.append(
                Measured(f"{count} draws", effect, failed / repeats, float(ends.low), float(ends.high))
            )
    note = f"{repeats} runs a point, Clopper-Pearson intervals at {CONFIDENCE:.0%}"
    title = "How often a wrong bandwidth is found"
    return ExperimentResult(title, "frequencies too large by", "share of runs that fail", note, tuple(found))


def _scaled(factor: float, m: int) -> Callable[[Floats, int], Floats]:
    def features(x: Floats, seed: int) -> Floats:
        w = factor * np.random.default_rng(seed).standard_normal((m, x.shape[1]))
        return np.asarray(np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], axis=1) / np.sqrt(m))

    return features
