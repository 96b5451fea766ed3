"""Strata of Gamma variables that weigh next to nothing: what is said of them is true, and of the right size."""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.exact import balls
from rftheory.exact.functions.radial.strata import GammaQuantile, GammaStratum

Q = balls.fmpq


@pytest.mark.parametrize(("nu", "parts"), [(Q(3), 2), (Q(1, 3), 4), (Q(40), 10)])
def test_a_stratum_far_from_the_peak_is_bounded(nu: Any, parts: int) -> None:
    """E[exp(-y/G); G < q] is nearly e^(-y/q) q^(nu+1) e^(-q) / (y Gamma(nu)), by Laplace's method, and below e^(-y/q)."""
    y = Q(10**17)
    with balls.working_precision(200):
        found = GammaStratum.ball(nu, y, Q(1), Q(parts))
        q = GammaQuantile.ball(nu, Q(1, parts))
        least = (balls.power(q, nu + 1) * (-q).exp() / balls.gamma(nu) / y).log()
        assert found.lower() <= 0
        assert least - 1 < found.upper().log() + y / q < 1
