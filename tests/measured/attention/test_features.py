"""Random feature attention: what is exactly invariant, what is biased and by how much, norms of 50, redrawing."""

import pickle
import warnings
from dataclasses import replace

import array_api_strict
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory import (
    RandomFeatureAttention,
    attention_error,
    couplings,
    explicit_attention,
    feature_maps,
    linear_attention,
    random_feature_attention,
    softmax_attention,
)
from rftheory.errors import DomainError, InputError, NormaliserError
from rftheory.measured.attention import study

COUPLINGS, MAPS = couplings(), feature_maps()
POSITIVE, TRIG = MAPS["positive"], MAPS["trigonometric"]
CAUSAL = [False, True]
NEVER_ZERO = ("positive", "hyperbolic", "exponential", "elu+1")
D, M, LENGTH = 8, 24, 29


def rng(seed=3):
    return np.random.default_rng(seed)


def inputs(lead=(), length=LENGTH, d=D, seed=3, norm=None):
    q, k, v = rng(seed).standard_normal((3, *lead, length, d))
    if norm is not None:
        q, k = (norm * x / np.linalg.norm(x, axis=-1, keepdims=True) for x in (q, k))
    return q, k, v[..., :3]


def attention(feature_map=POSITIVE, coupling="orthogonal", **options):
    return RandomFeatureAttention(COUPLINGS[coupling], feature_map, D, M, **options)


def naive(feature_map, w, x, kernel):
    """The features themselves for each head of x (..., heads, L, d), or of x (L, d)."""
    if x.ndim == 2:
        return feature_map.features(w, x * x.shape[-1] ** -0.25, kernel=kernel)
    heads = [naive(feature_map, w if w.ndim == 2 else w[i % len(w)], x[i], kernel) for i in range(len(x))]
    return np.stack(heads)


@pytest.mark.parametrize("name", list(MAPS))
@pytest.mark.parametrize("causal", CAUSAL)
def test_every_feature_map_gives_the_quadratic_answer_of_its_features(name, causal):
    q, k, v = inputs((2,))
    feature_map = MAPS[name]
    kernel = "softmax" if "softmax" in feature_map.kernels else None
    drawn = attention(feature_map, heads=2)
    features = [naive(feature_map, drawn.projections, x, kernel) for x in (q, k)]
    for renormalise in (True, False):
        keep = {"causal": causal, "renormalise": renormalise, "undefined": "nan"}
        expected = explicit_attention(*features, v, **keep)
        got = drawn(q, k, v, **keep)
        np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
        scale = 1.0 + np.nanmax(np.abs(expected)) ** 2
        np.testing.assert_allclose(got, expected, rtol=1e-8, atol=1e-12 * scale)


@pytest.mark.parametrize("coupling", list(COUPLINGS))
def test_every_coupling_serves_and_more_projections_come_closer(coupling):
    q, k, v = inputs(norm=1.5)
    exact = softmax_attention(q, k, v)
    errors = []
    for m in (8, 2048):
        drawn = replace(attention(coupling=coupling), m=m)
        assert drawn.projections.shape == (m, D)
        errors.append(
            np.mean([(a(q, k, v) - exact) ** 2 for a in (drawn, drawn.redraw(), replace(drawn, seed=5))])
        )
    assert errors[1] < errors[0] / 8.0


