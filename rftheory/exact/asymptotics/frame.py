"""The frame of an expansion: from which V on it holds and how many terms it keeps; and what can stop it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Real


class Unsupported(Exception):
    """No rule expands this node; another cutoff does not help."""


class Unclear(Exception):
    """A sign or a bound is not certain at this cutoff; a larger one may decide it."""


@dataclass(frozen=True)
class Frame:
    """All V >= 10^cutoff (cutoff at least 1), with `order` + 1 coefficients of every Laurent polynomial."""

    cutoff: int
    order: int = 10

    @functools.cached_property
    def log(self) -> Ball:
        """The least log V."""
        return (balls.arb(10) ** self.cutoff).log()

    def small(self, power: int) -> Ball:
        """V^(-power) over all V of the frame: a ball of [0, 10^(-cutoff power)]."""
        return _small(self.cutoff * power, balls.precision())


@functools.lru_cache(maxsize=4096)
def _small(power: int, bits: int) -> Ball:  # noqa: ARG001 - the value depends on the working precision
    """A ball of [0, 10^-power] at a working precision."""
    return up_to(balls.ball(balls.fmpq(1, 10**power)))


def up_to(bound: Ball) -> Ball:
    """A ball that contains [0, bound]."""
    return balls.arb(0).union(bound)


def is_zero(value: Real) -> bool:
    """Whether it is exactly 0."""
    return isinstance(value, balls.fmpq) and not value
