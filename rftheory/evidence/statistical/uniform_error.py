"""Uniform error of an approximate attention matrix, drawn at the number of projections that a theorem asks for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rftheory.context import Context
from rftheory.evidence.statistical.sign_tests import SignTests
from rftheory.exact.formula import Formula
from rftheory.measured.engine.streams import stream
from rftheory.measured.inference.mean import DecisionOutcome
from rftheory.measured.inference.sign_test import SignTest
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome


@dataclass(frozen=True)
class UniformError(SignTests):
    """max |A^ - A| <= eps with probability at least 1/2 at m = ceil(count), for tokens drawn once in every setting.

    `settings` fix d, R, eps and the number of tokens L. Half of the keys are minus queries, so that differences
    reach 2R; all have norm R. Every setting has a sign test of success being more likely than not. Anything else
    leaves the statement undecided: the constant is not the theorem's.
    """

    count: Formula
    settings: tuple[Mapping[str, object], ...]
    odds: float = 0.95
    coupling: str = "orthogonal"

    costly = True
    rejects = False

    @property
    def events(self) -> tuple[str, ...]:
        """The uniform error within eps, in every setting."""
        return tuple(
            f"error within {setting['eps']} at d={setting['d']} L={setting['L']} R={setting['R']}"
            for setting in self.settings
        )

    def rehearse(self, statement: Statement, rng: np.random.Generator) -> object:  # noqa: ARG002
        """One draw in every setting."""
        for setting in self.settings:
            x, y = _tokens(setting, rng)
            self._error(self._projections(setting), x, y, rng)
        return None

    def examine(self, statement: Statement, context: Context, test: SignTest) -> Evidence:
        """Draw every setting."""
        held, notes, data = True, [], []
        for place, setting in enumerate(self.settings):
            m = self._projections(setting)
            x, y = _tokens(setting, stream(context.seed, f"tokens|{statement.id}", place, 0))
            name = f"uniform|{statement.id}"
            streams = (stream(context.seed, name, place, draw) for draw in range(test.n))
            errors = np.array([self._error(m, x, y, rng) for rng in streams])
            threshold = float(Fraction(str(setting["eps"])))
            rate = float(np.mean(errors <= threshold))
            wins = int(np.count_nonzero(errors <= threshold))
            held = held and test.decide(wins) is DecisionOutcome.PASS
            spread = float(np.std(errors, ddof=1)) / math.sqrt(test.n)
            facts = {**{name: str(value) for name, value in setting.items()}, "m": m, "rate": rate}
            data.append({**facts, "error": float(np.mean(errors)), "standard_error": spread})
            shown = f"d={setting['d']} L={setting['L']} R={setting['R']} m={m}"
            notes.append(f"{shown}: {np.mean(errors):.3g} +- {spread:.1g} of {threshold:g}")
        outcome = Outcome.HOLDS if held else Outcome.UNDECIDED
        detail = (
            f"largest error at the printed number of projections, {test.n} draws each: {'; '.join(notes)}; "
            f"within eps with probability above 1/2 at error rate {test.beta:.1e}: {'yes' if held else 'not shown'}"
        )
        return Evidence(self.kind, outcome, detail, data={"settings": data})

    def _projections(self, setting: Mapping[str, object]) -> int:
        """The number that the theorem asks for."""
        asked = self.count.at(self.count.point({name: setting[name] for name in self.count.names}), 15)
        return max(1, math.ceil(float(asked)))

    def _error(self, m: int, x: Floats, y: Floats, rng: np.random.Generator) -> float:
        """The largest error of one draw of the projections."""
        features = feature_maps()["trigonometric"]
        w = couplings()[self.coupling].sample(x.shape[1], m, rng=rng, n=1)[0]
        estimate = features.features(w, x, kernel="softmax") @ features.features(w, y, kernel="softmax").T
        return float(np.max(np.abs(estimate - np.exp(x @ y.T))))


def _tokens(setting: Mapping[str, object], rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Queries and keys of norm R over d^(1/4)."""
    d, count, norm = int(str(setting["d"])), int(str(setting["L"])), float(Fraction(str(setting["R"])))
    queries, keys = rng.standard_normal((count, d)), rng.standard_normal((count, d))
    keys[: count // 2] = -queries[: count // 2]
    scale = norm / d**0.25
    x, y = (scale * rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (queries, keys))
    return x, y
