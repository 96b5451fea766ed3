"""Section 3 and Appendices C, D and E of hrf: laws of lambda by enumeration, maxima by scans, the published bound."""

from __future__ import annotations

from math import comb

import mpmath as mp
import pytest

from rftheory import registry
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.plain_script import script


def _base_errors(m: int, x2: mp.mpf, y2: mp.mpf, xy: mp.mpf) -> tuple[mp.mpf, mp.mpf]:
    """MSE of SM++ and of SMtrig: 2 SM^2 sinh^2(|x+-y|^2/2)/m."""
    return tuple(2 * mp.exp(2 * xy) * mp.sinh((x2 + y2 + 2 * s * xy) / 2) ** 2 / m for s in (1, -1))  # type: ignore[return-value]


def _second(n: int, p: mp.mpf) -> mp.mpf:
    """E lam^2 of n sign indicators, by the binomial law."""
    return mp.fsum(comb(n, k) * p**k * (1 - p) ** (n - k) * (mp.mpf(k) / n) ** 2 for k in range(n + 1))


def _relative(m: int, n: int, r: mp.mpf, theta: mp.mpf) -> mp.mpf:
    """The relative error of the angular hybrid on a sphere."""
    inner = r * r * mp.cos(theta)
    positive, trigonometric = _base_errors(m, r * r, r * r, inner)
    error = _second(n, theta / mp.pi) * positive + _second(n, 1 - theta / mp.pi) * trigonometric
    return mp.sqrt(error) / mp.exp(inner)


def _largest(m: int, n: int, r: int) -> mp.mpf:
    return max(_relative(m, n, mp.mpf(r), mp.pi * k / 4000) for k in range(4001))


def test_theorem_3_1_by_a_law_of_two_points(value) -> None:
    """lam = 3/2 or -1/4, each with probability 1/2, base estimates with the moments of Lemma 2.2 and (38)."""
    with mp.workdps(50):
        m, x2, y2, xy = 2, mp.mpf(1), mp.mpf(1) / 4, mp.mpf(1) / 3
        values = (mp.mpf(3) / 2, -mp.mpf(1) / 4)
        positive, trigonometric = _base_errors(m, x2, y2, xy)
        shared = -mp.exp(2 * xy) * (1 - mp.cos(x2 - y2)) / m
        given = {"m": m, "x2": 1, "y2": "1/4", "xy": "1/3", "el2": "37/32", "el1l": "-17/32"}
        for entry, covariance in (("independent", 0), ("shared", shared)):
            expected = mp.fsum(
                (lam**2 * positive + (1 - lam) ** 2 * trigonometric + 2 * lam * (1 - lam) * covariance) / 2
                for lam in values
            )
            assert mp.almosteq(value(f"hrf/thm3.1/{entry}", **given), expected, 1e-38)
        assert value("hrf/thm3.1/reduced", "lhs", **given) > value("hrf/thm3.1/reduced", "rhs", **given)


def test_mean_of_the_product_by_quadrature(value) -> None:
    """(38) for numbers x, y: m(m-1) pairs of independent rows and m of one row."""
    with mp.workdps(30):
        x, y, m = mp.mpf(1), -mp.mpf(1) / 2, 3
        one_row = mp.quad(
            lambda g: mp.cosh(g * (x + y)) * mp.cos(g * (x - y)) * mp.npdf(g), [-20, -5, 0, 5, 20]
        )
        expected = ((m - 1) * mp.exp(2 * x * y) + one_row) / m
        assert mp.almosteq(value("hrf/eq38", m=3, x2=1, y2="1/4", xy="-1/2"), expected, 1e-20)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_moments_of_lambda_by_enumeration(value, n: int) -> None:
    with mp.workdps(50):
        p = mp.mpf(2) / (3 * mp.pi)
        assert mp.almosteq(value("hrf/lemma3.2/second", n=n, theta="2/3"), _second(n, p), 1e-37)
        assert mp.almosteq(value("hrf/eq44", n=n, theta="2/3"), _second(n, p), 1e-37)


def test_error_of_the_angular_hybrid_by_enumeration(value) -> None:
    with mp.workdps(50):
        x2, y2, xy, n = mp.mpf(2), mp.mpf(1) / 3, mp.mpf(1) / 5, 4
        p = mp.acos(xy / mp.sqrt(x2 * y2)) / mp.pi
        positive, trigonometric = _base_errors(3, x2, y2, xy)
        expected = _second(n, p) * positive + _second(n, 1 - p) * trigonometric
        given = {"m": 3, "n": n, "x2": 2, "y2": "1/3", "xy": "1/5"}
        assert mp.almosteq(value("hrf/thmD.1/independent", **given), expected, 1e-37)
        mixed = p - _second(n, p)
        saved = 2 * mp.exp(2 * xy) * (1 - mp.cos(x2 - y2)) * mixed / 3
        assert mp.almosteq(value("hrf/thmD.1/shared", **given), expected - saved, 1e-37)


def test_sharing_saves_nothing_with_one_sign(value) -> None:
    given = {"m": 1, "n": 1, "x2": 2, "y2": "1/3", "xy": "1/5"}
    assert value("hrf/thmD.1/shared", **given) == value("hrf/thmD.1/independent", **given)


