"""Estimators of scikit-learn itself, and one that inherits from its base classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.utils import check_random_state

from tests.zoo.right.trigonometric_numpy import squared
from tests.zoo.specimen import right


class OrthogonalSampler(TransformerMixin, BaseEstimator):
    """Orthogonal frequencies with chi norms."""

    def __init__(self, gamma: float = 0.5, n_blocks: int = 2, random_state: int | None = None) -> None:
        self.gamma, self.n_blocks, self.random_state = gamma, n_blocks, random_state

    def fit(self, X: Any, y: Any = None) -> OrthogonalSampler:
        rng, d = check_random_state(self.random_state), X.shape[1]
        blocks = []
        for _ in range(self.n_blocks):
            q, r = np.linalg.qr(rng.standard_normal((d, d)))
            blocks.append(np.sqrt(rng.chisquare(d, d))[:, None] * (q * np.sign(np.diag(r))))
        self.weights_ = np.sqrt(2 * self.gamma) * np.vstack(blocks).T
        self.offset_ = rng.uniform(0, 2 * np.pi, self.weights_.shape[1])
        return self

    def transform(self, X: Any) -> Any:
        return np.sqrt(2 / len(self.offset_)) * np.cos(X @ self.weights_ + self.offset_)


def fitted(make: Any) -> Any:
    return lambda x, s: make(random_state=s).fit(x).transform(x)


SPECIMENS = (
    right(
        "sklearn-rbf-default",
        RBFSampler(n_components=24),
        "gamma = 1: exp(-|x-y|^2)",
        {"mechanism": "iid-phase", "gamma": 1.0},
        {"scale": 2**0.5},
        kernel=squared(2.0),
        plain=fitted(lambda random_state: RBFSampler(n_components=24, random_state=random_state)),
    ),
    right(
        "sklearn-own-estimator",
        OrthogonalSampler(),
        "BaseEstimator and check_random_state",
        {"mechanism": "orthogonal-phase", "kernel": "gaussian"},
        {"kernel": "gaussian"},
        plain=fitted(OrthogonalSampler),
    ),
    right(
        "sklearn-nystroem",
        Nystroem(n_components=5),
        "landmarks from the data: their number depends on the batch",
        None,
        exits=(0, 2, 3),
        kernel=None,
    ),
)
