"""Dense positive features as `recommend` compares them: relative errors over many pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.moments.dense.powers import (
    Spectrum,
    log_fourth,
    log_relative,
    log_variance,
    matrix_of,
    spectrum,
)
from rftheory.moments.log_variances import log_expm1
from rftheory.moments.pairs import Invariants, Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments, Parameters


@final
@dataclass(frozen=True)
class DenseMoments(AbstractRelativeMoments):
    """f with a symmetric matrix A < I/8, the parameter `A` (or `Sigma` = I - 4A): one feature a row.

    The covariance of two orthogonal rows has no closed form beyond two dimensions (beyond, dense/ort/pair), so that
    errors are those of independent rows; coupled ones can be drawn.
    """

    name: str = "dense"
    couples: bool = False
    joins: bool = True

    def log_single(self, pairs: Invariants, parameters: Parameters) -> Floats:
        return log_variance(spectrum(matrix_of(parameters), pairs.sums))

    def log_bound(self, worst: Invariants, parameters: Parameters) -> float:
        """By v.R v <= |v|^2 max r, or <= sum |R_ij| s_i s_j where |v_i| <= s_i: the smaller one."""
        a, basis = spectrum(matrix_of(parameters), np.eye(worst.d))
        if np.max(a) >= 0.125:
            return np.inf
        r, box = 1.0 / (1.0 - 8.0 * a), worst.sums[0]
        reach = min(float(np.max(r) * worst.plus[0]), float(box @ np.abs((basis * r) @ basis.T) @ box))
        start = float(log_relative(Spectrum(a, np.zeros((1, worst.d))))[0])
        return float(log_expm1(np.array([start + reach]))[0])

    def log_fourth(self, pairs: Pairs, parameters: Parameters) -> Floats:
        return log_fourth(spectrum(matrix_of(parameters), pairs.invariants.sums))
