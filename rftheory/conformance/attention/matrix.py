"""The attention matrix of a client, read off by one-hot values, and what is plain to see of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.client.clients import Client
from rftheory.measured.inputs import Floats

ORDER = 1.3247179572447460
LARGE = 4.0


@dataclass(frozen=True)
class AttentionMatrix:
    """The attention matrix of a client at points in the units of the kernel, scale times what the client is given.

    masked: no query sees a later key, so queries are asked after all keys, and the share of those beside them is
    taken off.
    """

    client: Client
    scale: float
    d: int
    seeds: tuple[int, ...]
    masked: bool = False

    @cached_property
    def tags(self) -> frozenset[str]:
        """Whether it has numbers at small norms."""
        return frozenset({"finite" if self.finite else "not finite"})

    @property
    def tolerance(self) -> float:
        """For a sum of a few products, in the coarsest dtype seen."""
        return 1e-11 + 64.0 * math.sqrt(self.d) * self.client.rounding

    def __call__(self, queries: Floats, keys: Floats, seed: int) -> Floats:
        """A, (queries, keys): values are blocks of d columns of the identity, queries are repeated up to the keys."""
        count, beside = len(keys), len(queries) if self.masked else 0
        whole = np.eye(count + beside)[:, : count + (beside > 0)]
        whole[count:, count:] = 1.0
        padded = np.zeros((len(whole), -(-whole.shape[1] // self.d) * self.d))
        padded[:, : whole.shape[1]] = whole
        blocks = [
            self._given(queries, keys, padded[:, start : start + self.d], seed)
            for start in range(0, padded.shape[1], self.d)
        ]
        found: Floats = np.concatenate(blocks, axis=1)[:, : whole.shape[1]]
        return _without(found[:, :count], found[:, count:]) if self.masked else found

    def output(self, queries: Floats, keys: Floats, values: Floats, seed: int) -> Floats:
        """The client's output for these queries."""
        if not self.masked:
            return self._given(queries, keys, values, seed)
        nothing = np.zeros((len(queries), values.shape[1]))
        seen = self._given(queries, keys, np.concatenate([values, nothing]), seed)
        rest = self._given(queries, keys, np.concatenate([0.0 * values, nothing + 1.0]), seed)
        return _without(seen, rest)

    def _given(self, queries: Floats, keys: Floats, values: Floats, seed: int) -> Floats:
        """What comes back for these queries; as many are handed in as there are keys.

        masked: queries come after all keys, each beside a key at 0 that has a value too.
        """
        count = len(keys)
        if self.masked:
            q = np.concatenate([np.resize(queries, (count, self.d)), queries]) / self.scale
            k = np.concatenate([keys, np.zeros((len(queries), self.d))]) / self.scale
            return self.client.attention(q, k, values, seed)[count:]
        q = np.resize(queries, (max(len(queries), count), self.d)) / self.scale
        return self.client.attention(q, keys / self.scale, values, seed)[: len(queries)]

    @cached_property
    def hides_later(self) -> bool:
        """Whether every query sees itself and earlier keys alone: an exact 0 for each later key, in every draw."""
        count = len(self.queries)
        later = np.triu(np.ones((count, len(self.keys)), dtype=bool), 1)
        return bool(np.all(self.drawn[:, later] == 0.0) and np.all(self.drawn[:, ~later] != 0.0))

    @property
    def queries(self) -> Floats:
        """Four points."""
        return _points(self.d)[:4]

    @property
    def keys(self) -> Floats:
        """Seven points."""
        return _points(self.d)[4:]

    @cached_property
    def drawn(self) -> Floats:
        """The matrix of these points for every seed."""
        return np.stack([self(self.queries, self.keys, seed) for seed in self.seeds])

    @property
    def finite(self) -> bool:
        """Whether all its entries are numbers."""
        return bool(np.all(np.isfinite(self.drawn)))

    @property
    def size(self) -> float:
        """The largest entry."""
        return float(np.max(np.abs(self.drawn)))

    @cached_property
    def repetition(self) -> float:
        """How much one seed's matrix changes when it is asked for again."""
        again = self(self.queries, self.keys, self.seeds[0])
        return float(np.max(np.abs(again - self.drawn[0]))) / self.size

    @property
    def frozen(self) -> bool:
        """Whether all seeds give one matrix."""
        return len(self.seeds) > 1 and bool(np.max(np.ptp(self.drawn, axis=0)) == 0.0)

    @cached_property
    def disorder(self) -> float:
        """How much the matrix changes, beyond its columns' places, when keys change theirs."""
        turn = np.roll(np.arange(len(self.keys))[::-1], 2)
        gaps = [
            np.abs(self(self.queries, self.keys[turn], seed) - a[:, turn])
            for a, seed in zip(self.drawn, self.seeds, strict=True)
        ]
        return max(float(np.max(gap)) for gap in gaps) / self.size

    @cached_property
    def curvature(self) -> float:
        """How far the output is from the matrix times the values."""
        values = self._values(1.0)
        gaps = [
            np.abs(self.output(self.queries, self.keys, values, seed) - a @ values)
            for a, seed in zip(self.drawn, self.seeds, strict=True)
        ]
        return max(float(np.max(gap)) for gap in gaps) / self.size

    @property
    def additive(self) -> bool:
        """Whether the output of a sum of values is the sum of their outputs, whatever each column of them is weighed by."""
        one, two = self._values(1.0), self._values(2.0)
        first, second, both = (
            self.output(self.queries, self.keys, values, self.seeds[0]) for values in (one, two, one + two)
        )
        return float(np.max(np.abs(both - first - second))) <= 4.0 * self.tolerance * self.size

    def _values(self, place: float) -> Floats:
        """Values without a pattern, (keys, d)."""
        count = len(self.keys)
        values = np.cos(ORDER * (place + np.arange(count * self.d))).reshape(count, self.d)
        return self.client.grid(values)

    @cached_property
    def overflows(self) -> int:
        """How many draws have entries that are no numbers at norms up to LARGE."""
        found = [
            self(r * 2.0 * self.queries, r * 2.0 * self.keys, seed)
            for r in (1.0, 2.0, LARGE)
            for seed in self.seeds
        ]
        return sum(not np.all(np.isfinite(part)) for part in found)

    @property
    def legible(self) -> bool:
        """Whether ratios of its entries tell anything.

        Not where entries are no numbers, nor where one seed has several draws while others repeat or overflow.
        """
        if not self.finite:
            return False
        return self.repetition <= self.tolerance or not (self.frozen or self.overflows)

    @property
    def ordered(self) -> bool:
        """Whether every query sees every key alike."""
        return self.disorder <= self.tolerance

    @property
    def linear(self) -> bool:
        """Whether entries that were read off by one-hot values are those by which others are weighed."""
        return self.curvature <= self.tolerance


def _without(seen: Floats, rest: Floats) -> Floats:
    """Sums over the keys that count, of sums of which the others, of value 0, have the share `rest`."""
    with np.errstate(all="ignore"):
        found: Floats = seen / (1.0 - rest)
    return found


def _points(d: int) -> Floats:
    """Eleven points of norm 1/2: four queries and seven keys, no two alike."""
    waves = np.cos(1.0 + np.outer(np.arange(1.0, 12.0), ORDER + np.sqrt(np.arange(1.0, d + 1.0))))
    found: Floats = 0.5 * waves / np.linalg.norm(waves, axis=1, keepdims=True)
    return found
