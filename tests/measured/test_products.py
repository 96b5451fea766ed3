"""Products of rows, as NumPy 2 has them and as NumPy 1.26 gets them."""

import numpy as np
import pytest

from rftheory.measured import products


@pytest.mark.parametrize("product", [products.vecdot, products._vecdot])
def test_rows_are_multiplied_and_the_first_is_conjugated(product):
    rng = np.random.default_rng(0)
    first, second = (rng.standard_normal((3, 4)) + 1j * rng.standard_normal((3, 4)) for _ in range(2))
    expected = [
        sum(a.conjugate() * b for a, b in zip(*rows, strict=True)) for rows in zip(first, second, strict=True)
    ]
    np.testing.assert_allclose(product(first, second), expected, rtol=1e-12)
    np.testing.assert_allclose(
        product(first, second[0]), [np.vdot(row, second[0]) for row in first], rtol=1e-12
    )
