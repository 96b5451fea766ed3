"""The sign of a curvature at the optimal parameter."""

from __future__ import annotations

from rftheory.papers._shared.optimal_root import rational
from rftheory.proof.scripts import Scripts

PROOFS: Scripts = {"beyond/complex/curvature": (rational, rational)}
