"""Classes, modules, layers, transformers, functions of many signatures: one draw a seed, d and m never exchanged."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.client.clients import client
from rftheory.conformance.client.sizes import Sizes, half, sizes
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats

D, M, FEW = 8, 24, 256
X = np.cos(np.arange(40.0)).reshape(5, D)


def _waves(x: Floats, w: Floats) -> Floats:
    z = x @ w
    return np.hstack([np.cos(z), np.sin(z)]) / np.sqrt(w.shape[1])


class Seeded:
    """Draws its weights from a seed when it is made."""

    def __init__(self, input_dim: int, num_features: int, seed: int | None = None) -> None:
        self.w = np.random.default_rng(seed).standard_normal((input_dim, num_features))

    def __call__(self, x: Floats) -> Floats:
        return _waves(x, self.w)


class Unseeded:
    """Draws its weights from the global generator when it is made, and phases when it is first called."""

    def __init__(self, in_features: int, out_features: int = M, sigma: float = 1.0) -> None:
        self.w = np.random.randn(in_features, out_features) / sigma  # noqa: NPY002
        self.b: Any = None

    def forward(self, x: Floats) -> Floats:
        if self.b is None:
            self.b = np.random.uniform(0.0, 2.0 * np.pi, self.w.shape[1])  # noqa: NPY002
        return np.sqrt(2.0 / len(self.b)) * np.cos(x @ self.w + self.b)

    __call__ = forward


class Scaled:
    """Wants the kernel's own parameter."""

    def __init__(self, dim: int, n_components: int, gamma: float, random_state: int) -> None:
        rng = np.random.RandomState(random_state)
        self.w = np.sqrt(2.0 * gamma) * rng.standard_normal((dim, n_components))

    def features(self, x: Floats) -> Floats:
        return _waves(x, self.w)

    def frequencies(self) -> Floats:
        return self.w.T


