"""The worst error of estimates at one norm, in numbers and in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rftheory.conformance.moments.spread import Described

VARIES = 1e-6
"""A spread beyond what the rounding of one draw that never changes makes."""


@dataclass(frozen=True)
class WorstError:
    """Of all places at one norm: the worst relative bias and the worst relative spread of an estimate, and where.

    exact: the spread there by the closed form of the mechanism, where that is known. lost: places without numbers.
    """

    norm: float
    bias: Described
    biased_at: str
    spread: Described
    spread_at: str
    exact: float | None = None
    lost: tuple[str, ...] = ()

    def certain(self, least: float, times: float) -> bool:
        """Whether the bias is larger than `least`, and so many half widths of its interval from zero; not of one draw alone."""
        bias, spread = self.bias, self.spread.value
        reach = times * (bias.high - bias.low) / 2.0
        drawn = math.isfinite(bias.value) and spread > VARIES
        return drawn and abs(bias.value) > max(least, reach)

    @property
    def text(self) -> str:
        """One line."""
        lost = f"; no numbers at {', '.join(self.lost)}" if self.lost else ""
        if not math.isfinite(self.bias.value):
            return f"at |x| = {self.norm:.3g} estimates are no numbers"
        low, high = (_percent(end) for end in (self.bias.low, self.bias.high))
        if self.bias.nothing:
            bias = f"no bias is seen: {_percent(self.bias.value)} % [{low}, {high}] at worst"
        else:
            bias = f"estimates are off by up to {_percent(self.bias.value)} % [{low}, {high}]"
        exact = "" if self.exact is None else f" ({_percent(self.exact)} by the closed form)"
        wide = f"one estimate varies by {_percent(self.spread.value)} %{exact}"
        where = "" if self.spread_at == self.biased_at else f", {self.spread_at}"
        return f"at |x| = {self.norm:.3g} {bias}, {self.biased_at}; {wide}{where}{lost}"


def _percent(value: float) -> str:
    size = abs(100.0 * value)
    return (
        f"{100.0 * value:.3g}"
        if size < 1.0
        else f"{100.0 * value:.1f}"
        if size < 9.95
        else f"{100.0 * value:.0f}"
    )
