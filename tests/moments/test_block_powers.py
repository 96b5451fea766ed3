"""Moments of averages over coupled rows: against quadrature in mpmath, draws of the samplers, and closed forms of old."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest

from rftheory.errors import DomainError
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.block_covariance import block_share, positive_gap, trigonometric_gap
from rftheory.moments.block_powers import EquiangularBlock, sphere_wave, spread
from rftheory.moments.norm_nodes import chi_rule, squared_lengths

TERMS = {"positive": np.exp, "hyperbolic": np.cosh, "trigonometric": np.cos}
BAND = 6.0


@pytest.mark.parametrize("d", [2, 3, 8, 100])
def test_the_rule_of_a_norm_has_its_moments(d: int) -> None:
    nodes, weights = chi_rule(d, 40)
    for k in (0, 1, 7, 30, 79):
        log = k / 2.0 * math.log(2.0) + math.lgamma((d + k) / 2.0) - math.lgamma(d / 2.0)
        assert weights @ np.exp(k * np.log(nodes) - log) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("rows", [(1, 1, 1, 1), (1, 1, -1, -1), (2, 1, -1), (3, -1)])
def test_more_nodes_change_nothing(rows: tuple[int, ...]) -> None:
    s, weights = squared_lengths(rows, 4, -1.0 / 3.0, False)
    fewer, few = squared_lengths(rows, 4, -1.0 / 3.0, False, 20)
    for k in (1, 2, 9):
        assert weights @ s**k == pytest.approx(few @ fewer**k, rel=1e-12)


@pytest.mark.parametrize("square", [0.003, 0.7, 2.9])
def test_independent_rows_have_the_moments_of_a_gaussian(square: float) -> None:
    """E e^{q t} = e^{q^2 |z|^2/2}; 30 digits, since the moments cancel."""
    with mpmath.workdps(30):
        z = mpmath.mpf(square)
        for term in TERMS:
            sign, wave = (-1 if term == "trigonometric" else 1), term != "positive"
            raw = [
                mpmath.fsum(
                    mpmath.exp(sign * sum(e) ** 2 * z / 2)
                    for e in product((1, -1) if wave else (1,), repeat=k)
                )
                / (2**k if wave else 1)
                for k in range(5)
            ]
            variance = raw[2] - raw[1] ** 2
            fourth = raw[4] - 4 * raw[3] * raw[1] + 6 * raw[2] * raw[1] ** 2 - 3 * raw[1] ** 4
            m = 7
            found = spread(term, square, m, EquiangularBlock(5))
            assert found is not None
            assert found.variance == pytest.approx(float(variance / m), rel=1e-12)
            whole = (m * fourth + 3 * m * (m - 1) * variance**2) / m**4
            assert found.fourth == pytest.approx(float(whole), rel=1e-12)


@pytest.mark.parametrize(("d", "m"), [(2, 5), (64, 100)])
@pytest.mark.parametrize("square", [0.02, 0.9, 9.0])
def test_variances_are_those_of_the_pairs(d: int, m: int, square: float) -> None:
    """Second method: one gap for a pair of rows."""
    z = np.array([square])
    for cosine in (0.0, -1.0 / (d - 1)):
        block, share = EquiangularBlock(d, d, cosine), block_share(d, m)
        wave = (math.expm1(-square) ** 2 / 2.0 + share * trigonometric_gap(z, d, cosine)[0]) / m
        found = spread("trigonometric", square, m, block)
        assert found is not None
        assert found.variance == pytest.approx(wave, rel=1e-8)
        if square > 4.0:
            assert spread("positive", square, m, block) is None
            continue
        gap = math.exp(square) * positive_gap(z, d, (cosine,))[0]
        found = spread("positive", square, m, block)
        if found is not None:  # else rounding left too few digits
            expected = (math.exp(square) * math.expm1(square) + share * gap) / m
            assert found.variance == pytest.approx(expected, rel=1e-9)


def _three_rows(term: str, square: float, d: int, cosine: float) -> tuple[Any, Any]:
    """Variance and fourth moment of the mean of three rows of norms sqrt(d): powers expanded, 0F1 in 40 digits."""
    sign = -1 if term == "trigonometric" else 1
    signs = (1,) if term == "positive" else (1, -1)

    def raw(powers: tuple[int, ...]) -> Any:
        total = mpmath.mpf(0)
        for choice in product(*(product(signs, repeat=p) for p in powers)):
            q = [sum(part) for part in choice]
            s = (1 - mpmath.mpf(cosine)) * sum(v * v for v in q) + mpmath.mpf(cosine) * sum(q) ** 2
            total += mpmath.hyp0f1(mpmath.mpf(d) / 2, sign * mpmath.mpf(square) * d * s / 4)
        return total / len(signs) ** sum(powers)

    mean = raw((1, 0, 0))

    def central(order: int) -> Any:
        total = mpmath.mpf(0)
        for up in range(order + 1):
            power = mpmath.fsum(
                math.factorial(up)
                // (math.factorial(a) * math.factorial(b) * math.factorial(up - a - b))
                * raw((a, b, up - a - b))
                for a in range(up + 1)
                for b in range(up - a + 1)
            )
            total += math.comb(order, up) * (-3 * mean) ** (order - up) * power
        return total / 3**order

    return central(2), central(4)


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("square", [0.1, 3.5])
@pytest.mark.parametrize("cosine", [0.0, -0.25])
def test_three_rows_of_one_length_by_another_expansion(term: str, square: float, cosine: float) -> None:
    with mpmath.workdps(40):
        variance, fourth = _three_rows(term, square, 5, cosine)
    found = spread(term, square, 3, EquiangularBlock(5, 5, cosine, True))
    assert found is not None
    assert found.variance == pytest.approx(float(variance), rel=1e-9)
    assert found.fourth == pytest.approx(float(fourth), rel=1e-9)


def test_two_simplex_rows_by_quadrature_over_both_norms() -> None:
    """The plane: rows r_1 u and -r_2 u, so E f(r_1 u.z) g(-r_2 u.z) is an integral over two norms and an angle."""
    nodes, weights = chi_rule(2, 40)
    along = math.sqrt(0.6) * np.cos(2.0 * math.pi * np.arange(64) / 64)
    first = np.cos(np.multiply.outer(nodes, along)) - math.exp(-0.3)
    both = (first[:, None] + first[None, :]) / 2.0
    expected = [float(np.einsum("i,j,ija->", weights, weights, both**k)) / 64 for k in (2, 4)]
    found = spread("trigonometric", 0.6, 2, EquiangularBlock(2, 2, -1.0))
    assert found is not None
    assert [found.variance, found.fourth] == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(
    ("name", "d", "m"),
    [
        ("orthogonal", 4, 10),
        ("simplex", 4, 10),
        ("simplex-full", 3, 7),
        ("orthogonal-fixed-norm", 4, 6),
        ("sphere", 4, 6),
    ],
)
def test_draws_of_the_samplers(name: str, d: int, m: int) -> None:
    """Within BAND standard errors, of the draws themselves; terms whose eighth moment such draws resolve."""
    coupling, n = couplings()[name], 30_000
    w = coupling.sample(d, m, rng=np.random.default_rng(20230131), n=n)
    block = EquiangularBlock(
        d,
        1 if coupling.law.directions == "independent" else coupling.height(d),
        coupling.law.cosine(d) or 0.0,
        coupling.law.norm == "sqrt(d)",
    )
    for term, square in (
        ("positive", 0.05),
        ("hyperbolic", 0.2),
        ("trigonometric", 1.2),
        ("trigonometric", 6.0),
    ):
        values = np.mean(TERMS[term](w[..., 0] * math.sqrt(square)), axis=1)
        found, mean = (
            spread(term, square, m, block),
            spread(term, square, 1, EquiangularBlock(d, 1, 0.0, block.fixed)),
        )
        assert found is not None
        assert mean is not None
        centred = values - np.mean(values)
        for power, exact in ((2, found.variance), (4, found.fourth)):
            drawn = centred**power
            error = float(np.std(drawn)) / math.sqrt(n)
            assert error < 0.2 * exact
            assert abs(float(np.mean(drawn)) - exact) < BAND * error, (term, power)


def test_what_rounding_leaves_is_never_a_wrong_number() -> None:
    """Both paths meet at the end of the series; nothing is returned where they could not."""
    for d, z in ((4, 2.0), (64, 3.0), (1024, 2.0)):
        for cosine in (0.0, -1.0 / (d - 1)):
            below, above = (
                spread("trigonometric", at, 2 * d, EquiangularBlock(d, d, cosine))
                for at in (z, z * (1.0 + 1e-9))
            )
            if below is not None and above is not None:
                assert above.variance == pytest.approx(below.variance, rel=1e-6)
                assert above.fourth == pytest.approx(below.fourth, rel=1e-6)
            else:
                assert d > 64
    assert spread("positive", 1e-9, 4096, EquiangularBlock(4096, 4096, -1.0 / 4095)) is None
    assert spread("hyperbolic", 5.0, 8, EquiangularBlock(8, 8)) is None


@pytest.mark.parametrize("d", [2, 7, 400])
@pytest.mark.parametrize("square", [0.01, 3.0, 40.0])
def test_one_row_of_fixed_length_is_a_bessel_function(d: int, square: float) -> None:
    expected = mpmath.hyp0f1(mpmath.mpf(d) / 2, -mpmath.mpf(square) * d / 4)
    assert sphere_wave(square, d) == pytest.approx(float(expected), abs=1e-13)


def test_bad_input_is_named() -> None:
    with pytest.raises(DomainError, match="term"):
        spread("linear", 1.0, 2, EquiangularBlock(4))
    with pytest.raises(DomainError, match="square"):
        spread("positive", -1.0, 2, EquiangularBlock(4))
