"""Objects whose features change from call to call: a seed before every call would hide it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.conformance.client.clients import Client, client
from rftheory.conformance.client.sizes import Sizes
from rftheory.measured.inputs import Floats

D, M = 8, 24
X = np.cos(np.arange(40.0)).reshape(5, D)


def _waves(x: Floats, w: Floats) -> Floats:
    z = x @ w
    return np.asarray(np.hstack([np.cos(z), np.sin(z)]) / np.sqrt(w.shape[1]))


class _NewPhases:
    """Phases of every call are others: features of two calls are of two maps."""

    def __init__(self, in_features: int, out_features: int) -> None:
        self.w = np.random.randn(in_features, out_features)  # noqa: NPY002

    def __call__(self, x: Floats) -> Floats:
        b = np.random.uniform(0.0, 2.0 * np.pi, (1, M))  # noqa: NPY002
        return np.asarray(np.sqrt(2.0 / M) * np.cos(x @ self.w + b))


class _Dropped:
    """Coordinates are dropped at random in every call: nothing of the form can be read."""

    def __init__(self, in_features: int, out_features: int) -> None:
        self.w = np.random.randn(in_features, out_features)  # noqa: NPY002

    def __call__(self, x: Floats) -> Floats:
        kept = np.random.uniform(size=x.shape) > 0.2  # noqa: NPY002
        return _waves(x * kept / 0.8, self.w)


class _NewRows:
    """Its own generator goes on from call to call."""

    def __init__(self, dim: int, num_features: int, seed: int) -> None:
        self.rng, self.shape = np.random.default_rng(seed), (dim, num_features)

    def features(self, x: Floats) -> Floats:
        return _waves(x, self.rng.standard_normal(self.shape))


class _Lazy:
    """Rows are made at the first call, and stay."""

    def __init__(self, num_features: int, seed: int) -> None:
        self.rng, self.m, self.w = np.random.default_rng(seed), num_features, np.empty(0)

    def __call__(self, x: Floats) -> Floats:
        if not len(self.w):
            self.w = self.rng.standard_normal((x.shape[1], self.m))
        return _waves(x, self.w)


class _BothSides:
    """Queries and keys of one call see one draw, whatever the next call draws."""

    def __init__(self, dim: int, num_features: int, seed: int) -> None:
        self.rng, self.shape = np.random.default_rng(seed), (dim, num_features)

    def __call__(self, x: Floats) -> tuple[Floats, Floats]:
        phi = _waves(x, self.rng.standard_normal(self.shape))
        return phi, phi.copy()


class _Sampler:
    """Every call is another draw, as it is of samplers."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def frequencies(self, d: int, m: int) -> Floats:
        return self.rng.standard_normal((m, d))


@pytest.mark.parametrize("kind", [_NewPhases, _NewRows, _Dropped])
def test_features_that_change_from_call_to_call_are_not_reproducible(kind: Any) -> None:
    report = conform(kind, kernel="gaussian", d=D, m=M, draws=256)
    assert (report.exit_code, set(report.causes)) == (1, {"not-reproducible"})


@pytest.mark.parametrize("kind", [_Lazy, _BothSides, _Sampler])
def test_draws_that_are_meant_are_reproducible(kind: Any) -> None:
    assert not conform(kind, mechanism="rff", d=D, m=M, draws=256).failures


class _Module:
    """What is asked of torch.nn.Module: a buffer, and draws of training."""

    def __init__(self) -> None:
        self.training, self.part = True, SimpleNamespace(training=False)
        self.w = np.random.randn(D, M)  # noqa: NPY002

    def buffers(self) -> Iterator[Any]:
        return iter(())

    parameters = buffers

    def modules(self) -> tuple[Any, ...]:
        return self, self.part

    def eval(self) -> None:
        self.training = self.part.training = False

    def to(self, device: Any = None, dtype: Any = None) -> _Module:
        del device, dtype
        return self

    def forward(self, x: Floats) -> Floats:
        return _waves(x, self.w)

    def __call__(self, *data: Any, **named: Any) -> Floats:
        return self.forward(*data, **named)


