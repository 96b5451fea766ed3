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
from rftheory.recommendation.matrices import RowDraw, mapped
from rftheory.recommendation.names import Known, split
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.statistics import Statistics, summary
from rftheory.recommendation.tuning import homogeneous

_NAMES = ("features", "mechanism", "kernel", "parameters", "shift", "scale", "random_state")


class RandomFeatures:
    """phi(x) with phi(x).phi(y) an unbiased estimate of exp(-|x-y|^2/2) or exp(x.y) at x, y times `scale`.

    `mechanism`: coupling, hyphen, map: those that `recommend` ranks, and all others of the shelf, whose couplings with
    rows that are not Gaussian (`hd3`, `sphere`) estimate a kernel close to these. `parameters`: the map's own (A, rate, p,
    signs); where None, `fit` chooses them by the averages of its data. `shift`: subtracted first, which leaves the kernel
    alone and the error not. `transform` maps queries; keys have a map of their own, `transform_keys`, which differs
    for complex maps and hybrids. At most `features` columns, `n_features_out_` of them.
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
        points, names = self._points(X, None)
        if self.kernel not in ("gaussian", "softmax"):
            raise DomainError("kernel", self.kernel, "gaussian or softmax")
        self.n_features_in_ = points.shape[1]
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self._draw(points)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Floats:
        """`fit`, then `transform`."""
        return self.fit(X, y).transform(X)

    def transform(self, X: Any) -> Floats:
        """phi of queries: (rows, features); for most maps phi of keys, too."""
        return self._features(X, 0)

    def transform_queries(self, X: Any) -> Floats:
        """`transform` by its full name."""
        return self._features(X, 0)

    def transform_keys(self, X: Any) -> Floats:
        """phi of keys: transform_queries(x) @ transform_keys(y).T estimates the kernel."""
        return self._features(X, 1)

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
            transformer_tags=TransformerTags(preserves_dtype=["float64"]),
            input_tags=InputTags(),
        )

    def _draw(self, points: Floats) -> None:
        d, features = points.shape[1], integer("features", self.features, 1)
        coupling, known = split(self.mechanism)
        scale, shift = _scale(self.scale), _shift(self.shift, d)
        parameters = self.parameters
        if parameters is None:
            parameters = _chosen(known, points * scale, shift, features)
        cost = known.width(parameters) if isinstance(known, AbstractRelativeMoments) else known.width
        _fits(coupling, d)
        m = features // cost
        if m < 1:
            raise DomainError("features", features, f"at least {cost} for {self.mechanism}")
        rng = _generator(self.random_state)
        draw = RowDraw(m, d, rng, lambda rows: coupling.sample(d, rows, rng=rng, n=1)[0])
        self._map = mapped(known, parameters, draw)
        self._moved = (scale, shift)
        self.projections_ = draw.rows
        self.parameters_ = dict(parameters)
        self.n_features_out_ = m * cost

    def _features(self, X: Any, side: int) -> Floats:
        self._check_fitted()
        points, names = self._points(X, self.n_features_in_)
        known = getattr(self, "feature_names_in_", None)
        if names is not None and known is not None and list(names) != list(known):
            raise InputError(
                "The feature names should match those that were passed during fit.\n"
                + _differences(known, names)
            )
        scale, shift = self._moved
        points = points * scale
        weight = np.sum(points * points, axis=1) / 2.0 if self.kernel == "softmax" else np.zeros(len(points))
        with np.errstate(over="ignore", invalid="ignore"):
            phi: Floats = self._map(points - shift, weight[:, None], side)
        if not np.all(np.isfinite(phi)):
            raise InputError("a feature overflows; allowed: smaller points, or a smaller scale")
        ordered: Floats = np.ascontiguousarray(phi)
        return ordered

    def _points(self, X: Any, d: int | None) -> tuple[Floats, Any]:
        """X as float64 (rows, columns) and its column names, if it has any."""
        names = _column_names(X)
        if hasattr(X, "toarray") or type(X).__module__.startswith("scipy.sparse"):
            raise InputError("Sparse data was passed; allowed: a dense array of numbers")
        array = np.asarray(X)
        if array.dtype.kind == "c":
            raise InputError("Complex data not supported; allowed: real numbers")
        if array.dtype.kind not in "biufO":
            raise InputError(f"X has dtype {array.dtype}; allowed: real numbers")
        if array.dtype.kind == "O":
            array = _from_objects(array)
        if array.ndim != 2:
            raise InputError(
                f"Expected 2D array, got {array.ndim}D array instead. Reshape your data: one point a row "
                "(array.reshape(1, -1) for one point)"
            )
        if array.shape[0] == 0:
            raise InputError(f"0 sample(s) (shape={array.shape}) while a minimum of 1 is required")
        if array.shape[1] == 0:
            raise InputError(f"0 feature(s) (shape={array.shape}) while a minimum of 1 is required.")
        points = np.asarray(array, dtype=np.float64)
        if not np.all(np.isfinite(points)):
            raise InputError("X contains NaN or infinity; allowed: finite numbers")
        if d is not None and points.shape[1] != d:
            raise InputError(
                f"X has {points.shape[1]} features, but RandomFeatures is expecting {d} features as input"
            )
        return points, names

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


def _chosen(known: Known, points: Floats, shift: Floats, features: int) -> Mapping[str, Any]:
    """Parameters by the averages of the data; eight signs for the hybrid, fewer where features are few."""
    if isinstance(known, AngularMoments):
        return {"signs": max(1, min(8, features // 8))}
    if isinstance(known, (GeneralisedMoments, PoissonMoments, GeometricMoments)):
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


def _column_names(X: Any) -> Any:
    """Names of the columns of a table, where all are text."""
    columns = getattr(X, "columns", None)
    if columns is None:
        return None
    names = np.asarray(list(columns), dtype=object)
    return names if len(names) and all(isinstance(name, str) for name in names) else None


def _differences(known: Any, names: Any) -> str:
    new = [name for name in names if name not in set(known)]
    missing = [name for name in known if name not in set(names)]
    parts = []
    if new:
        parts.append(
            "Feature names unseen at fit time:\n" + "".join(f"- {name}\n" for name in sorted(new)[:5])
        )
    if missing:
        parts.append(
            "Feature names seen at fit time, yet now missing:\n"
            + "".join(f"- {n}\n" for n in sorted(missing)[:5])
        )
    return "".join(parts) or "Feature names must be in the same order as they were in fit.\n"


def _from_objects(array: Any) -> Any:
    """An array of Python objects as numbers; text is no number even where it looks like one."""
    if any(isinstance(entry, (dict, list)) for entry in array.flat):
        raise TypeError("argument must be a string or a number: an entry of X is neither")
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        if "complex" in str(error):
            raise InputError("Complex data not supported; allowed: real numbers") from error
        raise InputError(f"X is no array of numbers ({error})") from error
