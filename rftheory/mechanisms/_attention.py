"""Attention whose couplings and feature maps may be given by their names on the shelf: the public names."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from rftheory.errors import UnknownIdError
from rftheory.measured.attention import features, redrawn, study
from rftheory.measured.inputs import Array
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.mechanisms._shelf import couplings, feature_maps, row_maps

Kind = TypeVar("Kind")
SomeMap = AbstractFeatureMap | AbstractRowMap


@dataclass(frozen=True)
class RandomFeatureAttention(redrawn.RandomFeatureAttention):
    __doc__ = (redrawn.RandomFeatureAttention.__doc__ or "") + (
        "\n    Couplings and maps are objects of the shelf or their names: RandomFeatureAttention("
        '"orthogonal", "positive", d=64, m=256).\n    '
    )

    coupling: AbstractCoupling | str | None  # type: ignore[assignment]
    feature_map: SomeMap | str  # type: ignore[assignment]

    def __post_init__(self) -> None:
        object.__setattr__(self, "coupling", coupling_of(self.coupling))
        object.__setattr__(self, "feature_map", map_of(self.feature_map))
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
