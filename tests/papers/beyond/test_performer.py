"""Orthogonal and regularised features beyond performer, and random phases, against sums over directions and lengths."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy.special import hyp0f1

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

mp = mpmath.MPContext()
mp.dps = 40

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(200)
LENGTHS = 8 * (_NODES + 1)
TURNS = 2 * np.pi * np.arange(400) / 400
PAIR = {"x2": 1, "y2": "1/4", "xy": "1/4"}
NORMS, SQUARED = 1.25, 1.75


def value(identifier: str, **parameters: object) -> float:
    return float(evaluate(identifier, digits=18, **parameters))


def over_lengths(d: int) -> np.ndarray:
    density = 2 ** (1 - d / 2) / math.gamma(d / 2) * LENGTHS ** (d - 1) * np.exp(-(LENGTHS**2) / 2)
    return 8 * _WEIGHTS * density


def in_the_plane(g: Callable[[np.ndarray], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """E g(w.z) given two orthogonal directions of the plane, |z| = 1: one row along each, chi_2 lengths."""
    law = over_lengths(2)
    first, second = (law @ g(LENGTHS[:, None] * turn(TURNS)[None, :]) for turn in (np.cos, np.sin))
    return first, second


def test_gap_of_gaussian_rows() -> None:
    first, second = in_the_plane(lambda p: np.exp(math.sqrt(SQUARED) * p))
    gap = np.mean(first) ** 2 - np.mean(first * second)
    expected = math.exp(-NORMS) * gap / 2  # (1 - 1/m) Lambda^2, m = 2
    for side in ("lhs", "rhs"):
        assert value(f"beyond/favor/gaussian-gap:{side}", d=2, m=2, **PAIR) == pytest.approx(
            expected, rel=1e-10
        )
    w = SQUARED / 2
    assert value("beyond/favor/gap-upper:lhs", d=2, w="7/8") == pytest.approx(gap, rel=1e-10)
    assert gap <= min(math.expm1(w) ** 2, 2 * w * w * math.exp(2 * w) / 2)
    assert value("beyond/favor/best-constant:lhs", d=2, w="7/8") == pytest.approx(gap / math.expm1(w) ** 2)
    assert gap / math.expm1(w) ** 2 > 2 / 4


def test_gap_of_rows_on_the_sphere() -> None:
    """Rows of length sqrt 2 along cos and sin, so that w_1.z and w_2.z fill a circle."""
    rows = np.exp(math.sqrt(2 * SQUARED) * np.cos(TURNS))
    quarter = np.roll(rows, 100)
    gap = np.mean(rows) ** 2 - np.mean(rows * quarter)
    found = value("beyond/favor/sphere-gap:rhs", d=2, m=2, **PAIR)
    assert found == pytest.approx(math.exp(-NORMS) * gap / 2, rel=1e-10)
    assert value("beyond/favor/gap-upper-sphere:lhs", d=2, w="7/8") == pytest.approx(gap, rel=1e-10)
    share = gap / (np.mean(rows) - 1) ** 2
    assert value("beyond/favor/best-constant-sphere:lhs", d=2, w="7/8") == pytest.approx(share, rel=1e-10)


@pytest.mark.parametrize("d", [2, 3, 9])
def test_the_constant_is_approached(d: int) -> None:
    assert value("beyond/favor/best-constant:lhs", d=d, w="1e-6") == pytest.approx(2 / (d + 2), rel=1e-5)
    assert value("beyond/favor/best-constant-sphere:lhs", d=d, w="1e-6") == pytest.approx(
        2 / (d + 2), rel=1e-5
    )


def test_exponential_moments_of_linear_functions() -> None:
    """E exp(theta (g(w_1.z) + g(w_2.z))), g(x) = a0 + a1 x, |z| = v, by sums in the plane."""
    a0, a1, theta, v = 0.5, 0.75, 0.8, 1.25
    level = math.exp(theta * a0)
    first, second = in_the_plane(lambda p: level * np.exp(theta * a1 * v * p))
    point = {"d": 2, "m": 2, "theta": "4/5", "a0": "1/2", "a1": "3/4", "v": "5/4"}
    names = registry.find("beyond/favor/exponential-moment").sides["lhs"].names
    given = {name: point[name] for name in names}
    assert value("beyond/favor/exponential-moment:lhs", **given) == pytest.approx(
        np.mean(first * second), rel=1e-10
    )
    single = np.mean(first)
    bound = single**2 / 2 + level * (2 * single - level) / 2
    assert value("beyond/favor/exponential-moment:rhs", **given) == pytest.approx(bound, rel=1e-10)
    improvement = single**2 - bound
    assert value("beyond/favor/exponential-moment-sharper:rhs", **given) == pytest.approx(
        improvement, rel=1e-9
    )
    corrected = theta**4 * 2 / (4 * 4) * (a1 * v) ** 4
    assert value("beyond/favor/exponential-moment-sharper:lhs", **given) == pytest.approx(corrected)
    assert corrected <= improvement


@pytest.mark.parametrize("law", ["gaussian", "sphere"])
def test_theorem_6_for_a_polynomial(law: str) -> None:
    g = lambda p: 1 + 2 * p + p**2 / 2 + p**4 / 24
    if law == "gaussian":
        first, second = in_the_plane(g)
        square = np.mean(over_lengths(2) @ g(LENGTHS[:, None] * np.cos(TURNS)) ** 2)
    else:
        first = g(math.sqrt(2) * np.cos(TURNS))
        second, square = np.roll(first, 100), np.mean(first**2)
    mean, together = np.mean(first), np.mean(first * second)
    left = (square - mean**2) / 2 + (together - mean**2) / 2
    right = (square - mean**2) / 2 - (mean - 1) ** 2 / 4
    point = {"d": 2, "m": 2, "a": "1,2,1/2,0,1/24", "v": 1}
    assert value(f"beyond/favor/polynomial-{law}:lhs", **point) == pytest.approx(left, rel=1e-10)
    assert value(f"beyond/favor/polynomial-{law}:rhs", **point) == pytest.approx(right, rel=1e-10)
    assert left <= right


def ratio(d: int, w: Any) -> Any:
    """SMREG/SM: a row of length sqrt d in place of a Gaussian one, over e^w."""
    return mp.exp(-w) * mp.hyp0f1(mp.mpf(d) / 2, mp.mpf(d) * w / 2)


@pytest.mark.parametrize(("d", "w"), [(1, "2"), (3, "1"), (64, "4"), (1000, "0.25")])
def test_bounds_of_the_regularised_kernel(d: int, w: str) -> None:
    size, found = mp.mpf(w), ratio(d, mp.mpf(w))
    for name in ("lower", "upper", "quadratic", "rational", "long-inputs"):
        sides = {
            side: mp.mpf(evaluate(f"beyond/smreg/{name}:{side}", digits=30, d=d, w=w).value)
            for side in ("ratio", "bound")
        }
        assert abs(sides["ratio"] / found - 1) < mp.mpf("1e-28")
        above = name in ("upper", "rational", "long-inputs")
        assert (sides["bound"] - found) * (1 if above else -1) >= -mp.mpf("1e-28")
    lower = mp.mpf(evaluate("beyond/smreg/lower:bound", digits=30, d=d, w=w).value)
    assert abs(mp.exp(-size * size / (d + 2)) - lower) < mp.mpf("1e-28")
    assert ratio(d, size * mp.mpf("1.01")) < found < ratio(d + 1, size)


def test_rates_of_the_regularised_kernel() -> None:
    for d in (100, 1000):
        assert abs(d * (1 - ratio(d, mp.mpf(2))) - 4) < mp.mpf(100) / d
    small = mp.mpf("1e-6")
    assert abs((1 - ratio(5, small)) / small**2 - mp.mpf(1) / 7) < mp.mpf("1e-5")
    found = mp.mpf(evaluate("beyond/smreg/threshold:ratio", digits=20, d=10**6, c=1).value)
    assert abs(found - mp.exp(-1)) < mp.mpf("0.01")
    assert abs(found - ratio(10**6, mp.mpf(1000))) < mp.mpf("1e-15")


def test_the_regularised_kernel_is_a_mean_over_the_sphere() -> None:
    cosine = np.cos(TURNS)
    expected = np.mean(np.exp(math.sqrt(2) * math.sqrt(2 * 0.9) * cosine)) * math.exp(-0.9)
    assert float(ratio(2, mp.mpf("0.9"))) == pytest.approx(expected, rel=1e-12)
    assert hyp0f1(1.0, 0.9) * math.exp(-0.9) == pytest.approx(expected, rel=1e-12)


def test_random_phases() -> None:
    """One row along the plane of x and y and a uniform phase, by sums over both coordinates and the phase."""
    g = np.linspace(-9, 9, 241)
    law = np.exp(-(g**2) / 2) / math.sqrt(2 * math.pi) * (g[1] - g[0])
    p, q = 1.0 * g[:, None, None], 0.25 * g[:, None, None] + g[None, :, None] * math.sqrt(0.25 - 0.0625)
    b = 2 * np.pi * np.arange(16) / 16
    estimate = 2 * np.cos(p + b) * np.cos(q + b)
    moments = [float(np.einsum("i,j,ijk->", law, law, estimate**k) / b.size) for k in (1, 2)]
    point = {"m": 3, "x2": 1, "y2": "1/4", "xy": "1/4"}
    for side in ("lhs", "rhs"):
        assert value(f"beyond/phase/mean:{side}", **point) == pytest.approx(moments[0])
        variance = (moments[1] - moments[0] ** 2) / 3
        assert value(f"beyond/phase/variance:{side}", **point) == pytest.approx(variance)


@pytest.mark.parametrize(
    ("identifier", "verdict"),
    [
        ("beyond/favor/gap-upper", Verdict.PROVED),
        ("beyond/favor/polynomial-sphere", Verdict.DERIVED),
        ("beyond/phase/mean", Verdict.PROVED),
    ],
)
def test_verdicts(identifier: str, verdict: Verdict) -> None:
    assert examine(registry.statement(identifier), Context()).verdict is verdict
