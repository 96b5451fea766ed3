"""Attention by names of mechanisms, and masks whose shapes leave no doubt."""

import numpy as np
import pytest

import rftheory
from rftheory.errors import InputError, UnknownIdError

q, k, v = np.random.default_rng(0).standard_normal((3, 2, 3, 9, 4)) * 0.5


def test_names_are_the_objects() -> None:
    named = rftheory.RandomFeatureAttention("orthogonal", "positive", d=4, m=8, heads=3)
    given = rftheory.RandomFeatureAttention(
        rftheory.couplings()["orthogonal"], rftheory.feature_maps()["positive"], d=4, m=8, heads=3
    )
    assert np.array_equal(named(q, k, v), given(q, k, v))
    assert np.array_equal(named.redraw()(q, k, v), given.redraw()(q, k, v))
    assert named.coupling is rftheory.couplings()["orthogonal"]
    counts = rftheory.RandomFeatureAttention(None, next(iter(rftheory.row_maps())), d=4, m=8)
    assert counts.projections.shape == (8, 4)
    w = given.projections
    assert np.array_equal(
        rftheory.random_feature_attention(q, k, v, w, "positive"),
        rftheory.random_feature_attention(q, k, v, w, rftheory.feature_maps()["positive"]),
    )
    error = rftheory.attention_error("iid", "positive", length=8, d=4, ms=(4,), draws=2)
    assert error.errors.shape == (1, 2)


@pytest.mark.parametrize(("coupling", "feature_map"), [("orthogonl", "positive"), ("iid", "positiv")])
def test_unknown_names_say_what_is_near(coupling: str, feature_map: str) -> None:
    with pytest.raises(UnknownIdError, match=r"nearest: .*(orthogonal|positive)"):
        rftheory.RandomFeatureAttention(coupling, feature_map, d=4, m=8)


def test_masks_have_one_axis_or_all() -> None:
    attention = rftheory.RandomFeatureAttention("orthogonal", "positive", d=4, m=8)
    keys = np.arange(9) < 6
    expected = attention(q, k, v, key_mask=np.broadcast_to(keys, (2, 3, 9)))
    for mask in (keys, keys[None, None], np.broadcast_to(keys, (2, 1, 9)), np.broadcast_to(keys, (1, 3, 9))):
        assert np.array_equal(attention(q, k, v, key_mask=mask), expected)
    for wrong in (np.broadcast_to(keys, (2, 9)), np.broadcast_to(keys, (3, 9)), np.ones((2, 3, 8), bool)):
        with pytest.raises(InputError, match="key_mask"):
            attention(q, k, v, key_mask=wrong)
