"""From balls to enclosures with a given number of correct digits."""

from __future__ import annotations

from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.scalars import Real


def enclosure(value: Real, digits: int, bits: int, method: str) -> Enclosure | None:
    """A real ball as `digits` correct digits, or None where it is too wide for them."""
    with balls.working_precision(bits):
        text = balls.digits_of(value, digits)
    if text is None:
        return None
    enclosed = balls.as_fraction(value) if isinstance(value, balls.fmpq) else balls.dyadics(value)
    return Enclosure(text[0], text[1], digits, enclosed, method)


def part_of(
    part: Real, value: Scalar, wanted: int, digits: int, method: str, bits: int, *, last: bool
) -> Enclosure | None:
    """One part of a complex value as digits; at the last precision 0 with a radius where that is all there is."""
    found = enclosure(part, digits, bits, method)
    return _vanishing(part, value, wanted, digits, method) if found is None and last else found


def _vanishing(part: Real, value: Scalar, bits: int, digits: int, method: str) -> Enclosure | None:
    """0 with a certain radius, for a part below 2^(-4 bits) of the modulus that no precision separates from 0."""
    with balls.working_precision(2 * bits + 60):
        bound = abs(balls.ball(part)).upper()
        if not balls.ball(part).contains(0) or not bound < abs(balls.ball(value)).lower() * balls.arb(2) ** (
            -4 * bits
        ):
            return None
        if bound > 0:
            power = balls.power_of_ten_above(bound)
            return Enclosure("0", f"1e{power}", digits, balls.dyadics(balls.ball(part)), method)
    return Enclosure("0", "0", digits, Fraction(0), method)
