"""What a ready map allocates beside its result, counted in bytes and not in seconds."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from rftheory import RandomFeatures


@pytest.mark.parametrize("mechanism", ["orthogonal-positive", "orthogonal-trigonometric"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_map_allocates_its_result_and_little_else(mechanism: str, dtype: type) -> None:
    x = np.random.default_rng(20230131).standard_normal((20_000, 16)).astype(dtype) / 4
    made = RandomFeatures(256, mechanism=mechanism, random_state=0).fit(x)
    made.transform(x[:100])
    tracemalloc.start()
    result = made.transform(x)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.dtype == dtype
    assert peak <= 1.1 * result.nbytes
