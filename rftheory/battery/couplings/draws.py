"""A coupling under examination and its draws, each made once on a stream of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.battery.check import chosen
from rftheory.battery.concentration import draws
from rftheory.measured.couplings.blocks import AbstractHadamardCoupling
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.mechanisms.givens import Givens

EFFECT = 0.05
"""The distance between laws that one DKW test sees; a mean in [-1, 1] is seen at twice that."""
MIDDLE, COARSE = 0.1, 0.3
"""The same where an iteration arranges every draw: for its fast paths, and for its loop in `sample`."""
D, M = 4, 8
"""Laws are tested in R^4, where signs can be enumerated, on two blocks."""


@dataclass(frozen=True)
class ExaminedCoupling:
    """A coupling, the one whose law it claims, and its draws of two blocks in R^D, each made once by both ways."""

    coupling: AbstractCoupling
    claim: AbstractCoupling
    seed: int

    @cached_property
    def tags(self) -> frozenset[str]:
        """What the claimed law declares."""
        law = self.claim.law
        known = self.claim.isotropic or isinstance(self.claim, (AbstractHadamardCoupling, Givens))
        return chosen(
            {
                "sqrt(d)": law.norm == "sqrt(d)",
                "chi_d": law.norm == "chi_d",
                "gram": law.gram(D) is not None,
                "independent": law.directions == "independent",
                "anti-resultant": law.directions == "anti-resultant",
                "isotropic": self.claim.isotropic,
                "hadamard": isinstance(self.claim, AbstractHadamardCoupling),
                "givens": isinstance(self.claim, Givens),
                "open": not known,
                "padded": self.claim.padded(3) == D,
            }
        )

    def stream(self, use: str, index: int = 0) -> np.random.Generator:
        """A stream of its own for every use."""
        return stream(self.seed, f"structure|{self.coupling.name}|{use}", index, 0)

    @property
    def block(self) -> int:
        """Rows of a block in R^D."""
        return self.claim.law.rows(D)

    @property
    def rows(self) -> int:
        """Rows of two blocks."""
        return 2 * self.block

    @cached_property
    def iterated(self) -> bool:
        """Whether `sample` arranges one draw at a time."""
        return self.claim.law.directions == "anti-resultant"

    @cached_property
    def fast(self) -> Floats:
        """W as the projections of the unit vectors."""
        return self.coupling.project(np.eye(D), self.rows, rng=self.stream("fast"), n=draws(EFFECT))

    @cached_property
    def dense(self) -> Floats:
        """W as the dense oracle makes it."""
        n = draws(COARSE if self.iterated else EFFECT)
        return self.coupling.sample(D, self.rows, rng=self.stream("dense"), n=n)

    def both(self) -> Iterator[tuple[str, Floats]]:
        """Either way with its name."""
        yield "project", self.fast
        yield "sample", self.dense

    def few(self, d: int, m: int, n: int = 16) -> Iterator[tuple[str, Floats]]:
        """A few draws of W (n, m, d) by both ways."""
        yield "project", self.coupling.project(np.eye(d), m, rng=self.stream("few", 0), n=n)
        yield "sample", self.coupling.sample(d, m, rng=self.stream("few", 1), n=n)
