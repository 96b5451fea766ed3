"""Dense features by the doors: parameters in every form, matrices by the data, ranked where data are not round."""

from __future__ import annotations

from typing import Any

import jsonschema
import numpy as np
import pytest

import rftheory
from rftheory.errors import DomainError, InputError
from rftheory.measured.rowmaps.dense import DenseExponential
from rftheory.measured.rowmaps.dense_given import dense_map
from rftheory.moments.dense.powers import log_relative, spectrum
from rftheory.recommendation.advice import WIDEST_MATRIX
from rftheory.report.recommended.recommendation import recommendation_document, recommendation_lines
from rftheory.report.schema import json_schema

RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((2, 20, 3)) * np.array([0.9, 0.5, 0.1])
A = np.array([[-0.3, 0.05, 0.0], [0.05, 0.02, 0.0], [0.0, 0.0, -0.1]])


@pytest.mark.parametrize(
    ("parameters", "a"),
    [
        ({"A": -0.2}, -0.2 * np.eye(3)),
        ({"A": [-0.2, 0.05, 0.0]}, np.diag([-0.2, 0.05, 0.0])),
        ({"Sigma": 1.4}, -0.1 * np.eye(3)),
        ({"Sigma": [1.0, 2.0, 0.8]}, np.diag([0.0, -0.25, 0.05])),
        ({"Sigma": (np.eye(3) - 4 * A).tolist()}, A),
        ({"A": A.tolist()}, A),
    ],
)
def test_every_form_of_the_matrix(parameters: dict[str, Any], a: Any) -> None:
    made = rftheory.RandomFeatures(5, mechanism="orthogonal-dense", parameters=parameters, kernel="softmax", random_state=1).fit(X)  # fmt: skip
    features = DenseExponential(tuple(map(tuple, a.tolist())))
    expected = np.asarray(features.queries(made.projections_, X, kernel="softmax"))
    assert made.transform(X) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("mechanism", ["orthogonal-dense", "simplex-importance-sampled"])
@pytest.mark.parametrize(
    "more", [{}, {"mean": [0.2, -0.1, 0.3]}, {"M": [[1.5, 0.4, 0], [-0.2, 0.7, 0], [0, 0.1, 2]]}]
)
def test_means_are_the_kernel(mechanism: str, more: dict[str, Any]) -> None:
    exact = np.exp(np.sum(X * Y, axis=1))
    found = []
    for seed in range(200):
        made = rftheory.RandomFeatures(30, mechanism=mechanism, parameters={"A": A, **more}, kernel="softmax", random_state=seed).fit(X)  # fmt: skip
        found.append(np.sum(made.transform(X) * made.transform_keys(Y), axis=1) / exact)
    means = np.mean(found, axis=1)
    assert abs(np.mean(means) - 1.0) < 6.0 * np.std(means, ddof=1) / np.sqrt(200)
    assert np.std(means) < 0.2


def test_the_matrix_by_the_data_is_the_log_optimum() -> None:
    made = rftheory.RandomFeatures(8, mechanism="iid-dense", random_state=0).fit(X)
    sums = (X[:, None] + X[None]).reshape(-1, 3)

    def mean_log(a: Any) -> float:
        return float(np.mean(log_relative(spectrum(a, sums))))

    best = np.array(made.parameters_["A"])
    for _ in range(30):
        other = best + 0.01 * RNG.standard_normal((3, 3))
        assert mean_log((other + other.T) / 2) > mean_log(best)


def test_it_is_ranked_with_the_others_and_wins_where_data_are_not_round() -> None:
    data = np.random.default_rng(1).standard_normal((200, 6)) * np.array([1.2, 0.8, 0.4, 0.2, 0.1, 0.1])
    found = rftheory.recommend(data, features=64, kernel="softmax", pairs=400)
    assert found.best.mechanism == "iid-dense"
    phi, shift = found.transformer(), found.shift(found.best.shift)
    assert phi.parameters_["A"] == found.best.parameters["A"]
    assert phi.shift is None or phi.shift == pytest.approx(shift)
    i, j = np.random.default_rng(2).integers(len(data), size=(2, 300))
    x, y = data[i], data[j]
    squares = np.zeros(300)
    for seed in range(100):
        phi = found.transformer(random_state=seed)
        squares += (np.sum(phi.transform(x) * phi.transform_keys(y), axis=1) / np.exp(np.sum(x * y, axis=1)) - 1.0) ** 2  # fmt: skip
    assert np.mean(np.sqrt(squares / 100)) == pytest.approx(np.exp(found.best.error.value), rel=0.15)
    document, schema = recommendation_document(found), json_schema()
    jsonschema.Draft202012Validator({"$ref": "#/$defs/recommendation", "$defs": schema["$defs"]}).validate(document)  # fmt: skip
    assert any("A=a matrix 6 x 6" in str(part) for part in recommendation_lines(document, 2))
    wide = np.random.default_rng(3).standard_normal((40, WIDEST_MATRIX + 1)) / 20
    assert all("dense" not in choice.mechanism for choice in rftheory.recommend(wide, features=8, pairs=16).choices)  # fmt: skip


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({}, "need A, or Sigma"),
        ({"A": 0.1, "Sigma": 1.0}, "one of them"),
        ({"A": 0.25}, "4A < I"),
        ({"Sigma": [1.0, 0.0, 2.0]}, "positive definite"),
        ({"A": [0.1, 0.1]}, "d = 3 numbers, or a matrix 3 x 3"),
        ({"A": [[0.0, 0.1, 0.0], [0.2, 0.0, 0.0], [0.0, 0.0, 0.0]]}, "symmetric"),
        ({"A": "x"}, "domain: numbers"),
        ({"A": -0.1, "M": np.eye(2)}, "invertible matrix 3 x 3"),
        ({"A": -0.1, "M": np.ones((3, 3))}, "invertible"),
        ({"A": -0.1, "M": np.eye(3), "mean": np.ones(3)}, "one of them"),
        ({"A": -0.1, "mean": [1.0]}, "d = 3 numbers"),
        ({"A": -0.1, "rate": 1.0}, "no parameter rate"),
    ],
)
def test_what_is_no_dense_map(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises((InputError, DomainError), match=said):
        dense_map(parameters, 3)


def test_a_lengthscale_divides_the_points_of_every_map() -> None:
    ard = [0.5, 2.0, 1.0]
    for options in ({"mechanism": "orthogonal-positive"}, {"kernel": "matern32"}, {"kernel": "laplace", "mechanism": "iid-trigonometric"}):  # fmt: skip
        scaled = rftheory.RandomFeatures(16, lengthscale=ard, random_state=0, **options).fit(X).transform(X)  # type: ignore[arg-type]
        plain = rftheory.RandomFeatures(16, random_state=0, **options).fit(X).transform(X / ard)  # type: ignore[arg-type]
        assert scaled == pytest.approx(plain, rel=1e-12)
    for given, said in (
        ({"lengthscale": 0.0}, "finite number > 0"),
        ({"lengthscale": [1.0, 2.0]}, "or 3 of them"),
        ({"lengthscale": 1.0, "kernel": "softmax"}, "no lengthscale"),
        ({"lengthscale": 1.0, "gamma": 1.0}, "one of them"),
        ({"lengthscale": 1.0, "parameters": {"lengthscale": 1.0}}, "given twice"),
        ({"gamma": 1.0, "scale": 2.0}, "scale and gamma"),
    ):
        with pytest.raises((InputError, DomainError), match=said):
            rftheory.RandomFeatures(16, **given).fit(X)  # type: ignore[arg-type]
