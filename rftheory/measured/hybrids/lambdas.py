"""Lambda-estimators: signs, Gaussian kernels, linear, optimal, clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, final

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.hybrids.bases import ComplexExponentialPart
from rftheory.measured.hybrids.parts import AbstractPart, Numbers, Reach, projected, square, stacked
from rftheory.measured.inputs import Floats

Point = tuple[float, ...]


@final
@dataclass(frozen=True)
class SignLambda(AbstractPart):
    """The share of sign changes, mean theta/pi: 1/2 + rho(x).rho(y), rho = i/sqrt(2) sgn(tau.u). hrf, (19).

    `unit` is that i; anything else is wrong on purpose.
    """

    constant: float = 0.5
    unit: complex = 1j

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        changes = (w @ x >= 0.0) != (w @ y >= 0.0)
        return np.asarray(np.mean(changes, axis=-1))

    def left(self, x: Floats, w: Floats) -> Numbers:
        return stacked(self.unit / math.sqrt(2.0) * np.where(projected(x, w) >= 0.0, 1.0, -1.0))

    def reach(self, x: Floats, y: Floats) -> Reach:
        del x, y
        return Reach((0.0, 1.0))


@final
@dataclass(frozen=True)
class GaussianLambda(AbstractPart):
    """(1 - Khat)/rho, Khat an estimate of e^{-sigma^2 |x - y|^2/2} from trigonometric or positive features. hrf, (67)-(70).

    a = 1/rho; rho(u) = i rho^{-1/2} (sin sigma tau.u, cos sigma tau.u), or i (2 rho)^{-1/2} e^{-sigma^2 |u|^2}
    (e^{sigma tau.u}, e^{-sigma tau.u}).
    """

    sigma: float
    rho: float
    features: Literal["trigonometric", "positive"] = "trigonometric"

    def __post_init__(self) -> None:
        for name, number in (("sigma", self.sigma), ("rho", self.rho)):
            if not 0.0 < number < math.inf:
                raise DomainError(name, number, "a finite number > 0")
        if self.features not in ("trigonometric", "positive"):
            raise DomainError("features", self.features, "trigonometric or positive")

    @property
    def constant(self) -> float:  # type: ignore[override]
        """a = 1/rho."""
        return 1.0 / self.rho

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        if self.features == "trigonometric":
            near = np.mean(np.cos(self.sigma * (w @ (x - y))), axis=-1)
        else:
            cosh = np.mean(np.cosh(self.sigma * (w @ (x + y))), axis=-1)
            near = math.exp(-(self.sigma**2) * (x @ x + y @ y)) * cosh
        return np.asarray((1.0 - near) / self.rho)

    def left(self, x: Floats, w: Floats) -> Numbers:
        p = self.sigma * projected(x, w)
        if self.features == "trigonometric":
            return 1j / math.sqrt(self.rho) * stacked(np.sin(p), np.cos(p))
        log_weight = -(self.sigma**2) * square(x)[:, None]
        both = stacked(np.exp(p + log_weight), np.exp(log_weight - p))
        return np.asarray(1j / math.sqrt(2.0 * self.rho) * both)

    def reach(self, x: Floats, y: Floats) -> Reach | None:
        del x, y
        return Reach((0.0, 2.0 / self.rho)) if self.features == "trigonometric" else None


@final
@dataclass(frozen=True)
class LinearLambda(AbstractPart):
    """(1 - cos theta)/2 exactly: 1/2 + rho(x).rho(y), rho(u) = i u/(sqrt(2) |u|), d numbers. 0 at y = x, 1 at y = -x."""

    constant: float = 0.5
    deterministic: bool = True

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        cosine = float(x @ y) / (_length(x) * _length(y))
        return np.full(w.shape[:-2], 0.5 - cosine / 2.0)

    def left(self, x: Floats, w: Floats) -> Numbers:
        rho = 1j / math.sqrt(2.0) * x / np.array([_length(point) for point in x])[:, None]
        return np.broadcast_to(rho[..., None], (*w.shape[:-2], *rho.shape, 1))

    def reach(self, x: Floats, y: Floats) -> Reach:
        del x, y
        return Reach((0.0, 1.0))


@final
@dataclass(frozen=True)
class AngleLambda(AbstractPart):
    """theta/pi itself, which no finite features give: estimator form only."""

    deterministic: bool = True
    featured: bool = False

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        cosine = float(x @ y) / (_length(x) * _length(y))
        return np.full(w.shape[:-2], math.acos(min(1.0, max(-1.0, cosine))) / math.pi)

    def reach(self, x: Floats, y: Floats) -> Reach:
        del x, y
        return Reach((0.0, 1.0))


@final
@dataclass(frozen=True)
class OptimalLambda(AbstractPart):
    """The fixed lambda of least error at each pair: (T - C)/(P + T - 2C), estimator form only.

    P = 2 sinh^2(|x + y|^2/2) and T = 2 sinh^2(|x - y|^2/2) are m MSE/SM^2 of SM++ and SMtrig, C = -(1 -
    cos(|x|^2 - |y|^2)) their covariance on shared projections, 0 on independent ones; 1/2 where all vanish.
    """

    shared: bool = False
    deterministic: bool = True
    featured: bool = False

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        far, near = (x + y) @ (x + y) / 2.0, (x - y) @ (x - y) / 2.0
        top = max(far, near)
        p, t = (2.0 * (math.exp(v - top) * -math.expm1(-2.0 * v) / 2.0) ** 2 for v in (far, near))
        c = -2.0 * (math.exp(-top) * math.sin((x @ x - y @ y) / 2.0)) ** 2 if self.shared else 0.0
        total = p + t - 2.0 * c
        return np.full(w.shape[:-2], (t - c) / total if total else 0.5)

    def reach(self, x: Floats, y: Floats) -> Reach:
        del x, y
        return Reach((0.0, 1.0))


@final
@dataclass(frozen=True)
class ClusterLambda(AbstractPart):
    """1 where x is nearest to centre i of the queries and y to centre j of the keys, else 0. hrf, (103), (104)."""

    queries: tuple[Point, ...]
    keys: tuple[Point, ...]
    i: int
    j: int
    deterministic: bool = True

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        inside = nearest(self.queries, x[None])[0] == self.i and nearest(self.keys, y[None])[0] == self.j
        return np.full(w.shape[:-2], float(inside))

    def left(self, x: Floats, w: Floats) -> Numbers:
        return _constant_rows((nearest(self.queries, x) == self.i).astype(np.float64), w)

    def right(self, y: Floats, w: Floats) -> Numbers:
        return _constant_rows((nearest(self.keys, y) == self.j).astype(np.float64), w)

    def reach(self, x: Floats, y: Floats) -> Reach:
        del x, y
        return Reach((0.0, 1.0))


@final
@dataclass(frozen=True)
class MixtureLambda(AbstractPart):
    """An estimate of e^{-(Ax + A^{-T}y).(Ax + A^{-T}y)/(2 tau^2)}, the square without conjugation. hrf, (94)-(96).

    At u = Ax/tau, v = A^{-T}y/tau: mean e^{w.(u - v) - u.u - v.v}; functions e^{w.u - u.u} and e^{-w.v - v.v}. For
    real A this is the paper's Gaussian lambda with values in (0, 1]; for other A, where the paper's norms are not
    what its features give, it is the function that they do estimate without bias. `trigonometric`, real A only:
    mean cos w.(u + v).
    """

    matrix: tuple[tuple[complex, ...], ...]
    tau: float
    trigonometric: bool = False

    def __post_init__(self) -> None:
        if not 0.0 < self.tau < math.inf:
            raise DomainError("tau", self.tau, "a finite number > 0")
        if self.trigonometric and np.any(self._images.queries_matrix.imag):
            raise InputError("trigonometric lambda features need a real A; allowed: positive ones")

    @property
    def _images(self) -> ComplexExponentialPart:
        return ComplexExponentialPart(self.matrix)

    def _query(self, x: Floats) -> Numbers:
        return np.asarray(x @ self._images.queries_matrix.T / self.tau)

    def _key(self, y: Floats) -> Numbers:
        return np.asarray(y @ self._images.keys_matrix.T / self.tau)

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        u, v = self._query(x), self._key(y)
        if self.trigonometric:
            return np.asarray(np.mean(np.cos(w @ (u + v).real), axis=-1))
        return np.asarray(np.mean(np.exp(w @ (u - v) - square(u) - square(v)), axis=-1))

    def left(self, x: Floats, w: Floats) -> Numbers:
        return self._functions(self._query(x), w)

    def right(self, y: Floats, w: Floats) -> Numbers:
        return self._functions(-self._key(y), w)

    def _functions(self, u: Numbers, w: Floats) -> Numbers:
        p = projected(u, w)
        if self.trigonometric:
            return stacked(np.sin(p.real), np.cos(p.real))
        return stacked(np.exp(p - square(u)[:, None]))


def nearest(centres: tuple[Point, ...], points: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    """The index of the nearest centre to each point (p, d); the first of equals."""
    gaps = points[:, None, :] - np.array(centres)
    found: np.ndarray[tuple[int, ...], np.dtype[np.intp]] = np.argmin(square(gaps), axis=-1)
    return found


def _constant_rows(values: Floats, w: Floats) -> Numbers:
    """Values (p,) as one function at one row, (..., p, 1, 1)."""
    return np.broadcast_to(values[:, None, None], (*w.shape[:-2], len(values), 1, 1))


def _length(u: Floats) -> float:
    length = float(np.linalg.norm(u))
    if length == 0.0:
        raise InputError("a point is zero and has no angle; allowed: nonzero points")
    return length
