"""The pair moment of rows through a map of one eigenvalue where s v^2 is large: quadrature, closed forms, and what the rules are said to lose."""

import itertools
import random

import numpy as np
import pytest

from rftheory import evaluate
from rftheory.errors import BudgetError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.radial.rank_one import BestRankOnePair, RankOnePair
from rftheory.exact.functions.radial.rank_one_simplex import _SimplexBounds, by_simplex
from rftheory.exact.functions.radial.turned_line import kept_on_lines

q = balls.fmpq


def _by_quadrature(s, v2):
    """d = 5, t = (1 - w^2)^(1/2) (cos, sin): e^(-z) 1F1(5/2; 1/2; z) is 1 + 4z + 4z^2/3, z = v^2/2 - (1 - q)/kappa v^2/2."""

    def row(x):
        kappa = 1 + (s - 1) * x
        z = s * v2 * x / (2 * kappa)
        return kappa**-2.5 * (1 + 4 * z + 4 * z * z / 3) * np.exp(-v2 * (1 - x) / (2 * kappa))

    nodes, weights = np.polynomial.legendre.leggauss(40)
    edges = np.concatenate([[0.0], np.geomspace(1e-4, 1.0, 20)])
    angle = np.pi / 2 * (np.arange(8000) + 0.5) / 8000
    total = 0.0
    for low, high in itertools.pairwise(edges):
        w = (low + (high - low) * (nodes + 1) / 2)[:, None]
        b = 1 - w * w
        mean = (row(b * np.cos(angle) ** 2) * row(b * np.sin(angle) ** 2)).mean(axis=1)
        total += (high - low) / 2 * np.sum(weights * 3 * w[:, 0] ** 2 * mean)
    return s * total


@pytest.mark.parametrize(("s", "v2"), [(1000, 10_000), (300, 200), (20, 3000)])
def test_against_quadrature(s, v2):
    with balls.working_precision(60):
        found = RankOnePair.ball(q(5), q(s), q(v2))
    assert balls.accuracy_bits(found) > 50
    assert balls.to_float(found) == pytest.approx(_by_quadrature(s, v2), rel=1e-9)


@pytest.mark.parametrize(("d", "v2"), [(4, q(10**4)), (4, q(10**6)), (2, q(10**5)), (9, q(300))])
def test_the_best_eigenvalue(d, v2):
    """Far out, to any precision: 40 bits are within 120."""
    with balls.working_precision(120):
        fine = BestRankOnePair.ball(q(d), v2)
    with balls.working_precision(40):
        rough = BestRankOnePair.ball(q(d), v2)
    assert fine.overlaps(rough)
    assert balls.accuracy_bits(fine) > 100


def test_the_identity_far_out():
    """s = 1: e^(-v2) 1F1(d; d/2; v2/2)."""
    with balls.working_precision(40):
        found = by_simplex(q(2), lambda: q(1), q(3000))
        wanted = balls.ball(-3000).exp() * balls.hypergeometric([q(4)], [q(2)], balls.ball(1500))
    assert found.overlaps(wanted)
    assert balls.accuracy_bits(found) > 30


def _at(h, s, v2, r, e):
    """f at complex R and E."""
    c, a, b = s * v2 / 2, 1 + s * r, 1 + r
    first, other = a * e + b, b * e + a

    def kummer(z):
        return abs(z.hypgeom([balls.acb(h)], [balls.acb(q(1, 2))]))

    front = abs(r) * abs(b) ** h * abs(e).sqrt() * abs(1 + e) ** (2 * h - 1) * (abs(first) * abs(other)) ** -h
    return front * kummer(c * r * e / first) * kummer(c * r / other), c * r * e / first + c * r / other


def _growth_and_its_bound(chance, s, v2, height, later):
    """log |f| at a random place of a line less log f at the moduli, and what bounds it, D there for log M(0)/M(1)."""
    h, along, size = chance.choice([3, 4, 5, 8]), chance.random() < 0.5, abs(s.log())
    terms = _SimplexBounds(q(h, 2), s, v2)
    center, length = (-s.log() / 2, size / 2) if along else (balls.arb(0), size)
    turn = balls.exact(balls.to_float((-length - later).exp()))
    kept = kept_on_lines(height, length + balls.arb(0.01), turn)
    line = balls.acb(chance.uniform(-1, 1) * (size + later + 2), height)
    place = center + line + turn * (line.exp() - (-line).exp())
    x, still = place.exp(), balls.acb(place.real.exp())
    y = balls.acb(balls.arb(chance.uniform(-1, 1) * (size + 1)).exp())
    turned, _ = _at(terms.half, s, v2, *((x, y) if along else (y, x)))
    value, z = _at(terms.half, s, v2, *((still, y) if along else (y, still)))
    return (turned / value).log(), terms.growth(kept, v2 - z.real)


@pytest.mark.parametrize(("sharpest", "greatest"), [(3, 3), (6, 6)])
def test_a_turned_integrand_is_below_its_bound(sharpest, greatest):
    """At random places of random lines; now and then the growth is a third of what it is said to be."""
    chance, most = random.Random(5), []
    with balls.working_precision(96):
        for _ in range(400):
            s, v2 = (
                balls.arb(10 ** chance.uniform(-1, greatest)),
                balls.arb(10 ** chance.uniform(0, sharpest)),
            )
            height, later = balls.exact(chance.uniform(0.02, 0.5)), chance.choice([1, 6, 14])
            grown, bound = _growth_and_its_bound(chance, s, v2, height, later)
            assert not grown > bound + balls.arb("1e-9")
            most.append(balls.to_float(grown / bound) if balls.is_finite(bound) else 0.0)
    assert sum(share > 0.0 for share in most) > 30
    assert max(most) > 0.3


@pytest.mark.parametrize(("s", "v2"), [(q(1), q(4)), (q(50), q(60)), (q(1, 20), q(2)), (q(400), q(3))])
def test_the_ratio_of_integrals_is_below_its_bound(s, v2):
    """h = 3/2, by a plain sum over log R and log E."""
    x = np.exp(np.arange(-40, 40, 0.1))
    r, e = x[:, None], x[None, :]
    size, c = float(balls.to_float(balls.ball(s))), float(balls.to_float(balls.ball(s * v2 / 2)))
    a, b = 1 + size * r, 1 + r
    first, other = a * e + b, b * e + a
    one, two = c * r * e / first, c * r / other
    front = r * b**1.5 * np.sqrt(e) * (1 + e) ** 2 * (first * other) ** -1.5
    both = front * (1 + 2 * one) * (1 + 2 * two)  # 1F1(3/2; 1/2; z) = (1 + 2z) e^z
    ratio = np.log(both.sum()) + float(v2.p / 1) / float(int(v2.q)) - np.log((both * np.exp(one + two)).sum())
    with balls.working_precision(96):
        terms = _SimplexBounds(q(3, 2), balls.ball(s), v2)
        assert ratio < balls.to_float(terms.ratio(terms.top()))


@pytest.mark.parametrize(
    ("d", "s", "v2"),
    [(2, 2, "1e300"), (2, "1/2", "1e30"), (3, "1e-9", "1e300"), (4, "1e9", "1e300"), (5, "1e9", "1e30")],
)
def test_sizes_beyond_doubles_are_refused(d, s, v2):
    """Numbers of nodes and of terms that are none in double precision: a refusal in one line, soon, and no memory."""
    with pytest.raises((PrecisionError, BudgetError)):
        evaluate("beyond/dense/ort/rank-one", digits=5, seconds=10, d=d, s=s, v2=v2)
