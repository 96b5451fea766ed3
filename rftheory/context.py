"""How much work a run may do and with which seed: profiles as data."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rftheory.errors import InputError


@dataclass(frozen=True)
class Profile:
    """Budgets of one verification profile (counts of points, seconds, relative tolerance of simulations)."""

    name: str
    agreement_points: int
    search_points: int
    simulations: bool
    draws_budget: float
    tolerance: float


PROFILES = {
    "quick": Profile("quick", 6, 40, False, 2e5, 0.05),
    "full": Profile("full", 16, 160, True, 6e8, 0.02),
    "deep": Profile("deep", 40, 800, True, 6e9, 0.01),
}


@dataclass(frozen=True)
class Context:
    """One run: profile, root seed, error budgets of the whole run, executor, checkpoint store, file of a lifetime.

    `hasty` runs look for a falsehood: two values are compared coarsely first and not beyond ordinary precision.
    With `ahead` nothing is drawn: every statistical test is announced to it and left undecided. Only the search
    command limits `search_seconds`; a verification counts its work in points. `search_share` (k, n) is every n-th
    point of a search, from the k-th on.
    """

    profile: Profile = PROFILES["quick"]
    seed: int = 20230131
    alpha: float = 1e-6
    beta: float = 1e-6
    workers: int = 1
    executor: Any = None
    store: Any = None
    lifetime: Any = None
    tests: int = 1
    hasty: bool = False
    ahead: Callable[[Any], None] | None = None
    search_seconds: float = math.inf
    search_share: tuple[int, int] = (0, 1)

    @property
    def share(self) -> tuple[float, float]:
        """The error rates (alpha, beta) of one statistical test: the run's over the number of tests of all papers."""
        return self.alpha / self.tests, self.beta / self.tests


def profile(name: str) -> Profile:
    """The profile of that name, or InputError listing the allowed ones."""
    if name not in PROFILES:
        raise InputError(f"unknown profile {name!r}; allowed: {', '.join(PROFILES)}")
    return PROFILES[name]
