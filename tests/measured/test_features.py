"""Feature maps against their printed definitions, in NumPy and in the strict Array API namespace."""

import pickle
from math import log, sqrt
from statistics import NormalDist

import array_api_strict
import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.mechanisms._shelf import couplings, feature_maps

COUPLINGS, MAPS = couplings(), feature_maps()
POSITIVE, TRIG, HYPERBOLIC = MAPS["positive"], MAPS["trigonometric"], MAPS["hyperbolic"]
KERNELS = ["gaussian", "softmax"]
CASES = [(name, kernel) for name, feature_map in MAPS.items() for kernel in feature_map.kernels]
KNOWN = [name for name, feature_map in MAPS.items() if "softmax" in feature_map.kernels]
OWN = [name for name, feature_map in MAPS.items() if feature_map.kernels == ("own",)]
FUNCTIONS = {
    "sgn": [np.sign],
    "relu": [lambda p: max(p, 0.0)],
    "abs": [abs],
    "cosine": [np.cos],
    "sine-cosine": [np.sin, np.cos],
    "exponential": [np.exp],
    "identity": [lambda p: p],
    "elu+1": [lambda p: 1.0 + (p if p > 0.0 else np.expm1(p))],
    "sigmoid": [lambda p: 1.0 / (1.0 + np.exp(-p))],
    "tanh": [np.tanh],
    "gelu": [lambda p: p * NormalDist().cdf(p)],
}
W = np.random.default_rng(1).standard_normal((3, 5, 4))
X, Y = np.array([0.3, -0.2, 0.5, 0.1]), np.array([-0.1, 0.4, 0.2, 0.6])
X2, Y2 = float(X @ X), float(Y @ Y)


def hoeffding(n, width=2.0):
    """|mean - expectation| of n values in an interval of this width, except for one in 1e9."""
    return width * sqrt(log(2e9) / (2.0 * n))


def by_definition(name, w, x, kernel):
    """phi(x) for one (m, d) matrix, number by number: simrf (7), (3), (5); performer Lemma 1 and (5)."""
    m, square = len(w), sum(c * c for c in x)
    if name in FUNCTIONS:
        return np.array([f(sum(row * x)) for f in FUNCTIONS[name] for row in w]) / sqrt(m)
    if name == "hyperbolic":
        factor = np.exp(-square if kernel == "gaussian" else -square / 2.0) / sqrt(2.0 * m)
        return np.array([factor * np.exp(s * sum(row * x)) for s in (1.0, -1.0) for row in w])
    if name == "positive":
        factor = np.exp(-square if kernel == "gaussian" else -square / 2.0) / sqrt(m)
        return np.array([factor * np.exp(sum(row * x)) for row in w])
    factor = (1.0 if kernel == "gaussian" else np.exp(square / 2.0)) / sqrt(m)
    waves = [np.sin(sum(row * x)) for row in w] + [np.cos(sum(row * x)) for row in w]
    return factor * np.array(waves)


@pytest.mark.parametrize(("name", "kernel"), CASES)
def test_features_are_those_of_the_definition_in_every_shape(name, kernel):
    points, size = np.stack([X, Y]), 5 * len(FUNCTIONS.get(name, [0] if name == "positive" else [0, 0]))
    expected = np.array([[by_definition(name, w, x, kernel) for x in points] for w in W])
    assert expected.shape == (3, 2, size)
    np.testing.assert_allclose(MAPS[name].features(W, points, kernel=kernel), expected, rtol=1e-13)
    np.testing.assert_allclose(MAPS[name].features(W, X, kernel=kernel), expected[:, 0], rtol=1e-13)
    np.testing.assert_allclose(MAPS[name].features(W[0], points, kernel=kernel), expected[0], rtol=1e-13)
    np.testing.assert_allclose(MAPS[name].features(W[0], X, kernel=kernel), expected[0, 0], rtol=1e-13)
    projections = np.stack([points @ w.T for w in W])
    found = MAPS[name].matrix(projections, np.array([X2, Y2]), kernel=kernel)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize(("name", "kernel"), CASES)
