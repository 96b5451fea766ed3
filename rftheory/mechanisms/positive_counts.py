"""Positive discrete features, PoisRF+ and GeomRF+: counts on points that a shift has made positive."""

from __future__ import annotations

from rftheory.measured.rowmaps.discrete import shifted
from rftheory.mechanisms.geometric import geometric
from rftheory.mechanisms.poisson import poisson

_DATA = ((-1.5, -1.4, -1.6), (1.5, 1.4, 1.6))

MECHANISMS = (
    shifted(poisson(1.2), _DATA, _DATA, title="Poisson features of shifted points (PoisRF+)"),
    shifted(geometric(0.4), _DATA, _DATA, title="Geometric features of shifted points (GeomRF+)"),
)