@pytest.mark.parametrize("causal", CAUSAL)
def test_the_gaussian_kernel_is_at_hand_and_weighs_keys_by_distance(causal):
    q, k, v = inputs(norm=1.0)
    drawn = attention(kernel="gaussian")
    features = [naive(POSITIVE, drawn.projections, x, "gaussian") for x in (q, k)]
    expected = explicit_attention(*features, v, causal=causal)
    np.testing.assert_allclose(drawn(q, k, v, causal=causal), expected, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("causal", CAUSAL)
def test_chunks_masks_and_batches_change_nothing(causal):
    q, k, v = inputs((2, 3))
    drawn = attention(heads=3)
    mask = rng(1).random((2, 1, LENGTH)) < 0.7
    mask[..., 0] = True
    whole = drawn(q, k, v, causal=causal, key_mask=mask)
    for chunk in (1, 4, 29):
        got = drawn(q, k, v, causal=causal, key_mask=mask, chunk=chunk)
        np.testing.assert_allclose(got, whole, rtol=1e-9, atol=1e-12)
    w = drawn.projections
    one = random_feature_attention(
        q[1, 2], k[1, 2], v[1, 2], w[2], POSITIVE, causal=causal, key_mask=mask[1, 0]
    )
    np.testing.assert_allclose(whole[1, 2], one, rtol=1e-9, atol=1e-12)
    kept = mask[1, 0]
    if not causal:
        short = random_feature_attention(q[1, 2], k[1, 2][kept], v[1, 2][kept], w[2], POSITIVE)
        np.testing.assert_allclose(whole[1, 2], short, rtol=1e-9, atol=1e-12)


def by_logarithms(w, q, k, v, causal):
    """Positive feature attention from logarithms alone: log sum exp over features, softmax over keys."""
    scale = q.shape[-1] ** -0.25
    logs = [scale * x @ w.T - 0.5 * np.sum((scale * x) ** 2, axis=1)[:, None] for x in (q, k)]
    sums = logs[0][:, None, :] + logs[1][None, :, :]
    top = sums.max(axis=-1)
    scores = top + np.log(np.exp(sums - top[..., None]).sum(axis=-1))
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape, bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights @ v / weights.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("causal", CAUSAL)
@pytest.mark.parametrize("norm", [1.0, 10.0, 50.0, 400.0])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_norms_neither_overflow_nor_lose_digits(norm, causal, dtype):
    q, k, v = inputs(norm=norm, length=80)
    k[::3] *= 0.1
    q, k, v = (x.astype(dtype) for x in (q, k, v))
    drawn = attention()
    expected = by_logarithms(drawn.projections, *(x.astype(float) for x in (q, k, v)), causal)
    got = drawn(q, k, v, causal=causal)
    assert got.dtype == dtype
    rounding = 20 * np.finfo(dtype).eps * (10.0 + norm**2)
    assert np.isfinite(got).all()
    if rounding < 0.1:
        np.testing.assert_allclose(got, expected, rtol=0.0, atol=rounding)


@pytest.mark.parametrize("name", list(MAPS))
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("norm", [50.0, 400.0])
def test_no_map_makes_nan_unless_it_is_asked_to_mark_rows(name, dtype, norm):
    q, k, v = (x.astype(dtype) for x in inputs(norm=norm))
    for causal in CAUSAL:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            marked = np.isnan(attention(MAPS[name])(q, k, v, causal=causal, undefined="nan"))
            assert (marked.all(axis=-1) == marked.any(axis=-1)).all()
            assert not (marked.any() and name in NEVER_ZERO)
            if marked.any():
                with pytest.raises(NormaliserError) as caught:
                    attention(MAPS[name])(q, k, v, causal=causal)
                assert caught.value.count == marked.all(axis=-1).sum()
            else:
                attention(MAPS[name])(q, k, v, causal=causal)


def test_positive_features_always_have_a_normaliser_and_cosines_need_not():
    q, k, v = inputs(norm=6.0)
    for causal in CAUSAL:
        for name in ("positive", "hyperbolic", "elu+1", "sigmoid"):
            got = attention(MAPS[name])(q, k, v, causal=causal)
            assert (got <= v.max(axis=0) + 1e-12).all()
        with pytest.raises(NormaliserError, match="negative or vanishes"):
            attention(TRIG)(q, k, v, causal=causal)


@pytest.mark.parametrize("causal", CAUSAL)
def test_invariant_factors_of_queries_of_all_keys_and_of_features(causal):
    """The three factors that renormalisation cancels, and one for each key, which it does not."""
    q, k, v = inputs()
    w = attention().projections
    a, b = (naive(POSITIVE, w, x, "softmax") for x in (q, k))
    draw = rng(8)
    rows, features = np.exp(draw.standard_normal((LENGTH, 1))), np.exp(draw.standard_normal(M))
    expected = linear_attention(a, b, v, causal=causal)
    for got in (
        linear_attention(a * rows, b, v, causal=causal),
        linear_attention(a, 7.0 * b, v, causal=causal),
        linear_attention(a / features, b * features, v, causal=causal),
        attention()(q, k, v, causal=causal),
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-13)
    assert np.abs(linear_attention(a, b * rows, v, causal=causal) - expected).max() > 0.1


@pytest.mark.parametrize("causal", CAUSAL)
def test_a_maximum_for_each_key_weighs_the_keys(causal):
    q, k, v = inputs()
    drawn = attention(stabiliser="per-key")
    a, b = (naive(POSITIVE, drawn.projections, x, "softmax") for x in (q, k))
    got = drawn(q, k, v, causal=causal)
    weighed = explicit_attention(a, b / b.max(axis=1, keepdims=True), v, causal=causal)
    np.testing.assert_allclose(got, weighed, rtol=1e-10, atol=1e-13)
    assert np.abs(got - explicit_attention(a, b, v, causal=causal)).max() > 0.05


@pytest.mark.parametrize("causal", CAUSAL)
@pytest.mark.parametrize("name", ["positive", "hyperbolic", "relu"])
def test_epsilon_is_added_where_the_largest_feature_is_one(name, causal):
    q, k, v = inputs()
    feature_map, epsilon = MAPS[name], 0.03
    drawn = attention(feature_map, epsilon=epsilon)
    kernel = "softmax" if "softmax" in feature_map.kernels else None
    a, b = (naive(feature_map, drawn.projections, x, kernel) for x in (q, k))
    a, b = a / a.max(axis=1, keepdims=True), b / b.max()
    got = drawn(q, k, v, causal=causal)
    expected = explicit_attention(a + epsilon, b + epsilon, v, causal=causal)
    np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-13)
    weights = a @ b.T * (np.tri(LENGTH) if causal else 1.0)
    divided = weights @ v / (weights.sum(axis=1, keepdims=True) + epsilon)
    for chunk in (None, 5):
        got = replace(drawn, epsilon_at="denominator")(q, k, v, causal=causal, chunk=chunk)
        np.testing.assert_allclose(got, divided, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("where", ["features", "denominator"])
def test_epsilon_knows_masked_keys_and_queries_without_keys(where):
    q, k, v = inputs()
    drawn, mask = attention(epsilon=0.03, epsilon_at=where), np.arange(LENGTH) >= 2
    for causal in CAUSAL:
        got = drawn(q, k, v, causal=causal, key_mask=mask, undefined="nan")
        short = drawn(q[2:], k[2:], v[2:], causal=causal)
        np.testing.assert_allclose(got[2:], short, rtol=1e-10, atol=1e-13)
        assert np.isnan(got[:2]).all() == causal
    k[0] = drawn.projections[np.argmax(np.sum(drawn.projections**2, axis=1))] * D**0.25
    np.testing.assert_allclose(drawn(q, k, v, key_mask=mask)[2:], drawn(q[2:], k[2:], v[2:]), rtol=1e-10)


@pytest.mark.parametrize("causal", CAUSAL)
def test_epsilon_biases_towards_the_mean_and_towards_zero(causal):
    q, k, v = inputs()
    plain = attention()(q, k, v, causal=causal)
    means = np.cumsum(v, axis=0) / np.arange(1, LENGTH + 1)[:, None] if causal else v.mean(axis=0) + 0.0 * v
    for where, goal in (("features", means), ("denominator", 0.0 * v)):
        outputs = [
            attention(epsilon=e, epsilon_at=where)(q, k, v, causal=causal) for e in (0.0, 1e-9, 1e-2, 1e9)
        ]
        np.testing.assert_allclose(outputs[0], plain, rtol=1e-12)
        np.testing.assert_allclose(outputs[1], plain, atol=1e-3)
        assert np.abs(outputs[2] - plain).max() > 1e-3
        np.testing.assert_allclose(outputs[3], goal, atol=1e-6)


def test_only_the_biased_epsilon_looks_at_later_keys():
    q, k, v = inputs()
    w, later = attention().projections, k.copy()
    later[25] = w[np.argmax(np.sum(w * w, axis=1))] * D**0.25
    for options, leaks in (({}, False), ({"stabiliser": "per-key"}, False), ({"epsilon": 0.01}, True)):
        drawn = attention(**options)
        gap = drawn(q, later, v, causal=True)[:20] - drawn(q, k, v, causal=True)[:20]
        assert (np.abs(gap).max() > 1e-6) == leaks


def test_an_epsilon_saves_the_normaliser_of_cosines_only_if_it_is_large():
    q, k, v = inputs(norm=6.0)
    with pytest.raises(NormaliserError):
        attention(TRIG, epsilon=1e-6, epsilon_at="denominator")(q, k, v)
    assert np.isfinite(attention(TRIG, epsilon=1e4, epsilon_at="denominator")(q, k, v)).all()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), log_norm=st.floats(-3.0, 5.0), chunk=st.integers(1, 12))
