"""All specimens, family by family; families whose library is not installed are skipped with a reason."""

from __future__ import annotations

import importlib
from functools import cache

from tests.zoo.specimen import Specimen

FAMILIES: dict[str, str] = {
    "right.trigonometric_numpy": "",
    "right.orthogonal_numpy": "",
    "right.structured_numpy": "",
    "right.positive_numpy": "",
    "right.importance_numpy": "",
    "right.kernels_numpy": "",
    "right.maps_numpy": "",
    "right.attention_numpy": "",
    "right.classes_python": "",
    "right.textbook_python": "",
    "right.orders_numpy": "",
    "right.shapes_python": "",
    "right.sides_numpy": "",
    "right.public_numpy": "",
    "right.unseen_numpy": "",
    "right.estimators_sklearn": "sklearn",
    "right.torch_maps": "torch",
    "right.jax_maps": "jax",
    "wrong.orthogonality": "",
    "wrong.norms": "",
    "wrong.scales": "",
    "wrong.waves": "",
    "wrong.positive": "",
    "wrong.laws": "",
    "wrong.seeds": "",
    "wrong.structured": "",
    "wrong.mixed": "",
    "wrong.textbook_python": "",
    "wrong.orders": "",
    "wrong.subtle": "",
    "wrong.shapes": "",
    "wrong.sides": "",
    "wrong.public_numpy": "",
    "wrong.unseen_numpy": "",
    "wrong.torch_maps": "torch",
    "wrong.jax_maps": "jax",
}
"""Modules of specimens, and the library that each needs beside NumPy and SciPy."""


@cache
def specimens() -> tuple[dict[str, tuple[str, Specimen]], dict[str, str]]:
    """By name the family and the specimen; by family why it is skipped."""
    found: dict[str, tuple[str, Specimen]] = {}
    skipped: dict[str, str] = {}
    for family, needed in FAMILIES.items():
        try:
            if needed:
                importlib.import_module(needed)
        except ImportError:
            skipped[family] = f"{needed} is not installed"
            continue
        for specimen in importlib.import_module(f"tests.zoo.{family}").SPECIMENS:
            if specimen.name in found:
                raise ValueError(f"two specimens are called {specimen.name}")
            found[specimen.name] = (family, specimen)
    return found, skipped
