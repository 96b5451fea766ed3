"""Feature rows as values with logarithmic scales, made piece by piece.

The features of a row fall into groups of equal length; `sizes` holds the logarithm of the largest of each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import final

from array_api_compat import array_namespace, device

from rftheory.errors import InputError
from rftheory.measured.attention import in_place
from rftheory.measured.inputs import Array, finite
from rftheory.measured.protocol import AbstractFeatureMap, Kernel
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Side, real_parts


class AbstractPiece(ABC):
    """Some consecutive rows of features; where it is `positive`, each feature is a group of its own, e^{sizes}."""

    sizes: Array
    positive: bool = False

    @abstractmethod
    def values(self, shift: Array) -> Array:
        """The features times e^{shift}: shift broadcasts to `sizes` (..., c, groups), result (..., c, r)."""

    @abstractmethod
    def part(self, rows: slice) -> AbstractPiece:
        """Some of these rows."""


class AbstractRows(ABC):
    """All rows of features of one sequence; r = `width`, in equal `groups`."""

    width: int
    groups: int

    @abstractmethod
    def piece(self, rows: slice) -> AbstractPiece:
        """These rows."""


@final
@dataclass(frozen=True)
class GivenPiece(AbstractPiece):
    """Features that are at hand as numbers; each row is one group."""

    features: Array
    sizes: Array

    @classmethod
    def of(cls, features: Array) -> GivenPiece:
        """The piece, with its sizes looked up."""
        xp = array_namespace(features)
        largest = xp.max(xp.abs(features), axis=-1, keepdims=True)
        normal = xp.log(xp.clip(largest, float(xp.finfo(features.dtype).smallest_normal), None))
        return cls(features, xp.where(largest > 0.0, normal, -float("inf")))

    def values(self, shift: Array) -> Array:
        return self.features * array_namespace(shift).exp(shift)

    def part(self, rows: slice) -> AbstractPiece:
        return GivenPiece(self.features[..., rows, :], self.sizes[..., rows, :])


@final
class GivenRows(AbstractRows):
    """A matrix of features (..., L, r)."""

    groups = 1

    def __init__(self, features: Array) -> None:
        self._features, self.width = features, int(features.shape[-1])

    def piece(self, rows: slice) -> AbstractPiece:
        return GivenPiece.of(self._features[..., rows, :])


@final
@dataclass(frozen=True)
class ProjectedPiece(AbstractPiece):
    """Features e^{log weight} f(p) of projections p (..., c, m); each feature is a group of its own."""

    feature_map: AbstractFeatureMap
    projections: Array
    log_weights: Array
    sizes: Array

    def values(self, shift: Array) -> Array:
        xp = array_namespace(shift)
        p, weights = self.projections, self.log_weights + shift
        weights = xp.reshape(weights, (*p.shape, -1)) if weights.shape[-1] > 1 else weights[..., None]
        return xp.reshape(each(self.feature_map, p, weights), (*p.shape[:-1], -1))

    def part(self, rows: slice) -> AbstractPiece:
        arrays = (self.projections, self.log_weights, self.sizes)
        return ProjectedPiece(self.feature_map, *(array[..., rows, :] for array in arrays))


@final
@dataclass(frozen=True)
class PositivePiece(AbstractPiece):
    """Features e^{sizes} (..., c, r)."""

    sizes: Array
    positive: bool = True

    def values(self, shift: Array) -> Array:
        return in_place.exp(self.sizes + shift)

    def part(self, rows: slice) -> AbstractPiece:
        return PositivePiece(self.sizes[..., rows, :])


@final
class ProjectedRows(AbstractRows):
    """Features of the rows of `factor` times x (..., L, d) from projections w (m, d) or (heads, m, d).

    The factors m^{-1/2} are left out.
    """

    def __init__(
        self, x: Array, w: Array, feature_map: AbstractFeatureMap, *, kernel: Kernel, factor: float
    ) -> None:
        xp = array_namespace(x)
        self._x, self._factor = x, factor
        self._w = xp.matrix_transpose(w)
        self._longest = xp.max(xp.sum(w * w, axis=-1))  # |w|^2 at most
        self._map, self._kernel = feature_map, kernel
        probe = xp.asarray([0.3, -0.7, 1.1], dtype=x.dtype, device=device(x))
        self.width = self.groups = _features_each(feature_map, probe) * int(w.shape[-2])

    def piece(self, rows: slice) -> AbstractPiece:
        xp = array_namespace(self._x)
        x = self._x[..., rows, :] * self._factor
        p = x @ self._w
        x2 = xp.sum(x * x, axis=-1)
        if not finite(x2):
            raise InputError("the squared norm of a query or key overflows this dtype; scale it down")
        weights = self._map.log_weight(x2, self._kernel)[..., None]
        if bool(xp.max(x2) * self._longest < float(xp.finfo(p.dtype).max)):  # so that every p is finite
            known = self._map.log_basis(p)
            if known is not None and known.shape[-1] == 1:
                return PositivePiece(in_place.plus(known[..., 0], weights))
        sizes = xp.reshape(log_sizes(self._map, p), (*p.shape[:-1], -1))
        return ProjectedPiece(self._map, p, weights, sizes + weights)


@final
@dataclass(frozen=True)
class SignedPiece(AbstractPiece):
    """Features sign * e^{sizes} (..., c, r), known by their logarithms; each is a group of its own."""

    signs: Array
    sizes: Array

    def values(self, shift: Array) -> Array:
        xp = array_namespace(shift)
        size = xp.exp(xp.where(self.sizes > -float("inf"), self.sizes + shift, -float("inf")))
        return self.signs * size

    def part(self, rows: slice) -> AbstractPiece:
        return SignedPiece(self.signs[..., rows, :], self.sizes[..., rows, :])


@final
class MappedRows(AbstractRows):
    """Features of `factor` times x (..., L, d) by a map of whole rows w (m, d) or (heads, m, d); no m^{-1/2}."""

    def __init__(
        self, x: Array, w: Array, row_map: AbstractRowMap, side: Side, *, kernel: Kernel, factor: float
    ) -> None:
        self._x, self._w, self._map, self._side = x, w, row_map, side
        self._kernel, self._factor = kernel, factor
        self.width = self.groups = row_map.width * int(w.shape[-2])

    def piece(self, rows: slice) -> AbstractPiece:
        polar = self._map.polar(self._w, self._x[..., rows, :] * self._factor, self._side, self._kernel)
        signs, sizes = real_parts(polar, self._side)
        if bool(array_namespace(sizes).any(sizes == float("inf"))):
            raise InputError("the squared norm of a query or key overflows this dtype; scale it down")
        return SignedPiece(signs, sizes)


def each(feature_map: AbstractFeatureMap, p: Array, log_weights: Array) -> Array:
    """The l features of every single projection p (..., m), each with its own log weight: (..., m, l).

    log_weights (..., m, l) or anything that broadcasts to it.
    """
    xp = array_namespace(p)
    features = feature_map.basis(p[..., None, None], log_weights[..., None])
    last = features.shape[-2] - 1
    own = [features[..., min(i, last), i] for i in range(features.shape[-1])]
    return own[0][..., None] if len(own) == 1 else xp.stack(own, axis=-1)


def log_sizes(feature_map: AbstractFeatureMap, p: Array) -> Array:
    """log |feature| for every feature of every projection (..., m), -inf for zero; (..., m, l).

    What the map does not know of itself is looked at; where features overflow or underflow, they are tried with the
    weights e^{-p} and e^{p}.
    """
    xp = array_namespace(p)
    known = feature_map.log_basis(p)
    if known is not None and finite(known):
        return known

    def tried(shift: Array) -> Array:
        return xp.log(xp.abs(each(feature_map, p, -shift[..., None]))) + shift[..., None]

    sizes = tried(xp.zeros_like(p))
    for shift in (p, -p):
        found = xp.isfinite(sizes)
        if bool(xp.all(found)):
            return sizes
        sizes = xp.where(found, sizes, tried(shift))
    return xp.where(xp.isnan(sizes), -float("inf"), sizes)


def _features_each(feature_map: AbstractFeatureMap, p: Array) -> int:
    """The features a projection makes; InputError for a map that mixes projections."""
    xp = array_namespace(p)
    alone = feature_map.basis(p[:, None], 0.0 * p[:, None])
    together = feature_map.basis(p, 0.0 * p[:1])
    one_by_one = xp.reshape(alone, (-1,))
    if one_by_one.shape != together.shape or bool(
        xp.any(xp.abs(xp.sort(one_by_one) - xp.sort(together)) > 1e-5)
    ):
        raise InputError(f"the features of {feature_map.name} are not made projection by projection")
    return int(alone.shape[-1])


def largest(piece: AbstractPiece) -> Array:
    """The logarithm of the largest feature of each row, (..., c, 1); -inf for a row of zeros."""
    return array_namespace(piece.sizes).max(piece.sizes, axis=-1, keepdims=True)
