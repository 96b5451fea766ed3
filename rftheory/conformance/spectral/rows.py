"""The law of single rows: shares of the rows of a draw beyond thresholds, by Bernstein's inequality with its own spread.

Shares of one draw lie in [0, 1] and draws are independent, whatever the coupling within a draw; so the mean share is
within sqrt(2 V log(4K/alpha)/n) + 7 log(4K/alpha)/(3(n-1)) of its law at all K thresholds at once, but for a probability
alpha (Maurer and Pontil 2009, theorem 4, V the sample variance).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.battery.concentration import reach
from rftheory.battery.rows.functionals import lengths
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import SPECTRAL_ROWS
from rftheory.conformance.spectral.mistakes import FixedLength, mistakes
from rftheory.conformance.spectral.scales import by_scale
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.verdict import Outcome

CHECK, NORMS = "law of single rows", "norm law"
NEAR = 4.0
"""Standard errors within which a law that is named for its scale fits every share."""
TABLES = 1e-4
"""What nodes of mixing laws are granted."""
LEVELS = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98)


@dataclass(frozen=True)
class SpectralRows:
    """Shares (n, K) of the rows of n draws whose size is at most K thresholds, the kernel, and the run's ledger.

    seen: beyond this, entries are read off modulo a period, so that nothing is said of rows that have one.
    thresholds: of the largest coordinate, then of the first one; radii where the kernel is radial. logs: mean logarithms
    of coordinates (n, d), in units of the lengthscales of each (d,).
    """

    shares: Floats
    gauges: Gauges
    kernel: StationaryKernel
    lengthscale: float
    ledger: ErrorBudget
    logs: Floats
    lengths: Floats
    seen: float = math.inf

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


@dataclass(frozen=True)
class Gauges:
    """Thresholds of the largest coordinate, of the first coordinate and of the norm of a row in d dimensions."""

    d: int
    largest: Floats
    first: Floats
    norms: Floats

    def shares(self, w: Floats) -> Floats:
        """Of rows (n, m, d): the shares of every draw that are at most the thresholds, (n, K)."""
        sizes = np.abs(w)
        parts = ((np.max(sizes, axis=2), self.largest), (sizes[..., 0], self.first), (lengths(w), self.norms))
        found: Floats = np.concatenate([np.mean(part[..., None] <= at, axis=1) for part, at in parts], axis=1)
        return found

    def misread(self, kernel: StationaryKernel, seen: float) -> Floats:
        """By how much shares are off where entries beyond `seen` are read wrong."""
        whole, first = rare(self.d, kernel, seen)
        parts = ((self.largest, whole), (self.first, first), (self.norms, whole))
        found: Floats = np.concatenate([np.full(len(part), by) for part, by in parts])
        return found

    @property
    def count(self) -> int:
        """The number of thresholds."""
        return len(self.largest) + len(self.first) + len(self.norms)

    def law(self, kernel: StationaryKernel) -> Floats:
        """The same by the law; nan for norms of a product kernel, of which nothing is said."""
        scale = float(np.asarray(kernel.lengthscale))
        largest, first, norms = (scale * at for at in (self.largest, self.first, self.norms))
        one = 2.0 * kernel.coordinate_cdf(first) - 1.0
        if isinstance(kernel, FixedLength):
            return np.concatenate([np.full(len(largest), np.nan), one, kernel.radius_cdf(norms, self.d)])
        if not kernel.radial:
            each = (2.0 * kernel.coordinate_cdf(largest) - 1.0) ** self.d
            return np.concatenate([each, one, np.full(len(norms), np.nan)])
        return np.concatenate([_largest(kernel, largest, self.d), one, kernel.radius_cdf(norms, self.d)])


def _largest(kernel: StationaryKernel, at: Floats, d: int) -> Floats:
    """P(max |w_i| <= t) = E (2 Phi(t/sqrt(tau)) - 1)^d."""
    from scipy.special import erf

    tau, weights = kernel.mixing()
    found: Floats = erf(at[:, None] / np.sqrt(2.0 * tau)) ** d @ weights
    return found


def gauges(kernel: StationaryKernel, lengthscale: float, d: int) -> Gauges:
    """Quantiles of the kernel's law and of those of mistakes, so that all of them are told apart."""
    grid = np.geomspace(1e-3, 1e4, 320)
    wide = Gauges(d, grid, grid, grid)
    found: list[list[float]] = [[], [], []]
    for law in (kernel, *(law for _, law in mistakes(kernel, lengthscale, d))):
        for part, cdf in zip(found, np.split(wide.law(law), 3), strict=True):
            if np.all(np.isfinite(cdf)):
                part += [
                    float(np.exp(np.interp(level, np.maximum.accumulate(cdf), np.log(grid))))
                    for level in LEVELS
                ]
    return Gauges(d, *(np.unique(part) for part in found))


