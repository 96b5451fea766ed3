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


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("mechanism", [*NAMES, "iid-positive", "iid-hyperbolic"])
def test_float32_stays_as_close_as_it_says(mechanism: str, kernel: str) -> None:
    """Against float64, by the bound of the class: u (2 + d) (|w| |x| + |x|^2) of an exponent, and 2 u of the feature."""
    small = (6 * X).astype(np.float32)
    features = RandomFeatures(32, mechanism=mechanism, kernel=kernel, random_state=1, scale=0.5).fit(small)
    found = features.transform(small)
    assert found.dtype == features.transform_keys(small).dtype == np.float32
    exact = features.transform(small.astype(np.float64))
    assert exact.dtype == features.transform(X.round().astype(int)).dtype == np.float64
    if mechanism.split("-")[1] not in ("trigonometric", "positive", "hyperbolic"):
        assert np.array_equal(found, exact.astype(np.float32))
        return
    unit, x = 2.0**-24, np.linalg.norm(small / 2.0, axis=1, keepdims=True)
    exponent = unit * 7 * (x * np.linalg.norm(features.projections_, axis=1).max() + x * x)
    height = np.exp(x * x / 2 * (kernel == "softmax")) / 4 if "trig" in mechanism else exact
    assert np.all(np.abs(found - exact) <= (exponent + 2 * unit) * height)
    assert np.any(np.abs(found - exact) > unit * height)


def test_blocks_of_rows_give_what_all_rows_give(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.random.default_rng(5).standard_normal((50, 5))
    for mechanism in NAMES:
        whole = fitted(mechanism, points).transform(points)
        monkeypatch.setattr(containers, "_HELD", 100)  # three rows at a time
        assert np.allclose(fitted(mechanism, points).transform(points), whole, rtol=1e-13, atol=0)
        monkeypatch.undo()


def test_features_take_the_memory_of_the_result() -> None:
    """Issue 20: at most 1.1 times the result, while a map runs."""
    import tracemalloc

    points = np.random.default_rng(5).standard_normal((20_000, 16)).astype(np.float32)
    for mechanism in NAMES[:2]:
        for kind in (np.float32, np.float64):
            given = points.astype(kind)
            features = RandomFeatures(256, mechanism=mechanism, random_state=0).fit(given)
            tracemalloc.start()
            size = features.transform(given).nbytes
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert size <= peak <= 1.1 * size


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
