"""Complex exponential features for any invertible complex matrix A: queries and keys have different maps."""

from __future__ import annotations

from typing import Any

from rftheory.measured.hybrids.bases import ComplexExponentialPart, as_matrix
from rftheory.measured.hybrids.hybrid import Hybrid


def complex_exponential(
    a: Any,
    *,
    antithetic: bool = False,
    real: bool = False,
    name: str = "complex-exponential",
    title: str = "Complex exponential features (CE)",
) -> Hybrid:
    """The CE estimator of A (a matrix, or the vector of a diagonal): m projections, m complex features.

    `antithetic` averages over w and -w (2m features): A = I is SM++ and A = iI is SMtrig. `real` is the real part,
    unbiased too, with twice as many real features. Source: hrf, (14)-(16).
    """
    part = ComplexExponentialPart(as_matrix(a), antithetic)
    return Hybrid(name, title, (part,), real=real, dimension=len(part.queries_matrix), reference="hrf, (16)")


_A = ((0.9 + 0.3j, 0.4, -0.2j), (-0.3, 0.2 + 0.8j, 0.5), (0.1j, 0.6, 1.1 - 0.4j))

MECHANISMS = (
    complex_exponential(_A),
    complex_exponential(
        _A, real=True, name="complex-exponential-real", title="Complex exponential features, real part"
    ),
    complex_exponential(
        _A,
        antithetic=True,
        name="complex-exponential-antithetic",
        title="Complex exponential features, pairs w and -w",
    ),
)
