"""Attention whose couplings and feature maps may be given by their names on the shelf: the public names."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
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


def random_feature_attention(
    q: Any, k: Any, v: Any, projections: Any, feature_map: SomeMap | str, **options: Any
) -> Array:
    """As `measured.attention.features.random_feature_attention`, with a feature map or its name."""
    return features.random_feature_attention(q, k, v, projections, map_of(feature_map), **options)


def attention_error(
    coupling: AbstractCoupling | str, feature_map: SomeMap | str, **options: Any
) -> study.AttentionError:
    """As `measured.attention.study.attention_error`, with a coupling and a feature map or their names."""
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
