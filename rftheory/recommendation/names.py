"""The coupling and the feature map that a name such as `orthogonal-oprf` means."""

from __future__ import annotations

from typing import Any

from rftheory.errors import InputError
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap
from rftheory.mechanisms._field_names import stands_for
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.moments.catalogue import ranked_maps
from rftheory.moments.relative_moments import AbstractRelativeMoments

SAME = {"importance-sampled": "dense"}
"""Maps of the shelf that are another one, row by row."""
Known = AbstractRelativeMoments | AbstractFeatureMap


def split(mechanism: Any) -> tuple[AbstractCoupling, Known]:
    """The coupling of the shelf and the map: one that is ranked, by its moments, or any other of the shelf.

    InputError for any other name, for counts and hybrids with coupled rows, and for a map with a kernel of its own.
    """
    shelf, ranked, others = couplings(), ranked_maps(), feature_maps()
    for coupling in sorted(shelf, key=len, reverse=True):
        name = str(mechanism).removeprefix(f"{coupling}-")
        if name == str(mechanism):
            continue
        name = SAME.get(name, name)
        if name in ranked and (coupling == "iid" or ranked[name].couples or ranked[name].joins):
            return shelf[coupling], ranked[name]
        if name in others and name not in ranked:
            if others[name].kernels == ("own",):
                raise InputError(
                    f"{name} features have a kernel of their own; allowed: maps of the gaussian or softmax kernel"
                )
            return shelf[coupling], others[name]
    raise InputError(
        f"unknown mechanism {mechanism!r}; allowed: a coupling ({', '.join(shelf)}), a hyphen, and one of "
        f"{', '.join(ranked)}; discrete maps and the hybrid are iid{stands_for(mechanism)}"
    )


def block_cosine(coupling: str, d: int) -> float | None:
    """The cosine of two rows of a block, None where rows are independent or d = 1."""
    return None if d == 1 else couplings()[coupling].law.cosine(d)
