"""Fast transforms against their definitions: Hadamard by bit counts, simplex by its printed rows."""

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.transforms import (
    hadamard_matrix,
    hd_product,
    next_power_of_two,
    pad,
    simplex_apply,
    simplex_matrix,
    walsh_hadamard,
)


def by_bits(d):
    """H_ij = (-1)^(number of common bits of i and j)/sqrt(d)."""
    return np.array([[(-1.0) ** (i & j).bit_count() for j in range(d)] for i in range(d)]) / np.sqrt(d)


@pytest.mark.parametrize("d", [1, 2, 4, 8, 32, 64, 256])
def test_hadamard_is_the_matrix_of_bit_parities(d):
    np.testing.assert_allclose(hadamard_matrix(d), by_bits(d), rtol=1e-14)
    x = np.random.default_rng(d).standard_normal((3, 2, d))
    np.testing.assert_allclose(walsh_hadamard(x), x @ by_bits(d).T, atol=1e-13)


@pytest.mark.parametrize("d", [1024, 2048, 4096, 1 << 17])
def test_large_transforms_move_unit_vectors_to_walsh_functions_and_back(d):
    j = d // 3
    x = np.zeros(d)
    x[j] = 1.0
    signs = np.array([1.0 - 2.0 * ((i & j).bit_count() % 2) for i in range(d)])
    np.testing.assert_allclose(walsh_hadamard(x), signs / np.sqrt(d), rtol=1e-13)
    np.testing.assert_allclose(walsh_hadamard(walsh_hadamard(x)), x, atol=1e-13)


def test_sizes_that_are_powers_of_four_are_exact_on_integers():
    x = np.arange(16.0)
    assert np.array_equal(4.0 * walsh_hadamard(x), np.rint(4.0 * by_bits(16) @ x))


@pytest.mark.parametrize(("n", "p", "b", "d", "k"), [(1, 1, 1, 1, 1), (3, 2, 2, 8, 3), (2, 700, 1, 64, 2)])
def test_hd_product_is_the_product_of_dense_matrices(n, p, b, d, k):
    rng = np.random.default_rng(5)
    x, signs = rng.standard_normal((p, d)), rng.choice([-1.0, 1.0], (n, k, b, d))
    got = hd_product(x, signs, np.empty((n, p, b, d)))
    for i in range(n):
        for block in range(b):
            matrix = np.eye(d)
            for factor in range(k):
                matrix = matrix @ by_bits(d) @ np.diag(signs[i, factor, block])
            np.testing.assert_allclose(got[i, :, block], x @ matrix.T, atol=1e-12)


@pytest.mark.parametrize("d", [2, 3, 5, 64, 301])
def test_simplex_rows_are_unit_vectors_with_equal_obtuse_angles(d):
    s = simplex_matrix(d)
    gram = np.full((d, d), -1.0 / (d - 1))
    np.fill_diagonal(gram, 1.0)
    np.testing.assert_allclose(s @ s.T, gram, atol=1e-13)
    x = np.random.default_rng(d).standard_normal((4, 3, d))
    np.testing.assert_allclose(simplex_apply(x), x @ s.T, atol=1e-13)


def test_simplex_rows_in_the_plane_by_hand():
    np.testing.assert_allclose(simplex_matrix(2), [[-1.0, 0.0], [1.0, 0.0]], atol=1e-15)


def test_padding_appends_zeros():
    assert [next_power_of_two(d) for d in (1, 2, 3, 4, 5, 1025)] == [1, 2, 4, 4, 8, 2048]
    assert pad(np.ones((2, 3)), 4).tolist() == [[1.0, 1.0, 1.0, 0.0]] * 2
    with pytest.raises(InputError, match="cannot pad 3 entries to 2"):
        pad(np.ones(3), 2)


@pytest.mark.parametrize("call", [lambda: walsh_hadamard(np.ones(3)), lambda: hadamard_matrix(6)])
def test_lengths_that_are_no_power_of_two_are_refused(call):
    with pytest.raises(DomainError, match="power of two"):
        call()


@pytest.mark.parametrize("d", [1, 0, -2, 2.0, True])
def test_a_simplex_needs_two_dimensions(d):
    with pytest.raises(DomainError, match="at least 2"):
        simplex_matrix(d)
    with pytest.raises(DomainError, match="at least 2"):
        simplex_apply(np.ones((4, 1)))
