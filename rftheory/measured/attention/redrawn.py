"""Random feature attention with seeded projections that can be redrawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.attention.features import EpsilonAt, Stabiliser, random_feature_attention
from rftheory.measured.attention.quotient import Undefined
from rftheory.measured.engine.streams import stream
from rftheory.measured.inputs import Array, Floats, integer
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap, Kernel
from rftheory.measured.rowmaps.protocol import AbstractRowMap


@dataclass(frozen=True)
class RandomFeatureAttention:
    """Attention with m random projections of R^d: call it on q, k, v; options as for the function.

    A map of whole rows draws its own law, Gaussian rows joined by `coupling`; counts have none (None).
    `heads=None` shares one draw among all leading axes; a number draws independently for each entry of the
    axis before the length. The projections depend on the coupling's name, `seed` and `draw` only, and
    `redraw()` is the same attention with the next draw.
    """

    coupling: AbstractCoupling | None
    feature_map: AbstractFeatureMap | AbstractRowMap
    d: int
    m: int
    heads: int | None = None
    seed: int = 0
    draw: int = 0
    kernel: Kernel | None = None
    scale: float | None = None
    stabiliser: Stabiliser = "invariant"
    epsilon: float = 0.0
    epsilon_at: EpsilonAt = "features"

    def __post_init__(self) -> None:
        rows = isinstance(self.feature_map, AbstractRowMap)
        if not isinstance(self.coupling, AbstractCoupling) and not (rows and self.coupling is None):
            raise InputError(f"coupling is no coupling, given {type(self.coupling).__name__}")
        if not isinstance(self.feature_map, (AbstractFeatureMap, AbstractRowMap)):
            raise InputError(f"feature_map is no feature map, given {type(self.feature_map).__name__}")
        if self.coupling is not None:
            self.coupling.check(self.d, self.m)
        integer("d", self.d, 1)
        integer("m", self.m, 1)
        if self.heads is not None:
            integer("heads", self.heads, 1)
        integer("seed", self.seed, 0)
        integer("draw", self.draw, 0)

    @cached_property
    def projections(self) -> Floats:
        """The drawn projections, (m, d) or (heads, m, d)."""
        label = "own-law" if self.coupling is None else self.coupling.name
        rng = stream(self.seed, f"attention/{label}", 0, self.draw)
        w = drawn(self.coupling, self.d, self.m, rng=rng, n=self.heads or 1, feature_map=self.feature_map)
        return w if self.heads is not None else w[0]

    def redraw(self) -> RandomFeatureAttention:
        """This attention with fresh projections, independent of all earlier draws."""
        return replace(self, draw=self.draw + 1)

    def __call__(
        self,
        q: Any,
        k: Any,
        v: Any,
        *,
        causal: bool = False,
        key_mask: Any = None,
        renormalise: bool = True,
        chunk: int | None = None,
        undefined: Undefined = "raise",
    ) -> Array:
        """The output (..., L, e); see `random_feature_attention`."""
        return random_feature_attention(
            q,
            k,
            v,
            self.projections,
            self.feature_map,
            kernel=self.kernel,
            scale=self.scale,
            causal=causal,
            key_mask=key_mask,
            renormalise=renormalise,
            stabiliser=self.stabiliser,
            epsilon=self.epsilon,
            epsilon_at=self.epsilon_at,
            chunk=chunk,
            undefined=undefined,
        )


def drawn(
    coupling: AbstractCoupling | None,
    d: int,
    m: int,
    *,
    rng: np.random.Generator,
    n: int,
    feature_map: AbstractFeatureMap | AbstractRowMap | None = None,
) -> Floats:
    """n draws of the rows themselves, (n, m, d): by the coupling's fast path, or of the law that a map owns."""
    if isinstance(feature_map, AbstractRowMap):
        return feature_map.sample(d, m, rng=rng, n=n, coupling=coupling)
    if coupling is None:
        raise InputError("no coupling given; allowed: one, for features made of projections")
    return coupling.project(np.eye(d), m, rng=rng, n=n)
