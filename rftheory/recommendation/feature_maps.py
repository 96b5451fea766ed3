"""The recommended mechanism as an object with fit and transform, in scikit-learn's manner and without scikit-learn.

The maps are written here once more, as real features of matrices that a kernel machine takes: those of the shelf give
signs and logarithms for estimates, and know neither shifts nor the layout. The tests hold both to the same closed forms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, Self

import numpy as np
import scipy

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats, integer
from rftheory.mechanisms._shelf import couplings
from rftheory.recommendation.families import (
    AngularFamily,
    GeneralisedFamily,
    GeometricFamily,
    PoissonFamily,
    split,
)
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.statistics import Statistics, summary

_NAMES = ("features", "mechanism", "kernel", "parameters", "shift", "scale", "random_state")


class RandomFeatures:
    """phi(x) with phi(x).phi(y) an unbiased estimate of exp(-|x-y|^2/2) or exp(x.y) at x, y times `scale`.

    `mechanism`: coupling, hyphen, map, as `recommend` ranks them. `parameters`: the map's own (A, rate, p, signs);
    where None, `fit` chooses them by the averages of its data. `shift`: subtracted first, which leaves the kernel
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
        coupling, family = split(self.mechanism)
        scale, shift = _scale(self.scale), _shift(self.shift, d)
        parameters = self.parameters
        if parameters is None:
            parameters = _chosen(family, points * scale, shift, features)
        cost = 4 * (int(parameters["signs"]) + 1) if isinstance(family, AngularFamily) else family.cost
        if coupling == "simplex" and d < 2:
            raise InputError("X has n_features = 1; allowed for the simplex coupling: at least 2")
        m = features // cost
        if m < 1:
            raise DomainError("features", features, f"at least {cost} for {self.mechanism}")
        rng = _generator(self.random_state)
        draw = _Draw(m, d, rng, lambda rows: couplings()[coupling].sample(d, rows, rng=rng, n=1)[0])
        self._map = _mapped(family, parameters, draw)
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


@dataclass
class _Draw:
    """Everything random: `coupled` draws projections, `rng` counts and signs; `rows` keeps what was drawn."""

    m: int
    d: int
    rng: np.random.Generator
    coupled: Callable[[int], Floats]
    rows: Any = None


Map = Callable[[Floats, Floats, int], Floats]


def _mapped(family: Any, parameters: Mapping[str, Any], draw: _Draw) -> Map:
    """(points, log of the extra weight, side) -> features, for the Gaussian kernel times that weight."""
    if isinstance(family, (PoissonFamily, GeometricFamily)):
        return _discrete(family, parameters, draw)
    w = draw.rows = draw.coupled(draw.m)
    if isinstance(family, GeneralisedFamily):
        return _Generalised(w, complex(*parameters["A"]), family.sign, family.real)
    if isinstance(family, AngularFamily):
        return _Angular(w, draw.rng.standard_normal((int(parameters["signs"]), draw.d)))
    return _Plain(w, family.name)


@dataclass(frozen=True)
class _Plain:
    """Trigonometric, positive, hyperbolic."""

    w: Floats
    kind: str

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        del side
        p, weight = u @ self.w.T, weight - math.log(len(self.w)) / 2.0
        if self.kind == "trigonometric":
            return np.asarray(np.exp(weight) * np.concatenate([np.cos(p), np.sin(p)], axis=1))
        weight = weight - np.sum(u * u, axis=1, keepdims=True)
        if self.kind == "positive":
            return np.asarray(np.exp(weight + p))
        return np.exp(np.concatenate([weight + p, weight - p], axis=1) - math.log(2.0) / 2.0)


