"""Counts held against the law that was declared: their law, their independence, their redraws."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.battery import concentration
from rftheory.battery.concentration import Deviation, reach
from rftheory.conformance.bands import finding, identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.counts.digest import CELLS, CountDigest
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
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw
from rftheory.moments.row_maps import Counts

STATISTICAL = ("law of counts", "counts within a row", "counts between rows", "independence of draws")
NEVER = -50.0


@dataclass(frozen=True)
class CountDraws:
    """Counts of successive seeds, what they claim, the name of the map, the ledger."""

    counts: CountDigest
    row: Counts
    name: str
    ledger: ErrorBudget

    @property
    def tags(self) -> frozenset[str]:
        """None: all checks apply."""
        return frozenset()


def redraws(subject: CountDraws) -> Finding:
    """Counts change from draw to draw."""
    seen = subject.counts
    chance = (seen.draws - 1) * _log_same(subject) * seen.m
    failed = seen.draws > 1 and seen.same and chance < NEVER
    return identity("redraws", ESTIMATE, float(failed), 0.0, seen.draws, "draws that repeat")


def repeats(subject: CountDraws) -> Finding:
    """No row, and no coordinate, repeats another in every draw."""
    seen = subject.counts
    alike = (seen.m > 1 and seen.rows) or (seen.d > 1 and seen.coordinates)
    failed = alike and seen.draws * _log_same(subject) / seen.d < NEVER
    text = "one row in all places, or one count on all coordinates"
    return identity("rows", INDEPENDENT_COUNTS, float(failed), 0.0, seen.draws, text)


def _log_same(subject: CountDraws) -> float:
    """log of the chance that two rows are equal."""
    masses = subject.row.law.log_mass(np.broadcast_to(np.arange(400.0)[:, None], (400, subject.counts.d)))
    return float(np.sum(np.log(np.sum(np.exp(2.0 * masses), axis=0))))


def law(subject: CountDraws) -> Finding:
    """All counts have the declared law, in the band of DKW; cells hide at most 1/CELLS of the distance."""
    name, seen, share = "law of counts", subject.counts, subject.ledger.share("law of counts")
    if not seen.possible:
        return identity(name, COUNTS, math.inf, 0.0, seen.draws, "a count that the law never draws")
    text = f"counts against {_shown(subject.row.law)}: mean {seen.mean:.4g}"
    size, limit = seen.law.size, reach(seen.law.size, share.alpha)
    effect = limit + reach(size, share.beta) + 1.0 / CELLS
    found = Deviation(text, seen.law.distance, limit, effect, size, share)
    swapped = None
    if not found.holds and seen.swapped is not None:
        swapped = SwappedLaw(found.distance, seen.swapped.distance)
    statement = COUNT_LAWS.get(subject.name.removesuffix("-positive"), COUNTS)
    return finding(name, statement, found, swapped)


def within(subject: CountDraws) -> Finding:
    """Coordinates of a row are independent."""
    if subject.counts.d < 2:
        return identity("counts within a row", INDEPENDENT_COUNTS, 0.0, 0.0, 0, "one coordinate")
    return _products(subject, "counts within a row", subject.counts.within)


def between(subject: CountDraws) -> Finding:
    """Rows of a draw are independent."""
    if subject.counts.m < 2:
        return identity("counts between rows", COUNT_ROWS, 0.0, 0.0, 0, "one row")
    return _products(subject, "counts between rows", subject.counts.between)


def successive_draws(subject: CountDraws) -> Finding:
    """Successive draws are independent."""
    r = subject.counts.first[: subject.counts.draws // 2 * 2]
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
