"""The recommended mechanism as an object with fit and transform, in scikit-learn's manner and without scikit-learn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any, Self

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.protocol import AbstractCoupling
from rftheory.moments.relative_moments import (
    AbstractRelativeMoments,
    AngularMoments,
    GeneralisedMoments,
    GeometricMoments,
    PoissonMoments,
)
from rftheory.recommendation.containers import (
    OUTPUTS,
    contained,
    dense,
    differences,
    dtype_of,
    pieces,
    wanted,
    width,
)
from rftheory.recommendation.matrices import RowDraw, mapped
from rftheory.recommendation.names import Known, split
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.stationary import NAMES, PLAIN, stationary_rows
from rftheory.recommendation.statistics import Statistics, summary
from rftheory.recommendation.tuning import homogeneous

_NAMES = ("features", "mechanism", "kernel", "parameters", "shift", "scale", "random_state")


class RandomFeatures:
    """phi(x) with phi(x).phi(y) an unbiased estimate of exp(-|x-y|^2/2) or exp(x.y) at x, y times `scale`.

    kernel: gaussian, softmax, or a stationary one (matern12, matern32, rq, laplace, ..) for trigonometric features, whose
    `parameters` are then the kernel's: nu, alpha, power, beta, lengthscale (one number, or one for each coordinate; so
    of trigonometric gaussian features, too), sharing (row, block, stratified: what has one tau).

    `mechanism`: coupling, hyphen, map: those that `recommend` ranks, and all others of the shelf, whose couplings with
    rows that are not Gaussian (`hd3`, `sphere`) estimate a kernel close to these. `parameters`: the map's own (A, rate, p,
    signs); where None, `fit` chooses them by the averages of its data. `shift`: subtracted first, which leaves the kernel
    alone and the error not. `transform` maps queries; keys have a map of their own, `transform_keys`, which differs
    for complex maps and hybrids. At most `features` columns, `n_features_out_` of them. Points of float32 give features
    of float32 (trigonometric, positive and hyperbolic maps computed in it, all others in float64); sparse matrices are read in blocks of rows; `set_output` gives tables.
    """

    def __init__(
        self,
        features: int = 128,
        *,
        mechanism: str = "orthogonal-trigonometric",
        kernel: str = "gaussian",
        parameters: Mapping[str, Any] | None = None,
        shift: Any = None,
        scale: float = 1.0,
        random_state: Any = None,
    ) -> None:
        self.features = features
        self.mechanism = mechanism
        self.kernel = kernel
        self.parameters = parameters
        self.shift = shift
        self.scale = scale
        self.random_state = random_state

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments."""
        del deep
        return {name: getattr(self, name) for name in _NAMES}

    def set_params(self, **parameters: Any) -> Self:
        """Set constructor's arguments; InputError for an unknown name."""
        for name, value in parameters.items():
            if name not in _NAMES:
                raise InputError(f"unknown parameter {name!r}; allowed: {', '.join(_NAMES)}")
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any = None) -> Self:
        """Draw the projections for the dimension of X; choose parameters by X where none are given."""
        del y
        columns, names, points = width(X)
        if self.kernel not in (*PLAIN, *NAMES):
            raise DomainError("kernel", self.kernel, f"gaussian, softmax, or one of {', '.join(NAMES)}")
        self.n_features_in_ = columns
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self._draw(points)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """`fit`, then `transform`."""
        return self.fit(X, y).transform(X)

    def transform(self, X: Any) -> Any:
        """phi of queries: (rows, features); for most maps phi of keys, too."""
        return self._features(X, 0)

    def transform_queries(self, X: Any) -> Any:
        """`transform` by its full name."""
        return self._features(X, 0)

    def transform_keys(self, X: Any) -> Any:
        """phi of keys: transform_queries(x) @ transform_keys(y).T estimates the kernel."""
        return self._features(X, 1)

    def set_output(self, *, transform: str | None = None) -> Self:
        """`transform` and `transform_keys` give `"pandas"` or `"polars"` tables, or arrays (`"default"`); None: as it was."""
        if transform is not None:
            if transform not in OUTPUTS:
                raise InputError(f"transform = {transform!r}; allowed: {', '.join(OUTPUTS)}")
            self._sklearn_output_config = {"transform": transform}
        return self

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """Names of the columns."""
        del input_features
        self._check_fitted()
        return np.asarray([f"randomfeatures{i}" for i in range(self.n_features_out_)], dtype=object)

    def __repr__(self) -> str:
        shown = {
            name: value for name, value in self.get_params().items() if name not in ("parameters", "shift")
        }
        return f"RandomFeatures({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "n_features_out_")

    def __sklearn_tags__(self) -> Any:
        """Asked for by scikit-learn alone, which is then loaded."""
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=["float64", "float32"]),
            input_tags=InputTags(sparse=True),
        )

    def _draw(self, points: Any) -> None:
        d, features = points.shape[1], integer("features", self.features, 1)
        coupling, known = split(self.mechanism)
        scale, shift = _scale(self.scale), _shift(self.shift, d)
        parameters = self.parameters
        drawn = None
        if self.kernel in NAMES or (self.kernel == "gaussian" and "lengthscale" in (parameters or {})):
            drawn, parameters = stationary_rows(self.kernel, parameters, coupling, known.name, d), {}
        elif parameters is None:
            parameters = _chosen(known, points, scale, shift, features)
        cost = known.width(parameters) if isinstance(known, AbstractRelativeMoments) else known.width
        _fits(coupling, d)
        m = features // cost
        if m < 1:
            raise DomainError("features", features, f"at least {cost} for {self.mechanism}")
        rng = _generator(self.random_state)
        if drawn is None:
            draw = RowDraw(m, d, rng, lambda rows: coupling.sample(d, rows, rng=rng, n=1)[0])
        else:
            made = drawn
            draw = RowDraw(m, d, rng, lambda rows: made(rows, rng))
        self._map = mapped(known, parameters, draw)
        self._moved = (scale, shift)
        self.projections_ = draw.rows
        self.parameters_ = dict(parameters)
        self.n_features_out_ = m * cost

    def _features(self, X: Any, side: int) -> Any:
        self._check_fitted()
        columns, names, points = width(X)
        if columns != self.n_features_in_:
            raise InputError(
                f"X has {columns} features, but RandomFeatures is expecting {self.n_features_in_} features as input"
            )
        known = getattr(self, "feature_names_in_", None)
        if names is not None and known is not None and list(names) != list(known):
            raise InputError(
                "The feature names should match those that were passed during fit.\n"
                + differences(known, names)
            )
        dtype = dtype_of(points)
        phi = np.empty((points.shape[0], self.n_features_out_), dtype=dtype)
        inner = dtype if getattr(self._map, "narrow", False) else np.float64
        for rows in pieces(points, self.n_features_out_):
            with np.errstate(over="ignore"):
                phi[rows] = self._block(dense(points[rows], inner), side)
            if not np.all(np.isfinite(phi[rows])):
                raise InputError("a feature overflows; allowed: smaller points, or a smaller scale")
        container = wanted(self)
        return phi if container == "default" else contained(phi, X, self.get_feature_names_out(), container)

    def _block(self, points: Floats, side: int) -> Floats:
        scale, shift = self._moved
        points = points * points.dtype.type(scale)
        weight = np.zeros((len(points), 1), points.dtype)
        if self.kernel == "softmax":
            weight = np.sum(points * points, axis=1, keepdims=True) / 2
        with np.errstate(over="ignore", invalid="ignore"):
            phi: Floats = self._map(points - shift.astype(points.dtype), weight, side)
        return phi

    def _check_fitted(self) -> None:
        if not hasattr(self, "n_features_out_"):
            raise InputError("This RandomFeatures instance is not fitted yet; call fit first")


