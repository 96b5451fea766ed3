"""What `RandomFeatures` reads of its arguments when it is fitted: scales, shifts, generators, parameters by the data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.moments.dense.relative import DenseMoments
from rftheory.moments.dense.tuning import best_matrix, second_moment
from rftheory.moments.relative_moments import (
    AngularMoments,
    GeneralisedMoments,
    GeometricMoments,
    PoissonMoments,
)
from rftheory.recommendation.containers import dense
from rftheory.recommendation.names import Known
from rftheory.recommendation.scales import scale_of
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.statistics import Statistics, summary
from rftheory.recommendation.tuning import homogeneous


def fits(coupling: AbstractCoupling, d: int) -> None:
    """InputError where the coupling has no rows of this length."""
    try:
        coupling.check(d, 1)
    except DomainError as error:
        rule = error.rule.removeprefix("an integer, ")
        raise InputError(
            f"X has n_features = {d}; allowed for the {coupling.name} coupling: {rule}"
        ) from error


def chosen(known: Known, X: Any, scale: float | Floats, shift: Floats, features: int) -> Mapping[str, Any]:
    """Parameters by the averages of the data; eight signs for the hybrid, fewer where features are few."""
    if isinstance(known, AngularMoments):
        return {"signs": max(1, min(8, features // 8))}
    if isinstance(known, DenseMoments):
        points = dense(X) * scale - shift
        if not np.all(np.isfinite(points)):
            raise InputError(
                "X has entries that are not finite, or too large once scaled; allowed: finite numbers"
            )
        return {"A": best_matrix(second_moment(points, points)).tolist()}
    if isinstance(known, (GeneralisedMoments, PoissonMoments, GeometricMoments)):
        points = dense(X) * scale
        one = summary(ArraySource("X (n_samples = 1 is too few)" if len(points) < 2 else "X", points))
        found = homogeneous(known, Statistics(one, one, True).shifted(shift), points.shape[1])
        if found is None:
            raise InputError(f"parameters of {known.name} with this shift; allowed: give them")
        return found
    return {}


def factor(kernel: str, scale: Any, lengthscale: Any, gamma: Any, d: int) -> float | Floats:
    """What points are multiplied by: `scale`, over the lengthscale (a number, or one for each column), or by `gamma`.

    A lengthscale divides points before anything else, which is the same for every kernel of differences.
    """
    if gamma is not None and lengthscale is not None:
        raise InputError("lengthscale and gamma are given; allowed: one of them")
    if gamma is not None:
        return float(scale_of(kernel, scale, None, gamma))
    if isinstance(scale, bool) or not isinstance(scale, Real) or not 0.0 < abs(float(scale)) < math.inf:
        raise DomainError("scale", scale, "a finite number, not 0")
    if lengthscale is None:
        return float(scale)
    if kernel == "softmax":
        raise InputError("the softmax kernel has no lengthscale; allowed: scale")
    try:
        lengths = np.asarray(lengthscale, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DomainError("lengthscale", lengthscale, f"a number > 0, or {d} of them") from error
    if lengths.shape not in ((), (d,)) or not np.all((lengths > 0.0) & np.isfinite(lengths)):
        raise DomainError("lengthscale", lengthscale, f"a finite number > 0, or {d} of them, one a column")
    return float(scale) / float(lengths) if lengths.ndim == 0 else np.asarray(float(scale) / lengths)


def shift_by(value: Any, d: int) -> Floats:
    """What is subtracted from scaled points."""
    if value is None:
        return np.zeros(d)
    shift = np.asarray(value, dtype=np.float64)
    if shift.shape != (d,) or not np.all(np.isfinite(shift)):
        raise InputError(f"shift has shape {shift.shape}; allowed: {d} finite numbers, as many as columns")
    return shift


def generator_of(value: Any) -> np.random.Generator:
    """A generator of a seed, of another generator, or of scikit-learn's random state."""
    if hasattr(value, "randint"):
        return np.random.default_rng(value.randint(1 << 31))
    return np.random.default_rng(value)