def test_positive_features_average_the_values_they_may_see(seed, log_norm, chunk):
    q, k, v = inputs(seed=seed, length=10, norm=float(np.exp(log_norm)))
    w = replace(attention(), seed=seed).projections
    for causal in CAUSAL:
        got = random_feature_attention(q, k, v, w, POSITIVE, causal=causal, chunk=chunk)
        assert (got <= v.max(axis=0) + 1e-9).all()
        assert (got >= v.min(axis=0) - 1e-9).all()
        np.testing.assert_allclose(got, by_logarithms(w, q, k, v, causal), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("causal", CAUSAL)
@pytest.mark.parametrize("name", ["positive", "trigonometric", "hyperbolic", "relu"])
def test_other_libraries_give_the_same_numbers(name, causal):
    q, k, v = inputs((2,))
    drawn = attention(MAPS[name], heads=2)
    expected = drawn(q, k, v, causal=causal, undefined="nan")
    got = drawn(*(array_api_strict.asarray(x) for x in (q, k, v)), causal=causal, undefined="nan")
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-6, atol=1e-9)


def test_draws_are_seeded_shared_by_queries_and_keys_and_redrawn():
    drawn = attention()
    np.testing.assert_array_equal(drawn.projections, attention().projections)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(drawn)).projections, drawn.projections)
    again = drawn.redraw()
    assert (drawn.draw, again.draw) == (0, 1)
    np.testing.assert_array_equal(again.projections, attention(draw=1).projections)
    for other in (again, attention(seed=1), attention(coupling="iid")):
        assert (drawn.projections != other.projections).all()
    np.testing.assert_array_equal(attention(TRIG).projections, drawn.projections)
    heads = attention(heads=2).projections
    assert heads.shape == (2, M, D)
    assert (heads[0] != heads[1]).all()
    gram = drawn.projections[:D] @ drawn.projections[:D].T
    np.testing.assert_allclose(gram - np.diag(np.diag(gram)), 0.0, atol=1e-10)


