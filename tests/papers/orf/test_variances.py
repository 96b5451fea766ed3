"""Sections 3 and 4 of orf: means and variances against mpmath from the definitions, exact zeros, extremes."""

from __future__ import annotations

import mpmath as mp
import pytest

from rftheory.evaluation import evaluate

DIGITS = 40


def _pair(z: mp.mpf, d: int) -> mp.mpf:
    """E cos cos for a block of ORF: the angle between direction and z averaged by quadrature, chi norms by hand."""
    total = mp.quad(
        lambda r: r ** (2 * d - 1) * mp.exp(-r * r / 2) * mp.hyp0f1(mp.mpf(d) / 2, -r * r * z * z / 4),
        [0, 2, 4, 8, 16, 40],
    )
    return total / (mp.mpf(2) ** (d - 1) * mp.gamma(d))


def _single(length: mp.mpf, d: int) -> mp.mpf:
    """E cos(length q_1) on the unit sphere of R^d by quadrature."""
    weight = mp.gamma(mp.mpf(d) / 2) / (mp.sqrt(mp.pi) * mp.gamma(mp.mpf(d - 1) / 2))
    return weight * mp.quad(
        lambda a: mp.cos(length * mp.cos(a)) * mp.sin(a) ** (d - 2), [0, mp.pi / 2, mp.pi]
    )


def _orf(z: mp.mpf, d: int, rows: int) -> mp.mpf:
    square, mean = (1 + mp.exp(-2 * z * z)) / 2, mp.exp(-z * z)
    return square / rows + (rows - 1) * _pair(z, d) / rows - mean


def _fixed(z: mp.mpf, d: int, rows: int) -> mp.mpf:
    root = mp.sqrt(d) * z
    square = (1 + _single(2 * root, d)) / 2
    return square / rows + (rows - 1) * _single(mp.sqrt(2) * root, d) / rows - _single(root, d) ** 2


def _close(identifier: str, expected: mp.mpf, **parameters: object) -> None:
    value = mp.mpf(evaluate(identifier, digits=30, **parameters).value)
    assert abs(value - expected) <= mp.mpf(10) ** -20 * abs(expected), identifier


@pytest.mark.parametrize(("z", "d", "rows"), [("1", 4, 3), ("0.5", 7, 7), ("2.5", 3, 2)])
def test_variances_from_the_definitions(z: str, d: int, rows: int) -> None:
    with mp.workdps(DIGITS):
        x = mp.mpf(z)
        rff = (1 - mp.exp(-x * x)) ** 2 / 2
        _close("orf/lemma2:lhs", _pair(x, d), z=z, d=d)
        _close("orf/thm1/variance:lhs", _orf(x, d, rows), z=z, d=d, D=rows)
        _close("orf/thm1/decomposition:lhs", _orf(x, d, rows), z=z, d=d, D=rows)
        _close("orf/thm1/decomposition:rhs", _orf(x, d, rows), z=z, d=d, D=rows)
        _close("orf/eq3:lhs", _orf(x, d, rows) * rows / rff, z=z, d=d, D=rows)
        _close("orf/fig2/b", _orf(x, d, d) * d / rff, z=z, d=d)
        _close("orf/cor1:lhs", _orf(x, d, d) / 5, z=z, d=d, m=5)
        _close("orf/thm2/variance:lhs", _fixed(x, d, rows), z=z, d=d, D=rows)
        _close("orf/fig3/c", _fixed(x, d, d) * d / rff, z=z, d=d)
        bias = _single(mp.sqrt(d) * x, d) - mp.exp(-x * x / 2)
        _close("orf/thm2/bias:lhs", bias, z=z, d=d)
        _close("orf/fig3/a", bias, z=z, d=d)
        _close("orf/sec3/orthogonal-only", _single(x, d), z=z, d=d)


def test_printed_sides() -> None:
    with mp.workdps(DIGITS):
        e = mp.exp(-4)  # z = 2
        _close("orf/lemma1/variance", (1 - e) ** 2 / 6, z=2, D=3)
        _close("orf/thm1/variance:rhs", ((1 - e) ** 2 - mp.mpf(2) / 5 * 16 * e) / 6, z=2, d=5, D=3)
        _close("orf/cor1:rhs", ((1 - e) ** 2 - mp.mpf(4) / 5 * 16 * e) / 20, z=2, d=5, m=2)
        _close("orf/eq3:rhs", 1 - 2 * 16 * e / (5 * (1 - e) ** 2), z=2, d=5, D=3)
        _close("orf/fig2/a", 1 - 16 * e / (1 - e) ** 2, z=2)
        _close("orf/thm2/bias:rhs", mp.exp(-2) * 16 / 20, z=2, d=5)
        _close("orf/thm3:rhs", 12 / mp.sqrt(5), z=2, d=5)
        tail = 1 - 8 * mp.exp(-mp.mpf(3) * mp.mpf("0.5") ** (mp.mpf(2) / 3) * 2)
        _close("orf/thm4/inner-products:rhs", tail, d=8, t="1/2", c=3)


@pytest.mark.parametrize(
    ("identifier", "parameters"),
    [
        ("orf/thm1/variance:lhs", {"z": 0, "d": 9, "D": 4}),
        ("orf/thm1/variance:rhs", {"z": 0, "d": 9, "D": 4}),
        ("orf/thm1/decomposition:rhs", {"z": 0, "d": 9, "D": 4}),
        ("orf/cor1:lhs", {"z": 0, "d": 9, "m": 4}),
        ("orf/lemma2:rhs", {"z": 2, "d": 8}),
        ("orf/thm2/bias:lhs", {"z": 0, "d": 3}),
        ("orf/thm2/variance:lhs", {"z": 0, "d": 3, "D": 3}),
        ("orf/thm2/variance:lhs", {"z": "3/2", "d": 1, "D": 1}),
        ("orf/fig3/c", {"z": 7, "d": 1}),
        ("orf/thm3:lhs", {"x": [0, 0, 0, 0]}),
        ("orf/fig3/b", {"x": [0]}),
    ],
)
def test_exact_zeros(identifier: str, parameters: dict[str, object]) -> None:
    assert evaluate(identifier, **parameters).value == "0"


def test_extremes() -> None:
    with mp.workdps(60):
        small = evaluate("orf/fig2/b", z="1e-3", d=10**6)
        assert abs(mp.mpf(small.value) - mp.mpf(3) / (10**6 + 2)) < mp.mpf(10) ** -11  # next term: z^2/d
        tiny = mp.mpf(evaluate("orf/thm2/bias:lhs", z="1e-3", d=10**6).value)
        assert abs(tiny / (-(mp.mpf(10) ** -12) / (4 * 10**6)) - 1) < mp.mpf("1e-5")
        far = mp.mpf(evaluate("orf/lemma2:lhs", z=100, d=64).value)
        assert 0 < abs(far) < mp.mpf(10) ** -2000
        wide = mp.mpf(evaluate("orf/thm1/variance:lhs", z=100, d=10**6, D=10).value)
        assert abs(wide - mp.mpf(1) / 20) < mp.mpf(10) ** -30
        huge = mp.mpf(evaluate("orf/fig3/a", z=100, d=10**6).value)
        assert -1 < huge * mp.exp(5000) < 0
    assert len(evaluate("orf/fig2/b", z=1, d=8, digits=1000).value) > 1000
