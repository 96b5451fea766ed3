"""Structured rows of sparse vectors against all sign patterns in floating point, whatever the places of the entries."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from rftheory.exact import balls
from rftheory.exact.functions.structured import InnerProductTail, StructuredMean, StructuredSquare

D = 8
H = hadamard(D) / np.sqrt(D)
SIGNS = np.array(list(itertools.product((1.0, -1.0), repeat=D)))
SUPPORTS = [
    *itertools.combinations(range(D), 4),
    (2,),
    (3, 5),
    (1, 2, 4),
    (0, 1, 2, 3, 4),
    tuple(range(1, D)),
]
Floats = Any


def entries(support: Sequence[int]) -> list[int]:
    found = [0] * D
    for place, size in zip(support, (3, 1, 2, 5, 4, 7, 6), strict=False):
        found[place] = size
    return found


def images(x: Floats) -> Floats:
    """H D x of every x (n, 8) and sign matrix D: (256 n, 8)."""
    return (x[:, None] * SIGNS @ H).reshape(-1, D)


def exactly(x: Sequence[int], scale: int = 1) -> list[Any]:
    return [balls.fmpq(e, scale) for e in x]


def value(kind: Any, *given: Any) -> float:
    with balls.working_precision(100):
        return balls.to_float(kind.ball(*given))


@pytest.mark.parametrize("scale", [1, 4])
def test_means_of_two_blocks(scale: int) -> None:
    for support in SUPPORTS:
        x = entries(support)
        wanted = np.mean(np.prod(np.cos(images(np.array([x]) / scale)), axis=1))
        found = value(StructuredMean, exactly(x, scale), balls.fmpq(2))
        assert found == pytest.approx(wanted, abs=1e-12), support


@pytest.mark.parametrize("support", [(0, 1, 6, 7), (0, 3, 5, 6), (1, 2, 4)])
def test_means_of_three_blocks_squares_and_inner_products(support: tuple[int, ...]) -> None:
    x, given = entries(support), exactly(entries(support), 3)
    once = images(np.array([x]) / 3.0)
    twice = images(once)
    assert value(StructuredMean, given, balls.fmpq(3)) == pytest.approx(
        np.mean(np.prod(np.cos(twice), axis=1)), abs=1e-12
    )
    # E K^2 is a mean over two rows of E cos(a) cos(b) = (E cos(a + b) + E cos(a - b)) / 2, signs of D_1 independent
    rows = hadamard(D)
    pairs = [[np.prod(np.cos(once * (a + s * b)), axis=1) for s in (1, -1)] for a in rows for b in rows]
    assert value(StructuredSquare, given, balls.fmpq(2)) == pytest.approx(np.mean(pairs), abs=1e-12)
    products = (twice**2 @ rows)[:, 1:]
    square = np.sum(np.square(x)) / 9.0
    for t in (Fraction(1, 4), Fraction(1, 2)):
        share = np.mean(np.all(products <= float(t) * square * (1.0 + 1e-9), axis=1))
        assert value(InnerProductTail, given, balls.exact(t)) == pytest.approx(share, abs=1e-12)
