"""The ready feature maps: unbiased, of the exact error, and at home in scikit-learn."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from rftheory import RandomFeatures
from rftheory.errors import InputError
from rftheory.moments.block_covariance import block_share
from rftheory.moments.catalogue import ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.recommendation.names import block_cosine

FAMILIES = ranked_maps()
RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((25, 4)) * 0.4 + 0.2, RNG.standard_normal((25, 4)) * 0.3
PARAMETERS: dict[str, Any] = {
    "oprf": {"A": [-0.1, 0.0]},
    "gerf+": {"A": [-0.1, 0.08]},
    "gerf-": {"A": [-0.05, 0.06]},
    "poisson": {"rate": 0.4},
    "poisson-each": {"rate": [0.2, 0.3, 0.4, 0.5]},
    "geometric": {"p": 0.7},
    "dense": {
        "A": [[-0.2, 0.05, 0.0, 0.0], [0.05, -0.1, 0.0, 0.0], [0.0, 0.0, 0.02, 0.0], [0.0, 0.0, 0.0, -0.3]]
    },
    "angular-hybrid": {"signs": 3},
}
CASES = [("iid", name, 6) for name in FAMILIES] + [
    (coupling, name, 6)
    for coupling in ("orthogonal", "simplex")
    for name in ("trigonometric", "positive", "hyperbolic", "oprf", "gerf+", "gerf-")
]


@pytest.mark.parametrize(("coupling", "name", "m"), CASES)
def test_mean_and_error(coupling: str, name: str, m: int) -> None:
    """Over 400 draws: the bias is noise and the squared error is the closed form, within five standard errors."""
    family, shift = FAMILIES[name], np.array([0.1, -0.2, 0.0, 0.3])
    parameters = PARAMETERS.get(name, {})
    pairs = Pairs(X, Y).shifted(shift).invariants
    logs = family.log_single(pairs, parameters)
    angle = block_cosine(coupling, 4)
    share = 0.0 if angle is None else family.correlation(pairs, angle, logs) * block_share(4, m)
    variance = np.exp(logs) * (1.0 + share) / m
    cost = family.width(parameters)
    kernel = "softmax" if name == "positive" else "gaussian"
    exact = np.exp(np.sum(X * Y, axis=1) if kernel == "softmax" else -np.sum((X - Y) ** 2, axis=1) / 2.0)
    errors = np.empty((400, 25))
    for draw in range(400):
        made = RandomFeatures(
            m * cost, mechanism=f"{coupling}-{name}", kernel=kernel, parameters=parameters, shift=shift
        )
        made.set_params(random_state=draw).fit(X)
        assert made.n_features_out_ == m * cost
        errors[draw] = np.sum(made.transform(X) * made.transform_keys(Y), axis=1) / exact - 1.0
    for values, expected in ((errors.mean(axis=1), 0.0), ((errors**2 / variance).mean(axis=1), 1.0)):
        spread = values.std(ddof=1) / np.sqrt(400)
        assert abs(values.mean() - expected) < 5.0 * spread
        assert spread < 0.2


def test_one_map_serves_both_sides_unless_complex_or_mixed() -> None:
    for name in FAMILIES:
        made = RandomFeatures(
            64, mechanism=f"iid-{name}", parameters=PARAMETERS.get(name), random_state=0
        ).fit(X)
        same = np.allclose(made.transform(X), made.transform_keys(X))
        assert same == (name not in ("gerf+", "gerf-", "angular-hybrid"))
        assert np.array_equal(made.transform(X), made.transform_queries(X))
    real = RandomFeatures(64, mechanism="iid-gerf-", parameters={"A": [0.02, 0.0]}, random_state=0).fit(X)
    assert np.allclose(real.transform(X), real.transform_keys(X))


def test_parameters_by_the_data() -> None:
    for name in ("oprf", "gerf-", "poisson", "poisson-each", "geometric", "dense", "angular-hybrid"):
        made = RandomFeatures(32, mechanism=f"iid-{name}", random_state=0).fit(X)
        assert made.parameters_
        assert made.fit_transform(X).shape == (25, made.n_features_out_)
    assert pickle.loads(pickle.dumps(made)).transform(X).tolist() == made.transform(X).tolist()


def test_what_cannot_be_used() -> None:
    wrong: list[dict[str, Any]] = [
        {"mechanism": "iid"},
        {"mechanism": "simplex-poisson"},
        {"mechanism": 3},
        {"kernel": "own"},
        {"features": 0},
        {"features": 1},
        {"scale": 0.0},
        {"shift": [1.0]},
    ]
    for given in wrong:
        with pytest.raises(InputError):
            RandomFeatures(**given).fit(X)
    with pytest.raises(InputError, match="not fitted"):
        RandomFeatures().transform(X)
    with pytest.raises(InputError, match="overflows"):
        RandomFeatures(kernel="softmax").fit(X).transform(1e3 * X)
    with pytest.raises(InputError, match="unknown parameter"):
        RandomFeatures().set_params(sigma=1.0)
    assert "orthogonal-trigonometric" in repr(RandomFeatures())


@pytest.mark.parametrize(
    "mechanism",
    ["orthogonal-trigonometric", "iid-oprf", "iid-poisson-each", "orthogonal-dense", "iid-angular-hybrid"],
)
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_accepts_it(mechanism: str) -> None:
    pytest.importorskip("sklearn", minversion="1.6")
    from sklearn.utils.estimator_checks import check_estimator

    check_estimator(RandomFeatures(mechanism=mechanism))
