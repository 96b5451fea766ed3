"""Exact, explicit and linear attention against one another and against loops; masks, shapes, hostile inputs."""

import math
import tracemalloc

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory import explicit_attention, linear_attention, softmax_attention
from rftheory.errors import DomainError, InputError, NormaliserError

LEADS = [(), (3,), (2, 3)]
CAUSAL = [False, True]


def rng(seed=7):
    return np.random.default_rng(seed)


def arrays(lead=(), length=37, r=6, e=4, signed=False, seed=7, other=None):
    draw = rng(seed)
    q = np.exp(draw.standard_normal((*lead, length, r)))
    k = np.exp(draw.standard_normal((*lead, other or length, r)))
    if signed:
        q, k = q + 4.0 * draw.choice([-0.2, 1.0], q.shape), k + 4.0 * draw.choice([-0.2, 1.0], k.shape)
    return q, k, draw.standard_normal((*lead, other or length, e))


def mask_for(shape, seed=5):
    mask = rng(seed).random(shape) < 0.6
    mask[..., 0] = True
    return mask


def by_loop(weight, q, k, v, causal, mask):
    """One head, sum by sum: weight(q_i, k_j) for the keys that query i may see."""
    out = np.zeros((len(q), v.shape[1]))
    for i, row in enumerate(q):
        seen = [j for j in range(len(k)) if (not causal or j <= i) and (mask is None or mask[j])]
        weights = [weight(row, k[j]) for j in seen]
        out[i] = sum(w * v[j] for w, j in zip(weights, seen, strict=True)) / math.fsum(weights)
    return out


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("causal", CAUSAL)
def test_each_attention_is_its_definition(causal, masked):
    q, k, v = arrays(length=9)
    mask = mask_for((9,)) if masked else None
    keep = {"causal": causal, "key_mask": mask}
    linear = by_loop(lambda a, b: a @ b, q, k, v, causal, mask)
    np.testing.assert_allclose(explicit_attention(q, k, v, **keep), linear, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(linear_attention(q, k, v, **keep), linear, rtol=1e-12, atol=1e-14)
    soft = by_loop(lambda a, b: math.exp(a @ b / math.sqrt(6)), q, k, v, causal, mask)
    np.testing.assert_allclose(softmax_attention(q, k, v, **keep), soft, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("renormalise", [True, False])
@pytest.mark.parametrize("causal", CAUSAL)
@pytest.mark.parametrize("lead", LEADS)
def test_linear_is_explicit_whatever_the_chunk(lead, causal, renormalise, signed):
    q, k, v = arrays(lead, signed=signed)
    for mask in (None, mask_for((37,)), mask_for((*lead, 37))):
        keep = {"causal": causal, "renormalise": renormalise, "key_mask": mask, "undefined": "nan"}
        expected = explicit_attention(q, k, v, **keep)
        tolerance = 1e-12 * (1.0 + np.nanmax(np.abs(expected)))
        for chunk in (1, 5, 36, 37, 38, None):
            got = linear_attention(q, k, v, chunk=chunk, **keep)
            np.testing.assert_allclose(got, expected, rtol=1e-9, atol=tolerance)


@pytest.mark.parametrize("causal", CAUSAL)
def test_heads_and_batches_are_independent(causal):
    q, k, v = arrays((2, 3))
    mask = mask_for((2, 1, 37))
    for attention in (softmax_attention, explicit_attention, linear_attention):
        whole = attention(q, k, v, causal=causal, key_mask=mask)
        for b in range(2):
            for h in range(3):
                one = attention(q[b, h], k[b, h], v[b, h], causal=causal, key_mask=mask[b, 0])
                np.testing.assert_allclose(whole[b, h], one, rtol=1e-12, atol=1e-14)


def test_queries_and_keys_may_differ_in_number():
    q, k, v = arrays(length=5, other=11)
    assert linear_attention(q, k, v, chunk=3).shape == (5, 4)
    np.testing.assert_allclose(linear_attention(q, k, v, chunk=3), explicit_attention(q, k, v), rtol=1e-12)
    assert softmax_attention(q, k, v).shape == (5, 4)


@pytest.mark.parametrize("attention", [softmax_attention, linear_attention])
def test_padding_changes_nothing_whatever_it_holds(attention):
    q, k, v = arrays(length=20)
    padded = [np.concatenate([array, np.full((6, array.shape[1]), 1e3)]) for array in (q, k, v)]
    mask = np.arange(26) < 20
    for causal in CAUSAL:
        got = attention(*padded, causal=causal, key_mask=mask)[:20]
        np.testing.assert_allclose(got, attention(q, k, v, causal=causal), rtol=1e-12, atol=1e-14)
        left = [np.roll(array, 6, axis=0) for array in padded]
        got = attention(*left, causal=causal, key_mask=np.roll(mask, 6), undefined="nan")
        np.testing.assert_allclose(got[6:], attention(q, k, v, causal=causal), rtol=1e-12, atol=1e-14)
        assert np.isnan(got[:6]).all() == causal


@pytest.mark.parametrize("attention", [softmax_attention, linear_attention])
def test_causal_attention_never_sees_later_keys(attention):
    q, k, v = arrays(length=30)
    before = attention(q, k, v, causal=True)
    k[20:] *= 1e3
    v[20:] = -7.0
    after = attention(q, k, v, causal=True)
    np.testing.assert_allclose(after[:20], before[:20], rtol=1e-13, atol=1e-14)
    assert np.abs(after[20:] - before[20:]).min(axis=1).max() > 0.1


@pytest.mark.parametrize("causal", CAUSAL)
def test_float32_stays_float32_and_is_close(causal):
    q, k, v = arrays((2,), length=200, r=32)
    narrow = [array.astype(np.float32) for array in (q, k, v)]
    for attention in (softmax_attention, explicit_attention, linear_attention):
        got = attention(*narrow, causal=causal)
        assert got.dtype == np.float32
        np.testing.assert_allclose(got, attention(q, k, v, causal=causal), atol=2e-5)
    assert linear_attention(narrow[0], k, narrow[2]).dtype == np.float64


@pytest.mark.parametrize("causal", CAUSAL)
@pytest.mark.parametrize("attention", [softmax_attention, explicit_attention, linear_attention])
def test_other_libraries_give_the_same_numbers(attention, causal):
    q, k, v = arrays((2,), length=11)
    mask = mask_for((2, 11))
    strict = [array_api_strict.asarray(array) for array in (q, k, v)]
    got = attention(*strict, causal=causal, key_mask=array_api_strict.asarray(mask))
    assert type(got) is type(strict[0])
    np.testing.assert_allclose(np.asarray(got), attention(q, k, v, causal=causal, key_mask=mask), rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("causal", CAUSAL)
def test_factors_of_queries_and_of_all_keys_cancel_however_large(causal, dtype):
    q, k, v = (array.astype(dtype) for array in arrays(length=40))
    huge, small = (1e30, 1e-30) if dtype == np.float32 else (1e250, 1e-250)
    rows = np.geomspace(small, huge, 40).astype(dtype)[:, None]
    expected = linear_attention(q, k, v, causal=causal)
    tolerance = 30 * np.finfo(dtype).eps
    for key_factor in (small, huge):
        got = linear_attention(q * rows, k * dtype(key_factor), v, causal=causal)
        np.testing.assert_allclose(got, expected, rtol=100 * tolerance, atol=10 * tolerance)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_keys_that_grow_without_end_do_not_erase_the_past(dtype):
    """Key j has weight e^{j t}: query i must still divide by its own keys, chunk or no chunk."""
    length, t = 64, (2.4 if dtype == np.float32 else 20.0)
    k = np.exp(t * (np.arange(length) - length / 2))[:, None].astype(dtype)
    v = np.arange(length, dtype=dtype)[:, None]
    q = np.ones((length, 1), dtype)
    back = np.exp(-t * np.arange(length, dtype=np.float64))
    tolerance = {"rtol": 1e-4 if dtype == np.float32 else 1e-11, "atol": 1e-5}
    for mask in (None, np.arange(length) % 16 > 2):
        kept = np.ones(length) if mask is None else mask
        weights = [back[: i + 1][::-1] * kept[: i + 1] for i in range(length)]
        with np.errstate(invalid="ignore"):
            expected = [[w @ np.arange(i + 1) / w.sum()] for i, w in enumerate(weights)]
        for chunk in (1, 16, 40, 64):
            got = linear_attention(q, k, v, causal=True, chunk=chunk, key_mask=mask, undefined="nan")
            np.testing.assert_allclose(got, expected, **tolerance)


@pytest.mark.parametrize("causal", CAUSAL)
def test_a_masked_key_is_not_even_multiplied(causal):
    q, k, v = arrays(length=10)
    mask = np.arange(10) != 4
    k *= 1e-200
    expected = linear_attention(q, k, v, causal=causal, key_mask=mask)
    k[4] = 1e300
    for chunk in (1, 10):
        got = linear_attention(q, k, v, causal=causal, key_mask=mask, chunk=chunk)
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-13)


def test_softmax_is_stable_for_large_logits_and_invariant_under_shifts_of_keys():
    q, k, v = arrays(length=20)
    shift = rng(1).standard_normal(6)
    np.testing.assert_allclose(
        softmax_attention(q, k + shift, v), softmax_attention(q, k, v), rtol=1e-11, atol=1e-13
    )
    sharp = softmax_attention(1e3 * q, 1e3 * k, v)
    np.testing.assert_allclose(sharp, v[np.argmax(q @ k.T, axis=1)])
    with pytest.raises(InputError, match="overflows"):
        softmax_attention(1e3 * q, 1e3 * k, v, renormalise=False)
    with pytest.raises(InputError, match="logit overflows"):
        softmax_attention(1e200 * q, 1e200 * k, v)
    assert np.isfinite(softmax_attention(np.full((2, 1), 1e200), np.array([[1.0], [-1e200]]), v[:2])).all()


def test_softmax_without_normaliser_is_a_product():
    q, k, v = arrays(length=10)
    got = softmax_attention(q, k, v, renormalise=False, scale=0.3, causal=True)
    np.testing.assert_allclose(got, np.tril(np.exp(0.3 * q @ k.T)) @ v, rtol=1e-12)


@pytest.mark.parametrize("attention", [explicit_attention, linear_attention])
def test_normalisers_that_are_not_positive_are_never_silent(attention):
    q = np.array([[1.0, 1.0], [1.0, -1.0], [1.0, -3.0], [0.0, 0.0]])
    k, v = np.ones((4, 2)), np.eye(4)
    with pytest.raises(NormaliserError, match=r"3 of 4 rows .* first at \(1,\)") as caught:
        attention(q, k, v)
    assert (caught.value.count, caught.value.total, caught.value.first) == (3, 4, (1,))
    marked = attention(q, k, v, undefined="nan")
    np.testing.assert_allclose(marked[0], 0.25)
    assert np.isnan(marked[1:]).all()
    np.testing.assert_allclose(attention(q, k, v, renormalise=False), (q @ k.T) @ v)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("chunk", [1, 2])
@pytest.mark.parametrize("causal", CAUSAL)
def test_a_normaliser_lost_in_rounding_counts_as_vanished(causal, chunk, sign):
    """0.1 + 0.2 - 0.3 is no number to divide by, whichever of its factors are negative."""
    k, v = np.array([[0.1, 0.3], [0.2, 0.0]]), np.ones((2, 1))
    for q, keys in (([sign, -sign], k), ([sign, sign], k * [1.0, -1.0])):
        for attention in (linear_attention, explicit_attention):
            keep = {"causal": causal, "undefined": "nan"} | (
                {"chunk": chunk} if attention is linear_attention else {}
            )
            assert np.isnan(attention(np.array([q, q]), keys, v, **keep)[1])


@pytest.mark.parametrize("chunk", [1, 2])
def test_a_small_normaliser_that_is_sure_is_kept(chunk):
    """The second key is larger by 1e20 and hardly asked for: what was summed before keeps its own size."""
    q, k = np.array([[1.0, -1e-30]] * 2), np.array([[1.0, 0.0], [0.0, 1e20]])
    np.testing.assert_allclose(linear_attention(q, k, np.eye(2), chunk=chunk), [[1.0, -1e-10]] * 2)
    np.testing.assert_allclose(
        linear_attention(q, k, np.eye(2), chunk=chunk, causal=True), [[1.0, 0.0], [1.0, -1e-10]]
    )


@pytest.mark.parametrize("attention", [softmax_attention, explicit_attention, linear_attention])
def test_queries_without_keys_are_an_error_or_nan(attention):
    q, k, v = arrays((2,), length=5)
    mask = np.array([[True] * 5, [False] * 5])
    with pytest.raises(InputError, match=r"5 of 10 queries have no key left by key_mask, first at \(1, 0\)"):
        attention(q, k, v, key_mask=mask)
    marked = attention(q, k, v, key_mask=mask, undefined="nan")
    assert np.isnan(marked[1]).all()
    np.testing.assert_allclose(marked[0], attention(q[0], k[0], v[0]), rtol=1e-12)
    late = np.arange(5) >= 2
    with pytest.raises(InputError, match="4 of 10 queries have no key"):
        attention(q, k, v, key_mask=late, causal=True)
    assert (attention(q, k, v, key_mask=mask, renormalise=False)[1] == 0.0).all()


@pytest.mark.parametrize("attention", [softmax_attention, explicit_attention, linear_attention])
@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda a: a.update(q=np.full((4, 3), np.nan)), "q contains NaN"),
        (lambda a: a.update(k=np.full((4, 3), np.inf)), "k contains NaN or infinity"),
        (lambda a: a.update(v=np.zeros((4, 0))), "v is empty"),
        (lambda a: a.update(q=np.zeros((0, 3))), "q is empty"),
        (lambda a: a.update(q=np.ones(3)), r"q has shape \(3,\)"),
        (lambda a: a.update(q=np.ones((4, 3), complex)), "q has dtype complex128"),
        (lambda a: a.update(q=np.ones((4, 3), bool)), "q has dtype bool"),
        (lambda a: a.update(q=np.array([["a"] * 3] * 4)), "q"),
        (lambda a: a.update({n: a[n].astype(np.longdouble) for n in "qkv"}), "float128|longdouble"),
        (lambda a: a.update(k=np.ones((4, 2))), "differ in their last axis"),
        (lambda a: a.update(v=np.ones((5, 2))), "differ in length"),
        (lambda a: a.update(q=np.ones((2, 4, 3))), "leading axes differ"),
        (lambda a: a.update(q=np.ones((3, 3)), causal=True), "as many queries as keys"),
        (lambda a: a.update(key_mask=np.ones(4)), "key_mask has dtype float64"),
        (lambda a: a.update(key_mask=np.ones(3, bool)), "key_mask does not broadcast"),
        (lambda a: a.update(key_mask=np.ones((2, 4), bool)), "key_mask does not broadcast"),
        (lambda a: a.update(undefined="zero"), "undefined"),
        (lambda a: a.update(q=array_api_strict.ones((4, 3))), "different libraries"),
        (lambda a: a.update(q=np.ma.masked_array(np.ones((4, 3)))), "masked array"),
        (lambda a: a.update(q="text"), "q is no array"),
    ],
)
def test_bad_input_is_refused_by_name(attention, change, match):
    arguments = {"q": np.ones((4, 3)), "k": np.ones((4, 3)), "v": np.ones((4, 2))}
    change(arguments)
    with pytest.raises(InputError, match=match):
        attention(**arguments)


