"""Couplings: Gram structure to rounding, laws by bounds that fail once in 1e9, hostile inputs.

Every statistical bound is proved for the sample size used (Hoeffding for bounded means, Laurent-Massart
for chi-square sums) at DELTA; none is a z-test, and each is shown to reject a mutant.
"""

import pickle
from math import log, sqrt

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.frames import haar_matrices, uniform_frames
from rftheory.measured.mutants.faults import UnsignedRotation
from rftheory.mechanisms._shelf import couplings

DELTA = 1e-9
COUPLINGS = couplings()
ISOTROPIC = [name for name, c in COUPLINGS.items() if c.isotropic]
STRUCTURED = [name for name, c in COUPLINGS.items() if not c.isotropic]
MUTANTS = {m.name: m for c in COUPLINGS.values() for m in c.mutants()}


def rng(seed=11):
    return np.random.default_rng(seed)


def hoeffding(n):
    """|mean - expectation| of n independent values in [-1, 1] stays below this, except for DELTA."""
    return sqrt(2.0 * log(2.0 / DELTA) / n)


def directions(w):
    return w / np.linalg.norm(w, axis=-1, keepdims=True)


def whole(coupling, d, m, n, seed=3):
    """W itself by the fast path: the projections of the unit vectors."""
    return coupling.project(np.eye(d), m, rng=rng(seed), n=n)


def statistics(w):
    """Values in [-1, 1] of rows restricted to two vectors, (n, m, 2): joint laws of rows and columns."""
    a, b = w[..., 0], w[..., 1]
    return {
        "row": np.cos(1.3 * a[:, 0]),
        "odd": np.sin(a[:, 0]),
        "both columns": np.cos(a[:, 0] + b[:, 0]),
        "first pair": np.cos(a[:, 0]) * np.cos(a[:, 1]),
        "pair sum": np.cos(a[:, 0] + a[:, 1]),
        "cross": np.cos(a[:, 0] + b[:, 1]),
        "last pair": np.cos(a[:, 0] + a[:, -1]),
        "all": np.cos(0.5 * a.sum(axis=1) + 0.3 * b.sum(axis=1)),
        "lengths": np.cos(0.3 * np.sum(a * a + b * b, axis=1)),
    }


def test_the_shelf_holds_every_coupling_in_order():
    expected = (
        "cross-polytope givens hadamard-simplex hd1 hd2 hd3 iid orthogonal orthogonal-fixed-norm simplex "
        "simplex-full simplex-plus sphere"
    )
    assert list(COUPLINGS) == expected.split()
    for name, coupling in COUPLINGS.items():
        assert coupling.name == name
        assert coupling.title
        assert coupling.reference
        assert pickle.loads(pickle.dumps(coupling)) == coupling


@pytest.mark.parametrize("way", ["sample", "project"])
@pytest.mark.parametrize(("d", "m"), [(4, 4), (4, 2), (4, 7), (8, 8), (2, 2), (2, 5)])
@pytest.mark.parametrize("name", [n for n in COUPLINGS if n not in ("iid", "simplex-plus", "sphere")])
def test_norms_and_angles_of_a_block_are_those_of_the_law(name, d, m, way):
    coupling = COUPLINGS[name]
    w = coupling.sample(d, m, rng=rng(), n=5) if way == "sample" else whole(coupling, d, m, 5)
    assert w.shape == (5, m, d)
    if coupling.law.norm == "sqrt(d)":
        np.testing.assert_allclose(np.linalg.norm(w, axis=-1), sqrt(d), rtol=1e-12)
    cosines = np.einsum("nid,njd->nij", directions(w), directions(w))
    height = {"simplex-full": d + 1, "cross-polytope": 2 * d}.get(name, d)
    angles = {"orthogonal": 0.0, "full-simplex": -1.0 / d}
    assert coupling.height(d) == height
    for start in range(0, m, height):
        block = cosines[:, start : start + height, start : start + height]
        rows = block.shape[1]
        expected = np.full((rows, rows), angles.get(coupling.law.directions, -1.0 / (d - 1)))
        if name == "cross-polytope":
            pairs = np.arange(rows) // 2
            expected = np.where(pairs[:, None] == pairs, -1.0, 0.0)
        else:
            assert coupling.law.cosine(d) == expected[0, 0]
        np.fill_diagonal(expected, 1.0)
        np.testing.assert_allclose(block, np.broadcast_to(expected, block.shape), atol=1e-12)


