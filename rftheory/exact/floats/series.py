"""Hypergeometric series of positive parameters in doubles: terms of one sign keep their shares, others their errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rftheory.exact.floats.deciding import Truths
from rftheory.exact.floats.functions import exp
from rftheory.exact.floats.rounded import UNIT, Bound, Floats, Rounded, made, plus, times

MOST = 1500
"""Terms that are summed; what has not converged by then has no bound."""
REACH = {-1: 0.97, 0: 700.0, 1: 2e5}
"""The largest |z| by q - p: beyond it the series is too long, or the value no double."""
STRIDE = 8
"""Terms between two looks at what is left."""
FIRST_ORDER = 0.01
"""How much the errors of the arguments may change the last term: (1 + r)^k - 1 is at most 1.01 k r then."""
LEFT = 2.0**-57
"""What may be left of the series, as a share of it."""


def hypergeometric(above: Sequence[Rounded], below: Sequence[Rounded], z: Rounded) -> Rounded:
    """pFq(above; below; z), p <= q + 1; 1F1 of negative z by Kummer's transformation.

    Without a bound where a parameter is not positive or the series is too long.
    """
    if len(above) != 1 or len(below) != 1 or not np.any(z.value < 0.0):
        return _summed(above, below, z)
    if np.all(z.value < 0.0):
        other = plus(below[0], above[0].opposite())
        return times(exp(z), _summed([other], below, z.opposite()))
    return _by_sign(above, below, z)


def _by_sign(above: Sequence[Rounded], below: Sequence[Rounded], z: Rounded) -> Rounded:
    """The parts of a block on both sides of zero, each by its own series."""
    shape = np.broadcast_shapes(z.value.shape, *(p.value.shape for p in (*above, *below)))
    value, relative, absolute = np.empty(shape), np.empty(shape), np.empty(shape)
    negative = np.broadcast_to(z.value < 0.0, shape)
    for chosen in (negative, ~negative):
        parts = ([_taken(p, chosen) for p in above], [_taken(p, chosen) for p in below], _taken(z, chosen))
        found = hypergeometric(*parts)
        value[chosen], relative[chosen], absolute[chosen] = found.value, found.relative, found.absolute
    return Rounded(value, relative, absolute)


def _taken(x: Rounded, chosen: np.ndarray) -> Rounded:
    def part(bound: Bound) -> Bound:
        return bound if np.ndim(bound) == 0 else np.broadcast_to(bound, chosen.shape)[chosen]

    return Rounded(part(x.value), part(x.relative), part(x.absolute))


def _summed(above: Sequence[Rounded], below: Sequence[Rounded], z: Rounded) -> Rounded:
    """The series term by term until what is left is nothing beside it.

    The k-th term has at most 2 (p + q) + 3 roundings times k, a sum of K terms K more; an error of z or of a parameter
    by a share r changes the k-th term by at most a share of some k r, where k r is small.
    """
    parameters = [*above, *below]
    shape = np.broadcast_shapes(z.value.shape, *(p.value.shape for p in parameters))
    open_to = np.abs(z.value) <= REACH.get(len(below) - len(above), 0.0)
    for p in parameters:
        open_to = open_to & (p.value > 0.0)
    upper, lower = ([np.where(p.value > 0.0, p.value, 1.0) for p in part] for part in (above, below))
    argument = np.where(open_to, z.value, 0.0)
    size, alternating = np.abs(argument), bool(np.any(argument < 0.0))
    term, total = np.ones(shape), np.ones(shape)
    sizes, weighted = (np.ones(shape) if alternating else total), np.zeros(shape)
    ended, last = np.zeros(shape, dtype=bool), np.zeros(shape)
    for k in range(1, MOST + 1):
        term *= argument
        term *= _ratio(upper, lower, k - 1)
        total += term
        if alternating:
            sizes += np.abs(term)
        if len(upper) > len(lower):
            weighted += k * np.abs(term)
        if k % STRIDE == 0:
            last = np.where(ended, last, k)
            ended = _ended(upper, lower, size, term, sizes, k)
            if np.all(ended):
                break
    mean = weighted / sizes if len(upper) > len(lower) else _mean_index(upper, lower, size, last)
    shares = sum((p.share() for p in parameters), z.share())
    bound = mean * ((2 * len(parameters) + 3) * UNIT + 1.01 * shares) + (last * UNIT + LEFT)
    bound = np.where(open_to & ended & (last * shares <= FIRST_ORDER), bound, np.inf)
    return made(total, 0.0, bound * sizes) if alternating else made(total, bound)


def _mean_index(above: Sequence[Floats], below: Sequence[Floats], size: Floats, most: Floats) -> Floats:
    """A bound on sum k |t_k| / sum |t_k|, p <= q.

    As k t_k = z r t_(k-1), it is |z| times the largest r, and at most the last k.
    """
    largest: Floats | float = 1.0
    for place, b in enumerate(below):
        largest = largest * (np.maximum(above[place] / b, 1.0) if place < len(above) else 1.0 / b)
    return np.minimum(size * largest, most)


def _ratio(above: Sequence[Floats], below: Sequence[Floats], k: int) -> Floats | float:
    ratio: Floats | float = 1.0 / (k + 1.0)
    for a in above:
        ratio = ratio * (a + k)
    for b in below:
        ratio = ratio / (b + k)
    return ratio


def _ended(
    above: Sequence[Floats], below: Sequence[Floats], size: Floats, term: Floats, sizes: Floats, k: int
) -> Truths:
    """Where a geometric series bounds what is left: every later ratio is at most this product of pairs."""
    largest: Floats | float = size
    for place, b in enumerate([*below, np.asarray(1.0)]):
        if place < len(above):
            largest = largest * np.maximum((above[place] + k) / (b + k), 1.0)
        else:
            largest = largest / (b + k)
    ended: Truths = (largest < 0.98) & (np.abs(term) * largest <= LEFT * (1.0 - largest) * sizes)
    return ended
