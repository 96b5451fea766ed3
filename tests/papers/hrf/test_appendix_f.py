"""Appendix F of hrf: the Gaussian hybrid by the law of a mean of cosines."""

from __future__ import annotations

import mpmath as mp
import pytest


def test_ends_of_the_gaussian_hybrid_are_exact(value) -> None:
    for radius in ("1/3", 1000):
        values = {
            side: value("hrf/appF/ends", side, m=3, n=2, sigma=2, r=radius)
            for side in ("trig0", "trigpi", "pos0", "pospi")
        }
        assert values["trig0"] == values["pospi"] == 0
        assert values["trigpi"] > 0
        assert values["pos0"] > 0


def test_second_moment_by_hand(value) -> None:
    with mp.workdps(50):
        gap = mp.mpf(1) + mp.mpf(1) / 4 + mp.mpf(2) / 5
        mean, spread = mp.exp(-gap / 8), (1 - mp.exp(-gap / 4)) ** 2 / 6
        expected = ((1 - mean) ** 2 + spread) * mp.mpf(9) / 4
        found = value("hrf/eq72", n=3, sigma="1/2", rho="2/3", x2=1, y2="1/4", xy="-1/5")
        assert mp.almosteq(found, expected, 1e-38)


@pytest.mark.parametrize(("entry", "of_lambda"), [("hrf/eq72", True), ("hrf/eq73", False)])
def test_second_moments_by_quadrature(value, entry: str, of_lambda: bool) -> None:
    """n = 1: lam = (1 - cos(s g))/rho with a standard normal g, s^2 = sigma^2 |x-y|^2."""
    with mp.workdps(30):
        rho, s = mp.mpf(2) / 3, mp.mpf(2) * mp.sqrt(mp.mpf(1) + mp.mpf(1) / 4 - mp.mpf(2) / 3)

        def integrand(g: mp.mpf) -> mp.mpf:
            lam = (1 - mp.cos(s * g)) / rho
            return (lam if of_lambda else 1 - lam) ** 2 * mp.npdf(g)

        expected = mp.quad(integrand, mp.linspace(-20, 20, 21))
        found = value(entry, n=1, sigma=2, rho="2/3", x2=1, y2="1/4", xy="1/3")
        assert mp.almosteq(found, expected, 1e-20)


def test_features_lack_sigma_as_printed(value) -> None:
    """(70) at its projections is lambda of sigma = 1; (69) has sigma."""
    with mp.workdps(50):
        place = {"T": "1;2", "x": "1/2", "y": "-1", "rho": "1/2"}
        gaps = [mp.mpf(3) / 2, mp.mpf(3)]

        def mean(sigma: int) -> mp.mpf:
            return 2 * (1 - mp.fsum(mp.cos(sigma * gap) for gap in gaps) / 2)

        assert mp.almosteq(value("hrf/eq70", **place), mean(1), 1e-38)
        assert mp.almosteq(value("hrf/eq69", sigma=3, **place), mean(3), 1e-38)
        assert mp.almosteq(value("hrf/eq70/corrected", "lhs", sigma=3, **place), mean(3), 1e-38)


def test_sharing_changes_the_error_of_unequal_norms(value) -> None:
    with mp.workdps(50):
        m, x2, y2, xy, sigma, rho = 2, mp.mpf(1), mp.mpf(1) / 4, mp.mpf(1) / 3, mp.mpf(1), mp.mpf(1) / 2
        near = mp.exp(-(sigma**2) * (x2 + y2 - 2 * xy) / 2)
        lam = (1 - near) / rho
        square = lam**2 + (1 - near**2) ** 2 / (2 * rho**2 * 3)
        change = -2 * mp.exp(2 * xy) * (1 - mp.cos(x2 - y2)) * (lam - square) / m
        given = {"m": m, "n": 3, "sigma": 1, "rho": "1/2", "x2": 1, "y2": "1/4", "xy": "1/3"}
        found = value("hrf/thmF.1/shared", "lhs", **given) - value("hrf/thmF.1/shared", "rhs", **given)
        assert abs(change) > 1e-3
        assert mp.almosteq(found, change, 1e-35)
