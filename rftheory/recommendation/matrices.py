"""Real features of matrices of points, as a kernel machine takes them: the ranked maps, and any other of the shelf.

The ranked maps are written here once more: the shelf's lay out columns in another order (sines first) and round
differently, so that using them would change every number that `transform` has returned. The tests hold both to the same
closed forms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractFeatureMap
from rftheory.measured.rowmaps.dense_given import dense_map
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.mechanisms._shelf import feature_maps
from rftheory.moments.dense.relative import DenseMoments
from rftheory.moments.relative_moments import (
    AngularMoments,
    GeneralisedMoments,
    GeometricMoments,
    PoissonMoments,
)
from rftheory.recommendation.names import Known


@dataclass
class RowDraw:
    """Everything random: `coupled` draws projections, `rng` counts and signs; `rows` keeps what was drawn."""

    m: int
    d: int
    rng: np.random.Generator
    coupled: Callable[[int], Floats]
    rows: Any = None


Map = Callable[[Floats, Floats, int], Floats]


def mapped(known: Known, parameters: Mapping[str, Any], draw: RowDraw) -> Map:
    """(points, log of the extra weight, side) -> features, for the Gaussian kernel times that weight."""
    if isinstance(known, (PoissonMoments, GeometricMoments)):
        return _counts(known, parameters, draw)
    if isinstance(known, DenseMoments):
        features = dense_map(parameters, draw.d)
        law = features.law
        assert isinstance(law, MappedLaw)
        draw.rows = law.mapped(draw.coupled(draw.m)[None], draw.rng)[0]
        return RowFeatures(draw.rows, features)
    w = draw.rows = draw.coupled(draw.m)
    if isinstance(known, GeneralisedMoments):
        return GeneralisedFeatures(w, complex(*parameters["A"]), known.sign, known.real)
    if isinstance(known, AngularMoments):
        return AngularFeatures(w, draw.rng.standard_normal((int(parameters["signs"]), draw.d)))
    if known.name in ("trigonometric", "positive", "hyperbolic"):
        return ProjectedFeatures(w, known.name)
    return ShelfFeatures(w, known if isinstance(known, AbstractFeatureMap) else feature_maps()[known.name])


@dataclass(frozen=True)
class ProjectedFeatures:
    """Trigonometric, positive, hyperbolic; float32 of points in float32.

    Then with u = 2^-24 an exponent or angle is off by at most about u (2 + d) (|w| |x| + |x|^2), and a feature by 2 u
    beside that: relative to itself, or to its largest value where it is trigonometric.
    """

    w: Floats
    kind: str
    narrow: ClassVar[bool] = True

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        del side
        m = len(self.w)
        p = u @ self.w.T.astype(u.dtype, copy=False)
        weight = weight - u.dtype.type(math.log(m) / 2.0)
        if self.kind == "trigonometric":
            phi = np.empty((len(u), 2 * m), u.dtype)
            np.cos(p, out=phi[:, :m])
            np.sin(p, out=phi[:, m:])
            phi *= np.exp(weight)
            return phi
        weight = weight - np.sum(u * u, axis=1, keepdims=True)
        if self.kind == "positive":
            p += weight
            return np.exp(p, out=p)
        weight -= u.dtype.type(math.log(2.0) / 2.0)
        phi = np.concatenate([weight + p, weight - p], axis=1)
        return np.exp(phi, out=phi)


@dataclass(frozen=True)
class ShelfFeatures:
    """Any map of the shelf; one of the softmax kernel alone times e^{-|u|^2/2}."""

    w: Floats
    map: AbstractFeatureMap

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        del side
        squares, gaussian = np.sum(u * u, axis=1), "gaussian" in self.map.kernels
        phi = self.map.matrix(u @ self.w.T, squares, kernel="gaussian" if gaussian else "softmax")
        return np.asarray(phi * np.exp(weight if gaussian else weight - squares[:, None] / 2.0))


@dataclass(frozen=True)
class GeneralisedFeatures:
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
class AngularFeatures:
    """S = share SM++ + (1 - share) SMtrig, share = 1/2 - mean(sgn sgn)/2, as products of real features."""

    w: Floats
    turns: Floats

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        signs = np.where(u @ self.turns.T >= 0.0, 1.0, -1.0) / math.sqrt(2.0 * len(self.turns))
        bases = [ProjectedFeatures(self.w, kind)(u, weight, side) for kind in ("hyperbolic", "trigonometric")]
        mixed = [(signs[:, :, None] * phi[:, None, :]).reshape(len(u), -1) for phi in bases]
        if not side:
            mixed[0] = -mixed[0]
        return np.concatenate([phi / math.sqrt(2.0) for phi in bases] + mixed, axis=1)


@dataclass(frozen=True)
class RowFeatures:
    """A real map of whole rows, from its own logarithms."""

    w: Floats
    map: AbstractRowMap

    def __call__(self, u: Floats, weight: Floats, side: int) -> Floats:
        logs = self.map.polar(self.w, u, 1 if side else 0, "gaussian").logabs
        return np.asarray(np.exp(logs + weight - math.log(len(self.w)) / 2.0))


@dataclass(frozen=True)
class CountFeatures:
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


def _counts(known: PoissonMoments | GeometricMoments, parameters: Mapping[str, Any], draw: RowDraw) -> Map:
    size = (draw.m, draw.d)
    if isinstance(known, PoissonMoments):
        rates = np.broadcast_to(np.asarray(parameters["rate"], dtype=np.float64), (draw.d,))
        counts = draw.rng.poisson(rates, size=size).astype(np.float64)
        log_rows = math.fsum(rates) / 2.0 - counts @ np.log(rates) / 2.0
    else:
        p = float(parameters["p"])
        counts = draw.rng.geometric(p, size=size).astype(np.float64) - 1.0
        factorials = np.sum(scipy.special.gammaln(counts + 1.0), axis=1)
        log_rows = -(draw.d * math.log(p) + counts.sum(axis=1) * math.log1p(-p) + factorials) / 2.0
    draw.rows = counts
    return CountFeatures(counts, log_rows)