class _NewRowsInForward(_Module):
    """Rows of every forward are others."""

    def forward(self, x: Floats) -> Floats:
        return _waves(x, np.random.randn(*self.w.shape))  # noqa: NPY002


class _NewRowsInTraining(_Module):
    """As projections are redrawn every so many steps of training, here after each."""

    calls: int = 0

    def forward(self, x: Floats) -> Floats:
        if self.training and self.calls:
            self.w = np.random.randn(D, M)  # noqa: NPY002
        self.calls += 1
        return _waves(x, self.w)


@pytest.fixture
def _torch(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = SimpleNamespace(
        nn=SimpleNamespace(Module=_Module),
        float32=np.float32,
        as_tensor=lambda x, dtype, **_: x.astype(dtype),
        get_rng_state=lambda: 0,
        set_rng_state=lambda _: None,
        manual_seed=lambda _: None,
        cuda=SimpleNamespace(is_initialized=lambda: False),
    )
    monkeypatch.setitem(sys.modules, "torch", fake)


def _steady(found: Client) -> bool:
    """Whether one seed, asked twice, gives one result."""
    first, again = (found.features(X, 1)[0] for _ in range(2))
    return np.array_equal(first, again)


@pytest.mark.usefixtures("_torch")
def test_modules_may_draw_anew_in_training_alone() -> None:
    kinds = (_Module, _NewRowsInForward, _NewRowsInTraining)
    assert [_steady(client(kind, settings=Sizes(D, M))) for kind in kinds] == [True, False, True]
    assert [_steady(client(kind())) for kind in kinds] == [True, False, True]


class _Dropped(_Module):
    """Dropout on the features."""

    def forward(self, x: Floats) -> Floats:
        found = super().forward(x)
        return found * (np.random.random(found.shape) > 0.1) if self.training else found  # noqa: NPY002


class _DroppedAttention(_Module):
    """Dropout on the output of attention."""

    def forward(self, q: Floats, k: Floats, v: Floats) -> Floats:
        a = np.exp(q @ k.T)
        found = a @ v / np.sum(a, axis=1, keepdims=True)
        return found * (np.random.random(found.shape) > 0.1) if self.training else found  # noqa: NPY002


@pytest.mark.usefixtures("_torch")
@pytest.mark.parametrize("made", [lambda: _Dropped, _Dropped])
def test_dropout_is_left_out(made: Any) -> None:
    """A mask is another for another batch: a point alone had other features than among others."""
    found = client(made(), settings=Sizes(D, M))
    for seed in range(3):
        assert np.allclose(found.features(X[:1], seed)[0], found.features(X, seed)[0][:1])
    assert "as eval() leaves it" in found.note()
    assert client(_Module, settings=Sizes(D, M)).note() == ""


@pytest.mark.usefixtures("_torch")
@pytest.mark.parametrize("made", [lambda: _DroppedAttention, _DroppedAttention])
def test_dropout_of_attention_is_left_out(made: Any) -> None:
    found = client(made(), settings=Sizes(D, M))
    assert np.allclose(found.attention(X, X, np.ones_like(X), 1), 1.0)
    assert "as eval() leaves it" in found.note()


@pytest.mark.usefixtures("_torch")
def test_parts_of_a_module_keep_their_modes() -> None:
    module = _NewRowsInForward()
    module.training, module.part.training = False, True
    client(module).features(X, 1)
    assert (module.training, module.part.training) == (False, True)


@pytest.mark.usefixtures("_torch")
def test_a_module_in_training_stays_as_it_was() -> None:
    module = _NewRowsInTraining()
    before = module.w.copy()
    found, wanted = client(module), _waves(X.astype(np.float32), before)
    assert all(np.array_equal(found.features(X, seed)[0], wanted) for seed in range(3))
    assert (module.calls, module.w.tolist()) == (0, before.tolist())
