"""What a coupling owes to the law it declares: exact properties here, laws beyond. Cheap checks come first.

Nothing statistical is decided in this room, except how many draws of an iteration may still be moving.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from rftheory.battery import coupling_laws, givens_laws
from rftheory.battery.concentration import Finding, exact, mean
from rftheory.battery.coupling_draws import D, Subject
from rftheory.battery.row_functionals import directions, lengths, residuals
from rftheory.measured.couplings.blocks import AbstractHadamardCoupling
from rftheory.measured.protocol import AbstractCoupling
from rftheory.mechanisms.givens import Givens

ROUNDING = 1e-10
CONVERGED = 1e-8
EXACT_SIZES = ((2, 2), (4, 3), (4, 4), (8, 16), (16, 8), (64, 3))
Check = Callable[[Subject], Iterator[Finding]]

KNOWN = (AbstractHadamardCoupling, Givens)
"""Couplings that are not isotropic and whose law of directions is known all the same."""


def checks_of(claim: AbstractCoupling) -> Iterator[tuple[str, Check]]:
    """The checks that the declared law calls for, cheap ones first."""
    declared = claim.law
    yield "shapes", shapes
    if declared.norm == "sqrt(d)":
        yield "norms", norms_fixed
    if declared.gram(D) is not None:
        yield "cosines", cosines
    if declared.directions == "anti-resultant":
        yield "fixed point", fixed_point
    if declared.norm == "chi_d":
        yield "norm law", coupling_laws.norm_law
    if claim.isotropic:
        yield "coordinates", coupling_laws.coordinates
        yield "direction pairs", coupling_laws.pairs
        yield "isotropy", coupling_laws.isotropy
    if declared.directions == "independent" and declared.norm == "chi_d":
        yield "joint law", coupling_laws.gaussian_rows
    if isinstance(claim, AbstractHadamardCoupling):
        yield "enumeration", coupling_laws.enumerated
    if isinstance(claim, Givens):
        yield "literal products", givens_laws.laws
    yield "independence", coupling_laws.independence
    yield "ways", coupling_laws.ways
    if claim.padded(3) == D:
        yield "padding", coupling_laws.padding


def shapes(subject: Subject) -> Iterator[Finding]:
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


def norms_fixed(subject: Subject) -> Iterator[Finding]:
    """All norms are sqrt(d) to rounding."""
    for d, m in EXACT_SIZES:
        for way, w in subject.few(d, m):
            yield exact(f"norms of {way}, d={d}, m={m}", lengths(w), math.sqrt(d), ROUNDING * d)


def cosines(subject: Subject) -> Iterator[Finding]:
    """Cosines inside a block are the law's, to rounding."""
    for d, m in EXACT_SIZES:
        claimed, height = subject.claim.law.gram(d), subject.claim.law.rows(d)
        if claimed is None:
            continue
        for way, w in subject.few(d, m):
            units = directions(w)
            for start in range(0, m, height):
                block = units[:, start : start + height]
                rows = block.shape[1]
                if rows < 2:
                    continue
                gaps = (block @ np.swapaxes(block, 1, 2) - claimed[:rows, :rows])[
                    :, ~np.eye(rows, dtype=bool)
                ]
                yield exact(f"cosines of {way}, d={d}, m={m}", gaps, 0.0, ROUNDING)


def fixed_point(subject: Subject) -> Iterator[Finding]:
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
            yield Finding(found.what, found.distance - 0.1, found.limit, found.effect)
