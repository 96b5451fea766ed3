"""PyTorch and JAX code runs unmodified: seeds, keys, dtypes, gradients, batch and head axes, a published attention."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rftheory.conformance import conform as battery
from rftheory.conformance.client.clients import client
from rftheory.conformance.conform import conform

D, M = 8, 24


@pytest.fixture
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Identities that hold for every draw need few of them."""
    monkeypatch.setitem(battery.DRAWS, "quick", 256)


@pytest.fixture
def torch() -> Any:
    found = pytest.importorskip("torch")
    found.set_num_threads(1)
    return found


def _torch_features(torch: Any) -> Any:
    def features(x: Any, *, generator: Any) -> Any:
        w = torch.randn(M, x.shape[1], generator=generator, dtype=torch.float64).to(x).requires_grad_(True)
        return torch.exp(x @ w.T - (x * x).sum(1, keepdim=True) / 2.0) / M**0.5

    return features


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
def test_torch_tensors_that_require_gradients(torch: Any, dtype: str) -> None:
    report = conform(
        _torch_features(torch),
        mechanism="iid-positive",
        kernel="softmax",
        d=D,
        array="torch:cpu",
        dtype=dtype,
    )
    assert not report.failures
    assert report.dtype == dtype
    assert report.conclusion == "conforms"


def test_global_generators_of_torch_are_seeded_and_restored(torch: Any) -> None:
    def frequencies(nb_rows: int, nb_columns: int) -> Any:
        return torch.randn(nb_rows, nb_columns)

    torch.manual_seed(11)
    before = torch.get_rng_state()
    found = client(frequencies)
    assert np.array_equal(found.frequencies(D, M, 3), found.frequencies(D, M, 3))
    assert torch.equal(torch.get_rng_state(), before)
    assert found.seeding == "global generators"
    report = conform(frequencies, mechanism="iid", d=D, m=M)
    assert report.conclusion == "conforms", report.failures


@pytest.mark.parametrize("dtype", ["float64", "bfloat16"])
def test_keys_of_jax(dtype: str) -> None:
    jax = pytest.importorskip("jax")
    numpy = jax.numpy

    @jax.jit
    def features(key: Any, x: Any) -> Any:
        w = jax.random.normal(key, (M, x.shape[1])).astype(x.dtype)
        squares = numpy.sum(x * x, axis=1, keepdims=True)
        return numpy.exp(x @ w.T - squares / 2.0) / numpy.asarray(M, x.dtype) ** 0.5

    report = conform(features, mechanism="iid-positive", kernel="softmax", d=D, array="jax", dtype=dtype)
    assert report.conclusion == "conforms", report.failures
    assert report.dtype == ("float32" if dtype == "float64" else dtype)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_coarse_numbers_hide_no_gross_mistake(torch: Any, dtype: str) -> None:
    inner = _torch_features(torch)
    report = conform(
        lambda x, generator: 2.0 * inner(x, generator=generator),
        mechanism="iid-positive",
        kernel="softmax",
        d=D,
        array="torch",
        dtype=dtype,
    )
    assert report.conclusion == "fails"


@pytest.fixture
def performer() -> Any:
    return pytest.importorskip("performer_pytorch.performer_pytorch", exc_type=ImportError)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_published_sampler_by_its_own_names(performer: Any) -> None:
    report = conform(performer.gaussian_orthogonal_random_matrix, mechanism="orthogonal", d=D, m=M)
    assert (report.contract, report.seeding) == ("frequencies", "global generators")
    assert report.causes == ("unsigned-qr",)
    assert report.finding("norm law").outcome.value == "holds"


@pytest.mark.usefixtures("_few_draws", "torch")
@pytest.mark.parametrize(("eps", "claimed"), [(1e-4, True), (0.0, True), (0.0, False)])
def test_a_published_feature_map(performer: Any, eps: float, claimed: bool) -> None:
    def features(data: Any, is_query: bool) -> Any:
        rows = performer.gaussian_orthogonal_random_matrix(M, data.shape[-1])
        return performer.softmax_kernel(data, projection_matrix=rows, is_query=is_query, eps=eps)

    report = conform(
        features,
        mechanism="orthogonal-positive",
        kernel="softmax",
        d=D,
        scale="d^-1/4",
        array="torch",
        leading=2,
        ratios=claimed,
    )
    exact = report.finding("ratios").outcome.value
    assert exact == ("fails" if eps else "holds")
    assert ("epsilon-added" in report.causes) == bool(eps)
    assert ("max-subtracted" in report.causes) == (not claimed)


@pytest.mark.usefixtures("_few_draws", "torch")
def test_a_published_attention_adds_epsilon(performer: Any) -> None:
    def attention(q: Any, k: Any, v: Any) -> Any:
        return performer.FastAttention(q.shape[-1], nb_features=M)(q, k, v)

    report = conform(
        attention,
        mechanism="orthogonal-positive",
        d=D,
        m=M,
        scale="d^-1/4",
        array="torch",
        dtype="float32",
        leading=2,
    )
    assert report.contract == "attention"
    assert report.causes[0] == "epsilon-added"
    assert report.finding("rows sum to one").outcome.value == "holds"
