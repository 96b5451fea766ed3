"""The recommended mechanism as an object with fit and transform, in scikit-learn's manner and without scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.kernel_words import kernel_word
from rftheory.moments.relative_moments import AbstractRelativeMoments
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
from rftheory.recommendation.fitting import chosen, factor, fits, generator_of, shift_by
from rftheory.recommendation.matrices import RowDraw, mapped
from rftheory.recommendation.names import split
from rftheory.recommendation.stationary import NAMES, PLAIN, stationary_rows

_NAMES = (
    "features",
    "mechanism",
    "kernel",
    "parameters",
    "lengthscale",
    "gamma",
    "shift",
    "scale",
    "random_state",
)


class RandomFeatures:
    """phi(x) with phi(x).phi(y) an unbiased estimate of exp(-|x-y|^2/2) or exp(x.y) at x, y times `scale`.

    kernel: gaussian, softmax, or a stationary one (matern12, matern32, rq, laplace, ..) for trigonometric features, whose
    `parameters` are then the kernel's: nu, alpha, power, beta, sharing (row, block, stratified: what has one tau).
    `lengthscale`: divides the points, one number or one for each column (ARD), of every kernel but softmax; `gamma` in its
    place: of exp(-gamma |x-y|^2), or of exp(-gamma |x-y|_1) where the kernel is laplace.

    `mechanism`: coupling, hyphen, map: those that `recommend` ranks, and all others of the shelf, whose couplings with
    rows that are not Gaussian (`hd3`, `sphere`) estimate a kernel close to these. `parameters`: the map's own (A, rate, p,
    signs; of dense maps A or Sigma, with M or mean); where None, `fit` chooses them by the averages of its data. `shift`: subtracted first, which leaves the kernel
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
        lengthscale: Any = None,
        gamma: float | None = None,
        shift: Any = None,
        scale: float = 1.0,
        random_state: Any = None,
    ) -> None:
        self.features = features
        self.mechanism = mechanism
        self.kernel = kernel
        self.parameters = parameters
        self.lengthscale = lengthscale
        self.gamma = gamma
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
        kernel = kernel_word(str(self.kernel))
        if kernel not in (*PLAIN, *NAMES):
            raise DomainError("kernel", self.kernel, f"gaussian, softmax, or one of {', '.join(NAMES)}")
        self._kernel = kernel
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
        scale = factor(self._kernel, self.scale, self.lengthscale, self.gamma, d)
        shift, parameters = shift_by(self.shift, d), self.parameters
        if self.lengthscale is not None and "lengthscale" in (parameters or {}):
            raise InputError("a lengthscale is given twice, and in parameters; allowed: one of them")
        drawn = None
        if self._kernel in NAMES or (self._kernel == "gaussian" and "lengthscale" in (parameters or {})):
            drawn, parameters = stationary_rows(self._kernel, parameters, coupling, known.name, d), {}
        elif parameters is None:
            parameters = chosen(known, points, scale, shift, features)
        cost = known.width(parameters) if isinstance(known, AbstractRelativeMoments) else known.width
        fits(coupling, d)
        m = features // cost
        if m < 1:
            raise DomainError("features", features, f"at least {cost} for {self.mechanism}")
        rng = generator_of(self.random_state)
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
        points = points * np.asarray(scale, points.dtype)
        weight = np.zeros((len(points), 1), points.dtype)
        if self._kernel == "softmax":
            weight = np.sum(points * points, axis=1, keepdims=True) / 2
        with np.errstate(over="ignore", invalid="ignore"):
            phi: Floats = self._map(points - shift.astype(points.dtype), weight, side)
        return phi

    def _check_fitted(self) -> None:
        if not hasattr(self, "n_features_out_"):
            raise InputError("This RandomFeatures instance is not fitted yet; call fit first")
