"""Attention by names of mechanisms, and masks whose shapes leave no doubt."""

import pickle
from typing import Any

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
    assert rftheory.attention_error("iid", "positive", length=4, d=2, draws=2).ms == (16, 32, 64, 128, 256)
    error = rftheory.attention_error("iid", "positive", length=8, d=4, ms=(4,), draws=2)
    assert error.errors.shape == (1, 2)


@pytest.mark.parametrize(("coupling", "feature_map"), [("orthogonl", "positive"), ("iid", "positiv")])
def test_unknown_names_say_what_is_near(coupling: str, feature_map: str) -> None:
    with pytest.raises(UnknownIdError, match=r"nearest: .*(orthogonal|positive)"):
        rftheory.RandomFeatureAttention(coupling, feature_map, d=4, m=8)


@pytest.mark.parametrize(
    ("name", "coupling", "feature_map"),
    [
        ("favor+", "orthogonal", "positive"),
        ("Performer", "orthogonal", "positive"),
        ("favor++", "orthogonal", "oprf"),
        ("gerf", "orthogonal", "gerf"),
        ("simplex-oprf", "simplex", "oprf"),
        ("rff", "iid", "trigonometric"),
        ("elu+1", "orthogonal", "elu+1"),
        ("poisson", None, "poisson"),
    ],
)
def test_one_name_for_both(name: str, coupling: str | None, feature_map: str) -> None:
    one = rftheory.RandomFeatureAttention(name, d=4, m=8, heads=3, seed=5)
    assert one == rftheory.RandomFeatureAttention(coupling, feature_map, 4, 8, 3, 5)
    assert one.redraw().draw == 1
    assert pickle.loads(pickle.dumps(one)) == one


def test_dense_maps_take_their_matrix() -> None:
    a = np.diag([-0.3, -0.2, 0.0, 0.05])
    made = rftheory.RandomFeatureAttention("dense", d=4, m=4000, matrix=a, heads=3, seed=1)
    assert np.max(np.abs(made(q, k, v) - rftheory.softmax_attention(q, k, v))) < 0.1
    for other in ({"A": a}, {"Sigma": np.eye(4) - 4 * a}, [-0.3, -0.2, 0.0, 0.05]):
        same = rftheory.RandomFeatureAttention("orthogonal", "dense", 4, 4000, 3, 1, matrix=other)
        assert same(q, k, v) == pytest.approx(made(q, k, v), rel=1e-9)
    single = made(*(each.astype(np.float32) for each in (q, k, v)))
    assert single.dtype == np.float32
    assert single == pytest.approx(made(q, k, v), abs=1e-4)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("favor+",), "needs d, the width of a head, and m"),
        (("favor+", None, 4), "given: d = 4"),
        (("hrf", None, 4, 8), "is a hybrid"),
        (("iid-poisson", None, 4, 8), "no coupling joins"),
        (("no-such", None, 4, 8), "unknown mechanism 'no-such'; allowed: a coupling .*favor"),
        ((None, None, 4, 8), "no feature map is given"),
    ],
)
def test_names_that_are_none_say_what_is_allowed(given: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rftheory.RandomFeatureAttention(*given)
    with pytest.raises(InputError, match="allowed: for dense"):
        rftheory.RandomFeatureAttention("favor+", d=4, m=8, matrix=-0.1)


def test_masks_have_one_axis_or_all() -> None:
    attention = rftheory.RandomFeatureAttention("orthogonal", "positive", d=4, m=8)
    keys = np.arange(9) < 6
    expected = attention(q, k, v, key_mask=np.broadcast_to(keys, (2, 3, 9)))
    for mask in (keys, keys[None, None], np.broadcast_to(keys, (2, 1, 9)), np.broadcast_to(keys, (1, 3, 9))):
        assert np.array_equal(attention(q, k, v, key_mask=mask), expected)
    for wrong in (np.broadcast_to(keys, (2, 9)), np.broadcast_to(keys, (3, 9)), np.ones((2, 3, 8), bool)):
        with pytest.raises(InputError, match="key_mask"):
            attention(q, k, v, key_mask=wrong)
