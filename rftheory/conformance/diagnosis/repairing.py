"""What takes each mistake out of rows, and which mistakes explain a failure: those whose repair mends it."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.conformance.diagnosis.spectral import UNCOUPLED
from rftheory.conformance.findings import Finding

SCALING = frozenset({"not-a-kernel-map", "gerf-sign", "gerf-parameter", "gerf-exponent"})
"""Mistakes of features by which rows are read off with a factor."""
CARRIED = SCALING | {*UNCOUPLED, "spectral-law"}
"""Mistakes found before, of which rows keep a trace."""
REPAIRS = {
    "unsigned-qr": "signs",
    "not-centred": "centre",
    "row-density": "entries",
    **dict.fromkeys(SCALING, "length"),
    **dict.fromkeys((*UNCOUPLED, "spectral-law"), "directions"),
    "seed-ignored": "rows",
    **dict.fromkeys(("weights-forgotten", "dense-rows", "rows-turned"), "rows"),
    "wrong-axis": "axis",
    "norm-law": "norm law",
    "chi-degrees": "norm law",
    "d-and-m-swapped": "norm law",
    "blocks-repeated": "blocks",
    "blocks-dependent": "blocks",
    "antithetic-rows": "blocks",
    "anisotropic": "covariance",
    **dict.fromkeys(
        ("norms-sqrt-d", "norms-random", "norms-unit", "norms-shared", "norms-dependent", "norms-frozen"),
        "norms",
    ),
    "norm-direction": "norms",
    **dict.fromkeys(("bandwidth", "bandwidth-2", "bandwidth-2pi"), "length"),
    **dict.fromkeys(("scale", "missing-1/sqrt-m", "extra-1/sqrt-m"), "length"),
    "directions-frozen": "directions",
    "rows-frozen": "still rows",
    "last-block": "last block",
    "hadamard-rows": "law",
    "hash-signs": "entry signs",
    "signs-shared": "rows",
    **dict.fromkeys(
        ("not-orthogonal", "gram", "uncoupled", "correlated-rows", "rows-spread", "givens-rotation"),
        "directions",
    ),
}
"""What takes a mistake out of rows: `rftheory.conformance.projections.repairs`."""


def explained(found: Finding, causes: Sequence[str]) -> tuple[str, ...]:
    """The mistake whose repair mends the failure; else the fewest whose repairs do so together; nothing where none do."""
    repairs = {cause: REPAIRS[cause] for cause in causes if cause in REPAIRS}
    one = next((cause for cause, repair in repairs.items() if found.mended(repair)), None)
    if one is not None:
        return (one,)
    if len(repairs) < 2 or not found.mended(*repairs.values()):
        return ()
    for cause in tuple(repairs):
        rest = {name: repair for name, repair in repairs.items() if name != cause}
        if found.mended(*rest.values()):
            repairs = rest
    return tuple(repairs)