def test_an_estimate_is_the_product_of_the_features(name, kernel):
    expected = [by_definition(name, w, X, kernel) @ by_definition(name, w, Y, kernel) for w in W]
    got = MAPS[name].estimate(W @ X, W @ Y, X2, Y2, kernel=kernel)
    np.testing.assert_allclose(got, expected, rtol=1e-12)
    t = W @ (X - Y) if name == "trigonometric" else W @ (X + Y)
    if name in OWN:
        with pytest.raises(InputError, match="no function of t"):
            MAPS[name].estimate_terms(t, X2, Y2, kernel=kernel)
    else:
        np.testing.assert_allclose(MAPS[name].estimate_terms(t, X2, Y2, kernel=kernel), expected, rtol=1e-12)
    signed = MAPS[name].log_estimate(W @ X, W @ Y, X2, Y2, kernel=kernel)
    np.testing.assert_allclose(signed.sign * np.exp(signed.logabs), expected, rtol=1e-12)


def test_terms_are_exponentials_and_cosines():
    t = np.array([-1.0, 0.0, 0.5])
    np.testing.assert_allclose(POSITIVE.term(t), [np.exp(-1.0), 1.0, np.exp(0.5)])
    np.testing.assert_array_equal(POSITIVE.log_term(t), t)
    np.testing.assert_allclose(TRIG.term(t), [np.cos(1.0), 1.0, np.cos(0.5)])
    np.testing.assert_allclose(TRIG.log_term(t), [log(np.cos(1.0)), 0.0, log(np.cos(0.5))])
    np.testing.assert_allclose(HYPERBOLIC.term(t), [np.cosh(1.0), 1.0, np.cosh(0.5)])
    np.testing.assert_allclose(HYPERBOLIC.log_term(800.0 + t), 800.0 + t - log(2.0))
    for call in (MAPS["relu"].term, MAPS["relu"].log_term):
        with pytest.raises(InputError, match="use estimate"):
            call(t)


def test_a_map_that_knows_the_logarithms_of_its_features_knows_them_rightly():
    p = np.linspace(-30.0, 30.0, 13)[None, :]
    known = {name: found for name, each in MAPS.items() if (found := each.log_basis(p)) is not None}
    assert "positive" in known
    for name, logarithms in known.items():
        features = MAPS[name].basis(p, np.zeros((1, 1))).reshape(1, -1, p.shape[-1]).swapaxes(-1, -2)
        np.testing.assert_allclose(np.exp(logarithms), np.abs(features), rtol=1e-12)


def test_a_map_refuses_a_kernel_it_has_not_and_takes_its_first_one_without_a_name():
    with pytest.raises(DomainError, match="own"):
        MAPS["relu"].features(W, X, kernel="softmax")
    with pytest.raises(DomainError, match="softmax"):
        POSITIVE.features(W, X, kernel="own")
    np.testing.assert_array_equal(POSITIVE.features(W, X), POSITIVE.features(W, X, kernel="gaussian"))
    with pytest.raises(InputError, match="one each"):
        POSITIVE.matrix(W[0] @ np.stack([X, Y]).T, np.array([X2]))


def test_unit_vectors_make_the_map_of_the_linear_transformer():
    phi = sqrt(4) * MAPS["elu+1"].features(np.eye(4), np.array([0.5, -1.0, 0.0, 2.0]))
    np.testing.assert_allclose(phi, [1.5, np.exp(-1.0), 1.0, 3.0])


@pytest.mark.parametrize("name", OWN)
def test_estimates_have_the_induced_kernel_as_their_mean(name):
    """By averages over angles: a dense midpoint rule, whose kinks and jumps cost less than 1e-3."""
    x, y = np.array([0.7, 0.2]), np.array([-0.1, 0.9])
    radii, angles = np.arange(0.0, 9.0, 0.02) + 0.01, 2.0 * np.pi * (np.arange(800) + 0.5) / 800
    rays = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    rows = (radii[:, None, None] * rays).reshape(-1, 1, 2)
    mass = np.repeat(0.02 * radii * np.exp(-radii * radii / 2.0) / 800, 800)
    mean = mass @ MAPS[name].estimate(rows @ x, rows @ y, x @ x, y @ y)
    plain = [
        mass @ (np.vectorize(f)(rows @ x)[:, 0] * np.vectorize(f)(rows @ y)[:, 0]) for f in FUNCTIONS[name]
    ]
    assert mean == pytest.approx(sum(plain), rel=1e-10)
    cosine = float(x @ y) / float(np.linalg.norm(x) * np.linalg.norm(y))
    if name == "sgn":
        assert mean == pytest.approx(2.0 * np.arcsin(cosine) / np.pi, abs=5e-3)
    if name == "identity":
        assert mean == pytest.approx(x @ y, rel=1e-3)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", list(MAPS))