@dataclass(frozen=True)
class _Generalised:
    """f(w, x) = (1-4A)^{d/4} exp(A|w|^2 + B w.x - (s+1)|x|^2/2), B = sqrt(s(1-4A)), for keys with s B."""

    w: Floats
    a: complex
    s: int
    real: bool

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        r = 1.0 - 4.0 * self.a
        b = np.sqrt(complex(self.s * r)) * (self.s if side else 1)
        rows = self.a * np.sum(self.w * self.w, axis=1) + u.shape[1] / 4.0 * np.log(complex(r))
        weight = (
            weight - math.log(len(self.w)) / 2.0 - (self.s + 1) / 2.0 * np.sum(u * u, axis=1, keepdims=True)
        )
        exponents = weight + b * (u @ self.w.T) + rows
        if self.real:
            return np.asarray(np.exp(exponents.real))
        f = np.exp(exponents)
        return np.concatenate([f.real, f.imag if side else -f.imag], axis=1)


@dataclass(frozen=True)
class _Angular:
    """S = share SM++ + (1 - share) SMtrig, share = 1/2 - mean(sgn sgn)/2, as products of real features."""

    w: Floats
    turns: Floats

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        signs = np.where(u @ self.turns.T >= 0.0, 1.0, -1.0) / math.sqrt(2.0 * len(self.turns))
        bases = [_Plain(self.w, kind)(u, weight, side) for kind in ("hyperbolic", "trigonometric")]
        mixed = [(signs[:, :, None] * phi[:, None, :]).reshape(len(u), -1) for phi in bases]
        if not side:
            mixed[0] = -mixed[0]
        return np.concatenate([phi / math.sqrt(2.0) for phi in bases] + mixed, axis=1)


@dataclass(frozen=True)
class _Discrete:
    """e^{-|u|^2/2} prod_l u_l^{w_l} (w_l!)^{-1/2} p_{w_l}^{-1/2}: logarithms and signs apart, 0^0 = 1."""

    counts: Floats
    log_rows: Floats

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        del side
        logs = np.log(np.abs(u), out=np.zeros_like(u), where=u != 0.0) @ self.counts.T
        vanish = (u == 0.0).astype(np.float64) @ (self.counts > 0.0).T.astype(np.float64) > 0.0
        negative = (u < 0.0).astype(np.float64) @ (self.counts % 2.0).T % 2.0
        weight = weight - math.log(len(self.counts)) / 2.0 - np.sum(u * u, axis=1, keepdims=True) / 2.0
        phi = np.exp(weight + logs + self.log_rows) * (1.0 - 2.0 * negative)
        return np.where(vanish, 0.0, phi)


def _discrete(family: Any, parameters: Mapping[str, Any], draw: _Draw) -> Map:
    size = (draw.m, draw.d)
    if isinstance(family, PoissonFamily):
        rates = np.broadcast_to(np.asarray(parameters["rate"], dtype=np.float64), (draw.d,))
        counts = draw.rng.poisson(rates, size=size).astype(np.float64)
        log_rows = math.fsum(rates) / 2.0 - counts @ np.log(rates) / 2.0
    else:
        p = float(parameters["p"])
        counts = draw.rng.geometric(p, size=size).astype(np.float64) - 1.0
        factorials = np.sum(scipy.special.gammaln(counts + 1.0), axis=1)
        log_rows = -(draw.d * math.log(p) + counts.sum(axis=1) * math.log1p(-p) + factorials) / 2.0
    draw.rows = counts
    return _Discrete(counts, log_rows)


def _chosen(family: Any, points: Floats, shift: Floats, features: int) -> Mapping[str, Any]:
    """Parameters by the averages of the data; eight signs for the hybrid, fewer where features are few."""
    if isinstance(family, AngularFamily):
        return {"signs": max(1, min(8, features // 8))}
    if isinstance(family, (GeneralisedFamily, PoissonFamily, GeometricFamily)):
        one = summary(ArraySource("X (n_samples = 1 is too few)" if len(points) < 2 else "X", points))
        found = family.homogeneous(Statistics(one, one, True).shifted(shift), points.shape[1])
        if found is None:
            raise InputError(f"parameters of {family.name} with this shift; allowed: give them")
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