class Layer:
    """As Keras has layers: a configuration, weights made in build, call."""

    def __init__(self, output_dim: int = M, seed: int | None = None, name: str = "layer") -> None:
        self.output_dim, self.seed, self.w, self.name = output_dim, seed, None, name

    def get_config(self) -> dict[str, Any]:
        return {"output_dim": self.output_dim, "seed": self.seed, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Layer:
        assert "name" not in config
        return cls(**config)

    def call(self, inputs: Floats) -> Floats:
        if self.w is None:
            self.w = np.random.default_rng(self.seed).standard_normal((inputs.shape[1], self.output_dim))
        return _waves(inputs, self.w)

    def __call__(self, *args: Any, **kwargs: Any) -> Floats:
        return self.call(*args, **kwargs)


class Redrawn:
    """A buffer, and a method that draws it anew."""

    def __init__(self) -> None:
        self.resample()

    def resample(self) -> None:
        self.w = np.random.randn(D, M)  # noqa: NPY002

    def __call__(self, x: Floats) -> Floats:
        return _waves(x, self.w)


class Functional:
    """init and apply, as modules of JAX have them."""

    def init(self, key: int, x: Floats) -> dict[str, Floats]:
        return {"w": np.random.default_rng(key).standard_normal((x.shape[1], M))}

    def apply(self, parameters: dict[str, Floats], x: Floats) -> Floats:
        return _waves(x, parameters["w"])


KINDS = {
    "class with a seed": Seeded,
    "class without a seed": Unseeded,
    "class with gamma": Scaled,
    "layer": Layer,
    "layer made already": Layer(M),
    "object that is redrawn": Redrawn(),
    "init and apply": Functional(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_code_conform(kind: str) -> None:
    report = conform(KINDS[kind], mechanism="rff", d=D, m=M, draws=FEW)
    assert not report.failures
    assert (report.m, report.mechanism[:4]) == (M, "iid-")
    assert (report.seeding == "its seed") == (kind not in ("class without a seed", "object that is redrawn"))


def test_an_object_without_a_redraw_is_frozen() -> None:
    report = conform(Seeded(D, M, 3), d=D, draws=64)
    assert any(found.note.startswith("it takes no seed") for found in report.notes)


def test_the_scale_of_a_class_is_the_declared_one() -> None:
    assert not conform(Scaled, mechanism="rff", d=D, m=M, draws=FEW, gamma=2.0).failures


def test_a_class_that_wants_more_is_one_line() -> None:
    class Wants:
        def __init__(self, table: Any) -> None:
            self.table = table

        def __call__(self, x: Any) -> Any:
            return x

    class Nothing:
        """Its objects cannot be called."""

    for kind, message in ((Wants, "wants table; allowed"), (Nothing, "cannot be called; allowed")):
        with pytest.raises(InputError, match=message):
            client(kind)


class _FakeModule:
    """What is asked of torch.nn.Module."""

    def parameters(self) -> Iterator[Any]:
        """None."""
        return iter(())

    buffers = parameters

    def to(self, device: Any = None, dtype: Any = None) -> _FakeModule:
        self.moved = (device, dtype)
        return self


class _FakeTensor(np.ndarray[Any, Any]):
    """An array that says nothing of PyTorch."""


def test_modules_are_given_tensors_and_one_instance_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def as_tensor(x: Floats, dtype: Any, device: Any) -> Floats:
        given.append((dtype, device))
        return x.astype(dtype)

    torch = SimpleNamespace(
        nn=SimpleNamespace(Module=_FakeModule),
        float32=np.float32,
        as_tensor=as_tensor,
        get_rng_state=lambda: 0,
        set_rng_state=lambda _: None,
        manual_seed=lambda _: None,
        cuda=SimpleNamespace(is_initialized=lambda: False),
    )
    monkeypatch.setitem(sys.modules, "torch", torch)

    class Module(_FakeModule):
        def __init__(self, dim: int, num_features: int) -> None:
            self.w = np.random.randn(dim, num_features).astype(np.float32)  # noqa: NPY002

        def forward(self, x: Floats) -> Floats:
            return _waves(x, self.w)

        def __call__(self, *data: Any, **named: Any) -> Floats:
            return self.forward(*data, **named)

    found = client(Module, settings=Sizes(D, M))
    assert (found.library, found.dtype) == ("torch", "float32")
    first, again, other = (found.features(X, seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert given[0] == (np.float32, None)


def test_generators_of_tensorflow_and_keras_are_seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[tuple[str, int]] = []
    tensorflow = SimpleNamespace(
        random=SimpleNamespace(set_seed=lambda seed: seeds.append(("tensorflow", seed)))
    )
    keras = SimpleNamespace(utils=SimpleNamespace(set_random_seed=lambda seed: seeds.append(("keras", seed))))
    monkeypatch.setitem(sys.modules, "tensorflow", tensorflow)
    monkeypatch.setitem(sys.modules, "keras", keras)
    before = random.getstate()
    client(lambda x: x + np.random.randn()).features(X, 5)  # noqa: NPY002
    assert seeds == [("keras", 5), ("tensorflow", 5)]
    assert random.getstate() == before


SIZES = {
    ("d", "m"): ("d", "m"),
    ("m", "d"): ("d", "m"),
    ("num_rows", "num_cols"): ("num_cols", "num_rows"),
    ("rows", "cols"): ("cols", "rows"),
    ("n_features", "n_components"): ("n_features", "n_components"),
    ("n_components", "n_features"): ("n_features", "n_components"),
    ("num_features", "dim"): ("dim", "num_features"),
    ("in_features", "out_features"): ("in_features", "out_features"),
    ("input_dim", "output_dim"): ("input_dim", "output_dim"),
    ("D", "d"): ("d", "D"),
    ("d", "D"): ("d", "D"),
    ("a", "b"): None,
    ("n_features", "num_features"): None,
}


@pytest.mark.parametrize("names", SIZES)
def test_sizes_by_their_names(names: tuple[str, str]) -> None:
    assert sizes(names) == SIZES[names]
    assert half(("dim", "count")) == ("dim", "count")
    assert half(("count", "dim")) == ("dim", "count")
    assert half(("a", "b")) is None


SAMPLERS = ("d, m, seed", "m, d, seed", "num_rows, num_cols", "n_features, n_components, rng", "D, d, seed",
            "num_features, dim, seed", "nb_rows, nb_columns, seed", "n_samples, n_dims, generator")  # fmt: skip


@pytest.mark.parametrize("parameters", SAMPLERS)
def test_samplers_of_every_signature_get_d_and_m(parameters: str) -> None:
    names = [name.strip() for name in parameters.split(",")][:2]
    found = SIZES.get((names[0], names[1])) or sizes(names)
    assert found is not None
    scope: dict[str, Any] = {"np": np}
    exec(  # noqa: S102 -- a signature of the table
        f"def sampler({parameters}): return np.ones(({found[1]}, {found[0]})) * np.arange({found[0]})", scope
    )
    assert client(scope["sampler"]).frequencies(D, M, 1).shape == (M, D)


def test_sizes_that_no_name_tells_apart_are_not_guessed() -> None:
    def sampler(a: int, b: int, seed: int) -> Floats:
        return np.random.default_rng(seed).standard_normal((a, b))

    found = client(sampler, contract="frequencies")
    with pytest.raises(InputError, match="do not say which is which"):
        found.frequencies(D, M, 1)
    assert client(lambda a, b, seed: sampler(b, a, seed), contract="frequencies").frequencies(
        D, M, 1
    ).shape == (M, D)


MAPS = (
    "X, num_features, seed",
    "x, gamma, m, seed",
    "data, d, m, key",
    "x, n_components, sigma, random_state",
)


@pytest.mark.parametrize("parameters", MAPS)
def test_maps_get_the_sizes_and_scales_that_they_want(parameters: str) -> None:
    names = [name.strip() for name in parameters.split(",")]
    said = ", ".join(f"'{name}': {name}" for name in names[1:-1])
    scope: dict[str, Any] = {"np": np, "seen": {}}
    exec(  # noqa: S102 -- a signature of the table
        f"def features({parameters}):\n seen.update({{{said}}})\n return np.cos({names[0]}) + {names[-1]}",
        scope,
    )
    found = client(scope["features"], settings=Sizes(D, M, 2.0))
    assert found.contract == "features"
    assert found.features(X, 3)[0].shape == X.shape
    values = {"num_features": M, "m": M, "n_components": M, "d": D, "gamma": 2.0, "sigma": 0.5}
    assert scope["seen"] == {name: values[name] for name in names[1:-1]}
