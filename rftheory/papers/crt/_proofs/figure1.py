"""Figure 1 at one point."""

from __future__ import annotations

from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics.values import at_point

PROOFS: Scripts = {"crt/fig1/e60": (at_point,)}
