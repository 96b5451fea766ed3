"""The error budget of a whole run: who may spend how much alpha and beta. Nothing is spent twice or on demand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rftheory.errors import BudgetError, DomainError, InputError, UnknownIdError


@dataclass(frozen=True, slots=True)
class Share:
    """The false-alarm and false-pass rates that one named test may use."""

    name: str
    alpha: float
    beta: float


class ErrorBudget:
    """Splits (alpha, beta) over named tests before the run; by the union bound the run errs no more often.

    names: every test of the run, known before any is run. weights: positive and relative, 1 unless given.
    Sums are exact rationals: P(some true claim refuted) <= alpha, P(some wrong claim passed) <= beta,
    under each test's own assumptions, whatever the dependence between tests.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        alpha: float = 1e-6,
        beta: float = 1e-6,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        for parameter, rate in (("alpha", alpha), ("beta", beta)):
            if not 0 < rate < 1:
                raise DomainError(parameter, rate, "0 < rate < 1")
        if not names or len(set(names)) != len(names):
            raise InputError("an error budget needs at least one name, and no name twice")
        given = dict(weights or {})
        for name, weight in given.items():
            if name not in names or not 0 < weight < math.inf:
                raise DomainError("weights", {name: weight}, "finite and > 0, for names of the budget")
        parts = {name: Fraction(given.get(name, 1.0)) for name in names}
        whole = sum(parts.values())
        self.alpha = alpha
        self.beta = beta
        self._shares = {
            name: Share(name, _below(Fraction(alpha) * part / whole), _below(Fraction(beta) * part / whole))
            for name, part in parts.items()
        }
        self._spent: dict[str, tuple[Fraction, Fraction]] = {}

    def share(self, name: str) -> Share:
        """What `name` may spend; UnknownIdError for a name that was not announced."""
        if name not in self._shares:
            raise UnknownIdError(name, what="test of the error budget")
        return self._shares[name]

    def spend(self, name: str, *, alpha: float, beta: float = 0.0) -> None:
        """Record rates used by `name`; BudgetError if its share, over all its spending, does not cover them."""
        share = self.share(name)
        if not (alpha >= 0 and beta >= 0):
            raise DomainError("alpha, beta", (alpha, beta), ">= 0")
        before = self._spent.get(name, (Fraction(0), Fraction(0)))
        after = (before[0] + Fraction(alpha), before[1] + Fraction(beta))
        if after[0] > Fraction(share.alpha) or after[1] > Fraction(share.beta):
            raise BudgetError(
                f"{name} would spend alpha = {float(after[0]):.3g}, beta = {float(after[1]):.3g} of its share "
                f"alpha = {share.alpha:.3g}, beta = {share.beta:.3g}"
            )
        self._spent[name] = after

    @property
    def spent(self) -> tuple[float, float]:
        """Sums of alpha and beta spent so far: bounds of both error rates of what has been run."""
        sums = [sum((pair[side] for pair in self._spent.values()), Fraction(0)) for side in (0, 1)]
        return (float(sums[0]), float(sums[1]))

    @property
    def text(self) -> str:
        """One line for the report."""
        alpha, beta = self.spent
        return (
            f"{len(self._spent)} of {len(self._shares)} tests run; spent alpha {alpha:.3g} of {self.alpha:.3g}, "
            f"beta {beta:.3g} of {self.beta:.3g} (union bound)"
        )


def _below(number: Fraction) -> float:
    """The largest float that is at most `number`, so that shares never sum to more than the whole."""
    nearest = float(number)
    return nearest if Fraction(nearest) <= number else math.nextafter(nearest, 0.0)
