"""Uniform error of an approximate attention matrix, drawn at the number of projections that a theorem asks for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rftheory.battery.concentration import RATE, reach
from rftheory.context import Context
from rftheory.exact.formula import Formula
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome


@dataclass(frozen=True)
class UniformError(Check):
    """max |A^ - A| <= eps with probability at least 1/2 at m = ceil(count), for tokens drawn once in every setting.

    `settings` fix d, R, eps and the number of tokens L. Half of the keys are minus queries, so that differences
    reach 2R; all have norm R. By Hoeffding's inequality the success rate is at least that found less a limit, up
    to an error of concentration.RATE. A lower rate leaves the statement undecided: the constant is not the theorem's.
    """

    count: Formula
    settings: tuple[Mapping[str, object], ...]
    draws: int = 100
    coupling: str = "orthogonal"

    kind = EvidenceKind.SIMULATION
    random = costly = True
    rejects = False

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Draw every setting."""
        limit, held, notes, data = reach(self.draws), True, [], []
        for place, setting in enumerate(self.settings):
            errors, m = self._errors(setting, statement, context, place)
            threshold = float(Fraction(str(setting["eps"])))
            rate = float(np.mean(errors <= threshold))
            held = held and rate - limit >= 0.5
            spread = float(np.std(errors, ddof=1)) / math.sqrt(self.draws)
            facts = {**{name: str(value) for name, value in setting.items()}, "m": m, "rate": rate}
            data.append({**facts, "error": float(np.mean(errors)), "standard_error": spread})
            shown = f"d={setting['d']} L={setting['L']} R={setting['R']} m={m}"
            notes.append(f"{shown}: {np.mean(errors):.3g} +- {spread:.1g} of {threshold:g}")
        outcome = Outcome.HOLDS if held else Outcome.UNDECIDED
        detail = (
            f"largest error at the printed number of projections, {self.draws} draws each: {'; '.join(notes)}; "
            f"within eps with probability above 1/2 at error rate {RATE:g}: {'yes' if held else 'not shown'}"
        )
        return Evidence(self.kind, outcome, detail, data={"settings": data, "limit": limit})

    def _errors(
        self, setting: Mapping[str, object], statement: Statement, context: Context, place: int
    ) -> tuple[Floats, int]:
        d, tokens = int(str(setting["d"])), int(str(setting["L"]))
        asked = self.count.at(self.count.point({name: setting[name] for name in self.count.names}), 15)
        m = max(1, math.ceil(float(asked)))
        x, y = _tokens(d, tokens, float(Fraction(str(setting["R"]))), context.seed, statement.id, place)
        kernel = np.exp(x @ y.T)
        coupling, features = couplings()[self.coupling], feature_maps()["trigonometric"]
        errors = np.empty(self.draws)
        for draw in range(self.draws):
            rng = stream(context.seed, f"uniform|{statement.id}", place, draw)
            w = coupling.sample(d, m, rng=rng, n=1)[0]
            estimate = features.features(w, x, kernel="softmax") @ features.features(w, y, kernel="softmax").T
            errors[draw] = np.max(np.abs(estimate - kernel))
        return errors, m


def _tokens(d: int, count: int, norm: float, seed: int, name: str, place: int) -> tuple[Floats, Floats]:
    """Queries and keys of that norm over d^(1/4)."""
    rng = stream(seed, f"tokens|{name}", place, 0)
    queries, keys = rng.standard_normal((count, d)), rng.standard_normal((count, d))
    keys[: count // 2] = -queries[: count // 2]
    scale = norm / d**0.25
    x, y = (scale * rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (queries, keys))
    return x, y
