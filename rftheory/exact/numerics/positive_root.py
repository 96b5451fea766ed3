"""The one positive root of a function that is negative before it and positive after it, by Newton's method and certified signs."""

from __future__ import annotations

from collections.abc import Callable

from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational

Function = Callable[[Ball], Ball]

_STEPS = 100_000  # halvings or doublings: roots down to 2^-100000 are found, and a function without one ends


def positive_root(slope: Function, curve: Function, near: Ball, top: Rational | None = None) -> Ball:
    """A ball around a positive root of a function that is negative before it and positive after it (up to `top`).

    A bracket by halving and doubling from `near`, bisection to a good start, Newton steps; then the signs at both
    ends of the ball are certified.
    """
    wanted = balls.precision()
    with balls.working_precision(2 * wanted + 64):
        low, high = _bracket(slope, near.mid(), top)
        for _ in range(12):
            middle = ((low + high) / 2).mid()
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        root, goal = ((low + high) / 2).mid(), balls.arb(2) ** (-wanted - 8)
        for _ in range(wanted.bit_length() + 40):
            moved = (root - slope(root).mid() / curve(root).mid()).mid()
            if not low <= moved <= high:
                middle = ((low + high) / 2).mid()
                low, high = (middle, high) if slope(middle) < 0 else (low, middle)
                moved = ((low + high) / 2).mid()
            close, root = abs(moved - root) < root * goal, moved
            if close:
                break
        radius = (root * goal * 4).mid()
        if not (slope(root - radius) < 0 and slope(root + radius) > 0):
            return balls.arb("nan")
        return root + balls.arb(0, radius)


def _bracket(slope: Function, near: Ball, top: Rational | None) -> tuple[Ball, Ball]:
    """Two exact points, at most a factor 2 apart, with the root between them as far as their signs tell."""
    low = high = near
    if slope(near) < 0:
        for _ in range(_STEPS):
            balls.spend()
            if slope(high) > 0 or not (top is None or high < top):
                break
            low, high = high, (2 * high).mid()
        return low, high if top is None else high.min(balls.arb(top))
    for _ in range(_STEPS):
        balls.spend()
        low, high = (low / 2).mid(), low
        if slope(low) < 0:
            break
    return low, high
