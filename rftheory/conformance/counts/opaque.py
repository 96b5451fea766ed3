"""Features that show no rows, as complex and negative generalised exponentials: what any features obey."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import CATALOGUE, ClientCheck
from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.client.clients import Client
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import ESTIMATE, FEATURE_VECTOR
from rftheory.conformance.unreadable import Unreadable
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import feature_maps
from rftheory.moments.catalogue import definition
from rftheory.moments.row_maps import Counts
from rftheory.moments.term_moments import WAVES


def shows_no_projections(declaration: Declaration) -> bool:
    """Whether rows of the declared map are counts, or cannot be read off at all."""
    row = declaration.row
    if row is None:
        return declaration.map not in (None, *WAVES)
    return isinstance(row, Counts) or not row.legible


@dataclass(frozen=True)
class OpaqueFeatures:
    """Features of queries and keys at points of the client (p, d) for one seed, the rows they are taken for, the rounding."""

    client: Client
    declaration: Declaration
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


def probed(
    client: Client, declaration: Declaration, x: Floats, seed: int, m: int | None
) -> OpaqueFeatures | Unreadable:
    """The features at the points x; where m was not given, as many are taken for a row as the map has."""
    first, name = client.features(x, seed), declaration.map or ""
    if any(len(part) != len(x) for part in first) or first[0].shape != first[1].shape:
        text = f"{len(x)} points give shapes {[part.shape for part in first]}"
        return Unreadable("shape", text, definition(name))
    if not all(np.all(np.isfinite(part)) for part in first):
        return Unreadable("not finite", "features of the test points are not finite", definition(name))
    each = 2 if declaration.row is not None else feature_maps()[name].width
    rows = m or max(1, first[0].shape[1] // each)
    return OpaqueFeatures(client, declaration, x, seed, first, rows, client.rounding)


def readable(look: OpaqueFeatures) -> Finding:
    """The features could be read at all."""
    width = look.drawn[0].shape[1]
    text = f"{width} features, taken for {look.m} rows"
    text += ": a complex map has two features a row" if look.declaration.row is not None else ""
    statement = definition(look.declaration.map or "")
    return identity("shape and finiteness", statement, 0.0, 0.0, 1, text)


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
    ClientCheck("shape and finiteness", "opaque", OpaqueFeatures, CATALOGUE, readable),
    ClientCheck("one seed, one draw", "opaque", OpaqueFeatures, (ESTIMATE,), reproducible),
    ClientCheck("one point, one feature vector", "opaque", OpaqueFeatures, (FEATURE_VECTOR,), batch),
)