@pytest.mark.parametrize("d", [3, 5, 6])
def test_padded_blocks_keep_their_structure_before_the_cut(d):
    for name in set(STRUCTURED) - {"givens"}:
        assert COUPLINGS[name].padded(d) == (4 if d == 3 else 8)
        assert whole(COUPLINGS[name], d, 2 * d, 3).shape == (3, 2 * d, d)
    np.testing.assert_allclose(np.abs(whole(COUPLINGS["hd1"], d, d, 3)), 1.0, rtol=1e-12)
    assert all(COUPLINGS[name].padded(d) == d for name in [*ISOTROPIC, "givens"])


@pytest.mark.parametrize("d", [1, 2, 5])
def test_rows_on_the_sphere_have_one_length_and_mirrored_halves(d):
    for w in (COUPLINGS["sphere"].sample(d, 7, rng=rng(), n=4000), whole(COUPLINGS["sphere"], d, 7, 4000)):
        np.testing.assert_allclose(np.linalg.norm(w, axis=-1), sqrt(d), rtol=1e-12)
        for row in (0, 6):
            assert abs(np.sign(w[:, row, 0]).mean()) <= hoeffding(4000)
        assert abs((w[:, 0, 0] * w[:, 1, 0] / d).mean()) <= hoeffding(4000)


def test_givens_products_keep_the_orientation_and_take_d_log_d_rotations():
    assert [COUPLINGS["givens"].rotations(d) for d in (2, 4, 64)] == [2, 6, 267]
    for d in (2, 3, 8):
        w = COUPLINGS["givens"].sample(d, d, rng=rng(), n=5) / sqrt(d)
        np.testing.assert_allclose(np.linalg.det(w), 1.0, rtol=1e-12)
    plane = COUPLINGS["givens"].project(np.array([[1.0, 0.0]]), 2, rng=rng(), n=4000)[:, 0, 0] / sqrt(2.0)
    for s in (1.0, 2.5, 4.0):
        bessel = np.cos(s * np.cos(np.linspace(0.0, np.pi, 2001)[:-1])).mean()
        assert abs(np.cos(s * plane).mean() - bessel) <= hoeffding(4000) + 1e-3


def test_simplex_plus_rows_oppose_the_sum_of_the_others():
    for w in (
        COUPLINGS["simplex-plus"].sample(8, 8, rng=rng(), n=4),
        whole(COUPLINGS["simplex-plus"], 8, 8, 4),
    ):
        others = w.sum(axis=1, keepdims=True) - w
        np.testing.assert_allclose(directions(w), -directions(others), atol=1e-8)


@pytest.mark.parametrize("m", [3, 4, 6])
@pytest.mark.parametrize("name", list(COUPLINGS))
def test_the_fast_path_has_the_law_of_the_dense_oracle(name, m):
    d, n = 4, 3000
    coupling, basis = COUPLINGS[name], np.eye(4)[:2]
    slow = statistics(coupling.sample(d, m, rng=rng(1), n=n)[..., :2])
    fast = statistics(coupling.project(basis, m, rng=rng(2), n=10 * n))
    paths = [fast]
    if coupling.isotropic:
        paths.append(statistics(coupling.frame(d, m, 2, rng=rng(3), n=10 * n)))
    for path in paths:
        for key, values in path.items():
            assert abs(values.mean() - slow[key].mean()) <= hoeffding(n) + hoeffding(10 * n), key


@pytest.mark.parametrize(
    "name",
    ["orthogonal/unsigned-qr", "orthogonal/one-rotation", "simplex/acute", "iid/repeated", "hd2/shared"],
)
def test_the_two_sample_check_rejects_mutants(name):
    d, m, n = 4, 6, 3000
    base = COUPLINGS[name.partition("/")[0]]
    good = statistics(base.sample(d, m, rng=rng(1), n=n)[..., :2])
    bad = statistics(MUTANTS[name].project(np.eye(d)[:2], m, rng=rng(2), n=10 * n))
    gaps = {key: abs(good[key].mean() - bad[key].mean()) for key in good}
    assert max(gaps.values()) > hoeffding(n) + hoeffding(10 * n)


@pytest.mark.parametrize(("d", "m"), [(1, 1), (1, 3), (5, 2), (5, 5), (5, 8)])
@pytest.mark.parametrize(
    "name", ["iid", "orthogonal", "simplex", "simplex-plus", "simplex-full", "cross-polytope"]
)
def test_one_row_is_gaussian(name, d, m):
    coupling, n = COUPLINGS[name], 40_000
    if d == 1 and name in ("simplex", "simplex-plus"):
        return
    rows = coupling.frame(d, m, 1, rng=rng(), n=n)
    for i in {0, m - 1}:
        for s in (0.7, 1.5, 3.0):
            assert abs(np.cos(s * rows[:, i, 0]).mean() - np.exp(-s * s / 2.0)) <= hoeffding(n)


