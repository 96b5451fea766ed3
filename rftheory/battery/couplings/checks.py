"""Every check that a coupling owes to the law it declares, cheap ones first, and those that hold to rounding."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rftheory.battery.check import StructureCheck
from rftheory.battery.concentration import STRICT, Deviation, exact, mean
from rftheory.battery.couplings import givens, laws
from rftheory.battery.couplings.draws import D, ExaminedCoupling
from rftheory.battery.rows.checks import ROW_CHECKS
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import directions, gram, lengths, residuals

ROUNDING = 1e-10
CONVERGED = 1e-8
EXACT_SIZES = ((2, 2), (4, 3), (4, 4), (8, 16), (16, 8), (64, 3))


def shapes(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Shapes, linearity in the points, and new numbers from a generator that has moved on.

    Where no value of W has more than half the mass, 64 draws are all one with probability 2^-63 at most.
    """
    coupling = subject.coupling
    for d, m in ((2, 1), (3, 5), (4, 4), (5, 3), (8, 17)):
        expected = np.array([3.0, m, d])
        for way, w in subject.few(d, m, 3):
            yield exact(f"shape of {way}, d={d}, m={m}", np.array(w.shape, float), expected, 0.0)
        x = np.cos(np.arange(2.0 * d)).reshape(2, d)
        points = np.stack([x[0], x[1], 2.0 * x[0] - x[1]])
        p = coupling.project(points, m, rng=subject.stream("shapes"), n=3)
        yield exact(f"linearity, d={d}, m={m}", p[..., 2], 2.0 * p[..., 0] - p[..., 1], ROUNDING)
    rng = subject.stream("shapes", 1)
    calls = [coupling.sample(D, D, rng=rng, n=64) for _ in range(2)]
    calls += [coupling.project(np.eye(D), D, rng=rng, n=64) for _ in range(2)]
    for what, a, b in (("sample", calls[0], calls[1]), ("project", calls[2], calls[3])):
        frozen = np.array([np.all(a == b), np.all(a == a[:1])], dtype=np.float64)
        yield exact(f"64 draws of {what} that are those of the last call, or all one", frozen, 0.0, 0.0)


def norms_fixed(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """All norms are sqrt(d) to rounding."""
    for d, m in EXACT_SIZES:
        for way, w in subject.few(d, m):
            yield exact(f"norms of {way}, d={d}, m={m}", lengths(w), math.sqrt(d), ROUNDING * d)


def cosines(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Cosines inside a block are the law's, to rounding."""
    for d, m in EXACT_SIZES:
        claimed, height = subject.claim.law.gram(d), subject.claim.law.rows(d)
        if claimed is None:
            continue
        for way, w in subject.few(d, m):
            units = directions(w)
            for start in range(0, m, height):
                found = gram(units[:, start : start + height])
                rows = found.shape[1]
                if rows < 2:
                    continue  # a block of one row has no cosine
                gaps = (found - claimed[:rows, :rows])[:, ~np.eye(rows, dtype=bool)]
                yield exact(f"cosines of {way}, d={d}, m={m}", gaps, 0.0, ROUNDING)


def fixed_point(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Each row is opposite to the resultant of the others, and all vanish where the polygon closes.

    At d = 8 and 16 the norms close a polygon in every draw but a negligible share; at d = 4 a tenth of the
    draws may still be moving when the iteration stops.
    """
    for d, n in ((2, 16), (8, 16), (16, 8)):
        for way, w in subject.few(d, d, n):
            yield exact(f"residual of {way}, d={d}", residuals(w), 0.0, CONVERGED)
            if d > 2:
                yield exact(f"resultant of {way}, d={d}", w.sum(axis=1), 0.0, CONVERGED * d)
    for way, w in subject.both():
        for start in (0, D):
            moving = (residuals(w[:, start : start + D]) > CONVERGED).astype(float)
            found = mean(f"share still moving of {way}", moving)
            yield replace(found, distance=found.distance - 0.1)


def as_shown(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Draws of two blocks pass every check that a user's array of draws is put to."""
    for way, w in subject.both():
        rows = DrawnRows.of(w, subject.claim, ROUNDING)
        for check in ROW_CHECKS:
            if check.applies(rows):
                found = check.measure(rows, STRICT)
                yield replace(found, what=f"{check.name} of {way}: {found.what}")


def unknown(subject: ExaminedCoupling) -> str:
    """A coupling that is not isotropic and whose law of directions is not known otherwise."""
    del subject
    return "neither isotropic nor of Hadamard or Givens products: no law of directions is known"


CHECKS = (
    StructureCheck("shapes", ExaminedCoupling, shapes, decisive=True),
    StructureCheck("norms", ExaminedCoupling, norms_fixed, "sqrt(d)"),
    StructureCheck("cosines", ExaminedCoupling, cosines, "gram"),
    StructureCheck("fixed point", ExaminedCoupling, fixed_point, "anti-resultant"),
    StructureCheck("norm law", ExaminedCoupling, laws.norm_law, "chi_d"),
    StructureCheck("coordinates", ExaminedCoupling, laws.coordinates, "isotropic"),
    StructureCheck("direction pairs", ExaminedCoupling, laws.pairs, "isotropic"),
    StructureCheck("isotropy", ExaminedCoupling, laws.isotropy, "isotropic"),
    StructureCheck("joint law", ExaminedCoupling, laws.gaussian_rows, "independent chi_d"),
    StructureCheck("enumeration", ExaminedCoupling, laws.enumerated, "hadamard"),
    StructureCheck("literal products", ExaminedCoupling, givens.laws, "givens"),
    StructureCheck("independence", ExaminedCoupling, laws.independence),
    StructureCheck("ways", ExaminedCoupling, laws.ways),
    StructureCheck("padding", ExaminedCoupling, laws.padding, "padded"),
    StructureCheck("draws as an array", ExaminedCoupling, as_shown),
    StructureCheck("directions", ExaminedCoupling, unknown, "open"),
)
