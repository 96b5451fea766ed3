"""Features of maps whose projections do not show: counts, and complex or negative generalised exponentials. No law is defined here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.claim.declaration import Declaration, Pair
from rftheory.conformance.claim.row_maps import Counts, Exponential
from rftheory.conformance.client.clients import Client
from rftheory.conformance.counts import count_checks, count_law, count_reading
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import exact
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.verdict import Outcome


def opaque(declaration: Declaration) -> bool:
    """Whether the declared map is one of these."""
    row = declaration.row
    return isinstance(row, Counts) or (isinstance(row, Exponential) and not row.legible)


@dataclass
class Run:
    """A client of features under examination; `findings` fills in kernel, m, the estimates at the pairs and the cause."""

    client: Client
    declaration: Declaration
    d: int
    scale: float
    seeds: tuple[int, ...]
    pairs: tuple[Pair, ...]
    ledger: ErrorBudget
    kernel: Kernel | None
    m: int | None
    values: Floats | None = None
    cause: str | None = None

    def findings(self) -> Iterator[Finding]:
        """Form, then the rows where they can be read off; estimates are left in `values`."""
        row = self.declaration.row
        if isinstance(row, Counts):
            yield from self._counts(row)
        elif isinstance(row, Exponential):
            row.given()
            yield from self._plain()

    def _counts(self, row: Counts) -> Iterator[Finding]:
        look = count_reading.first_look(self.client, row, self.kernel, self.d, self.scale, self.seeds)
        if isinstance(look, Finding):
            yield look
            return
        self.kernel, self.m = look.kernel, look.m
        yield from count_checks.examine(look)
        points = (count_reading.probes(self.d) + np.asarray(row.shift)) / self.scale
        phi, self.values = self._drawn(points)
        self.cause = look.cause
        readable = look.cause not in ("not-counts", "separate-projections") and bool(
            np.all((phi > 0.0) & np.isfinite(phi))
        )
        if readable:
            w = np.maximum(np.round(count_reading.counted(phi, row, look.kernel, self.d)), 0.0)
            ties = np.random.Generator(np.random.PCG64DXSM(self.seeds[0]))
            name = self.declaration.map or ""
            for found in count_law.examine(count_law.Subject(w, row, name, self.ledger, ties, look.cause)):
                self.cause = self.cause or found.cause
                yield found

    def _plain(self) -> Iterator[Finding]:
        """Shape, finiteness, one seed one draw, redraws, batches: all that features tell without a formula of their own."""
        self.kernel = self.kernel or "gaussian"
        x = np.stack([pair.x for pair in self.pairs]) / self.scale
        first, again = self.client.features(x, self.seeds[0]), self.client.features(x, self.seeds[0])
        if any(len(part) != len(x) for part in first) or first[0].shape != first[1].shape:
            yield _broken("shape", f"{len(x)} points give shapes {[part.shape for part in first]}")
            return
        if not all(np.all(np.isfinite(part)) for part in first):
            yield _broken("overflow", "features of the test points are not finite")
            return
        width = first[0].shape[1]
        self.m = self.m or max(1, width // 2)
        limit = 1e-12 + 64.0 * self.client.rounding
        text = f"{width} features, taken for {self.m} rows: a complex map has two features a row"
        yield exact("shape and finiteness", "crt/eq4", 0.0, 0.0, None, 1, text)
        gap = max(_gap(a, b) for a, b in zip(again, first, strict=True))
        yield exact("one seed, one draw", "simrf/eq1", gap, limit, "not-reproducible", 2, "largest change")
        among = self.client.features(np.concatenate([x[:1], 3.0 * x]), self.seeds[0])
        gap = max(_gap(many[:1], one[:1]) for many, one in zip(among, first, strict=True))
        found = exact(
            "one point, one feature vector",
            "hrf/def2.1",
            gap,
            limit * self.d,
            "batch-dependent",
            1,
            "largest change",
        )
        self.cause = found.cause
        yield found
        _, values = self._drawn(x[:1])
        frozen = float(np.max(np.ptp(values, axis=0)) == 0.0)
        yield exact("redraws", "simrf/eq1", frozen, 0.0, "seed-ignored", len(values), "draws that repeat")
        self.values = values

    def _drawn(self, points: Floats) -> tuple[Floats, Floats]:
        """Query features at `points` (in the client's units), and estimates at the pairs (n, p), for every seed."""
        x, y = (np.stack([getattr(pair, side) for pair in self.pairs]) / self.scale for side in ("x", "y"))
        count, p = len(points), len(x)
        every, phi, values = np.concatenate([points, x, y]), [], []
        for seed in self.seeds:
            queries, keys = self.client.features(every, seed)
            phi.append(queries[:count])
            values.append(np.vecdot(queries[count : count + p], keys[count + p :]))
        return np.stack(phi), np.stack(values)


def _broken(cause: str, detail: str) -> Finding:
    return Finding(
        "shape and finiteness", "crt/eq4", Outcome.FAILS, detail, cause=cause, diagnosis=CAUSES[cause]
    )


def _gap(found: Floats, wanted: Floats) -> float:
    if found.shape != wanted.shape:
        return np.inf
    return float(np.max(np.abs(found - wanted))) / (float(np.max(np.abs(wanted))) or 1.0)
