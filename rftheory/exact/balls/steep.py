"""Functions of large exponents over wide balls: the logarithm is expanded to second order around the middle.

Where k is large, (1-s)^k s^d over a box of width w is wide by a factor e^(kw) although the product hardly varies near its
peak. For F without zeros in a convex box Z around m, h = log F has F(z) = F(m) exp(h'(m) (z-m) + q (z-m)^2/2), q a mean of
h'' over Z; so boxes of width 1/sqrt(k) do. At points, and where h'' is not finite, the function is taken as it stands.
"""

from __future__ import annotations

from collections.abc import Callable

from rftheory.exact.balls.numbers import Scalar, acb, ball
from rftheory.exact.balls.precision import precision
from rftheory.exact.balls.reading import accuracy_bits
from rftheory.exact.scalars import ComplexBall

Part = Callable[[ComplexBall], Scalar]


def steep(x: ComplexBall, body: Part, slope: Part, curve: Part) -> ComplexBall:
    """F over the ball x from F, (log F)' and (log F)'', each continuous over it: at most as wide as F itself."""
    direct = acb(ball(body(x)))
    if accuracy_bits(x) >= precision() // 2:
        return direct
    bend = acb(ball(curve(x)))
    if not bend.is_finite():
        return direct
    middle = acb(x.real.mid(), x.imag.mid())
    step = x - middle
    found = acb(ball(body(middle))) * (acb(ball(slope(middle))) * step + bend * step * step / 2).exp()
    return found if abs(found).upper() < abs(direct).upper() or not direct.is_finite() else direct
