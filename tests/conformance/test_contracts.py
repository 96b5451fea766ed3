"""Every contract reads real signatures, seeds them, restores generators, and refuses other outputs on one line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rftheory.conformance import conform as battery
from rftheory.conformance.client.arrays import snapped
from rftheory.conformance.client.clients import client
from rftheory.conformance.conform import conform
from rftheory.errors import InputError

D, M = 4, 8


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown here is structure: it needs few draws."""
    monkeypatch.setitem(battery.DRAWS, "quick", 256)


def _phi(x: Any, w: Any) -> Any:
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True)) / np.sqrt(len(w))


def _normal(seed: int, m: int = M, d: int = D) -> Any:
    return np.random.default_rng(seed).standard_normal((m, d))


def _attend(q: Any, k: Any, v: Any) -> Any:
    w = np.exp(q @ k.T)
    return w @ v / np.sum(w, axis=1, keepdims=True)


SAMPLERS = {
    "m, d": lambda m, d, seed: _normal(seed, m, d),
    "rows and columns": lambda nb_rows, nb_columns, rng: rng.standard_normal((nb_rows, nb_columns)),
    "n_rows, n_cols": lambda n_rows, n_cols, seed: _normal(seed, n_rows, n_cols),
    "num_features, dim": lambda num_features, dim, seed: _normal(seed, num_features, dim),
    "features of either kind": lambda n_components, n_features, seed: _normal(seed, n_components, n_features),
    "seed first": lambda key, dim, num_features: _normal(key, num_features, dim),
    "another name for the seed": lambda d, m, s: _normal(s, m, d),
    "no seed": lambda rows, cols: np.random.standard_normal((rows, cols)),  # noqa: NPY002
}


@pytest.mark.parametrize("name", SAMPLERS)
def test_sizes_go_by_name(name: str) -> None:
    found = client(SAMPLERS[name])
    assert found.contract == "frequencies"
    assert found.frequencies(D, M, 3).shape == (M, D)
    assert np.array_equal(found.frequencies(D, M, 3), found.frequencies(D, M, 3))
    assert not np.array_equal(found.frequencies(D, M, 3), found.frequencies(D, M, 4))
    assert found.global_seed == (name == "no seed")


def _keyword_only(x: Any, *, scaling: float = 1.0, random_state: int) -> Any:
    return _phi(scaling * x, _normal(random_state))


def _positional_only(x: Any, seed: int, /) -> Any:
    return _phi(x, _normal(seed))


def _sided(x: Any, is_query: bool, seed: int) -> Any:
    return _phi(x, _normal(seed)) * (2.0 if is_query else 0.5)


CONTRACTS = {
    "keyword only": (_keyword_only, "features"),
    "positional only": (_positional_only, "features"),
    "positional only, then by name": (lambda x, /, y, seed: np.vecdot(x, y) + 0.0 * seed, "estimates"),
    "queries and keys by a flag": (_sided, "features"),
    "no seed, features": (lambda x: _phi(x, np.random.standard_normal((M, D))), "features"),  # noqa: NPY002
    "no seed, estimates": (lambda x, y: np.vecdot(x, y), "estimates"),
    "a matrix of estimates": (lambda x, y, seed: x @ y.T + 0.0 * seed, "estimates"),
    "attention": (lambda query, key, value, seed: _attend(query, key, value + 0.0 * seed), "attention"),
    "attention in another order": (lambda v, k, q: _attend(q, k, v), "attention"),
}


@pytest.mark.parametrize("name", CONTRACTS)
def test_contracts_go_by_names(name: str) -> None:
    target, contract = CONTRACTS[name]
    found = client(target)
    assert found.contract == contract
    x, y = np.eye(D), np.arange(16.0).reshape(4, D)
    if contract == "estimates":
        assert np.array_equal(found.estimates(x, y, 1), np.diagonal(y))
    elif contract == "attention":
        assert np.allclose(found.attention(x, x, y, 1), _attend(x, x, y))
    else:
        queries, keys = found.features(x, 1)
        assert np.allclose(queries, keys * (4.0 if "flag" in name else 1.0))


def test_global_generators_are_seeded_and_restored() -> None:
    def draw(x: Any) -> Any:
        w = np.random.standard_normal((M, D)) + random.gauss(0.0, 1.0)  # noqa: NPY002
        return _phi(x, w)

    before = (random.getstate(), np.random.get_state()[1].copy())  # noqa: NPY002
    found = client(draw)
    assert np.array_equal(found.features(np.eye(D), 5)[0], found.features(np.eye(D), 5)[0])
    assert random.getstate() == before[0]
    assert np.array_equal(np.random.get_state()[1], before[1])  # noqa: NPY002
    assert found.seeding == "global generators"


def test_leading_axes_come_and_go() -> None:
    def features(x: Any, seed: int) -> Any:
        assert x.shape[:2] == (1, 1)
        return _phi(x[0, 0], _normal(seed))[None, None]

    assert client(features, leading=2).features(np.eye(D), 1)[0].shape == (D, M)
    assert client(features, leading=None).features(np.eye(D), 1)[0].shape == (D, M)
    with pytest.raises(InputError, match="leading 2"):
        client(features, leading=0).features(np.eye(D), 1)
    with pytest.raises(InputError, match="leading"):
        client(features, leading=3)