def test_the_strict_array_namespace_gives_the_same_numbers(name, dtype):
    xp, rtol = array_api_strict, 1e-13 if dtype == "float64" else 1e-5
    w, x, y = (xp.asarray(a, dtype=getattr(xp, dtype)) for a in (W, X, Y))
    phi = MAPS[name].features(w, xp.stack([x, y]))
    assert phi.dtype == getattr(xp, dtype)
    np.testing.assert_allclose(np.asarray(phi), MAPS[name].features(W, np.stack([X, Y])), rtol=rtol)
    px, py = w @ x, w @ y
    got = MAPS[name].estimate(px, py, X2, Y2, kernel=MAPS[name].kernels[-1])
    assert got.dtype == getattr(xp, dtype)
    np.testing.assert_allclose(
        np.asarray(got),
        MAPS[name].estimate(W @ X, W @ Y, X2, Y2, kernel=MAPS[name].kernels[-1]),
        rtol=10 * rtol,
    )
    logs = MAPS[name].log_estimate(px, py, X2, Y2)
    np.testing.assert_allclose(
        np.asarray(logs.logabs),
        MAPS[name].log_estimate(W @ X, W @ Y, X2, Y2).logabs,
        rtol=100 * rtol,
        atol=rtol,
    )


def test_large_exponents_cancel_before_they_are_exponentiated():
    px = np.full((1, 2), 500.0)
    np.testing.assert_allclose(POSITIVE.estimate(px, px, 500.0, 500.0), [1.0], rtol=1e-13)
    signed = POSITIVE.log_estimate(np.array([[3000.0, 0.0]]), np.zeros((1, 2)), 1.0, 0.0, kernel="softmax")
    np.testing.assert_allclose(signed.logabs, [3000.0 - log(2.0) - 0.5], rtol=1e-15)


@pytest.mark.parametrize("name", KNOWN)
def test_an_overflow_is_named_and_the_logarithm_is_offered(name):
    px, norm = np.full((1, 2), 900.0), 4000.0
    x2 = norm if name == "trigonometric" else 0.0
    with pytest.raises(InputError, match=r"overflow.*log_estimate"):
        MAPS[name].estimate(px, 0.0 * px, x2, 0.0, kernel="softmax")
    assert np.isfinite(MAPS[name].log_estimate(px, 0.0 * px, x2, 0.0, kernel="softmax").logabs).all()
    with pytest.raises(InputError, match="overflows"):
        MAPS[name].features(np.full((2, 1), 100.0), np.array([60.0]), kernel="softmax")


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("m", [3, 4, 9])
@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex", "simplex-plus"])
def test_trigonometric_estimates_are_unbiased(name, m, kernel):
    n, scale = 20_000, 1.0 if kernel == "gaussian" else np.exp((X2 + Y2) / 2.0)
    got = TRIG.pair_estimates(COUPLINGS[name], X, Y, m, rng=np.random.default_rng(4), n=n, kernel=kernel)
    truth = np.exp(-((X - Y) @ (X - Y)) / 2.0) if kernel == "gaussian" else np.exp(X @ Y)
    assert got.shape == (n,)
    assert abs(got.mean() - truth) <= scale * hoeffding(n)


@pytest.mark.parametrize("name", list(COUPLINGS))
def test_positive_pair_estimates_have_the_law_of_dense_features(name):
    n, m, coupling = 4000, 6, COUPLINGS[name]
    fast = POSITIVE.pair_estimates(coupling, X, Y, m, rng=np.random.default_rng(5), n=4 * n)
    w = coupling.sample(4, m, rng=np.random.default_rng(6), n=n)
    slow = np.sum(POSITIVE.features(w, X) * POSITIVE.features(w, Y), axis=-1)
    gap = (fast / (1.0 + fast)).mean() - (slow / (1.0 + slow)).mean()
    assert abs(gap) <= hoeffding(n, 1.0) + hoeffding(4 * n, 1.0)
    assert abs(np.cos(8.0 * fast).mean() - np.cos(8.0 * slow).mean()) <= hoeffding(n) + hoeffding(4 * n)


