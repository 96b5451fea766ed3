"""What a task draws from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # statements name what they draw, and most commands draw nothing
    import numpy as np

    from rftheory.measured.inputs import Floats


class Sampler(Protocol):
    """Anything that draws i.i.d. values (n,): picklable, a top-level class, with a repr that tells it apart."""

    @property
    def width(self) -> int: ...

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats: ...
