"""Strata of Gamma variables: those that weigh next to nothing, and panels against series, quadrature, sums and limits."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from rftheory.exact import balls
from rftheory.exact.functions.radial import panel_quantiles, strata
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.strata import GammaQuantile, GammaStratum
from rftheory.exact.numerics import gamma_panels as gamma_panels_module
from rftheory.exact.numerics.gamma_panels import gamma_panels

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


@pytest.mark.parametrize(
    ("nu", "p"), [(Q(1, 2), Q(1, 1000)), (Q(3, 2), Q(999, 1000)), (Q(40), Q(17, 1000)), (Q(2000), Q(1, 2))]
)
def test_quantiles_on_panels_are_those_of_the_series(nu: Any, p: Any) -> None:
    with balls.working_precision(300):
        found = panel_quantiles.log_quantile(nu, p, 200, strata._log_mass)
        assert found is not None
        assert balls.accuracy_bits(found) > 195
        off = balls.arb(2) ** -190
        assert (
            strata._log_mass(nu, found - off)[0] < balls.ball(p).log() < strata._log_mass(nu, found + off)[0]
        )


@pytest.mark.parametrize("power", [6, 9, 15])
def test_the_median_of_a_huge_shape(power: int) -> None:
    """nu - 1/3 + 8/(405 nu) + 184/(25515 nu^2) + 2248/(3444525 nu^3) - ..: Ramanujan's, with the corrections of Choi."""
    nu = Q(10**power)
    with balls.working_precision(60 + 4 * power * 4):
        found = GammaQuantile.ball(nu, Q(1, 2))
        series = nu - Q(1, 3) + Q(8, 405) / nu + Q(184, 25515) / nu**2
        assert abs((found - series) * nu**3 / Q(2248, 3444525) - 1) < 40 / balls.ball(nu)


@pytest.mark.parametrize(
    ("nu", "y", "parts"),
    [(Q(3, 2), Q(3, 4), 40), (Q(1, 2), Q(1, 10), 33), (Q(10**6), Q(10**6), 7), (Q(10**15), Q(3), 3)],
)
def test_all_strata_add_up_to_the_kernel(nu: Any, y: Any, parts: int) -> None:
    with balls.working_precision(250):
        found = [balls.ball(GammaStratum.ball(nu, y, Q(b), Q(parts))) for b in range(1, parts + 1)]
    with balls.working_precision(400):
        total, kernel = sum(found, balls.arb(0)), balls.ball(MaternKernel.ball(nu, y))
        assert total.overlaps(kernel)
        assert abs(total - kernel) < kernel * balls.arb(2) ** -220
        assert all(one < other for one, other in itertools.pairwise(found))


@pytest.mark.parametrize(
    ("a", "p", "low", "high"), [(3, 0, -2, 1), (50, 700, 3, 4), (10**6, 10**6, 13.81, 13.82)]
)
def test_panels_against_quadrature(a: int, p: int, low: float, high: float) -> None:
    left, right = (balls.ball(balls.exact(Fraction(end))) for end in (low, high))
    with balls.working_precision(200):
        grid = gamma_panels(Q(a), Q(p), 160)
        found = grid.between(left, right)
        shift = grid.exponent(balls.ball(grid.origin)).mid()
        expected = balls.integrate(lambda u, _: (a * u - u.exp() - p * (-u).exp() - shift).exp(), left, right)
        expected = expected * (shift - balls.ball(Q(a)).lgamma()).exp()
    assert found is not None
    assert found.overlaps(expected)
    assert balls.accuracy_bits(found) > 150 < balls.accuracy_bits(expected)


@pytest.mark.parametrize(("a", "p"), [(3, 0), (50, 700), (10**6, 10**6)])
def test_a_panel_holds_the_points_of_its_index(a: int, p: int) -> None:
    grid = gamma_panels(Q(a), Q(p), 160)
    for share in (Q(-9, 2), Q(-1, 5), Q(0), Q(4, 5), Q(6, 5), Q(33, 10)):
        u = grid.origin + share * grid.half
        assert abs(u - grid.centre(grid.index(balls.ball(u)))) < grid.half


def test_a_polynomial_cut_short_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With half of the coefficients and the same bound the masses are wrong."""
    right = gamma_panels_module._terms
    with balls.working_precision(200):
        whole = gamma_panels(Q(30), Q(1), 150).between(None, balls.arb(3))
        monkeypatch.setattr(
            gamma_panels_module, "_terms", lambda *given: (right(*given)[0] // 2, right(*given)[1])
        )
        short = gamma_panels(Q(30), Q(1), 151).between(None, balls.arb(3))
    assert whole is not None
    assert short is not None
    assert not whole.overlaps(short)