def _fits(coupling: AbstractCoupling, d: int) -> None:
    """InputError where the coupling has no rows of this length."""
    try:
        coupling.check(d, 1)
    except DomainError as error:
        rule = error.rule.removeprefix("an integer, ")
        raise InputError(
            f"X has n_features = {d}; allowed for the {coupling.name} coupling: {rule}"
        ) from error


def _chosen(known: Known, X: Any, scale: float, shift: Floats, features: int) -> Mapping[str, Any]:
    """Parameters by the averages of the data; eight signs for the hybrid, fewer where features are few."""
    if isinstance(known, AngularMoments):
        return {"signs": max(1, min(8, features // 8))}
    if isinstance(known, (GeneralisedMoments, PoissonMoments, GeometricMoments)):
        points = dense(X) * scale
        one = summary(ArraySource("X (n_samples = 1 is too few)" if len(points) < 2 else "X", points))
        found = homogeneous(known, Statistics(one, one, True).shifted(shift), points.shape[1])
        if found is None:
            raise InputError(f"parameters of {known.name} with this shift; allowed: give them")
        return found
    return {}


def _scale(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not 0.0 < abs(float(value)) < math.inf:
        raise DomainError("scale", value, "a finite number, not 0")
    return float(value)


def _shift(value: Any, d: int) -> Floats:
    if value is None:
        return np.zeros(d)
    shift = np.asarray(value, dtype=np.float64)
    if shift.shape != (d,) or not np.all(np.isfinite(shift)):
        raise InputError(f"shift has shape {shift.shape}; allowed: {d} finite numbers, as many as columns")
    return shift


def _generator(value: Any) -> np.random.Generator:
    if hasattr(value, "randint"):
        return np.random.default_rng(value.randint(1 << 31))
    return np.random.default_rng(value)
