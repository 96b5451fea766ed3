"""Dense positive features and the same by importance sampling: rows of another law with the root of their weight.

On the shelf the matrix is a number, times I in every dimension. Which matrix suits which points is theory
(`moments.dense_tuning`); any other is a parameter: DenseExponential(a), ImportanceSampled(MappedLaw(covariance, mean)).
"""

from __future__ import annotations

from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.mapped_rows import MappedLaw

MECHANISMS = (DenseExponential(-0.1), ImportanceSampled(MappedLaw(1.4)))
