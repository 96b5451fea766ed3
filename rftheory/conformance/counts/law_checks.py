"""Counts held against the law that was declared: their law, their independence, their redraws.

u = F(w - 1) + v p_w, v uniform, is uniform where w has the law F, whatever its atoms: bands of continuous laws then hold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.battery import concentration
from rftheory.battery.rows.laws import uniform as unit_interval
from rftheory.conformance.bands import finding, identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.counts.measurements import SwappedLaw
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import (
    COUNT_LAWS,
    COUNT_ROWS,
    COUNTS,
    ESTIMATE,
    INDEPENDENT_COUNTS,
)
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw
from rftheory.moments.row_maps import Counts

STATISTICAL = ("law of counts", "counts within a row", "counts between rows", "independence of draws")
NEVER = -50.0


@dataclass(frozen=True)
class CountDraws:
    """Counts (n, m, d) of successive seeds, what they claim, the name of the map, the ledger, the seed of ties."""

    counts: Floats
    row: Counts
    name: str
    ledger: ErrorBudget
    seed: int

    @property
    def tags(self) -> frozenset[str]:
        """None: all checks apply."""
        return frozenset()

    @cached_property
    def ranks(self) -> Floats:
        """2u - 1, uniform on [-1, 1]."""
        return 2.0 * uniform(self.counts, self.row.law, self.ties(0)) - 1.0

    def ties(self, index: int) -> np.random.Generator:
        """What breaks ties: the stream of the seed, after `index` arrays of the size of the counts."""
        rng = np.random.Generator(np.random.PCG64DXSM(self.seed))
        for _ in range(index):
            rng.random(self.counts.shape)
        return rng


def uniform(counts: Floats, law: AbstractDiscreteLaw, ties: np.random.Generator) -> Floats:
    """F(w - 1) + v p_w, elementwise."""
    d, top = counts.shape[-1], int(np.max(counts)) + 1
    masses = np.exp(law.log_mass(np.broadcast_to(np.arange(top, dtype=np.float64)[:, None], (top, d))))
    below = np.concatenate([np.zeros((1, d)), np.cumsum(masses, axis=0)])
    index, column = counts.astype(np.intp), np.arange(d)
    found: Floats = below[index, column] + ties.random(counts.shape) * masses[index, column]
    return found


def redraws(subject: CountDraws) -> Finding:
    """Counts change from draw to draw."""
    frozen = subject.counts.shape[0] > 1 and not np.any(np.ptp(subject.counts, axis=0))
    chance = (len(subject.counts) - 1) * _log_same(subject) * subject.counts.shape[1]
    failed = frozen and chance < NEVER
    return identity("redraws", ESTIMATE, float(failed), 0.0, len(subject.counts), "draws that repeat")


def repeats(subject: CountDraws) -> Finding:
    """No row, and no coordinate, repeats another in every draw."""
    w = subject.counts
    same_rows = w.shape[1] > 1 and bool(np.all(w == w[:, :1]))
    same_coordinates = w.shape[2] > 1 and bool(np.all(w == w[..., :1]))
    failed = (same_rows or same_coordinates) and len(w) * _log_same(subject) / w.shape[2] < NEVER
    text = "one row in all places, or one count on all coordinates"
    return identity("rows", INDEPENDENT_COUNTS, float(failed), 0.0, len(w), text)


def _log_same(subject: CountDraws) -> float:
    """log of the chance that two rows are equal."""
    d = subject.counts.shape[2]
    masses = subject.row.law.log_mass(np.broadcast_to(np.arange(400.0)[:, None], (400, d)))
    return float(np.sum(np.log(np.sum(np.exp(2.0 * masses), axis=0))))


def law(subject: CountDraws) -> Finding:
    """All counts have the declared law, in the band of DKW."""
    name, w, declared = "law of counts", subject.counts, subject.row.law
    masses = declared.log_mass(w.reshape(-1, w.shape[2]))
    if not np.all(masses > -math.inf):
        return identity(name, COUNTS, math.inf, 0.0, len(w), "a count that the law never draws")
    text = f"counts against {_shown(declared)}: mean {float(np.mean(w)):.4g}"
    values = (subject.ranks.ravel() + 1.0) / 2.0
    found = concentration.law(text, values, unit_interval, subject.ledger.share(name), 1e-12)
    statement = COUNT_LAWS.get(subject.name.removesuffix("-positive"), COUNTS)
    return finding(name, statement, found, None if found.holds else _swapped(subject, found.distance))


def _swapped(subject: CountDraws, gap: float) -> SwappedLaw | None:
    """How near the counts are to the geometric law of 1 - p."""
    declared = subject.row.law
    if not isinstance(declared, GeometricLaw):
        return None
    swapped = GeometricLaw(tuple(1.0 - share for share in declared.shares))
    other = concentration.distance(uniform(subject.counts, swapped, subject.ties(1)).ravel(), unit_interval)
    return SwappedLaw(gap, other)


def within(subject: CountDraws) -> Finding:
    """Coordinates of a row are independent."""
    name, r = "counts within a row", subject.ranks
    if r.shape[2] < 2:
        return identity(name, INDEPENDENT_COUNTS, 0.0, 0.0, 0, "one coordinate")
    return _products(subject, name, np.mean(r[:, 0, ::2][:, : r.shape[2] // 2] * r[:, 0, 1::2], axis=1))


def between(subject: CountDraws) -> Finding:
    """Rows of a draw are independent."""
    name, r = "counts between rows", subject.ranks
    if r.shape[1] < 2:
        return identity(name, COUNT_ROWS, 0.0, 0.0, 0, "one row")
    half = r.shape[1] // 2
    return _products(subject, name, np.mean(r[:, ::2][:, :half] * r[:, 1::2], axis=(1, 2)))


def successive_draws(subject: CountDraws) -> Finding:
    """Successive draws are independent."""
    r = subject.ranks[: len(subject.ranks) // 2 * 2, 0]
    return _products(subject, "independence of draws", np.mean(r[::2] * r[1::2], axis=1))


def _products(subject: CountDraws, name: str, products: Floats) -> Finding:
    statement = ESTIMATE if name == "independence of draws" else INDEPENDENT_COUNTS
    found = concentration.mean("mean product of two ranks", products, share=subject.ledger.share(name))
    return finding(name, statement, found)


def _shown(law_: AbstractDiscreteLaw) -> str:
    name, _, values = repr(law_).partition("(")
    return f"{name.removesuffix('Law').lower()} ({values}"


def _check(
    name: str, references: Sequence[str], measure: Callable[[CountDraws], Finding]
) -> ClientCheck[CountDraws]:
    return ClientCheck(name, "count rows", CountDraws, tuple(references), measure)


CHECKS = (
    _check("redraws", [ESTIMATE], redraws),
    _check("rows", [INDEPENDENT_COUNTS], repeats),
    _check("law of counts", [COUNTS, *COUNT_LAWS.values()], law),
    _check("counts within a row", [INDEPENDENT_COUNTS], within),
    _check("counts between rows", [INDEPENDENT_COUNTS, COUNT_ROWS], between),
    _check("independence of draws", [ESTIMATE], successive_draws),
)