@pytest.mark.parametrize("chunk", [0, -3, 2.5, True])
def test_a_chunk_is_a_positive_integer(chunk):
    q, k, v = arrays(length=3)
    for attention in (softmax_attention, linear_attention):
        with pytest.raises(DomainError, match="chunk"):
            attention(q, k, v, chunk=chunk)


def test_what_overflows_is_an_error():
    q, k, v = arrays(length=3)
    with pytest.raises(InputError, match="scale the values down"):
        linear_attention(q, k, np.full((3, 1), 1.7e308))
    with pytest.raises(InputError, match="without normaliser overflows"):
        linear_attention(1e200 * q, 1e200 * k, v, renormalise=False)
    assert linear_attention([[1, 2]], [[1, 2]], [[3]]).dtype == np.float64


def sizes():
    return st.tuples(st.integers(1, 9), st.integers(1, 4), st.integers(1, 3), st.integers(1, 10))


@settings(max_examples=60, deadline=None)
@given(size=sizes(), data=st.data())
def test_linear_is_explicit_for_any_positive_features(size, data):
    length, r, e, chunk = size
    logs = st.floats(-60.0, 60.0)
    rows = st.lists(st.lists(logs, min_size=r, max_size=r), min_size=length, max_size=length)
    q, k = np.exp(np.array(data.draw(rows))), np.exp(np.array(data.draw(rows)))
    mask = np.array([True, *data.draw(st.lists(st.booleans(), min_size=length - 1, max_size=length - 1))])
    v = rng(length).standard_normal((length, e))
    for causal in CAUSAL:
        keep = {"causal": causal, "key_mask": mask}
        got = linear_attention(q, k, v, chunk=chunk, **keep)
        np.testing.assert_allclose(got, explicit_attention(q, k, v, **keep), rtol=1e-11, atol=1e-12)
        assert (got <= v.max(axis=0) + 1e-12).all()
        assert (got >= v.min(axis=0) - 1e-12).all()


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1000), size=sizes())
def test_outputs_follow_permutations_and_are_linear_in_values(seed, size):
    length, r, e, chunk = size
    q, k, v = arrays(length=length, r=r, e=e, seed=seed)
    order = rng(seed).permutation(length)
    base = linear_attention(q, k, v, chunk=chunk)
    np.testing.assert_allclose(linear_attention(q[order], k, v, chunk=chunk), base[order], rtol=1e-12)
    np.testing.assert_allclose(
        linear_attention(q, k[order], v[order], chunk=chunk), base, rtol=1e-10, atol=1e-12
    )
    for causal in CAUSAL:
        got = linear_attention(q, k, 2.0 * v + 1.0, causal=causal, chunk=chunk)
        expected = 2.0 * linear_attention(q, k, v, causal=causal, chunk=chunk) + 1.0
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("causal", CAUSAL)
def test_memory_is_that_of_the_output_not_of_a_square(causal):
    length, r, e = 1 << 12, 64, 16
    q, k, v = arrays(length=length, r=r, e=e)
    tracemalloc.start()
    try:
        linear_attention(q, k, v, causal=causal)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * length * (8 * e) + (1 << 23)
    assert peak < 8 * length * length // 8


@pytest.mark.slow
@pytest.mark.parametrize("causal", CAUSAL)
def test_a_sequence_of_65536_needs_little_beyond_its_inputs(causal):
    """Inputs are a quarter of a GiB; the square of the length would be 32."""
    draw = rng()
    q, k = np.exp(0.1 * draw.standard_normal((2, 65536, 256)))
    v = draw.standard_normal((65536, 64))
    tracemalloc.start()
    try:
        out = linear_attention(q, k, v, causal=causal)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 2**29
    rows = slice(65000, 65003)
    seen = np.arange(65536) <= np.arange(65536)[rows, None]
    weights = (q[rows] @ k.T) * (seen if causal else 1.0)
    np.testing.assert_allclose(out[rows], weights @ v / weights.sum(axis=1, keepdims=True), rtol=1e-9)