@pytest.mark.parametrize(
    ("change", "error", "match"),
    [
        ({"coupling": 1}, InputError, "coupling is no coupling, given int"),
        ({"feature_map": 1}, InputError, "feature_map is no feature map"),
        ({"d": 0}, DomainError, "d = 0"),
        ({"m": 0}, DomainError, "m = 0"),
        ({"heads": 0}, DomainError, "heads = 0"),
        ({"seed": -1}, DomainError, "seed = -1"),
        ({"draw": -1}, DomainError, "draw = -1"),
    ],
)
def test_attention_that_cannot_be_made(change, error, match):
    with pytest.raises(error, match=match):
        replace(attention(), **change)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"projections": np.ones((4, D + 1))}, "projections have d = 9"),
        ({"projections": np.ones((3, 4, D))}, "projections of 3 heads do not fit"),
        ({"projections": np.full((4, D), np.nan)}, "projections contains NaN"),
        ({"feature_map": 1}, "feature_map is no feature map"),
        ({"kernel": "laplace"}, "kernel = laplace"),
        ({"kernel": "own"}, "kernel = own"),
        ({"scale": np.inf}, "scale = inf"),
        ({"epsilon": -1.0}, "epsilon = -1.0"),
        ({"epsilon": np.nan}, "epsilon = nan"),
        ({"epsilon": True}, "epsilon"),
        ({"epsilon_at": "queries"}, "epsilon_at = queries"),
        ({"stabiliser": "none"}, "stabiliser = none"),
        ({"undefined": "zero"}, "undefined = zero"),
        ({"epsilon": 0.1, "renormalise": False}, "need renormalise=True"),
        ({"stabiliser": "per-key", "renormalise": False}, "need renormalise=True"),
        ({"scale": 1e200}, "squared norm of a query or key overflows"),
        ({"scale": 30.0, "feature_map": TRIG, "renormalise": False}, "without normaliser overflows"),
        ({"v": np.ones((3, 2))}, "k and v differ in length"),
    ],
)
def test_bad_requests_are_refused_by_name(change, match):
    q, k, v = inputs()
    arguments = {"q": q, "k": k, "v": v, "projections": np.ones((4, D)), "feature_map": POSITIVE, **change}
    with pytest.raises(InputError, match=match):
        random_feature_attention(**arguments)


def test_errors_come_for_every_draw_and_are_those_of_the_attention():
    found = attention_error(COUPLINGS["iid"], POSITIVE, ms=(4, 64), length=20, d=4, draws=3, seed=2, size=0.5)
    assert found.errors.shape == (2, 3)
    assert found.features == (4, 64)
    q, k, v = study.stream(2, "attention-error/inputs", 0, 1).standard_normal((3, 20, 4))
    w = study.drawn(COUPLINGS["iid"], 4, 64, rng=study.stream(2, "attention-error/iid", 64, 1), n=1)[0]
    gap = random_feature_attention(q / 2, k / 2, v, w, POSITIVE) - softmax_attention(q / 2, k / 2, v)
    np.testing.assert_allclose(found.errors[1, 1], np.mean(gap**2), rtol=1e-9)
    np.testing.assert_allclose(found.mean, found.errors.mean(axis=1))
    np.testing.assert_allclose(found.median, np.median(found.errors, axis=1))
    np.testing.assert_allclose(found.deviation, found.errors.std(axis=1, ddof=1))
    assert found.mean[1] < found.mean[0]
    assert not found.undefined.any()


def test_the_error_study_counts_normalisers_that_are_not_positive():
    found = attention_error(COUPLINGS["iid"], TRIG, ms=(4,), length=30, d=4, draws=4, size=3.0, causal=True)
    assert found.features == (8,)
    assert found.undefined.sum() > 0
    assert np.isfinite(found.errors).all()


@pytest.mark.parametrize("change", [{"draws": 1}, {"length": 0}, {"ms": ()}, {"ms": (0,)}, {"size": -1.0}])
def test_a_study_that_cannot_be_made(change):
    with pytest.raises(DomainError):
        attention_error(COUPLINGS["iid"], POSITIVE, **change)
