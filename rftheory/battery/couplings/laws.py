"""Laws that a coupling declares, tested with both error rates bounded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rftheory.battery.concentration import Deviation, draws, law, mean
from rftheory.battery.couplings import hadamard
from rftheory.battery.couplings.draws import EFFECT, MIDDLE, D, ExaminedCoupling, M
from rftheory.battery.rows.functionals import (
    coefficients,
    combination,
    directions,
    same_functionals,
    successive,
    uncorrelated,
    unrelated,
    waves,
)
from rftheory.battery.rows.laws import chi_squared, cosine, marginal, normal, uniform
from rftheory.measured.couplings.blocks import AbstractHadamardCoupling
from rftheory.measured.products import vecdot


def norm_law(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """|w|^2 is chi^2_d in every row; norms are independent of one another and of the draw before."""
    for way, w in subject.both():
        ranks = chi_squared(D)(vecdot(w, w))
        block, last = subject.block, subject.rows - 1
        for i in range(subject.rows):
            yield law(f"norm {i + 1} of {way}", ranks[:, i], uniform)
        for i, j in ((0, 1), (1, 2), (0, block - 1), (0, block), (1, last), (block, block + 1)):
            yield from unrelated(f"norms {i + 1} and {j + 1} of {way}", ranks[:, i], ranks[:, j])
        now, then = successive(ranks)
        yield from unrelated(f"norm 1 of successive draws of {way}", now[:, 0], then[:, 0])
        units = directions(w)
        for i in (0, 1, last):
            centred = 2.0 * ranks[:, i] - 1.0
            for what, wave in waves(units[:, i : i + 1]).items():
                yield mean(f"norm {i + 1} and its direction ({what}) of {way}", centred * wave)
            for what, wave in {} if subject.iterated else waves(units).items():
                yield mean(f"norm {i + 1} and all directions ({what}) of {way}", centred * wave)


def coordinates(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Every entry has its law: N(0, 1), or that of sqrt(d) times a coordinate of a uniform unit vector."""
    cdf = marginal(subject.claim.law, D)
    for way, w in subject.both():
        for i in range(subject.rows):
            for j in range(D):
                yield law(f"entry ({i + 1}, {j + 1}) of {way}", w[:, i, j], cdf)


def pairs(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Rows of different blocks (of any block where directions are independent) are independent directions."""
    block, last = subject.block, subject.rows - 1
    inside = ((0, 1), (1, 2), (block, last)) if subject.claim.law.directions == "independent" else ()
    for way, w in subject.both():
        units = directions(w)
        for i, j in (*inside, (0, block), (block - 1, block), (1, last)):
            products = vecdot(units[:, i], units[:, j])
            yield law(f"cosine of rows {i + 1}, {j + 1} of {way}", products, cosine(D))
        now, then = successive(units)
        yield law(f"row 1 of successive draws of {way}", vecdot(now[:, 0], then[:, 0]), cosine(D))


def gaussian_rows(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """All rows together are Gaussian: fixed combinations of all entries are N(0, 1)."""
    for way, w in subject.both():
        for shift in range(4):
            yield law(f"combination {shift} of all entries of {way}", combination(w, shift), normal)


def isotropy(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """W and W Q have one law for a fixed reflection Q; blocks of full rank are left-handed by halves."""
    axis = coefficients(D, 5)
    mirror = np.eye(D) - 2.0 * np.outer(axis, axis) / (axis @ axis)
    for way, w in subject.both():
        half = len(w) // 2
        yield from same_functionals(f"W and W Q, {way}", w[:half], w[half:] @ mirror)
        if subject.claim.law.directions in ("independent", "orthogonal"):
            yield mean(f"sign of the determinant of {way}", np.sign(np.linalg.det(w[:, :D])))


def independence(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """The two blocks of a draw are independent, as two draws are; in law they are blocks of two draws."""
    for way, w in subject.both():
        one, two = w[:, : subject.block], w[:, subject.block :]
        now, then = successive(w)
        for name in ("odd", "even"):
            yield uncorrelated(f"blocks of {way}, {name}", waves(one)[name], waves(two)[name])
            yield uncorrelated(f"successive draws of {way}, {name}", waves(now)[name], waves(then)[name])
            crossed = waves(then[:, subject.block :])[name]
            yield uncorrelated(
                f"blocks of successive draws of {way}, {name}", waves(now[:, : subject.block])[name], crossed
            )
        half = len(w) // 2
        mixed = np.concatenate([successive(one[half:])[0], successive(two[half:])[1]], axis=1)
        yield from same_functionals(f"blocks of one and of two draws of {way}", w[:half], mixed)


def ways(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """sample, project and frame have one law: all rows, fewer than a block, any points."""
    coupling, n = subject.coupling, draws(MIDDLE if subject.iterated else EFFECT)
    yield from same_functionals("sample and project", subject.dense, subject.fast)
    held = subject.fast if subject.iterated else subject.dense
    points = np.stack([coefficients(D, 1), coefficients(D, 2)])
    block = subject.block
    for index, m in enumerate((2, block, block + 2)):
        p = coupling.project(points, m, rng=subject.stream("points", index), n=n)
        yield from same_functionals(f"project of 2 points, m={m}", p, held[:, :m] @ points.T)
    if subject.claim.isotropic:
        for index, (m, r) in enumerate(((1, 1), (2, 3), (block, D), (block + 2, 1))):
            p = coupling.frame(D, m, r, rng=subject.stream("frame", index), n=n)
            yield from same_functionals(f"frame, m={m}, r={r}", p, held[:, :m, :r])


def padding(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """In dimension 3 a padded coupling has the law of the first three columns in dimension 4."""
    coupling, n = subject.coupling, draws(EFFECT)
    drawn = {
        "project": coupling.project(np.eye(3), M, rng=subject.stream("padding", 0), n=n),
        "sample": coupling.sample(3, M, rng=subject.stream("padding", 1), n=n),
    }
    for way, w in drawn.items():
        yield from same_functionals(f"{way} at d=3 and 4", w, subject.fast[..., :3])


def enumerated(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Directions of a Hadamard block have the law that all sign patterns give in dimension 4."""
    claim = subject.claim
    if isinstance(claim, AbstractHadamardCoupling):
        simplex = claim.law.directions == "simplex"
        for way, w in subject.both():
            for number, start in enumerate((0, D)):
                units = directions(w[:, start : start + D])
                where = f"block {number + 1} of {way}"
                yield hadamard.support(where, units, claim.factors, simplex)
                yield from hadamard.laws(where, units, claim.factors, simplex)
