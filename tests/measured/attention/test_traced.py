"""Attention whose steps depend on shapes alone gives the numbers of the one that looks at them, for every map."""

from __future__ import annotations

import numpy as np
import pytest

from rftheory import RandomFeatureAttention, feature_maps, row_maps, softmax_attention
from rftheory.errors import InputError
from rftheory.measured.attention.features import softmax_first
from rftheory.measured.attention.tokens import tokens
from rftheory.measured.attention.traced import Featured, traced_attention

pytestmark = pytest.mark.filterwarnings(
    "ignore::RuntimeWarning"
)  # NumPy's, of logarithms of zero and underflows
MAPS = {**feature_maps(), **row_maps()}
BY_COORDINATE = (
    "by-coordinate",
    "geometric-positive",
    "poisson-positive",
)  # these have three, and a parameter for each


def _attention(name: str, m: int = 16) -> RandomFeatureAttention:
    d = 3 if name.endswith(BY_COORDINATE) else 8
    attention = RandomFeatureAttention("orthogonal", name, d, m)
    try:
        assert attention.projections.shape == (m, d)
    except InputError:  # counts have no coupling
        return RandomFeatureAttention(None, name, d, m)
    return attention


def _traced(attention: RandomFeatureAttention, *arrays: object, causal: bool, **more: object) -> np.ndarray:
    data = tokens(*arrays, causal=causal, look=False, key_mask=more.pop("key_mask", None))
    kernel = softmax_first(attention.feature_map, None)
    featured = Featured(attention.feature_map, attention.projections, kernel, attention.d**-0.25)
    return traced_attention(data, featured, causal=causal, **more)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("name", sorted(MAPS))
def test_the_numbers_are_those_of_the_attention_that_looks(name: str, causal: bool, masked: bool) -> None:
    attention = _attention(name)
    rng = np.random.default_rng(20200930)
    for size in (0.5, 2.5):
        q, k, v = size * np.abs(rng.standard_normal((3, 2, 2, 70, attention.d)))
        mask = rng.random((2, 2, 70)) < 0.7 if masked else None
        want = attention(q, k, v, causal=causal, key_mask=mask, chunk=16, undefined="nan")
        for chunk in (16, None):
            found = _traced(attention, q, k, v, causal=causal, key_mask=mask, chunk=chunk)
            np.testing.assert_allclose(found, want, rtol=1e-7, atol=1e-7 * np.nanmax(np.abs(want)))


def test_rows_that_underflow_beside_a_later_key_are_nan_and_others_right() -> None:
    """The first keys are so long that their features are below e^-900, the others not: rows that see them alone are lost."""
    attention = _attention("positive", m=64)
    q, k, v = np.random.default_rng(3).standard_normal((3, 64, 8)) / 4
    k[:3] *= 80.0 / np.linalg.norm(k[:3], axis=-1, keepdims=True)
    want = attention(q, k, v, causal=True)
    found = _traced(attention, q, k, v, causal=True, chunk=16)
    lost = np.isnan(found).any(axis=-1)
    assert list(np.flatnonzero(lost)) == [0, 1, 2]
    np.testing.assert_allclose(found[~lost], want[~lost], rtol=1e-9)
    assert not np.isnan(_traced(attention, q, k, v, causal=False)).any()


@pytest.mark.parametrize("causal", [False, True])
def test_sixteen_bits_are_computed_in_thirty_two(causal: bool) -> None:
    """The result is the one of the rounded inputs in double precision, rounded once: half a unit of 2^-11."""
    arrays = (np.random.default_rng(5).standard_normal((3, 2, 100, 8)) / 2).astype(np.float16)
    wide = arrays.astype(np.float64)
    attention = _attention("positive", m=64)
    for narrow, want in (
        (attention(*arrays, causal=causal), attention(*wide, causal=causal)),
        (_traced(attention, *arrays, causal=causal), attention(*wide, causal=causal)),
        (softmax_attention(*arrays, causal=causal), softmax_attention(*wide, causal=causal)),
    ):
        assert narrow.dtype == np.float16
        np.testing.assert_allclose(narrow.astype(np.float64), want, rtol=2.0**-11 * 1.01, atol=2.0**-24)
