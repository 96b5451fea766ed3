"""Counts held against the law that was declared: their law, their independence, their redraws. Nothing is drawn but ties.

u = F(w - 1) + v p_w, v uniform, is uniform where w has the law F, whatever its atoms: bands of continuous laws then hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.claim.row_maps import Counts
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import distance, exact, finish, ks, mean
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw
from rftheory.verdict import Outcome

STATISTICAL = ("law of counts", "counts within a row", "counts between rows", "independence of draws")
NEVER = -50.0
LAWS = {"poisson": "crt/sec3.2.1/feature", "geometric": "crt/sec3.2.2/feature"}


@dataclass(frozen=True)
class Subject:
    """Counts (n, m, d) of successive seeds, what they claim, the ledger, and a cause found earlier."""

    counts: Floats
    row: Counts
    name: str
    ledger: ErrorBudget
    ties: np.random.Generator
    cause: str | None = None

    @cached_property
    def ranks(self) -> Floats:
        """2u - 1, uniform on [-1, 1]."""
        return 2.0 * uniform(self.counts, self.row.law, self.ties) - 1.0


def uniform(counts: Floats, law: AbstractDiscreteLaw, ties: np.random.Generator) -> Floats:
    """F(w - 1) + v p_w, elementwise."""
    d, top = counts.shape[-1], int(np.max(counts)) + 1
    masses = np.exp(law.log_mass(np.broadcast_to(np.arange(top, dtype=np.float64)[:, None], (top, d))))
    below = np.concatenate([np.zeros((1, d)), np.cumsum(masses, axis=0)])
    index, column = counts.astype(np.intp), np.arange(d)
    found: Floats = below[index, column] + ties.random(counts.shape) * masses[index, column]
    return found


def examine(subject: Subject) -> Iterator[Finding]:
    """Redraws and repeated rows, then the law, then independence."""
    cause = subject.cause
    for check in (redraws, repeats, law, within, between, successive_draws):
        found = check(subject)
        if found.cause is not None and cause is not None:
            found = replace(found, cause=cause, diagnosis=CAUSES[cause])
        cause = cause or found.cause
        yield found


def redraws(subject: Subject) -> Finding:
    """Counts change from draw to draw."""
    frozen = subject.counts.shape[0] > 1 and not np.any(np.ptp(subject.counts, axis=0))
    chance = (len(subject.counts) - 1) * _log_same(subject) * subject.counts.shape[1]
    failed = frozen and chance < NEVER
    return exact(
        "redraws", "simrf/eq1", float(failed), 0.0, "seed-ignored", len(subject.counts), "draws that repeat"
    )


def repeats(subject: Subject) -> Finding:
    """No row, and no coordinate, repeats another in every draw."""
    w = subject.counts
    same_rows = w.shape[1] > 1 and bool(np.all(w == w[:, :1]))
    same_coordinates = w.shape[2] > 1 and bool(np.all(w == w[..., :1]))
    failed = (same_rows or same_coordinates) and len(w) * _log_same(subject) / w.shape[2] < NEVER
    text = "one row in all places, or one count on all coordinates"
    return exact("rows", "crt/eq9", float(failed), 0.0, "counts-shared", len(w), text)


def _log_same(subject: Subject) -> float:
    """log of the chance that two rows are equal."""
    d = subject.counts.shape[2]
    masses = subject.row.law.log_mass(np.broadcast_to(np.arange(400.0)[:, None], (400, d)))
    return float(np.sum(np.log(np.sum(np.exp(2.0 * masses), axis=0))))


def law(subject: Subject) -> Finding:
    """All counts have the declared law, in the band of DKW."""
    name, w = "law of counts", subject.counts
    share = subject.ledger.share(name)
    masses = subject.row.law.log_mass(w.reshape(-1, w.shape[2]))
    size = float(np.mean(w))
    if not np.all(masses > -math.inf):
        return exact(name, "crt/eq10", math.inf, 0.0, "count-law", len(w), "a count that the law never draws")
    found = ks((subject.ranks.ravel() + 1.0) / 2.0, _identity, share, 1e-12)
    cause = "count-law"
    declared = subject.row.law
    if found.outcome is Outcome.FAILS and isinstance(declared, GeometricLaw):
        swapped = GeometricLaw(tuple(1.0 - share for share in declared.shares))
        other = distance(uniform(w, swapped, subject.ties).ravel(), _identity)
        cause = "p-swapped" if other < 0.1 * (found.effect or 0.0) else cause
    statement = LAWS.get(subject.name.removesuffix("-positive"), "crt/eq10")
    return finish(name, statement, found, f"counts against {_shown(declared)}: mean {size:.4g}", cause)


def within(subject: Subject) -> Finding:
    """Coordinates of a row are independent."""
    name, r = "counts within a row", subject.ranks
    if r.shape[2] < 2:
        return exact(name, "crt/eq9", 0.0, 0.0, None, 0, "one coordinate")
    return _products(subject, name, np.mean(r[:, 0, ::2][:, : r.shape[2] // 2] * r[:, 0, 1::2], axis=1))


def between(subject: Subject) -> Finding:
    """Rows of a draw are independent."""
    name, r = "counts between rows", subject.ranks
    if r.shape[1] < 2:
        return exact(name, "crt/sec2.1/variance-m", 0.0, 0.0, None, 0, "one row")
    half = r.shape[1] // 2
    return _products(subject, name, np.mean(r[:, ::2][:, :half] * r[:, 1::2], axis=(1, 2)))


def successive_draws(subject: Subject) -> Finding:
    """Successive draws are independent."""
    r = subject.ranks[: len(subject.ranks) // 2 * 2, 0]
    return _products(subject, "independence of draws", np.mean(r[::2] * r[1::2], axis=1))


def _products(subject: Subject, name: str, products: Floats) -> Finding:
    statement = "simrf/eq1" if name == "independence of draws" else "crt/eq9"
    found = mean(products, subject.ledger.share(name), 0.0)
    return finish(name, statement, found, "mean product of two ranks", "counts-shared")


def _identity(u: Floats) -> Floats:
    return u


def _shown(law_: AbstractDiscreteLaw) -> str:
    name, _, values = repr(law_).partition("(")
    return f"{name.removesuffix('Law').lower()} ({values}"
