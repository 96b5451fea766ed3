"""A contrast of two experiments: scale, range and draws are those of U - e^r V, by hand."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.contrasts import Contrast


@dataclass(frozen=True)
class Steady:
    """Always the same value, of a declared range and scale."""

    value: float
    support: tuple[float, float]
    log_scale: float
    label: str
    width: int

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        del rng
        return np.full(n, self.value)


ONE = Steady(0.5, (-1.0, 2.0), math.log(10.0), "one", 3)  # 5 in [-10, 20]
TWO = Steady(0.25, (0.0, 3.0), math.log(4.0), "two", 5)  # 1 in [0, 12]


@pytest.mark.parametrize("ratio", [0.5, 2.0, 8.0])
def test_a_contrast_is_what_it_says(ratio: float) -> None:
    found = Contrast(ONE, TWO, math.log(ratio))
    scale = max(10.0, 4.0 * ratio)
    assert math.exp(found.log_scale) == pytest.approx(scale)
    assert np.array(found.support) * scale == pytest.approx([-10.0 - 12.0 * ratio, 20.0])
    values = found.draw(4, rng=np.random.default_rng(0))
    assert values * scale == pytest.approx([5.0 - ratio] * 4)
    assert (found.width, found.label) == (8, "contrast of two: one; two")