def rare(d: int, kernel: StationaryKernel, seen: float) -> tuple[float, float]:
    """The probabilities of a row with an entry that is larger, and of one whose first entry is."""
    if math.isinf(seen):
        return 0.0, 0.0
    one = np.array([seen])
    largest, first, norm = Gauges(d, one, one, one).law(kernel)
    return 1.0 - float(norm if np.isnan(largest) else largest), 1.0 - float(first)


@dataclass(frozen=True)
class RowLaw(Measurements):
    """The mistakes whose law is not refuted, the nearest first."""

    near: tuple[str, ...]


def law_of_rows(subject: SpectralRows) -> Finding:
    """Shares are those of the law of the kernel."""
    shares, at = subject.shares, subject.gauges
    n, count = shares.shape
    share = subject.ledger.share(CHECK)
    found, spread = np.mean(shares, axis=0), np.var(shares, axis=0, ddof=1)
    log = math.log(4.0 * count / share.alpha)
    limits = np.sqrt(2.0 * spread * log / n) + 7.0 * log / (3.0 * (n - 1))

    def gap(kernel: StationaryKernel) -> tuple[float, float, float]:
        gaps = np.abs(found - at.law(kernel))
        beyond = np.where(np.isnan(gaps), -1.0, gaps - limits - at.misread(kernel, subject.seen))
        worst = int(np.argmax(beyond))
        return float(beyond[worst]), float(gaps[worst]), float(limits[worst])

    beyond, distance, limit = gap(subject.kernel)
    holds = beyond <= 0.0
    near = (
        ()
        if holds
        else tuple(
            sorted((gap(law)[0], name) for name, law in mistakes(subject.kernel, subject.lengthscale, at.d))
        )
    )
    names = tuple(dict.fromkeys(name for by, name in near if by <= 0.0))
    if not (holds or names):
        missed, narrow = rare(at.d, subject.kernel, subject.seen)[1], NEAR * np.sqrt(spread / n)

        def fits(law: StationaryKernel, wide: float) -> bool:
            off = np.abs(found - at.law(law)) - at.misread(law, subject.seen)
            return bool(np.nanmax(off - narrow) <= 0.5 * wide)

        names = by_scale(subject.logs, subject.kernel, subject.lengths, missed, fits)
    text = f"norms and coordinates of rows, not their coupling, against the {subject.kernel.title}"
    return Finding(
        CHECK,
        SPECTRAL_ROWS,
        Outcome.HOLDS if holds else Outcome.FAILS,
        text,
        distance,
        (max(0.0, distance - limit), distance + limit),
        "distance",
        2.0 * float(np.max(limits)),
        share.alpha,
        share.beta,
        n,
        measurements=RowLaw(names),
    )


@dataclass(frozen=True)
class AllNorms:
    """The same of m rows a draw whose norms are independent as well."""

    of_rows: SpectralRows
    m: int

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


def law_of_norms(subject: AllNorms) -> Finding:
    """Norms of all rows of all draws have the law of the kernel: the band of Dvoretzky, Kiefer, Wolfowitz and Massart."""
    whole = subject.of_rows
    at, count = whole.gauges, len(whole.shares) * subject.m
    share, found = whole.ledger.share(NORMS), np.mean(whole.shares, axis=0)[-len(at.norms) :]
    missed, _ = rare(at.d, whole.kernel, whole.seen)

    def gap(kernel: StationaryKernel) -> float:
        return float(np.nanmax(np.abs(found - at.law(kernel)[-len(at.norms) :]), initial=0.0))

    limit = reach(count, share.alpha) + missed + TABLES
    distance = gap(whole.kernel)
    others = sorted(
        (gap(law), name) for name, law in mistakes(whole.kernel, whole.lengthscale, at.d) if law.radial
    )
    near = tuple(dict.fromkeys(name for by, name in others if by <= limit))
    return Finding(
        NORMS,
        SPECTRAL_ROWS,
        Outcome.HOLDS if distance <= limit else Outcome.FAILS,
        f"norms of all rows against the {whole.kernel.title}",
        distance,
        (max(0.0, distance - limit), distance + limit),
        "distance",
        limit + reach(count, share.beta),
        share.alpha,
        share.beta,
        count,
        measurements=RowLaw(near),
    )


CHECKS = (
    ClientCheck(CHECK, "spectral", SpectralRows, (SPECTRAL_ROWS,), law_of_rows),
    ClientCheck(NORMS, "sharing", AllNorms, (SPECTRAL_ROWS,), law_of_norms),
)
