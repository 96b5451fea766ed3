"""Features that show no rows: complex and negative generalised exponentials, all that is told without a formula of theirs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import Check
from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.claim.row_maps import Counts, Exponential
from rftheory.conformance.client.clients import Client
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import ESTIMATE, FEATURE_VECTOR, GENERALISED
from rftheory.conformance.unreadable import Unreadable
from rftheory.measured.inputs import Floats


def shows_no_projections(declaration: Declaration) -> bool:
    """Whether rows of the declared map are counts, or cannot be read off at all."""
    row = declaration.row
    return isinstance(row, Counts) or (isinstance(row, Exponential) and not row.legible)


@dataclass(frozen=True)
class OpaqueFeatures:
    """Features of queries and keys at points of the client (p, d) for one seed, the rows they are taken for, the rounding."""

    client: Client
    x: Floats
    seed: int
    drawn: tuple[Floats, Floats]
    m: int
    rounding: float

    @property
    def tags(self) -> frozenset[str]:
        """None: all checks apply."""
        return frozenset()

    @property
    def tolerance(self) -> float:
        """Relative, of a feature."""
        return 1e-12 + 64.0 * self.rounding

    @cached_property
    def repetition(self) -> float:
        """How much features of one seed change when they are asked for again."""
        again = self.client.features(self.x, self.seed)
        return max(_gap(a, b) for a, b in zip(again, self.drawn, strict=True))


def probed(client: Client, x: Floats, seed: int, m: int | None) -> OpaqueFeatures | Unreadable:
    """The features at the points x; where m was not given, two of them are taken for a row."""
    first = client.features(x, seed)
    if any(len(part) != len(x) for part in first) or first[0].shape != first[1].shape:
        text = f"{len(x)} points give shapes {[part.shape for part in first]}"
        return Unreadable("shape", text, GENERALISED)
    if not all(np.all(np.isfinite(part)) for part in first):
        return Unreadable("not finite", "features of the test points are not finite", GENERALISED)
    return OpaqueFeatures(client, x, seed, first, m or max(1, first[0].shape[1] // 2), client.rounding)


def readable(look: OpaqueFeatures) -> Finding:
    """The features could be read at all."""
    width = look.drawn[0].shape[1]
    text = f"{width} features, taken for {look.m} rows: a complex map has two features a row"
    return identity("shape and finiteness", GENERALISED, 0.0, 0.0, 1, text)


def reproducible(look: OpaqueFeatures) -> Finding:
    """One seed gives one result."""
    return identity("one seed, one draw", ESTIMATE, look.repetition, look.tolerance, 2, "largest change")


def batch(look: OpaqueFeatures) -> Finding:
    """Features of a point do not depend on the others of its batch."""
    x, limit = look.x, look.tolerance * look.x.shape[1]
    among = look.client.features(np.concatenate([x[:1], 3.0 * x]), look.seed)
    gap = max(_gap(many[:1], one[:1]) for many, one in zip(among, look.drawn, strict=True))
    return identity("one point, one feature vector", FEATURE_VECTOR, gap, limit, 1, "largest change")


def _gap(found: Floats, wanted: Floats) -> float:
    if found.shape != wanted.shape:
        return np.inf
    return float(np.max(np.abs(found - wanted))) / (float(np.max(np.abs(wanted))) or 1.0)


CHECKS = (
    Check("shape and finiteness", "opaque", OpaqueFeatures, (GENERALISED,), readable),
    Check("one seed, one draw", "opaque", OpaqueFeatures, (ESTIMATE,), reproducible),
    Check("one point, one feature vector", "opaque", OpaqueFeatures, (FEATURE_VECTOR,), batch),
)
