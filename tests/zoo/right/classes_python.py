"""Classes: estimators of scikit-learn's kind, layers of Keras' kind, long-winded and terse ones, closures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.zoo.specimen import right

M = 24
GAUSSIAN = {"kernel": "gaussian"}
PHASE = {"mechanism": "iid-phase", **GAUSSIAN}
BOTH = {"mechanism": "iid-trigonometric", **GAUSSIAN}


class Sampler:
    """fit, transform and random_state, as scikit-learn's."""

    def __init__(self, gamma: float = 0.5, n_components: int = M, random_state: int | None = None) -> None:
        self.gamma, self.n_components, self.random_state = gamma, n_components, random_state

    def fit(self, X: Any, y: Any = None) -> Sampler:
        rng = np.random.RandomState(self.random_state)
        self.random_weights_ = math.sqrt(2 * self.gamma) * rng.normal(size=(X.shape[1], self.n_components))
        self.random_offset_ = rng.uniform(0, 2 * np.pi, size=self.n_components)
        return self

    def transform(self, X: Any) -> Any:
        return np.sqrt(2 / self.n_components) * np.cos(X @ self.random_weights_ + self.random_offset_)


class Terse:
    """A seed of another name, kept under a third."""

    def __init__(self, D: int = M, seed: int = 0) -> None:
        self.D, self.s = D, seed

    def fit(self, X: Any) -> Terse:
        rng = np.random.default_rng(self.s)
        self.W, self.b = rng.standard_normal((X.shape[1], self.D)), 2 * np.pi * rng.random(self.D)
        return self

    def transform(self, X: Any) -> Any:
        return np.sqrt(2 / self.D) * np.cos(X @ self.W + self.b)


class RandomFourierFeatures:
    """A map that is given its seed where it is made, and features() by name."""

    def __init__(
        self, input_dim: int = 8, num_features: int = M, lengthscale: float = 1.0, seed: int = 0
    ) -> None:
        rng = np.random.default_rng(seed)
        self.num_features = num_features
        self.omega = rng.normal(loc=0.0, scale=1.0 / lengthscale, size=(input_dim, num_features))
        self.bias = rng.uniform(low=0.0, high=2.0 * np.pi, size=num_features)

    def features(self, x: Any) -> Any:
        projected = np.matmul(x, self.omega) + self.bias
        return math.sqrt(2.0 / self.num_features) * np.cos(projected)

    __call__ = features


class Layer:
    """build and call, as Keras layers have them."""

    def __init__(self, units: int = M, scale: float = 1.0) -> None:
        self.units, self.scale, self.built = units, scale, False

    def build(self, input_shape: tuple[int, ...]) -> None:
        d = input_shape[-1]
        self.kernel = np.random.normal(0.0, 1.0 / self.scale, (d, self.units))
        self.bias = np.random.uniform(0.0, 2 * np.pi, (self.units,))
        self.built = True

    def call(self, inputs: Any) -> Any:
        return np.cos(inputs @ self.kernel + self.bias) * math.sqrt(2 / self.units)

    def __call__(self, inputs: Any) -> Any:
        if not self.built:
            self.build(inputs.shape)
        return self.call(inputs)


class WithRows:
    """features() beside frequencies() of the last draw."""

    def features(self, X: Any, seed: int) -> Any:
        self._w = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
        z = X @ self._w.T
        return np.hstack([np.cos(z), np.sin(z)]) / math.sqrt(M)

    def frequencies(self) -> Any:
        return self._w


@dataclass
class Config:
    """Options of the map below."""

    n_features: int = M
    lengthscale: float = 1.0
    variance: float = 1.0
    orthogonal: bool = False


def build_feature_map(config: Config, input_dim: int, seed: int) -> Any:
    """A closure over its frequencies."""
    rng = np.random.default_rng(seed)
    frequencies = rng.standard_normal((config.n_features, input_dim)) / config.lengthscale

    def feature_map(x: Any) -> Any:
        projections = np.einsum("...d,md->...m", x, frequencies)
        stacked = np.concatenate([np.cos(projections), np.sin(projections)], axis=-1)
        return np.sqrt(config.variance / config.n_features) * stacked

    return feature_map


def closure(x: Any, seed: int) -> Any:
    return build_feature_map(Config(), x.shape[-1], seed)(x)


FROZEN = np.random.default_rng(11).standard_normal((8, M))


def module_level(X: Any) -> Any:
    """Frequencies that were drawn once, as a file of weights holds them."""
    Z = X @ FROZEN
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def module_level_positive(X: Any) -> Any:
    return np.exp(X @ FROZEN - np.sum(X**2, axis=1, keepdims=True) / 2) / np.sqrt(M)


def fitted(X: Any, seed: int) -> Any:
    return Sampler(random_state=seed).fit(X).transform(X)


def layered(X: Any, seed: int) -> Any:
    np.random.seed(seed)
    return Layer()(X)


SPECIMENS = (
    right("class-sampler", Sampler(), "an object with fit and transform", PHASE, GAUSSIAN, plain=fitted),
    right("class-sampler-type", Sampler, "the class itself", PHASE, GAUSSIAN, plain=fitted),
    right(
        "class-terse",
        Terse,
        "fit and transform, and a seed for the constructor alone",
        PHASE,
        GAUSSIAN,
        plain=lambda x, s: Terse(seed=s).fit(x).transform(x),
    ),
    right(
        "class-seeded",
        RandomFourierFeatures,
        "a class whose seed is given to the constructor",
        PHASE,
        GAUSSIAN,
        plain=lambda x, s: RandomFourierFeatures(seed=s)(x),
    ),
    right(
        "layer-class",
        Layer,
        "build and call, global generator: one instance a seed",
        PHASE,
        GAUSSIAN,
        plain=layered,
    ),
    right(
        "class-with-rows",
        WithRows(),
        "shows its frequencies",
        BOTH,
        GAUSSIAN,
        plain=lambda x, s: WithRows().features(x, s),
    ),
    right("closure", closure, "a configuration and a closure", BOTH, GAUSSIAN),
    right(
        "frozen-weights",
        module_level,
        "frozen on purpose: nothing can be said of their law",
        BOTH,
        None,
        exits=(0, 3),
        kernel=None,
    ),
    right(
        "frozen-weights-positive",
        module_level_positive,
        "the same with positive features",
        {"mechanism": "iid-positive", "kernel": "softmax"},
        None,
        exits=(0, 3),
        kernel=None,
    ),
    right(
        "frozen-instance",
        RandomFourierFeatures(seed=5),
        "an instance: its seed was given before",
        PHASE,
        None,
        exits=(0, 3),
        kernel=None,
    ),
)
