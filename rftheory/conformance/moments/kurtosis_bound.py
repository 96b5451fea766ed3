"""A bound of the variance of draws that are not known to have one: it holds wherever their kurtosis is at most KURTOSIS.

Proof. Let X, X' be independent with variance s^2 and kurtosis at most k, and Y = (X - X')^2/2 >= 0. Then E Y = s^2 and
E Y^2 = (2 E(X - EX)^4 + 6 s^4)/4 <= (k + 3) s^4/2. Nonnegative Y have light lower tails: the mean of r of them is
below (1 - q) s^2 with probability at most exp(-r q^2 s^4/(2 E Y^2)) <= exp(-r q^2/(k + 3)) (Maurer 2003). So s^2 is at most
mean(Y)/(1 - q), but for a probability alpha, where q = sqrt((k + 3) log(1/alpha)/r) < 1.

That bound is random. A test takes the least power of two times the square of its claim that is not below it, and a power
that was fixed beforehand is what each test is about: with a share of alpha for each of LADDER powers, the one whose bound is
true refutes a true claim with probability at most alpha in all.
"""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.rows.functionals import successive
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats

KURTOSIS = 50.0
LADDER = 64
"""Powers of two, from 2^-32 times the square of the claim on."""


def shares(whole: Share) -> tuple[Share, Share]:
    """Of the bound, and of the test under one power."""
    return (
        Share(whole.name, whole.alpha / 2.0, whole.beta / 2.0),
        Share(whole.name, whole.alpha / (2.0 * LADDER), whole.beta / (2.0 * LADDER)),
    )


def needed(share: Share) -> int:
    """The draws below which nothing is bounded."""
    return 2 * math.ceil((KURTOSIS + 3.0) * math.log(1.0 / min(share.alpha, share.beta))) + 2


def bound(values: Floats, claim: float, share: Share) -> float | None:
    """A power of the ladder that is at least the variance; None for too few draws, or beyond the ladder."""
    one, two = successive(values)
    pairs = len(one)
    rate = min(share.alpha, share.beta)
    if len(values) < needed(share):
        return None
    lost = math.sqrt((KURTOSIS + 3.0) * math.log(1.0 / rate) / pairs)
    found = float(np.mean((one - two) ** 2)) / 2.0 / (1.0 - lost)
    rungs = claim**2 * 2.0 ** (np.arange(LADDER) - LADDER / 2.0)
    high = rungs[rungs >= found]
    return float(high[0]) if len(high) else None