def norms_are_chi(coupling, d=4, n=1500):
    """Laurent-Massart: a chi-square with k degrees stays within 2 sqrt(k t) + 2t of k, except for 2e^{-t}.

    For independent X, Y ~ chi2_d: E cos(X) = Re (1-2i)^{-d/2} and E cos(X-Y) = |1-2i|^{-d} = 5^{-d/2}.
    """
    squares = np.sum(coupling.sample(d, d, rng=rng(), n=n) ** 2, axis=-1)
    k, t = n * d * d, log(2.0 / DELTA)
    expected = ((1.0 - 2.0j) ** (-d / 2.0)).real
    first = np.cos(squares[:, 0]).mean()
    apart = np.cos(squares[:, 0] - squares[:, 1]).mean()
    return (
        abs(squares.sum() - k) <= 2.0 * sqrt(k * t) + 2.0 * t
        and abs(first - expected) <= hoeffding(n)
        and abs(apart - 5.0 ** (-d / 2.0)) <= hoeffding(n)
    )


@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex", "simplex-plus", "hadamard-simplex"])
def test_norms_are_independent_chi_and_their_mutants_are_not(name):
    assert norms_are_chi(COUPLINGS[name])
    for fault in ("fixed-norm", "chi-d-1", "chi-d+1", "chi-2d", "shared-norm"):
        assert not norms_are_chi(MUTANTS[f"{name}/{fault}"]), fault


@pytest.mark.parametrize("d", [2, 5])
def test_haar_matrices_are_orthogonal_and_signless_where_raw_qr_is_not(d):
    n = 3000
    q = haar_matrices(d, (n,), rng=rng())
    np.testing.assert_allclose(q @ np.swapaxes(q, 1, 2), np.broadcast_to(np.eye(d), q.shape), atol=1e-13)
    for i, j in ((0, 0), (0, 1), (1, 0), (d - 1, d - 1)):
        assert abs(np.sign(q[:, i, j]).mean()) <= hoeffding(n)
    assert abs(np.sign(np.linalg.det(q)).mean()) <= hoeffding(n)
    raw = UnsignedRotation().dense(d, (n,), rng=rng())
    assert abs(np.sign(raw[:, 0, 0]).mean()) > hoeffding(n)


@pytest.mark.parametrize(
    ("d", "rows", "r"), [(6, 6, 1), (6, 6, 6), (6, 4, 3), (6, 5, 3), (6, 1, 1), (200, 2, 4)]
)
def test_frames_are_orthonormal_and_cut_frames_have_the_law_of_whole_ones(d, rows, r):
    whole_frames = uniform_frames(d, d, r, (4,), rng=rng())
    gram = np.swapaxes(whole_frames, 1, 2) @ whole_frames
    np.testing.assert_allclose(gram, np.broadcast_to(np.eye(r), gram.shape), atol=1e-13)
    n = 20_000
    if d > 6:
        return
    cut = sqrt(d) * uniform_frames(d, rows, r, (n,), rng=rng(1))
    full = sqrt(d) * haar_matrices(d, (n,), rng=rng(2))[:, :rows, :r]
    for f in (
        lambda q: np.cos(1.5 * q[:, 0, 0]),
        lambda q: np.cos(q[:, 0, 0] + q[:, -1, -1]),
        lambda q: np.cos(q[:, 0, -1] ** 2 + q[:, -1, 0] ** 2),
        lambda q: np.cos(np.sum(q * q, axis=(1, 2)) / 3.0),
        lambda q: np.sin(q[:, 0, 0] + q[:, -1, -1]),
    ):
        assert abs(f(cut).mean() - f(full).mean()) <= 2.0 * hoeffding(n)


def test_a_frame_costs_no_more_memory_than_its_rows():
    frame = COUPLINGS["orthogonal"].frame(10**9, 3, 2, rng=rng(), n=2)
    assert frame.shape == (2, 3, 2)
    assert np.isfinite(frame).all()