def test_axes_are_found_by_the_first_call_that_fits() -> None:
    def batched(x: Any, seed: int) -> Any:
        if x.ndim != 3:
            raise ValueError("a batch is wanted")
        return _phi(x[0], _normal(seed))[None]

    def never(x: Any, seed: int) -> Any:
        return _normal(seed)[:, :, None, None] if x.ndim == 2 else _normal(seed)

    found = client(batched, leading=None)
    assert (found.features(np.eye(D), 1)[0].shape, found.leading) == ((D, M), 1)
    with pytest.raises(InputError, match="two dimensions"):
        client(never, leading=None).features(np.ones((D + 1, D)), 1)


OUTPUTS = {
    "integers": lambda x: np.ones((len(x), M), dtype=int),
    "booleans": lambda x: x > 0.0,
    "complex numbers": lambda x: x + 0j,
    "a generator": lambda x: (row for row in x),
    "nothing": lambda x: None,  # noqa: ARG005
    "ragged lists": lambda x: [[1.0], [1.0, 2.0]],  # noqa: ARG005
    "text": lambda x: "features",  # noqa: ARG005
    "empty": lambda x: np.zeros((len(x), 0)),
    "one axis": lambda x: x[:, 0],
    "three axes": lambda x: np.stack([x, x]),
    "three arrays": lambda x: (x, x, x),
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_other_outputs_are_refused_on_one_line(name: str) -> None:
    output = OUTPUTS[name]
    with pytest.raises(InputError, match="allowed") as caught:
        conform(lambda x, seed: output(x), d=D)  # noqa: ARG005
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("mechanism", ["iid-positive", "iid"])
def test_numbers_that_are_not_finite_are_a_mistake(bad: float, mechanism: str) -> None:
    def features(x: Any, seed: int) -> Any:
        return _phi(x, _normal(seed)) * (bad if seed % 97 == 3 else 1.0)

    def frequencies(d: int, m: int, seed: int) -> Any:
        return _normal(seed, m, d) * (bad if seed % 97 == 3 else 1.0)

    report = conform(features if "positive" in mechanism else frequencies, mechanism=mechanism, d=D)
    assert report.causes == (("overflow" if "positive" in mechanism else "not-finite"),)


SIGNATURES = [lambda d, seed: d + seed, lambda a, b, c, d, e: a + b + c + d + e, lambda: 1.0, 3.0]


@pytest.mark.parametrize("target", SIGNATURES)
def test_other_signatures_are_refused(target: Any) -> None:
    with pytest.raises(InputError, match="allowed"):
        client(target)


class _Object:
    """Features with frequencies() beside them, of the last draw."""

    def __init__(self, error: float = 0.0, flipped: bool = True) -> None:
        self.error, self.order = error, -1 if flipped else 1

    def features(self, x: Any, seed: int) -> Any:
        self.w = _normal(seed)
        return _phi(x, self.w)

    def frequencies(self) -> Any:
        return self.w[:: self.order] + self.error


def test_rows_shown_beside_features_are_compared() -> None:
    right = conform(_Object(), mechanism="iid-positive", kernel="gaussian", d=D)
    assert right.finding("frequencies()").outcome.value == "holds"
    assert "other-rows" in conform(_Object(1e-3), mechanism="iid-positive", kernel="gaussian", d=D).causes
    assert client(_Object).features(np.eye(D), 1)[0].shape == (D, M)


def test_draws_of_given_pairs(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    x, y = 0.3 * rng.standard_normal((2, 3, D))

    def draw(seed: int) -> Any:
        w = _normal(seed)
        return np.vecdot(_phi(x, w), _phi(y, w))

    np.savez(tmp_path / "pairs.npz", X=x, Y=y)
    for pairs in ((x, y), str(tmp_path / "pairs.npz")):
        report = conform(draw, mechanism="iid-positive", pairs=pairs, m=M)
        assert not report.failures
        assert {f"mean: pair {k}" for k in (1, 2, 3)} <= {found.check for found in report.findings}
    wrong = conform(lambda seed: 1.3 * draw(seed), mechanism="iid-positive", pairs=(x, y), m=M)
    assert wrong.conclusion == "fails"
    for bad, message in (
        ((x, y[:2]), "shapes"),
        (x, "X, Y"),
        ("no-such.npy", "No such file"),
        ((x, 1), "shape"),
    ):
        with pytest.raises(InputError, match=message):
            conform(draw, mechanism="iid-positive", pairs=bad, m=M)


def test_half_precision_holds_snapped_points() -> None:
    x = np.random.default_rng(1).standard_normal(1000)
    for dtype, bits in (("float16", 11), ("bfloat16", 8)):
        near = snapped(x, dtype)
        mantissa, _ = np.frexp(near)
        assert np.array_equal(mantissa * 2.0**bits, np.round(mantissa * 2.0**bits))
        assert np.max(np.abs(near / x - 1.0)) <= 2.0**-bits
    assert snapped(x, "float64") is x


def test_scale_may_be_that_of_attention() -> None:
    d = 16

    def frequencies(d: int, m: int, seed: int) -> Any:
        return _normal(seed, m, d) * d**-0.25

    assert not conform(frequencies, mechanism="iid", d=d, scale="d^-1/4").failures
    with pytest.raises(InputError, match=r"d\^-1/4"):
        conform(frequencies, mechanism="iid", d=d, scale="sqrt")