@pytest.mark.parametrize(("name", "kernel"), CASES)
def test_mutants_differ_say_why_and_are_consistent_with_their_features(name, kernel):
    right = MAPS[name].estimate(W @ X, W @ Y, X2, Y2, kernel=kernel)
    mutants = MAPS[name].mutants()
    assert len({m.name for m in mutants}) == len(mutants) >= 6
    for mutant in mutants:
        assert mutant.wrong
        assert pickle.loads(pickle.dumps(mutant)) == mutant
        wrong = mutant.estimate(W @ X, W @ Y, X2, Y2, kernel=kernel)
        assert np.max(np.abs(wrong - right)) > 0.01 * min(1.0, np.max(np.abs(right))), mutant.name
        product = np.sum(mutant.features(W, X, kernel=kernel) * mutant.features(W, Y, kernel=kernel), axis=-1)
        np.testing.assert_allclose(wrong, product, rtol=1e-11, err_msg=mutant.name)
        signed = mutant.log_estimate(W @ X, W @ Y, X2, Y2, kernel=kernel)
        np.testing.assert_allclose(signed.sign * np.exp(signed.logabs), wrong, rtol=1e-11)
        found = mutant.pair_estimates(
            COUPLINGS["orthogonal"], X, Y, 4, rng=np.random.default_rng(1), n=3, kernel=kernel
        )
        assert found.shape == (3,)


def test_a_mutant_that_is_no_function_of_t_says_so():
    mutant = next(m for m in TRIG.mutants() if m.name.endswith("sine-only"))
    with pytest.raises(InputError, match="use estimate"):
        mutant.estimate_terms(W @ X, X2, Y2)


@pytest.mark.parametrize(
    ("w", "x"),
    [
        (np.ones((2, 3)), np.ones(4)),
        (np.ones(3), np.ones(3)),
        (np.ones((0, 3)), np.ones(3)),
        (np.ones((2, 3)), np.ones((0, 3))),
        (np.ones((2, 3)), np.ones((1, 1, 3))),
        (np.full((2, 3), np.nan), np.ones(3)),
        (np.ones((2, 3)), np.array([1.0, np.inf, 0.0])),
        (np.ones((2, 3)) * 1j, np.ones(3)),
        (np.ones((2, 3)), np.array(["a", "b", "c"])),
        (np.ones((2, 3)), array_api_strict.ones(3)),
        (object(), np.ones(3)),
        ({}, np.ones(3)),
    ],
)
@pytest.mark.parametrize("name", list(MAPS))
def test_arrays_that_do_not_fit_are_refused(name, w, x):
    with pytest.raises(InputError, match="allowed"):
        MAPS[name].features(w, x)


@pytest.mark.parametrize("name", list(MAPS))
def test_other_arguments_that_do_not_fit_are_refused(name):
    feature, p, generator = MAPS[name], np.ones((2, 3)), np.random.default_rng(1)
    with pytest.raises(DomainError, match="one of"):
        feature.features(W, X, kernel="laplace")
    with pytest.raises(DomainError, match="squared norm"):
        feature.estimate(p, p, -1.0, 1.0)
    with pytest.raises(DomainError, match="squared norm"):
        feature.estimate(p, p, float("nan"), 1.0)
    with pytest.raises(InputError, match="the same shape"):
        feature.estimate(p, np.ones((2, 4)), 1.0, 1.0)
    with pytest.raises(InputError, match="NaN or infinity"):
        feature.estimate(p * np.nan, p, 1.0, 1.0)
    with pytest.raises(InputError, match="NaN or infinity" if feature.pairwise else "no function of t"):
        feature.estimate_terms(p * -np.inf, 1.0, 1.0)
    with pytest.raises(InputError, match="the same d"):
        feature.pair_estimates(COUPLINGS["iid"], X, Y[:3], 4, rng=generator, n=1)
    with pytest.raises(InputError, match="Generator"):
        feature.pair_estimates(COUPLINGS["iid"], X, Y, 4, rng=1, n=1)
    with pytest.raises(DomainError, match="at least 1"):
        feature.pair_estimates(COUPLINGS["iid"], X, Y, 4, rng=generator, n=0)


def test_integers_become_floats():
    np.testing.assert_allclose(
        POSITIVE.features(np.eye(2, dtype=np.int64), [1, 2]), np.exp([-4.0, -3.0]) / sqrt(2.0)
    )
