"""Names of mechanisms: a coupling of the shelf, a hyphen, and a projected feature map."""

from __future__ import annotations

from rftheory.errors import InputError
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.mechanisms._field_names import stands_for
from rftheory.mechanisms._shelf import couplings, feature_maps


def projected(mechanism: str) -> tuple[AbstractCoupling, AbstractFeatureMap]:
    """The coupling and the projected feature map of a name; InputError for any other."""
    shelf, maps = couplings(), feature_maps()
    for name in sorted(shelf, key=len, reverse=True):
        features = str(mechanism).removeprefix(f"{name}-")
        if features != mechanism and features in maps:
            return shelf[name], maps[features]
    raise InputError(
        f"unknown mechanism {mechanism!r}; allowed: a coupling ({', '.join(shelf)}), a hyphen, and a feature map "
        f"({', '.join(maps)}){stands_for(mechanism)}"
    )
