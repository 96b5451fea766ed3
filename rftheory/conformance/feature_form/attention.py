"""Attention held against a ratio of estimates: one-hot values show its matrix, reference keys its features. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.conformance.findings import Finding
from rftheory.conformance.bands import exact
from rftheory.measured.inputs import Floats

ORDER = 1.3247179572447460
LARGE = 4.0


@dataclass(frozen=True)
class Matrix:
    """The attention matrix of a client at points in the units of the kernel, scale times what the client is given."""

    client: Client
    scale: float
    d: int

    @property
    def tolerance(self) -> float:
        """For a sum of a few products, in the coarsest dtype seen."""
        return 1e-11 + 64.0 * math.sqrt(self.d) * self.client.rounding

    def __call__(self, queries: Floats, keys: Floats, seed: int) -> Floats:
        """A, (queries, keys): values are blocks of d columns of the identity, queries are repeated up to the keys."""
        whole = np.eye(len(keys))
        padded = np.zeros((len(keys), -(-len(keys) // self.d) * self.d))
        padded[:, : len(keys)] = whole
        blocks = [
            self.output(queries, keys, padded[:, start : start + self.d], seed)
            for start in range(0, padded.shape[1], self.d)
        ]
        found: Floats = np.concatenate(blocks, axis=1)[:, : len(keys)]
        return found

    def output(self, queries: Floats, keys: Floats, values: Floats, seed: int) -> Floats:
        """The client's output for these queries; as many are handed in as there are keys."""
        q = np.resize(queries, (max(len(queries), len(keys)), self.d)) / self.scale
        return self.client.attention(q, keys / self.scale, values, seed)[: len(queries)]


def examine(matrix: Matrix, seeds: Sequence[int]) -> Iterator[Finding]:
    """Finite, one seed one draw, rows that sum to one, linear in V, whatever the order of keys and the other queries."""
    points = _points(matrix.d)
    queries, keys, draws = points[:4], points[4:], len(seeds)
    found = np.stack([matrix(queries, keys, seed) for seed in seeds])
    if not np.all(np.isfinite(found)):
        yield exact(
            "finite at small norms", "performer/eq4", math.inf, 0.0, "overflow", draws, "norms of 1/2"
        )
        return
    limit = matrix.tolerance
    size = float(np.max(np.abs(found)))
    again = matrix(queries, keys, seeds[0])
    yield exact(
        "one seed, one draw",
        "simrf/eq1",
        float(np.max(np.abs(again - found[0]))) / size,
        limit,
        "not-reproducible",
        2,
        "largest change",
    )
    frozen = len(seeds) > 1 and bool(np.max(np.ptp(found, axis=0)) == 0.0)
    yield exact("redraws", "simrf/eq1", float(frozen), 0.0, "seed-ignored", draws, "draws that repeat")
    ones = np.ones((len(keys), matrix.d))
    sums = np.concatenate(
        [np.sum(found, axis=2).ravel()] + [matrix.output(queries, keys, ones, seed).ravel() for seed in seeds]
    )
    worst = float(sums[int(np.argmax(np.abs(sums - 1.0)))])
    text = f"a row sums to {worst:.6g}"
    yield exact("rows sum to one", "performer/eq4", abs(worst - 1.0), limit, "not-normalised", draws, text)
    values = np.cos(ORDER * np.arange(1.0, len(keys) * matrix.d + 1.0)).reshape(len(keys), matrix.d)
    values = matrix.client.grid(values)
    gaps = [
        float(np.max(np.abs(matrix.output(queries, keys, values, seed) - a @ values)))
        for a, seed in zip(found, seeds, strict=True)
    ]
    yield exact(
        "linear in values",
        "performer/secC.4/one-hot",
        max(gaps) / size,
        limit,
        "not-linear",
        draws,
        "largest error",
    )
    turn = np.roll(np.arange(len(keys))[::-1], 2)
    gap = max(
        float(np.max(np.abs(matrix(queries, keys[turn], seed) - a[:, turn])))
        for a, seed in zip(found, seeds, strict=True)
    )
    yield exact(
        "order of the keys", "performer/eq4", gap / size, limit, "order-dependent", draws, "largest change"
    )
    gap = max(
        float(np.max(np.abs(matrix(queries[:1], keys, seed) - a[:1])))
        for a, seed in zip(found, seeds, strict=True)
    )
    yield exact(
        "one query, one row", "performer/eq4", gap / size, limit, "batch-dependent", draws, "largest change"
    )
    bad = sum(
        not np.all(np.isfinite(matrix(r * 2.0 * queries, r * 2.0 * keys, seed)))
        for r in (1.0, 2.0, LARGE)
        for seed in seeds
    )
    text = f"draws with NaN or infinity at norms up to {LARGE:g}"
    yield exact("finite at large norms", "performer/eq4", float(bad), 0.0, "overflow", draws, text)


def _points(d: int) -> Floats:
    """Eleven points of norm 1/2: four queries and seven keys, no two alike."""
    waves = np.cos(1.0 + np.outer(np.arange(1.0, 12.0), ORDER + np.sqrt(np.arange(1.0, d + 1.0))))
    found: Floats = 0.5 * waves / np.linalg.norm(waves, axis=1, keepdims=True)
    return found
