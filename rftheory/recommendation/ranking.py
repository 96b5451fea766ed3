"""What a recommendation found: the ranking, and the ready feature map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.recommendation.feature_maps import RandomFeatures
from rftheory.recommendation.intervals import shown
from rftheory.recommendation.judging import Choice, shift_of
from rftheory.recommendation.statistics import Statistics
from rftheory.recommendation.tails import Rarity

HOPELESS = 9.0 * math.log(10.0)


@dataclass(frozen=True, eq=False)
class Recommendation:
    """What `recommend` found: `choices` from the least mean relative error up, and how they were compared.

    `rarity`: how much of the best one's exact error a few draws of its features show. `stopped`: whether a first look
    at a few pairs sufficed, since nothing is useful. `median_scale`: 1 over the median distance, in place of `scale`;
    `useful_scale`: one at which the target is reached, where nothing is useful at `scale`.
    """

    choices: tuple[Choice, ...]
    statistics: Statistics
    features: int
    kernel: str
    target: float
    scale: float
    seed: int
    pairs: int
    level: float
    rarity: Rarity
    stopped: bool
    median_scale: float | None
    useful_scale: float | None
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        best, warned = self.best, f", warnings: {len(self.warnings)}" if self.warnings else ""
        return (
            f"Recommendation({best.title}: mean relative error {shown(best.error.value)} with {best.features} features, "
            f"the least of {len(self.choices)}{warned})"
        )

    @property
    def best(self) -> Choice:
        """The mechanism of least mean relative error."""
        return self.choices[0]

    @property
    def useful(self) -> bool:
        """Whether some mechanism reaches the target with fewer than 10^9 features."""
        return min(choice.log_needed for choice in self.choices) < HOPELESS

    def arguments(self, choice: Choice | None = None) -> dict[str, Any]:
        """The arguments of `RandomFeatures` for a choice, the best one by default."""
        choice = self.best if choice is None else choice
        shift = self.shift(choice.shift)
        return {
            "features": self.features,
            "mechanism": choice.mechanism,
            "kernel": self.kernel,
            "parameters": dict(choice.parameters),
            "shift": [float(c) for c in shift] if np.any(shift) else None,
            "scale": self.scale,
        }

    def transformer(self, choice: Choice | None = None, random_state: Any = 0) -> RandomFeatures:
        """A fitted object with `transform` (queries) and `transform_keys`, for the best choice by default."""
        found = RandomFeatures(**self.arguments(choice), random_state=random_state)
        return found.fit(np.zeros((1, self.statistics.dimension)))

    def shift(self, name: str) -> Floats:
        """What is subtracted from scaled points under this name."""
        return shift_of(name, self.statistics)
