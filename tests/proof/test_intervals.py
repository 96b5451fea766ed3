"""The checker's intervals hold what mpmath finds to twice as many digits, and are narrow."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rftheory.proof.checker.points.intervals import Interval, Intervals, Refused, exact

BITS = 80
AT = Intervals(BITS)
PLAIN = mpmath.mp.clone()
PLAIN.prec = 400
NUMBERS = st.fractions(min_value=-40, max_value=40, max_denominator=10**9)
POSITIVE = NUMBERS.filter(lambda x: x > 0)


def plain(x: Fraction) -> mpmath.mpf:
    """The number in mpmath."""
    return PLAIN.mpf(x.numerator) / x.denominator


def close(found: Interval, truth: mpmath.mpf) -> bool:
    """Whether the interval holds the number, and is about as narrow as its bits."""
    low, high = map(plain, found)
    return bool(low <= truth <= high and high - low <= (abs(truth) + 1) * PLAIN.mpf(2) ** (20 - BITS))


@settings(max_examples=200, deadline=None)
@given(NUMBERS)
def test_functions(x: Fraction) -> None:
    assert close(AT.exp(exact(x)), PLAIN.exp(plain(x)))
    assert close(AT.cos(exact(x)), PLAIN.cos(plain(x)))
    assert close(AT.sin(exact(x)), PLAIN.sin(plain(x)))
    assert close(AT.acos(exact(x / 50)), PLAIN.acos(plain(x / 50)))


@settings(max_examples=200, deadline=None)
@given(POSITIVE, st.fractions(min_value=-6, max_value=6, max_denominator=7))
def test_logarithms_and_powers(x: Fraction, e: Fraction) -> None:
    assert close(AT.log(exact(x)), PLAIN.log(plain(x)))
    found, truth = AT.power(exact(x), exact(e)), plain(x) ** plain(e)
    low, high = map(plain, found)
    tiny = truth * PLAIN.mpf(2) ** -390
    assert low - tiny <= truth <= high + tiny
    assert high - low <= truth * PLAIN.mpf(2) ** (20 - BITS)


@settings(max_examples=200, deadline=None)
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.integers(0, 5))
def test_boxes_hold_their_members(a: Fraction, b: Fraction, c: Fraction, d: Fraction, n: int) -> None:
    first, second = (min(a, b), max(a, b)), (min(c, d), max(c, d))
    middle, other = (a + 2 * b) / 3, (c + d) / 2
    for found, truth in (
        (AT.add(first, second), middle + other),
        (AT.multiply(first, second), middle * other),
        (AT.power(first, exact(n)), middle**n),
        (AT.negative(first), -middle),
    ):
        assert found[0] <= truth <= found[1]
    for function in ("exp", "cos", "sin"):
        low, high = map(plain, getattr(AT, function)(first))
        assert low <= getattr(PLAIN, function)(plain(middle)) <= high


def test_constants_and_gamma() -> None:
    assert close(AT.pi(), +PLAIN.pi)
    for n in range(1, 40):
        assert close(
            AT.multiply(AT.gamma(exact(Fraction(n, 2))), AT.inverse(AT.gamma(exact(Fraction(n, 2))))),
            PLAIN.mpf(1),
        )
        low, high = map(plain, AT.gamma(exact(Fraction(n, 2))))
        assert low <= PLAIN.gamma(PLAIN.mpf(n) / 2) * (1 + PLAIN.eps * 8)
        assert high >= PLAIN.gamma(PLAIN.mpf(n) / 2) * (1 - PLAIN.eps * 8)
    assert AT.gamma(exact(5)) == exact(24)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.fractions(Fraction(1, 4), 8, max_denominator=4), max_size=1),
    st.lists(st.fractions(Fraction(1, 4), 8, max_denominator=4), min_size=1, max_size=2),
    st.fractions(-6, 6, max_denominator=50),
    st.integers(12, 60),
)
@example([Fraction(5)], [Fraction(4)], Fraction(-4), 40)
def test_tails_bound_what_is_left_out(
    above: list[Fraction], below: list[Fraction], z: Fraction, length: int
) -> None:
    try:
        found, tail = AT.series(exact(1), above, [*below, Fraction(1)], exact(z), length)
    except Refused:
        assert length < 24
        return
    tops, lows = [plain(a) for a in above], [plain(b) for b in below]
    truth = PLAIN.hyper(tops, lows, plain(z), zeroprec=4 * BITS)  # 1F1(5; 4; -4) is exactly 0
    low, high = map(plain, found)
    assert low <= truth <= high
    assert high - low <= 2 * plain(tail) + PLAIN.mpf(2) ** (24 - BITS) * PLAIN.exp(40)


def test_roots_of_squares_are_exact() -> None:
    assert AT.power(exact(Fraction(9, 4)), exact(Fraction(3, 2))) == exact(Fraction(27, 8))
    assert AT.power(exact(Fraction(8, 27)), exact(Fraction(-1, 3))) == exact(Fraction(3, 2))
    low, high = AT.power(exact(2), exact(Fraction(1, 2)))
    assert low * low < 2 < high * high


@pytest.mark.parametrize(
    "asked",
    [
        lambda: AT.inverse((Fraction(-1), Fraction(1))),
        lambda: AT.log((Fraction(0), Fraction(1))),
        lambda: AT.gamma(exact(0)),
        lambda: AT.gamma(exact(Fraction(1, 3))),
        lambda: AT.exp(exact(10**6)),
        lambda: AT.cos(exact(10**6)),
        lambda: AT.power(exact(-1), exact(Fraction(1, 2))),
        lambda: AT.power(exact(0), exact(-1)),
        lambda: AT.power(exact(0), (Fraction(0), Fraction(1))),
        lambda: AT.acos(exact(2)),
    ],
)
def test_what_has_no_certain_value_is_refused(asked: object) -> None:
    assert callable(asked)
    with pytest.raises(Refused):
        asked()