def test_47_as_printed_differs_from_the_error(value) -> None:
    with mp.workdps(50):
        given = {"m": 1, "n": 2, "r": 1, "theta": 2}
        expected = (_relative(1, 2, mp.mpf(1), mp.mpf(2)) * mp.exp(mp.cos(2))) ** 2
        assert mp.almosteq(value("hrf/eq47", "lhs", **given), expected, 1e-37)
        assert mp.almosteq(value("hrf/eq47/corrected", "rhs", **given), expected, 1e-37)
        assert abs(value("hrf/eq47", "rhs", **given) - expected) > expected / 10


@pytest.mark.parametrize(("n", "r"), [(1, 1), (3, 2)])
def test_the_largest_error_is_a_scan_of_the_angle(value, n: int, r: int) -> None:
    largest = _largest(2, n, r)
    for entry, side in (("hrf/thm3.5/bound", "lhs"), ("hrf/eq48", "rhs")):
        assert 0 <= value(entry, side, m=2, n=n, r=r) - largest < 1e-5 * largest


def test_the_published_bound_fails_far_out(value) -> None:
    """At n = 1 the error at one angle is above (27) as soon as r is large; the corrected bound holds."""
    angle, radius = 1 / (mp.sqrt(2) * 20), mp.mpf(20)
    reached = _relative(1, 1, radius, angle)
    assert reached > value("hrf/thm3.5/bound", "rhs", m=1, n=1, r=20)
    assert _largest(1, 1, 20) < value("hrf/thm3.5/bound/corrected", "rhs", m=1, n=1, r=20)


def test_limits_at_both_ends(value) -> None:
    with mp.workdps(40):
        small = mp.mpf(10) ** -12
        limit = value("hrf/thm3.5/limit0", "lhs", m=3, n=4, r=1)
        for angle in (small, mp.pi - small):
            assert mp.almosteq(_relative(3, 4, mp.mpf(1), angle) / mp.sqrt(small), limit, 1e-10)


def test_growth_with_the_norm(value) -> None:
    """The corrected rate e^{2r^2}/sqrt(r) against a scan at r = 30, within O(1/r)."""
    largest = max(_relative(1, 2, mp.mpf(30), mp.mpf(k) / 5000) for k in range(500))
    ratio = largest / value("hrf/sec3/r-scaling/corrected", "rhs", m=1, n=2, r=30)
    assert abs(ratio - 1) < 1 / mp.mpf(30)


def test_the_angle_of_the_inner_maximum(value) -> None:
    for radius in (1, 3):
        scanned = max(
            (mp.pi / 2 * k / 5000 for k in range(5001)),
            key=lambda t, r=radius: t**2 * mp.exp(2 * r * r * (mp.cos(t) - 1)),
        )
        assert abs(value("hrf/eq59", r=radius) - scanned) < mp.pi / 5000


def test_64_as_printed_is_too_small(value) -> None:
    """b^2_r at the angle 1/(sqrt2 r), r = 10, n = 1, exceeds the printed bound of its maximum."""
    angle = 1 / (mp.sqrt(2) * 10)
    reached = angle / mp.pi * mp.exp(200 * mp.cos(angle))
    assert reached > value("hrf/eq64", "rhs", n=1, r=10)
    assert reached < value("hrf/eq64/corrected", "rhs", n=1, r=10)


def test_the_shown_point_of_theorem_3_1_is_a_law_of_two_values(value) -> None:
    """lam = -1/2 or 3/2, of mean 1/2: sharing the projections raises the error by 3/2 SM^2 (1 - cos(3/4))."""
    (shown, _) = registry.statement("hrf/thm3.1/reduced").erratum.points
    values = (-mp.mpf(1) / 2, mp.mpf(3) / 2)
    assert mp.fsum(lam**2 for lam in values) / 2 == mp.mpf(5) / 4
    assert mp.fsum(lam * (1 - lam) for lam in values) / 2 == -mp.mpf(3) / 4
    assert (shown["el2"], shown["el1l"]) == ("5/4", "-3/4")
    with mp.workdps(50):
        raised = value("hrf/thm3.1/reduced", "lhs", **shown) - value("hrf/thm3.1/reduced", "rhs", **shown)
        assert mp.almosteq(raised, mp.mpf(3) / 2 * (1 - mp.cos(mp.mpf(3) / 4)), 1e-37)


def test_the_bound_of_theorem_3_5_fails_where_shown(value) -> None:
    for shown in registry.statement("hrf/thm3.5/bound").erratum.points:
        m, n, r = (int(shown[name]) for name in ("m", "n", "r"))
        assert _relative(m, n, mp.mpf(r), 1 / (mp.sqrt(2) * r)) > value("hrf/thm3.5/bound", "rhs", **shown)


@pytest.mark.parametrize("entry", ["hrf/sec3/r-scaling", "hrf/thm3.5/limitpi"])
def test_scripts_of_errata_show_the_mistake(entry: str) -> None:
    statement = registry.statement(entry)
    example = next(check.example for check in statement.checks if isinstance(check, Derivation))
    with pytest.raises(SystemExit) as ended:
        exec(script(statement, example), {})  # noqa: S102
    assert ended.value.code == 0
