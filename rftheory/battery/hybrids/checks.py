"""What a hybrid owes to its declaration: definition, both forms, means and second moments by quadrature."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.battery.check import StructureCheck, chosen
from rftheory.battery.concentration import Deviation, Numbers, exact, relative
from rftheory.battery.hybrids import definitions as printed
from rftheory.battery.rows.functionals import coefficients
from rftheory.measured.hybrids.lambdas import SignLambda
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats

ROUNDING, QUADRATURE = 1e-11, 1e-6
D, M, N, DRAWS = 3, 4, 3, 2
NODES = {1: 24, 2: 24, 3: 10}


@dataclass(frozen=True)
class ExaminedHybrid:
    """A hybrid and the one whose definition it claims."""

    hybrid: AbstractHybrid
    claim: AbstractHybrid

    @cached_property
    def tags(self) -> frozenset[str]:
        """What the claimed hybrid declares, and what is known of it here."""
        known = printed.known(self.claim)
        return chosen(
            {
                "defined": known,
                "undefined": not known,
                "featured": self.claim.featured,
                "few-sets": len(_random(self.claim)) in NODES,
            }
        )

    @property
    def d(self) -> int:
        """The dimension of the definition's points."""
        return self.claim.dimension or D

    @property
    def points(self) -> Floats:
        """Fixed points (4, d), of unequal norms; the last two lie near opposite ends of the first."""
        spread = 0.7 * coefficients(3 * self.d, 7).reshape(3, self.d)
        return np.stack([*spread, -0.9 * spread[0]])

    @property
    def families(self) -> tuple[Floats, ...]:
        """Fixed projections of every independent set, (DRAWS, q, d)."""
        sizes = self.claim.families(M, N)
        return tuple(
            1.6 * coefficients(DRAWS * q * self.d, k + 1).reshape(DRAWS, q, self.d)
            for k, q in enumerate(sizes)
        )


PAIRS = ((0, 1), (1, 2), (2, 3), (0, 3))


def families(subject: ExaminedHybrid) -> Iterator[Deviation]:
    """As many independent sets of projections as claimed, of the claimed sizes, and they go to the right parts."""
    same = subject.hybrid.families(M, N) == subject.claim.families(M, N)
    yield exact("other sets of projections", np.array([0.0 if same else 1.0]), 0.0, 0.0)
    if not same:
        return
    sets = subject.families
    got = subject.hybrid.rows(sets)
    count = 1 if subject.claim.shared else len(subject.claim.bases)
    expected = [sets[0 if subject.claim.shared else k] for k in range(len(subject.claim.bases))]
    for found, right in zip((*got.bases, *got.lambdas), (*expected, *sets[count:]), strict=True):
        yield exact("projections of a part", found, right, 0.0)
    drawn = subject.hybrid.sample(subject.d, M, N, rng=np.random.default_rng(0), size=3)
    shapes = [w.shape for w in (*drawn.bases, *drawn.lambdas)]
    right_shapes = [(3, *w.shape[1:]) for w in (*got.bases, *got.lambdas)]
    yield exact("shapes of drawn projections", np.array([float(shapes != right_shapes)]), 0.0, 0.0)


def definition(subject: ExaminedHybrid) -> Iterator[Deviation]:
    """The estimator form is what the paper prints, draw by draw."""
    rows = subject.hybrid.rows(subject.families)
    for i, j in PAIRS:
        found = subject.hybrid.estimate(subject.points[i], subject.points[j], rows)
        yield _same(f"estimate at points {i}, {j}", found, _printed(subject, i, j))


def forms(subject: ExaminedHybrid) -> Iterator[Deviation]:
    """The product of the features, conjugating nothing, is the printed estimate, draw by draw and in every shape."""
    rows, x = subject.hybrid.rows(subject.families), subject.points
    queries, keys = subject.hybrid.features(x, x, rows)
    size = subject.claim.size(subject.d, M, N)
    shapes = queries.shape == keys.shape == (DRAWS, len(x), size)
    yield exact("shape of the features", np.array([float(not shapes)]), 0.0, 0.0)
    single = subject.hybrid.keys(x[1], rows)
    yield _same("keys of one point", single, keys[:, 1])
    for i, j in PAIRS:
        found = np.sum(queries[:, i] * keys[:, j], axis=-1)
        yield _same(f"product of features at points {i}, {j}", found, _printed(subject, i, j))


def scale(subject: ExaminedHybrid) -> Iterator[Deviation]:
    """Rows given twice change no estimate."""
    x, y = subject.points[:2]
    once = subject.hybrid.estimate(x, y, subject.hybrid.rows(subject.families))
    twice = subject.hybrid.rows(tuple(np.concatenate([w, w], axis=1) for w in subject.families))
    yield _same("estimate", subject.hybrid.estimate(x, y, twice), once)


