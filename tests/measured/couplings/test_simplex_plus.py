"""The SimRF+ iteration against its defining equation (16), a plain loop, and cases solved by hand."""

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.simplex_plus import relax, relax_one_literally
from rftheory.measured.couplings.transforms import simplex_matrix


def chi_norms(d, n, seed=7):
    """Lengths of Gaussian vectors of R^d, from the definition of chi_d."""
    return np.linalg.norm(np.random.default_rng(seed).standard_normal((n, d, d)), axis=-1)


@pytest.mark.parametrize("d", [2, 5, 8, 33])
def test_every_vector_opposes_the_resultant_of_the_others(d):
    norms = chi_norms(d, 40)
    w, report = relax(norms)
    np.testing.assert_allclose(np.linalg.norm(w, axis=-1), norms, rtol=1e-13)
    others = w.sum(axis=1, keepdims=True) - w
    away = -others / np.linalg.norm(others, axis=-1, keepdims=True) * norms[..., None]
    closed = report.converged
    assert closed.all() if d > 5 else closed.mean() > 0.9
    np.testing.assert_allclose(w[closed], away[closed], atol=1e-8)
    assert np.all(report.residual[closed] <= 1e-10)


@pytest.mark.parametrize("d", [2, 3, 4, 8, 33])
def test_the_objective_never_grows_and_is_reported_as_it_is(d):
    norms = chi_norms(d, 60)
    w, report = relax(norms)
    start = norms[..., None] * simplex_matrix(d)
    np.testing.assert_allclose(report.before, np.sum(start.sum(axis=1) ** 2, axis=-1), atol=1e-10)
    np.testing.assert_allclose(report.after, np.sum(w.sum(axis=1) ** 2, axis=-1), atol=1e-10)
    assert np.all(report.after <= report.before + 1e-10)


@pytest.mark.parametrize("d", [2, 3, 4, 16])
def test_the_fast_sweep_is_the_plain_loop(d):
    norms = chi_norms(d, 30)
    w, _ = relax(norms)
    for vectors, lengths in zip(w, norms, strict=True):
        np.testing.assert_allclose(vectors, relax_one_literally(lengths), atol=1e-7)


def test_a_draw_does_not_depend_on_its_neighbours():
    norms = chi_norms(4, 50)
    together, _ = relax(norms)
    alone = np.concatenate([relax(norms[i : i + 1])[0] for i in range(50)])
    np.testing.assert_allclose(together, alone, atol=1e-12)


def test_a_norm_above_the_sum_of_the_others_opposes_them_all():
    _, report = relax(np.array([[9.0, 1.0, 2.0, 1.5]]), max_sweeps=1000)
    assert report.converged.all()
    np.testing.assert_allclose(report.after, (9.0 - 4.5) ** 2, rtol=1e-9)


def test_norms_that_can_close_do_close():
    _, report = relax(np.array([[3.0, 4.0, 5.0, 6.0]]))
    assert report.after[0] < 1e-18


def test_equal_norms_keep_the_simplex_because_nothing_has_to_turn():
    w, report = relax(np.full((2, 6), 3.0))
    np.testing.assert_allclose(w, np.stack([3.0 * simplex_matrix(6)] * 2), atol=1e-12)
    assert report.sweeps.max() == 1


def test_two_vectors_are_antiparallel():
    w, _ = relax(np.array([[1.0, 2.5]]))
    np.testing.assert_allclose(w[0, 0] * 2.5, -w[0, 1], atol=1e-14)


def test_a_vanishing_resultant_leaves_its_vector_alone():
    # After w_3 and w_2 nearly cancel, the resultant of the others is rounding: no direction is invented.
    norms = np.array([[1e-18, 1.0, 1.0]])
    w, report = relax(norms)
    np.testing.assert_allclose(np.linalg.norm(w, axis=-1), norms, rtol=1e-12)
    assert np.isfinite(report.residual).all()
    np.testing.assert_allclose(w[0], relax_one_literally(norms[0]), atol=1e-12)


def test_no_sweeps_mean_the_simplex_itself():
    norms = chi_norms(5, 3)
    w, report = relax(norms, max_sweeps=0)
    np.testing.assert_allclose(w, norms[..., None] * simplex_matrix(5), rtol=1e-15)
    assert not report.converged.any()
    assert report.sweeps.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("norms", "error"),
    [
        ([[1.0, 0.0, 2.0]], InputError),
        ([[1.0, -1.0, 2.0]], InputError),
        ([[1.0, float("nan")]], InputError),
        ([1.0, 2.0], InputError),
        (np.empty((0, 3)), InputError),
        ([["a", "b"]], InputError),
        ([[1.0]], DomainError),
    ],
)
def test_norms_that_are_no_norms_are_refused(norms, error):
    with pytest.raises(error):
        relax(norms)
