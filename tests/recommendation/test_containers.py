"""scikit-learn's habits: float32 stays, sparse matrices and tables are read, `set_output` gives tables, pipelines work."""

import sys
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from rftheory import RandomFeatures
from rftheory.errors import InputError
from rftheory.recommendation import containers

X = np.random.default_rng(3).standard_normal((7, 5)) * 0.4
NAMES = [
    "orthogonal-trigonometric",
    "simplex-positive",
    "orthogonal-gerf-",
    "iid-poisson",
    "iid-angular-hybrid",
]


def fitted(mechanism: str = NAMES[0], points: Any = X) -> RandomFeatures:
    return RandomFeatures(32, mechanism=mechanism, random_state=1).fit(points)


@pytest.mark.parametrize("mechanism", NAMES)
def test_float32_stays_and_is_the_rounded_float64(mechanism: str) -> None:
    small = X.astype(np.float32)
    features = fitted(mechanism, small)
    found = features.transform(small)
    assert found.dtype == np.float32
    exact = features.transform(small.astype(np.float64))
    assert exact.dtype == np.float64
    assert np.array_equal(found, exact.astype(np.float32))
    assert features.transform_keys(small).dtype == np.float32
    assert features.transform(X.round().astype(int)).dtype == np.float64


@pytest.mark.parametrize("mechanism", NAMES)
@pytest.mark.parametrize("kind", [scipy.sparse.csr_array, scipy.sparse.coo_matrix, scipy.sparse.csc_matrix])
def test_sparse_points_give_what_dense_ones_do(
    mechanism: str, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    thin = np.where(np.abs(X) > 0.3, X, 0.0)
    monkeypatch.setattr(containers, "_HELD", 10)  # two rows at a time
    expected = fitted(mechanism, thin)
    found = fitted(mechanism, kind(thin))
    assert found.parameters_ == expected.parameters_
    assert np.allclose(found.transform(kind(thin)), expected.transform(thin), rtol=1e-13, atol=0)
    assert found.transform(kind(thin.astype(np.float32))).dtype == np.float32


def test_tables_out() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(X, columns=list("abcde"), index=range(10, 17))
    features = fitted(points=table)
    plain = features.transform(table)
    assert isinstance(plain, np.ndarray)
    found = features.set_output(transform="pandas").transform(table)
    assert list(found.columns) == list(features.get_feature_names_out())
    assert list(found.index) == list(range(10, 17))
    assert np.array_equal(found.to_numpy(), plain)
    assert isinstance(features.set_output(transform="default").transform(table), np.ndarray)


def test_wrong_containers_are_refused() -> None:
    with pytest.raises(InputError, match="allowed: default"):
        fitted().set_output(transform="excel")
    assert isinstance(fitted().set_output().transform(X), np.ndarray)
    for wrong in (scipy.sparse.csr_array(np.full((2, 5), np.nan)), scipy.sparse.csr_array((0, 5)),
                  scipy.sparse.csr_array(X * 1j)):  # fmt: skip
        with pytest.raises(InputError):
            fitted().transform(wrong)


def test_a_pipeline_of_scikit_learn() -> None:
    pytest.importorskip("sklearn", minversion="1.6")
    from sklearn.base import clone
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline

    y = X[:, 0]
    model = make_pipeline(RandomFeatures(16, random_state=0), Ridge()).fit(scipy.sparse.csr_array(X), y)
    assert model.predict(X).shape == (7,)
    copy = clone(RandomFeatures(8).set_output(transform="pandas"))
    assert copy._sklearn_output_config == {"transform": "pandas"}


def test_a_float32_overflow_is_refused() -> None:
    features = RandomFeatures(8, mechanism="iid-trigonometric", kernel="softmax", random_state=0).fit(X)
    large = np.full((1, 5), 6.0)  # e^90 is a double and no float32
    assert np.all(np.isfinite(features.transform(large)))
    with pytest.raises(InputError, match="overflows"):
        features.transform(large.astype(np.float32))


def test_tables_of_polars_and_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    features = fitted(points=polars.DataFrame(X, schema=list("abcde")))
    plain = features.transform(X)
    found = features.set_output(transform="polars").transform(polars.DataFrame(X, schema=list("abcde")))
    assert found.columns == list(features.get_feature_names_out())
    assert np.array_equal(found.to_numpy(), plain)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="not installed"):
        containers.contained(X, X, ["a"], "polars")


def test_metadata_goes_past_to_those_who_ask_for_it() -> None:
    """scikit-learn's routing: the features take none, the regression behind them and the search around them do."""
    sklearn = pytest.importorskip("sklearn", minversion="1.6")
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline

    y, weights = X[:, 0], np.arange(1.0, 8.0)
    with sklearn.config_context(enable_metadata_routing=True):
        ridge = Ridge().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        model = make_pipeline(RandomFeatures(16, random_state=0), ridge)
        model.fit(X, y, sample_weight=weights)
        phi = RandomFeatures(16, random_state=0).fit_transform(X)
        assert np.allclose(model.predict(X), Ridge().fit(phi, y, sample_weight=weights).predict(phi))
        search = GridSearchCV(model, {"randomfeatures__scale": [0.5, 1.0]}, cv=2)
        assert search.fit(X, y, sample_weight=weights).best_params_["randomfeatures__scale"] in (0.5, 1.0)


def test_columns_of_a_table_side_by_side() -> None:
    pytest.importorskip("sklearn", minversion="1.6")
    pandas = pytest.importorskip("pandas")
    from sklearn.compose import ColumnTransformer

    table = pandas.DataFrame(X, columns=list("abcde"))
    columns = ColumnTransformer([("first", RandomFeatures(8, random_state=0), ["a", "b"]),
                                 ("rest", "passthrough", ["e"])]).set_output(transform="pandas")  # fmt: skip
    found = columns.fit_transform(table)
    assert found.columns[0] == "first__randomfeatures0"
    assert found.columns[-1] == "rest__e"
    assert np.array_equal(
        found.to_numpy()[:, :8], RandomFeatures(8, random_state=0).fit_transform(table[["a", "b"]])
    )
