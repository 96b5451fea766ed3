"""The zero-one hybrid: one complex exponential estimator a pair of clusters, chosen by membership. No lambda is random."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, cast

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.hybrids.bases import ComplexExponentialPart, as_matrix
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import ClusterLambda, Point
from rftheory.measured.inputs import points

LARGE = 10.0  # stands for the infinite entry that would be best
Field = Literal["real", "complex"]


def centre_diagonal(x: Any, y: Any, field: Field = "real") -> tuple[complex, ...]:
    """The diagonal of A for the centres x and y: (88) for real A, (86) for complex A.

    Real: sqrt|y_k/x_k|. Complex: i sqrt(y_k/x_k) where both have one sign, else sqrt(-y_k/x_k): A x + A^{-1} y = 0.
    Where x_k = 0 or y_k = 0 alone, no entry is best: LARGE, or 1/LARGE (times 1 + i if complex); 1 (or 1 + i) where
    both are.
    """
    if field not in ("real", "complex"):
        raise DomainError("field", field, "real or complex")
    pair = points([x, y])
    return tuple(_entry(float(a), float(b), field) for a, b in pair.T)


def _entry(x: float, y: float, field: Field) -> complex:
    both = 1.0 + 1.0j if field == "complex" else 1.0
    if x == 0.0:
        return both if y == 0.0 else LARGE
    if y == 0.0:
        return both / LARGE
    size = math.sqrt(abs(y / x))
    return 1j * size if field == "complex" and x * y > 0.0 else size


def clustered_hybrid(
    queries: Any,
    keys: Any,
    *,
    matrices: Field | Sequence[Sequence[Any]] = "real",
    shared: bool = True,
    real: bool = False,
    name: str = "clustered-hybrid",
) -> Hybrid:
    """Zero-one mixture for centres `queries` (k, d) and `keys` (l, d): the estimator of the pair of nearest centres.

    `matrices`: "real" or "complex" for `centre_diagonal`, or k rows of l matrices A (vectors are diagonals). `shared`:
    one set of projections for all k l estimators, of which one is active. Source: hrf, (101)-(104).
    """
    bases, lambdas = cluster_parts(queries, keys, matrices)
    return Hybrid(
        name,
        f"Zero-one mixture of complex exponential estimators ({len(bases)} pairs of clusters)",
        bases,
        lambdas[:-1],
        shared=shared,
        real=real,
        dimension=points(queries).shape[1],
        reference="hrf, Definition H.2",
    )


def cluster_parts(
    queries: Any, keys: Any, matrices: Field | Sequence[Sequence[Any]]
) -> tuple[tuple[ComplexExponentialPart, ...], tuple[ClusterLambda, ...]]:
    """The estimator and the membership of every pair of clusters."""
    x, y = points(queries), points(keys)
    if x.shape[1] != y.shape[1]:
        raise InputError(f"queries have d = {x.shape[1]}, keys d = {y.shape[1]}; allowed: the same d")
    pairs = [(i, j) for i in range(len(x)) for j in range(len(y))]
    if isinstance(matrices, str):
        field = cast(Field, matrices)
        parts = [ComplexExponentialPart(as_matrix(centre_diagonal(x[i], y[j], field))) for i, j in pairs]
    else:
        if len(matrices) != len(x) or any(len(row) != len(y) for row in matrices):
            raise InputError(f"matrices do not fit; allowed: {len(x)} rows of {len(y)} matrices")
        parts = [ComplexExponentialPart(as_matrix(matrices[i][j])) for i, j in pairs]
    left, right = _tuples(x), _tuples(y)
    return tuple(parts), tuple(ClusterLambda(left, right, i, j) for i, j in pairs)


def _tuples(centres: Any) -> tuple[Point, ...]:
    return tuple(tuple(map(float, row)) for row in np.asarray(centres))


_QUERIES, _KEYS = ((0.5, 0.3), (-0.4, 0.2)), ((-0.6, 0.4), (0.3, -0.5))
_GENERAL = (
    (((0.9, 0.4j), (-0.2, 1.1)), ((1.2, 0.3), (0.1, 0.8j))),
    (((0.7 + 0.2j, 0.1), (0.3, 0.9)), ((1.0, -0.4), (0.2j, 1.3))),
)

MECHANISMS = (
    clustered_hybrid(_QUERIES, _KEYS),
    clustered_hybrid(_QUERIES, _KEYS, matrices="complex", name="clustered-hybrid-complex"),
    clustered_hybrid(_QUERIES, _KEYS, matrices=_GENERAL, real=True, name="clustered-hybrid-general"),
)
