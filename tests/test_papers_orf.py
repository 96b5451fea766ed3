"""The paper orf: values against mpmath and brute force, exact zeros, extremes, and the errata it contains."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from rftheory import registry
from rftheory.errors import DomainError, InputError
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import Result, verify

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


def _hadamard(d: int) -> np.ndarray:
    matrix = np.ones((1, 1))
    while len(matrix) < d:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


def _rows(x: np.ndarray) -> np.ndarray:
    """sqrt(d) H D1 H D2 H D3 x for all sign patterns, one row each, and H D2 H D3 x behind it."""
    d = len(x)
    signs = np.array(list(itertools.product((1, -1), repeat=d)))
    h = _hadamard(d) / np.sqrt(d)
    level = x[None, :]
    for _ in range(2):
        level = np.concatenate([(signs * v) @ h.T for v in level])
    return level


@pytest.mark.parametrize(
    "entries",
    [["1", "0", "0", "0"], ["3/10", "-6/5", "7/10", "0"], ["1", "2", "2", "4"], ["1", "1", "1", "1"]],
)
def test_theorem_3_against_brute_force(entries: list[str]) -> None:
    x = np.array([float(Fraction(e)) for e in entries])
    signs = np.array(list(itertools.product((1, -1), repeat=4)))
    h = _hadamard(4)  # sqrt(4) times the normalised matrix
    images = np.concatenate([(signs * v) @ h.T for v in _rows(x)])
    bias = np.cos(images).mean() - np.exp(-x @ x / 2)
    assert float(evaluate("orf/thm3:lhs", x=entries, digits=20)) == pytest.approx(bias, abs=1e-13)
    assert abs(bias) <= 6 * np.sqrt(x @ x) / 2


@pytest.mark.parametrize("level", ["1/2", "9/10", "1"])
@pytest.mark.parametrize("entries", [[1, 0, 0, 0], [3, -12, 7, 0], [1, 1, 1, 1], [1, 2]])
def test_inner_products_against_brute_force(entries: list[int], level: str) -> None:
    d = len(entries)
    squares = np.rint(_rows(np.array(entries, dtype=float)) ** 2 * d**2).astype(int)
    inner = squares @ _hadamard(d)[:, 1:].astype(int)
    share = Fraction(level)
    limit = share.numerator * d**2 * sum(e * e for e in entries)
    good = (inner.max(axis=1) * share.denominator <= limit).sum()
    value = evaluate("orf/thm4/inner-products:lhs", x=entries, t=level)
    assert value.lower == value.upper == Fraction(int(good), len(squares))


def test_enumeration_says_what_it_cannot_do() -> None:
    with pytest.raises(DomainError, match="power of two"):
        evaluate("orf/thm3:lhs", x=[1, 2, 3])
    with pytest.raises(InputError, match="limit"):
        evaluate("orf/thm3:lhs", x=list(range(1, 65)))
    with pytest.raises(DomainError, match="D <= d"):
        evaluate("orf/thm1/variance:lhs", z=1, d=2, D=3)


def test_the_tail_evaluates_formally_below_its_printed_range() -> None:
    # for x = (1, 2) the inner product is +-3 with equal probability, and t |x|^2 = 5/3
    assert float(evaluate("orf/thm4/inner-products:lhs", x=[1, 2], t="1/3")) == 0.5


def test_sixteen_dimensions_along_an_axis() -> None:
    signs = np.array(list(itertools.product((1, -1), repeat=16)))
    mean = np.cos(signs @ _hadamard(16) / 16).prod(axis=1).mean()  # H D3 e_1 has entries +-1/4
    assert float(evaluate("orf/fig3/b", x=[1, *[0] * 15], digits=20)) == pytest.approx(
        mean - np.exp(-0.5), abs=1e-13
    )


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    return {result.statement.id: result for result in verify("orf")}


def test_the_whole_paper(results: dict[str, Result]) -> None:
    assert len(results) == 61
    refuted = {name for name, result in results.items() if result.verdict is Verdict.REFUTED}
    assert refuted == {"orf/sec3/always-improves", "orf/sec3/small-z-ratio", "orf/thm2/variance"}
    assert not [name for name, result in results.items() if result.verdict is Verdict.UNDECIDED]
    for name in ("thm1/variance", "lemma2", "eq3", "cor1", "thm2/bias", "thm3", "thm4/inner-products"):
        assert results[f"orf/{name}"].verdict is Verdict.PROVED, name


@pytest.mark.parametrize("name", ["sec3/always-improves", "sec3/small-z-ratio", "thm2/variance"])
def test_errata_come_with_proved_corrections(results: dict[str, Result], name: str) -> None:
    result = results[f"orf/{name}"]
    assert result.counterexample
    assert result.correction is not None
    assert result.correction.verdict is Verdict.PROVED


def test_always_improves_has_certified_exceptions() -> None:
    for z, d in (("3.5", 4), ("6", 4), ("3", 5)):
        assert evaluate("orf/sec3/always-improves:lhs", z=z, d=d, D=d).lower > 1
    for z in ("1/2", "3", "20"):
        assert evaluate("orf/sec3/always-improves:lhs", z=z, d=2, D=2, digits=400).upper < 1
    corrected = registry.statement("orf/sec3/always-improves").correction
    assert corrected is not None
    with pytest.raises(DomainError):
        corrected.sides["lhs"].evaluate(z=3, d=5, D=5)
