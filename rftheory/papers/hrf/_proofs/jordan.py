"""Jordan's inequality."""

from __future__ import annotations

from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics.angular.jordan import jordan

PROOFS: Scripts = {"hrf/appD.3/jordan": (jordan,)}