def moments(subject: ExaminedHybrid) -> Iterator[Deviation]:
    """Mean SM(x, y), and the second moment where a theorem gives it, by quadrature over all projections at once."""
    d = subject.claim.dimension or 2
    x, y = 0.55 * coefficients(2 * d, 3).reshape(2, d)
    values, mass = _integrand(subject, x, y, d)
    mean = complex(np.sum(mass * values))
    yield _near("mean", np.array([mean.real, mean.imag]) / math.exp(float(x @ y)), np.array([1.0, 0.0]))
    claimed = printed.second_moment(subject.claim, list(x), list(y))
    if claimed is not None:
        second = float(np.sum(mass * np.abs(values) ** 2))
        yield _near("second moment", np.array([second / claimed]), np.array([1.0]))


def undefined(subject: ExaminedHybrid) -> str:
    """A hybrid with a part that is not defined here."""
    return f"no definition of every part of {subject.claim.name} is known here"


def _random(claim: AbstractHybrid) -> list[int]:
    """Which sets of projections are random."""
    count = 1 if claim.shared else len(claim.bases)
    return [*range(count), *(count + k for k, part in enumerate(claim.lambdas) if not part.deterministic)]


def _integrand(subject: ExaminedHybrid, x: Floats, y: Floats, d: int) -> tuple[Numbers, Floats]:
    """The estimate with one projection each at every node of the product rule, and the weights."""
    random = _random(subject.claim)
    total = len(subject.claim.families(1, 1))
    count = total - len(subject.claim.lambdas)
    rules = []
    for k in range(total):
        sign = k >= count and isinstance(subject.claim.lambdas[k - count], SignLambda)
        if k not in random:
            rules.append((np.zeros((1, d)), np.ones(1)))
        else:
            rules.append(_arcs(x, y) if sign and d == 2 else _hermite(NODES[len(random)], d))
    sets, mass = [], np.ones(1)
    sizes = [len(weights) for _, weights in rules]
    for k, (nodes, weights) in enumerate(rules):
        index = np.tile(np.repeat(np.arange(sizes[k]), math.prod(sizes[k + 1 :])), math.prod(sizes[:k]))
        sets.append(nodes[index][:, None, :])
        mass = mass * weights[index]
    return subject.hybrid.estimate(x, y, subject.hybrid.rows(tuple(sets))), mass


def _hermite(nodes: int, d: int) -> tuple[Floats, Floats]:
    """Gauss-Hermite nodes (k^d, d) and weights for N(0, I_d)."""
    places, weights = np.polynomial.hermite_e.hermegauss(min(nodes, 14) if d > 2 else nodes)
    grid = np.array(list(itertools.product(places, repeat=d)))
    mass = np.prod(np.array(list(itertools.product(weights, repeat=d))), axis=1)
    return grid, mass / (2.0 * math.pi) ** (d / 2.0)


def _arcs(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """A rule in the plane that is exact for functions of sgn w.x and sgn w.y: one node an arc between sign changes."""
    turns = sorted(
        (math.atan2(p[1], p[0]) + s * math.pi / 2.0) % (2.0 * math.pi) for p in (x, y) for s in (1, -1)
    )
    ends = np.array([*turns, turns[0] + 2.0 * math.pi])
    middle = (ends[1:] + ends[:-1]) / 2.0
    return np.stack([np.cos(middle), np.sin(middle)], axis=-1), np.diff(ends) / (2.0 * math.pi)


def _printed(subject: ExaminedHybrid, i: int, j: int) -> Numbers:
    x, y = (list(map(complex, subject.points[k])) for k in (i, j))
    draws = [[printed.scalars(w[draw]) for w in subject.families] for draw in range(DRAWS)]
    return np.array([printed.estimate(subject.claim, x, y, sets) for sets in draws])


def _same(what: str, found: Numbers, expected: Numbers) -> Deviation:
    return relative(what, found, expected, ROUNDING)


def _near(what: str, found: Floats, expected: Floats) -> Deviation:
    return exact(what, found, expected, QUADRATURE)


CHECKS = (
    StructureCheck("families", ExaminedHybrid, families),
    StructureCheck("definition", ExaminedHybrid, definition, "defined"),
    StructureCheck("forms", ExaminedHybrid, forms, "defined featured"),
    StructureCheck("scale", ExaminedHybrid, scale),
    StructureCheck("moments", ExaminedHybrid, moments, "few-sets"),
    StructureCheck("definition", ExaminedHybrid, undefined, "undefined"),
)
