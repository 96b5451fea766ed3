"""Attention whose couplings and feature maps may be given by their names on the shelf: the public names."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from rftheory.errors import InputError, UnknownIdError
from rftheory.measured.attention import features, redrawn, study
from rftheory.measured.attention.features import EpsilonAt, Stabiliser
from rftheory.measured.inputs import Array, integer
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.dense_given import dense_map
from rftheory.mechanisms._names import SomeMap, attending
from rftheory.mechanisms._shelf import couplings, feature_maps, row_maps

Kind = TypeVar("Kind")


@dataclass(frozen=True, init=False)
class RandomFeatureAttention(redrawn.RandomFeatureAttention):
    __doc__ = (redrawn.RandomFeatureAttention.__doc__ or "") + (
        "\n    Couplings and maps are objects of the shelf or their names: RandomFeatureAttention("
        '"orthogonal", "positive", d=64, m=256); or one name for both: RandomFeatureAttention("favor+", d=64, m=256), '
        '"simplex-oprf", "dense".\n    `matrix`, of the map "dense" or "importance-sampled": A as a number, d numbers or a '
        "matrix (d, d); or a mapping of A or Sigma, with M or mean. Maps whose best parameters depend on the data have those of the shelf "
        "here; `rftheory.recommendation.favor` finds them for queries and keys.\n    "
    )

    coupling: AbstractCoupling | str | None  # type: ignore[assignment]
    feature_map: SomeMap | str  # type: ignore[assignment]

    def __init__(
        self,
        coupling: AbstractCoupling | str | None,
        feature_map: SomeMap | str | None = None,
        d: int | None = None,
        m: int | None = None,
        heads: int | None = None,
        seed: int = 0,
        draw: int = 0,
        kernel: Kernel | None = None,
        scale: float | None = None,
        stabiliser: Stabiliser = "invariant",
        epsilon: float = 0.0,
        epsilon_at: EpsilonAt = "features",
        *,
        matrix: Any = None,
    ) -> None:
        rows, features = parts_of(coupling, feature_map)
        if d is None or m is None:
            given = ", ".join(
                f"{name} = {value}" for name, value in (("d", d), ("m", m)) if value is not None
            )
            raise InputError(
                f"attention needs d, the width of a head, and m, the number of projections; given: {given or 'none'}"
            )
        if matrix is not None:
            features = with_matrix(features, matrix, integer("d", d, 1))
        values = (rows, features, d, m, heads, seed, draw, kernel, scale, stabiliser, epsilon, epsilon_at)
        for each, value in zip(fields(self), values, strict=True):
            object.__setattr__(self, each.name, value)
        super().__post_init__()

    def __repr__(self) -> str:
        """The names, d, m and what is not as by default."""
        rows = None if self.coupling is None else getattr(self.coupling, "name", self.coupling)
        given = {each.name: (getattr(self, each.name), each.default) for each in fields(self)[2:]}
        rest = [f"{name}={value!r}" for name, (value, default) in given.items() if value != default]
        named = getattr(self.feature_map, "name", self.feature_map)
        return f"RandomFeatureAttention({rows!r}, {named!r}, {', '.join(rest)})"


def random_feature_attention(
    q: Any, k: Any, v: Any, projections: Any, feature_map: SomeMap | str, **options: Any
) -> Array:
    """Attention by the features of `scale` q and `scale` k, scale d^{-1/4} by default: an estimate of softmax attention.

    q (..., L, d), k (..., S, d), v (..., S, e); the result is (..., L, e). `projections`: (m, d), or (heads, m, d).
    `feature_map`: an object of the shelf or its name ("positive"). `options`: causal, key_mask, renormalise, chunk and
    undefined as for `linear_attention`; kernel, scale; stabiliser ("invariant", or the biased "per-key"), epsilon,
    epsilon_at. Raises UnknownIdError, InputError, NormaliserError. Source: performer, (4) and Lemma 1.
    """
    return features.random_feature_attention(q, k, v, projections, map_of(feature_map), **options)


def attention_error(
    coupling: AbstractCoupling | str, feature_map: SomeMap | str, **options: Any
) -> study.AttentionError:
    """Squared errors of attention by random features against exact attention, at several numbers of projections.

    `coupling`, `feature_map`: objects of the shelf or their names. `options`, with what they are by default: ms (16, 32,
    64, 128, 256), length 512, d 16, draws 15, seed 0, size 1.0 (a factor of queries and keys), causal False, executor
    None. Queries, keys and values are (length, d) standard normal numbers; each draw has fresh inputs and projections.
    Raises UnknownIdError, InputError, DomainError. Source: performer, section 4.2 and Figure 4.
    """
    rows = coupling_of(coupling)
    assert rows is not None
    return study.attention_error(rows, map_of(feature_map), **options)


def parts_of(
    coupling: AbstractCoupling | str | None, feature_map: SomeMap | str | None
) -> tuple[AbstractCoupling | None, SomeMap]:
    """The coupling and the map, by their names or by one name for both; InputError, UnknownIdError."""
    if feature_map is not None:
        return coupling_of(coupling), map_of(feature_map)
    if not isinstance(coupling, str):
        raise InputError(
            "no feature map is given; allowed: a coupling and a map, or one name such as 'favor+'"
        )
    return attending(coupling)


def with_matrix(features: SomeMap, matrix: Any, d: int) -> SomeMap:
    """The dense map in R^d of a matrix A, or of a mapping of A or Sigma with M or mean; InputError for any other map."""
    if not isinstance(features, (DenseExponential, ImportanceSampled)):
        raise InputError(f"a matrix for {features.name} features; allowed: for dense, importance-sampled")
    return dense_map(matrix if isinstance(matrix, Mapping) else {"A": matrix}, d)


def coupling_of(given: AbstractCoupling | str | None) -> AbstractCoupling | None:
    """The coupling of that name; UnknownIdError with the nearest for none."""
    return _named(given, couplings(), "coupling") if isinstance(given, str) else given


def map_of(given: SomeMap | str) -> SomeMap:
    """The feature map, or map of whole rows, of that name; UnknownIdError with the nearest for none."""
    known: dict[str, SomeMap] = {**feature_maps(), **row_maps()}
    return _named(given, known, "feature map") if isinstance(given, str) else given


def _named(name: str, known: Mapping[str, Kind], what: str) -> Kind:
    if name not in known:
        raise UnknownIdError(name, tuple(difflib.get_close_matches(name, known, 3, 0.4) or known), what)
    return known[name]
