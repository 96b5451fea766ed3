"""Full simplices and cross-polytopes: blocks of more rows than dimensions, and their tilted projections."""

from math import log, sqrt

import numpy as np
import pytest

from rftheory.errors import DomainError
from rftheory.measured.couplings.tilting import rotatable, tiltable, tilted_projections
from rftheory.measured.protocol import Law
from rftheory.mechanisms._shelf import couplings

COUPLINGS = couplings()
N = 40_000


def reach(n):
    return sqrt(2.0 * log(2.0e9) / n)


@pytest.mark.parametrize("name", ["simplex-full", "cross-polytope"])
@pytest.mark.parametrize(("d", "m"), [(1, 2), (2, 3), (2, 4), (2, 5), (4, 7), (4, 13), (3, 1)])
def test_tilted_projections_have_the_weights_of_the_plain_ones(name, d, m):
    coupling, tilt = COUPLINGS[name], 0.4
    plain = coupling.frame(d, m, 1, rng=np.random.default_rng(1), n=N)[..., 0]
    tilted = tilted_projections(coupling.law, d, m, tilt, rng=np.random.default_rng(2), n=N)
    weights = np.exp(tilt * plain - tilt**2 / 2.0).mean(axis=1)
    bound = np.exp(3.0 * tilt)  # of nearly all weights; the test rests on the margin, not on it
    for f in (
        lambda p: np.cos(1.3 * p[:, 0]),
        lambda p: np.cos(p.sum(axis=1)),
        lambda p: np.sin(p.sum(axis=1)),
        lambda p: np.cos(p[:, 0] + 2.0 * p[:, -1]),
    ):
        symmetric = name == "cross-polytope" or f(plain[:1, ::-1]) == pytest.approx(f(plain[:1]))
        if symmetric:
            assert abs((f(plain) * weights).mean() - f(tilted).mean()) <= (1.0 + bound) * reach(N)


@pytest.mark.parametrize("directions", ["orthogonal", "cross-polytope", "full-simplex", "simplex"])
@pytest.mark.parametrize("d", [2, 3])
def test_rows_of_a_block_without_a_tilt_are_at_their_angle(directions, d):
    """Unit vectors u, v of cosine c have E (u.e)^2 (v.e)^2 = (1 + 2 c^2)/(d(d+2)), and E r^2 = d for chi_d lengths."""
    law = Law("chi_d", directions)
    rows = tilted_projections(law, d, law.rows(d), 0.0, rng=np.random.default_rng(4), n=200_000)
    place = 2 if directions == "cross-polytope" else 1  # +-q_1, +-q_2, ..
    cosine = 0.0 if directions == "cross-polytope" else law.cosine(d)
    products = rows[:, 0] ** 2 * rows[:, place] ** 2
    assert abs(products.mean() - d * (1 + 2 * cosine**2) / (d + 2)) <= 6 * products.std() / sqrt(200_000)


def test_laws_of_blocks():
    full, cross = Law("chi_d", "full-simplex"), Law("chi_d", "cross-polytope")
    assert (full.rows(4), cross.rows(4), Law("chi_d", "simplex").rows(4)) == (5, 8, 4)
    assert full.cosine(4) == -0.25
    assert cross.cosine(4) is None
    np.testing.assert_array_equal(full.gram(2), [[1, -0.5, -0.5], [-0.5, 1, -0.5], [-0.5, -0.5, 1]])
    np.testing.assert_array_equal(cross.gram(2), np.kron(np.eye(2), [[1, -1], [-1, 1]]))
    assert Law("chi_d", "independent").gram(3) is None
    assert tiltable(full)
    assert tiltable(cross)
    assert rotatable(full)
    assert not rotatable(cross)


@pytest.mark.parametrize(("name", "height"), [("simplex-full", 5), ("cross-polytope", 8)])
def test_blocks_stack_and_cut(name, height):
    coupling = COUPLINGS[name]
    assert (coupling.height(4), coupling.blocks(4, height), coupling.blocks(4, height + 1)) == (height, 1, 2)
    w = coupling.sample(4, 2 * height, rng=np.random.default_rng(3), n=50)
    units = w / np.linalg.norm(w, axis=-1, keepdims=True)
    for start in (0, height):
        np.testing.assert_allclose(units[:, start : start + height].sum(axis=1), 0.0, atol=1e-12)


@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex"])
def test_points_without_length_have_products_of_zero(name):
    coupling = COUPLINGS[name]
    found = coupling.project(np.zeros((2, 4)), 3, rng=np.random.default_rng(6), n=5)
    np.testing.assert_array_equal(found, np.zeros((5, 3, 2)))
    with pytest.raises(DomainError):
        coupling.project(np.zeros((2, 4)), 0, rng=np.random.default_rng(6), n=5)
