"""Whole numbers in place of real ones: powers, roots and series in units, with how far they may be off."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt


def down(x: Fraction, bits: int) -> Fraction:
    """At most x, with `bits` significant bits."""
    n, d = x.numerator, x.denominator
    shift = bits - n.bit_length() + d.bit_length()
    return Fraction((n << shift) // d, 1 << shift) if shift >= 0 else Fraction(n // (d << -shift) << -shift)


def terms(y: Fraction, places: int) -> list[int]:
    """y^k/k! in units of 2^-places for 0 <= y <= 1/2, rounded down: each too small by at most 2, the rest at most 4."""
    scaled, term, found, k = int(y * (1 << places)), 1 << places, [], 0
    while term:
        found.append(term)
        k += 1
        term = (term * scaled >> places) // k
    return found


def arctangent(unit: int, n: int) -> tuple[int, int]:
    """atan(1/n) in units, and by how much it may be wrong: 1 a term (whole divisions compose) and 1 for the rest."""
    total, power, k = 0, unit // n, 0
    while power:
        total += (-1) ** k * (power // (2 * k + 1))
        power //= n * n
        k += 1
    return total, k + 1


def hyperbolic(places: int, t: Fraction) -> tuple[int, int]:
    """artanh t = t + t^3/3 + .. in units of 2^-places, |t| <= 1/3, and by how much it may be wrong: 4 a term, 8 the rest."""
    power, square, total, k = int(abs(t) * (1 << places)), int(t * t * (1 << places)), 0, 0
    while power:
        total += power // (2 * k + 1)
        power = power * square >> places
        k += 1
    return (total if t >= 0 else -total), 4 * k + 8


def whole_root(n: int, q: int) -> int:
    """The largest whole r with r^q <= n, by Newton's method from above."""
    if q == 2 or n < 2:
        return isqrt(n) if q == 2 else n
    root = 1 << -(-n.bit_length() // q)
    while (better := ((q - 1) * root + n // root ** (q - 1)) // q) < root:
        root = better
    return root
