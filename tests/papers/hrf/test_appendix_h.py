"""Appendix H of hrf: matrices of a pair of centres by brute force, complex entries by hand."""

from __future__ import annotations

import mpmath as mp
import pytest


@pytest.mark.parametrize(("ri", "rj"), [(2, 3), (1, -4), (-5, 1), (-1, -2), (0, 0)])
def test_the_complex_entry_solves_the_equation(value, ri: int, rj: int) -> None:
    entry = mp.mpc(value("hrf/eq86", "re", ri=ri, rj=rj), value("hrf/eq86", "im", ri=ri, rj=rj))
    assert entry != 0
    assert abs(entry * ri + rj / entry) < 1e-14


def test_no_real_entry_has_a_smaller_loss(value) -> None:
    for ri, rj in ((1, 4), (-3, 2), (2, -5)):
        best = value("hrf/eq88", ri=ri, rj=rj)
        least = (best * ri + rj / best) ** 2
        rivals = ((mp.mpf(k) / 100 * ri + rj / (mp.mpf(k) / 100)) ** 2 for k in range(1, 2000))
        assert least <= min(rivals) + mp.mpf(10) ** -12


def test_the_printed_entry_is_zero_at_one_zero_centre(value) -> None:
    assert value("hrf/eq88", ri=1, rj=0) == 0


def test_error_at_the_centres_grows_without_bound(value) -> None:
    """Centres 1, 2 and 3, -1/2: one coordinate of one sign, product 3, in SM^2 (e^{12} - 1)/m."""
    with mp.workdps(50):
        expected = mp.exp(2 * (3 - 1)) * (mp.exp(12) - 1) / 4
        assert mp.almosteq(value("hrf/appH.2/real-small", m=4, x="1,2", y="3,-1/2"), expected, 1e-37)


def test_norm_bars_are_wrong_at_an_imaginary_entry(value) -> None:
    """a = i, one coordinate: E exp(i w (x - y)) = exp(-(x-y)^2/2), with |x|^2 against x^2 in the weights."""
    with mp.workdps(50):
        x, y = mp.mpf(1), mp.mpf(1) / 2
        mean = mp.exp(-((x - y) ** 2) / 2)
        place = {"a_re": "0", "a_im": "1", "x": "1", "y": "1/2"}
        printed = mp.exp((x * x + y * y) / 2 + x * y)
        assert mp.almosteq(mp.re(value("hrf/eq89", "lhs", **place)), printed, 1e-38)
        assert mp.almosteq(mp.re(value("hrf/eq89", "rhs", **place)), mean, 1e-38)
        assert mp.almosteq(mp.re(value("hrf/eq89/corrected", "lhs", **place)), mean, 1e-38)


def test_the_coefficient_has_the_other_sign_at_an_imaginary_entry(value) -> None:
    with mp.workdps(50):
        x, y = mp.mpf(1), mp.mpf(1) / 2
        place = {"a_re": "0", "a_im": "1", "x": "1", "y": "1/2", "tau": 1}
        expected = mp.exp(-((x - y) ** 2) / 2)  # |ix - iy|^2
        assert mp.almosteq(value("hrf/eq93", "lhs", **place), expected, 1e-38)
        assert mp.almosteq(value("hrf/eq93", "rhs", **place), mp.exp(-((x + y) ** 2) / 2), 1e-38)
        assert mp.almosteq(value("hrf/eq93/corrected", "rhs", **place), expected, 1e-38)