@pytest.mark.parametrize("name", list(COUPLINGS))
def test_projections_are_linear_in_the_points_whatever_their_rank(name):
    x = rng().standard_normal((2, 4))
    points = np.stack([x[0], x[1], x[0] + x[1], -2.0 * x[0], np.zeros(4), 1e-200 * x[0], 1e200 * x[1], x[0]])
    p = COUPLINGS[name].project(points, 5, rng=rng(), n=3)
    np.testing.assert_allclose(p[..., 2], p[..., 0] + p[..., 1], atol=1e-12)
    np.testing.assert_allclose(p[..., 3], -2.0 * p[..., 0], rtol=1e-11, atol=1e-12)
    np.testing.assert_array_equal(p[..., 4], 0.0)
    np.testing.assert_allclose(p[..., 5] * 1e200, p[..., 0], rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(p[..., 6] * 1e-200, p[..., 1], rtol=1e-9, atol=1e-11)
    np.testing.assert_array_equal(COUPLINGS[name].project(np.zeros((2, 4)), 5, rng=rng(), n=3), 0.0)


@pytest.mark.parametrize("name", list(COUPLINGS))
def test_the_same_seed_gives_the_same_numbers(name):
    points = np.eye(3)[:1]
    a = COUPLINGS[name].project(points, 3, rng=rng(), n=9)
    assert np.array_equal(a, COUPLINGS[name].project(points, 3, rng=rng(), n=9))
    assert not np.array_equal(a, COUPLINGS[name].project(points, 3, rng=rng(5), n=9))


@pytest.mark.parametrize("name", list(COUPLINGS))
def test_mutants_say_what_is_wrong_and_claim_the_law(name):
    mutants = COUPLINGS[name].mutants()
    assert len(mutants) >= 6
    assert len({m.name for m in mutants}) == len(mutants)
    for mutant in mutants:
        assert mutant.wrong
        assert mutant.name.startswith(f"{name}/")
        assert mutant.law == COUPLINGS[name].law
        assert pickle.loads(pickle.dumps(mutant)) == mutant
        assert mutant.sample(4, 6, rng=rng(), n=2).shape == (2, 6, 4)
        assert mutant.project(np.eye(4)[:3], 6, rng=rng(), n=2).shape == (2, 6, 3)
        if mutant.isotropic:
            assert mutant.frame(4, 3, 2, rng=rng(), n=2).shape == (2, 3, 2)


@pytest.mark.parametrize("bad", [0, -3, 2.5, 2.0, True, "4", None])
@pytest.mark.parametrize("name", list(COUPLINGS))
def test_sizes_that_are_no_positive_integers_are_refused(name, bad):
    coupling = COUPLINGS[name]
    for call in (
        lambda: coupling.check(bad, 2),
        lambda: coupling.check(4, bad),
        lambda: coupling.sample(4, 4, rng=rng(), n=bad),
        lambda: coupling.project(np.eye(4), bad, rng=rng(), n=1),
        lambda: coupling.project(np.eye(4), 4, rng=rng(), n=bad),
    ):
        with pytest.raises(DomainError):
            call()


@pytest.mark.parametrize("name", ["simplex", "simplex-plus", "hadamard-simplex", "givens"])
def test_a_simplex_or_a_plane_needs_two_dimensions(name):
    with pytest.raises(DomainError) as caught:
        COUPLINGS[name].sample(1, 1, rng=rng(), n=1)
    assert (caught.value.parameter, caught.value.value) == ("d", 1)
    assert "at least 2" in caught.value.rule


@pytest.mark.parametrize("name", STRUCTURED)
def test_a_structured_coupling_has_no_frame_and_says_what_to_use(name):
    with pytest.raises(InputError, match=r"not isotropic.*use project"):
        COUPLINGS[name].frame(4, 4, 1, rng=rng(), n=1)


@pytest.mark.parametrize("name", ISOTROPIC)
def test_a_frame_of_more_vectors_than_dimensions_is_refused(name):
    with pytest.raises(DomainError, match="at most d = 4"):
        COUPLINGS[name].frame(4, 4, 5, rng=rng(), n=1)


@pytest.mark.parametrize(
    "points",
    [
        [],
        [[]],
        [1.0, 2.0],
        [[1.0, float("nan")]],
        [[1.0, float("inf")]],
        [[1.0, 2.0j]],
        [["a", "b"]],
        [[1.0], [1.0, 2.0]],
        np.array([[None, 1.0]]),
        np.ma.masked_array([[1.0, 2.0]], mask=[[True, False]]),
        np.ones((2, 2, 2)),
        np.array([[True, False]]),
        None,
        "text",
    ],
)
@pytest.mark.parametrize("name", ["orthogonal", "hd3"])
def test_points_that_are_no_points_are_refused(name, points):
    with pytest.raises(InputError, match="allowed"):
        COUPLINGS[name].project(points, 2, rng=rng(), n=1)


@pytest.mark.parametrize("name", list(COUPLINGS))
def test_randomness_comes_from_a_generator_only(name):
    for bad in (None, 3, np.random, np.random.PCG64(1)):
        with pytest.raises(InputError, match="Generator"):
            COUPLINGS[name].sample(4, 4, rng=bad, n=1)
        with pytest.raises(InputError, match="Generator"):
            COUPLINGS[name].project(np.eye(4), 4, rng=bad, n=1)
