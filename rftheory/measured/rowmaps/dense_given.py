"""Dense features from what a user gives: a matrix A or a covariance Sigma, M, a mean of the rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, given, symmetric

PARAMETERS = ("A", "Sigma", "M", "mean")


def dense_map(parameters: Mapping[str, Any], d: int) -> DenseExponential | ImportanceSampled:
    """The features in R^d of A or Sigma = I - 4A: a number (times I), d numbers (the diagonal), or a matrix (d, d).

    Beside it M (d, d), any invertible matrix, or a `mean` of the rows, d numbers. InputError for other names, for both or
    none of A and Sigma and for M beside a mean; DomainError for other shapes, A not symmetric or not below I/4, Sigma not
    positive definite. Source: beyond, dense/unbiased and dense/weight.
    """
    known = {name: value for name, value in parameters.items() if value is not None}
    for name in known:
        if name not in PARAMETERS:
            raise InputError(f"dense features have no parameter {name}; allowed: {', '.join(PARAMETERS)}")
    if ("A" in known) == ("Sigma" in known):
        raise InputError("dense features need A, or Sigma = I - 4A; allowed: one of them")
    name = "A" if "A" in known else "Sigma"
    array = _matrix(name, known[name], d)
    if "M" in known or "mean" not in known:
        if "mean" in known:
            raise InputError("M and mean are given; allowed: one of them")
        a = array if name == "A" else ((np.eye(d) if array.ndim == 2 else 1.0) - array) / 4.0
        if name == "Sigma":
            MappedLaw(given(array))  # refuses what is no covariance by its own name
        return DenseExponential(given(a), None if "M" not in known else _rows(known["M"], d))
    mean = _array("mean", known["mean"])
    if mean.shape != (d,):
        raise DomainError("mean", f"shape {mean.shape}", f"d = {d} numbers")
    if name == "A":
        DenseExponential(given(array))
        array = (np.eye(d) if array.ndim == 2 else 1.0) - 4.0 * array
    return ImportanceSampled(MappedLaw(given(array), tuple(mean.tolist())))


def _matrix(name: str, value: Any, d: int) -> Floats:
    """A number, d numbers, or a symmetric matrix (d, d)."""
    array = _array(name, value)
    if array.shape not in ((), (d,), (d, d)):
        raise DomainError(name, f"shape {array.shape}", f"a number, d = {d} numbers, or a matrix {d} x {d}")
    return symmetric(name, array) if array.ndim == 2 else array  # type: ignore[arg-type]


def _rows(value: Any, d: int) -> tuple[tuple[float, ...], ...]:
    array = _array("M", value)
    if array.shape != (d, d):
        raise DomainError("M", f"shape {array.shape}", f"an invertible matrix {d} x {d}")
    return tuple(tuple(row) for row in array.tolist())


def _array(name: str, value: Any) -> Floats:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DomainError(name, value, "numbers") from error
    if not np.all(np.isfinite(array)):
        raise DomainError(name, value, "finite numbers")
    return array
