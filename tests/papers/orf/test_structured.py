"""Sections 4 and 6 of orf, structured rotations: biases and inner products against brute force over signs."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.evaluation import evaluate


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
