"""Coupled blocks beyond simrf against sums over both lengths of a pair, E exp((w_1+w_2).v) from its definition."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.special import hyp0f1

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(160)
LENGTHS = 9 * (_NODES + 1)


def value(identifier: str, **parameters: object) -> float:
    return float(evaluate(identifier, digits=18, **parameters))


@cache
def rho(d: int, c: float, squared: float) -> float:
    """The mean of 0F1(; d/2; v^2 |w_1+w_2|^2/4), the average over directions, over two chi_d lengths."""
    density = 2 ** (1 - d / 2) / math.gamma(d / 2) * LENGTHS ** (d - 1) * np.exp(-(LENGTHS**2) / 2)
    weight = 9 * _WEIGHTS * density
    total = LENGTHS[:, None] ** 2 + LENGTHS[None, :] ** 2 + 2 * c * LENGTHS[:, None] * LENGTHS[None, :]
    return float(weight @ hyp0f1(d / 2, squared * total / 4) @ weight)


def per_feature(partners: float, v: float, rows: int) -> float:
    """The error of a block over that of `rows` independent rows: single rows have Var e^(2v^2) - e^(v^2)."""
    return 1 + (partners - (rows - 1) * math.exp(v * v)) / (math.exp(2 * v * v) - math.exp(v * v))


@pytest.mark.parametrize(
    ("d", "c", "v"), [(2, "-1", "1"), (3, "-1/2", "3/2"), (5, "1/3", "1/2"), (4, "0", "1")]
)
def test_closed_forms_of_the_conformity(d: int, c: str, v: str) -> None:
    expected = rho(d, float(Fraction(c)), float(Fraction(v)) ** 2)
    for name in ("rho-single-series", "rho-beta", "rho-chi-moments"):
        assert value(f"beyond/{name}", d=d, c=c, v=v) == pytest.approx(expected, rel=1e-10), name


def test_coefficients_in_the_cosine() -> None:
    """f_p by a polynomial through Chebyshev points."""
    polynomial = np.polynomial.Chebyshev.interpolate(
        np.vectorize(lambda c: rho(3, float(c), 1.0)), 24
    ).convert(kind=np.polynomial.Polynomial)
    for p in range(5):
        assert value("beyond/rho-coefficient", d=3, p=p, v=1) == pytest.approx(polynomial.coef[p], rel=1e-8)
        assert polynomial.coef[p] > 0


@pytest.mark.parametrize("d", [3, 4])
def test_independent_directions_mix_cosines(d: int) -> None:
    weight = _WEIGHTS * (1 - _NODES**2) ** ((d - 3) / 2)
    weight /= weight.sum()
    for p in range(5):
        assert value("beyond/cosine-moment", d=d, p=p) == pytest.approx(weight @ _NODES**p, abs=2e-6)
    assert value("beyond/mixture", d=d, v="3/2") == pytest.approx(math.exp(2.25))


@pytest.mark.parametrize(("d", "v"), [(2, 1.0), (3, 1.5), (5, 0.5)])
def test_blocks_against_independent_rows(d: int, v: float) -> None:
    t = v * v
    simplex = per_feature((d - 1) * rho(d, -1 / (d - 1), t), v, d)
    full = per_feature(d * rho(d, -1 / d, t), v, d + 1)
    cross = per_feature(rho(d, -1.0, t) + (2 * d - 2) * rho(d, 0.0, t), v, 2 * d)
    assert value("beyond/simplex-d/ratio", d=d, v=v) == pytest.approx(simplex, rel=1e-9)
    assert value("beyond/simplex-block/ratio", d=d, m=d, v=v) == pytest.approx(simplex, rel=1e-9)
    assert value("beyond/simplex-d+1/ratio", d=d, v=v) == pytest.approx(full, rel=1e-9)
    assert value("beyond/cross-polytope/ratio", d=d, v=v) == pytest.approx(cross, rel=1e-9)
    assert cross < full < simplex < 1
    point = {"d": d, "x2": t / 2, "y2": t / 2, "xy": 0}
    single = math.exp(-2 * t) * (math.exp(2 * t) - math.exp(t))
    assert value("beyond/simplex-d+1/mse", **point) == pytest.approx(single * full / (d + 1), rel=1e-9)
    assert value("beyond/cross-polytope/mse", **point) == pytest.approx(single * cross / (2 * d), rel=1e-9)


@pytest.mark.parametrize("m", [2, 3, 5, 8])
def test_polygons_of_the_plane(m: int) -> None:
    partners = sum(rho(2, math.cos(2 * math.pi * k / m), 1.0) for k in range(1, m))
    assert value("beyond/polygon/ratio", m=m, v=1) == pytest.approx(per_feature(partners, 1.0, m), rel=1e-9)


def test_the_icosahedron_by_its_vertices() -> None:
    golden = (1 + math.sqrt(5)) / 2
    corners = [
        np.roll((0.0, a, b * golden), shift) for a in (1.0, -1.0) for b in (1.0, -1.0) for shift in range(3)
    ]
    cosines = [corner @ corners[0] / (1 + golden**2) for corner in corners[1:]]
    expected = per_feature(sum(rho(3, round(c, 15), 1.0) for c in cosines), 1.0, 12)
    assert value("beyond/icosahedron/ratio", v=1) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("d", [2, 3, 9])
def test_the_gain_on_powers(d: int) -> None:
    for k in range(1, 12):
        mean = Fraction(0)
        for p in range(0, k + 1, 2):
            moment = Fraction(1)
            for i in range(p // 2):
                moment *= Fraction(1 + 2 * i, d + 2 * i)
            mean += math.comb(k, p) * moment
        gain = d * Fraction(d - 1, d) ** k + (d - 1) * (mean - 2)
        found = evaluate("beyond/cross-polytope/gj", d=d, k=k, digits=20)
        assert float(found) == pytest.approx(float(gain), rel=1e-15)
        assert (gain > 0) is (k > 2)


@pytest.mark.parametrize(("d", "c", "z"), [(2, "-1", 1), (3, "-1/2", 2), (5, "1/3", "1/2")])
def test_pairs_of_cosines(d: int, c: str, z: object) -> None:
    t, cosine = -(float(Fraction(str(z))) ** 2), float(Fraction(c))
    expected = (rho(d, cosine, t) + rho(d, -cosine, t)) / 2
    assert value("beyond/rff-pair", d=d, c=c, z=z) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("d", "m", "z"), [(3, 3, 1.0), (4, 2, 2.0)])
def test_simplex_rows_for_trigonometric_features(d: int, m: int, z: float) -> None:
    t = -z * z
    pair = (rho(d, -1 / (d - 1), t) + rho(d, 1 / (d - 1), t)) / 2
    single = (1 + math.exp(2 * t)) / 2 - math.exp(t)
    mse = (single + (m - 1) * (pair - math.exp(t))) / m
    assert value("beyond/rff-simplex/mse", d=d, m=m, z=z) == pytest.approx(mse, rel=1e-9)
    assert value("beyond/rff-simplex/ratio", d=d, m=m, z=z) == pytest.approx(mse * m / single, rel=1e-9)


def test_opposite_and_orthogonal_rows_for_trigonometric_features() -> None:
    opposite = (rho(3, -1.0, -1.0) + rho(3, 1.0, -1.0)) / 2
    assert value("beyond/rff-antithetic", d=3, z=1) == pytest.approx(opposite, rel=1e-9)
    assert opposite > math.exp(-1)
    assert value("beyond/orf-second-order:lhs", d=6, z=1) == pytest.approx(
        rho(6, 0.0, -1.0) - math.exp(-1), rel=1e-8
    )
    steps = [rho(3, c, -1.0) + rho(3, -c, -1.0) for c in (0.0, 0.01)]
    second = (steps[1] - steps[0]) / 2 / 0.01**2
    assert value("beyond/rff-simplex/c2-coefficient", d=3, z=1) == pytest.approx(second, rel=1e-3)


@pytest.mark.parametrize(
    "identifier",
    [
        "beyond/simplex-block/optimal",
        "beyond/cross-polytope/beats-simplex-d+1",
        "beyond/optimal-m/icosahedron",
    ],
)
def test_derived(identifier: str) -> None:
    assert examine(registry.statement(identifier), Context()).verdict is Verdict.DERIVED
