"""Tails and Legendre transform of one positive projection against quadrature, normal laws and edges."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from rftheory.exact import balls
from rftheory.exact.block_pairs import BlockPairs
from rftheory.exact.noncentral import (
    OppositeRate,
    ProjectionRate,
    ProjectionTail,
    ProjectionUpperTail,
    noncentral_lower,
    noncentral_upper,
)


def _exact(*values: object) -> list[object]:
    return [balls.exact(Fraction(str(value))) for value in values]


@pytest.mark.parametrize(
    ("d", "half", "y"), [(1, "1/2", 1), (4, 30, 40), (64, 1000, 900), (3, 5, 200), (10**5, 7, 49000)]
)
def test_the_two_tails_add_up_to_one(d: int, half: object, y: object) -> None:
    with balls.working_precision(200):
        dd, hh, yy = _exact(d, half, y)
        total = noncentral_lower(dd, hh, balls.ball(yy)) + noncentral_upper(dd, hh, balls.ball(yy))
        assert abs(total - 1) < balls.arb(2) ** -150


@pytest.mark.parametrize(
    "arguments", [(1, -1, 9, 5, "1/10"), (3, -1, "1.65", "1.25", "3/10"), (2, "-9/4", "17.1", "8.55", 12)]
)
def test_the_tail_is_the_quadrature(arguments: tuple[object, ...]) -> None:
    with balls.working_precision(120):
        value = ProjectionTail.ball(*_exact(*arguments))
    plain = [mpmath.mpf(Fraction(str(a)).numerator) / Fraction(str(a)).denominator for a in arguments]
    assert abs(ProjectionTail.oracle(mpmath.mp, *plain) - mpmath.mpf(value.str(20, radius=False))) < 1e-12


def test_no_probability_beyond_the_range() -> None:
    with balls.working_precision(120):
        assert ProjectionUpperTail.ball(*_exact(2, -1, 0, 0, 4)) == 0  # Z_max = 5 = K + eps
        assert ProjectionTail.ball(*_exact(2, -1, 0, 0, 10)) == 0
        assert ProjectionUpperTail.ball(*_exact(2, -1, 0, 0, "39/10")) > 0


def test_the_rate_at_opposite_inputs() -> None:
    with balls.working_precision(200):
        general = ProjectionRate.ball(*_exact(2, -1, 0, 2, "1/4"))
        special = OppositeRate.ball(*_exact(-1, 2, "1/4"))
        assert general.overlaps(special)
        assert general.rel_accuracy_bits() > 150


@pytest.mark.parametrize(("d", "m", "pairs"), [(4, 4, 12), (4, 9, 24), (1, 5, 0), (3, 2, 2)])
def test_pairs_in_blocks(d: int, m: int, pairs: int) -> None:
    assert BlockPairs.ball(*_exact(d, m)) == pairs
    assert BlockPairs.oracle(mpmath.mp, d, m) == pairs
