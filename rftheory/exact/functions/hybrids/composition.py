"""Compositional feature maps with exact entries: the hybrid estimate, its tensor-product map and its expansion.

Numbers are Gaussian rationals and products bilinear, so that roots of negative coefficients need no care.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import Literal

from rftheory.exact import balls
from rftheory.exact.balls import Gaussian
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import MpContext, MpNumber, Rational

Slip = Literal["", "no i", "conjugated", "swapped"]
Vector = list[Gaussian]
Maps = tuple[tuple[Vector, Vector], ...]

ZERO, ONE, UNIT = balls.fmpq(0), balls.fmpq(1), balls.gauss(0, 1)
_SIZES = ((1, 1), (2, 2), (1, 4), (4, 1), (3, 3), (1, 9), (2, 8))  # (m, n) with a rational root of mn
_MODULUS, _FACTOR = 2**31 - 1, 48271  # the minimal standard generator of Park and Miller


@dataclass(frozen=True)
class CompositionalMaps:
    """Exact values of all maps at one pair (x, y), the map of x first.

    a_k = m roots[k]^2 and 1 - sum_k a_k = m rest^2, so that the square roots of the map are exact. `bases` holds
    t_k maps of length m for each of the p+1 base estimators, `weights` l_k maps of length n for each lambda^k.
    """

    m: int
    n: int
    roots: tuple[Gaussian, ...]
    rest: Gaussian
    bases: tuple[Maps, ...]
    weights: tuple[Maps, ...]

    @property
    def shifts(self) -> list[Gaussian]:
        """The scalars a_k."""
        return [self.m * root * root for root in self.roots]


def bilinear(u: Sequence[Gaussian], v: Sequence[Gaussian]) -> Gaussian:
    """sum u_i v_i, without conjugation."""
    return sum((a * b for a, b in zip(u, v, strict=True)), ZERO)


def estimate(hybrid: CompositionalMaps) -> Gaussian:
    """The definition: sum_k lambda^k SM^k + (1 - sum_k lambda^k) SM^(p+1)."""
    bases = [_inner(maps) / balls.fmpq(hybrid.m) for maps in hybrid.bases]
    weights = [
        a + _inner(maps) / balls.fmpq(hybrid.n) for a, maps in zip(hybrid.shifts, hybrid.weights, strict=True)
    ]
    return bilinear(weights, bases[:-1]) + (ONE - sum(weights, ZERO)) * bases[-1]


def expansion(hybrid: CompositionalMaps, slip: Slip = "") -> Gaussian:
    """The four sums of eq. (30) of hrf, or a wrong variant of them."""
    m, mn = balls.fmpq(hybrid.m), balls.fmpq(hybrid.m * hybrid.n)
    shifts = hybrid.shifts
    sign = ONE if slip == "no i" else -ONE
    own, last = list(hybrid.bases[:-1]), hybrid.bases[-1]
    if slip == "swapped":
        own, last = [last] * len(own), own[0]
    total = sum((a / m * _inner(maps) for a, maps in zip(shifts, own, strict=True)), ZERO)
    total = total + (ONE - sum(shifts, ZERO)) / m * _inner(last)
    for maps, weights in zip(own, hybrid.weights, strict=True):
        total = total + _tensors(weights, maps, conjugated=slip == "conjugated") / mn
        total = total + sign * _tensors(weights, last, conjugated=slip == "conjugated") / mn
    return total


def features(hybrid: CompositionalMaps, side: int, slip: Slip = "") -> Vector:
    """The map Psi of Lemma 2.3 of hrf (side 0 at x, 1 at y) entry by entry, or a wrong variant of it."""
    root = ONE / balls.fmpq(_root(hybrid.m * hybrid.n))
    own, last = list(hybrid.bases[:-1]), hybrid.bases[-1]
    if slip == "swapped":
        own, last = [last] * len(own), own[0]
    entries: Vector = []
    for shift, maps in zip(hybrid.roots, own, strict=True):
        entries += [shift * entry for pair in maps for entry in pair[side]]
    for weights, maps in zip(hybrid.weights, own, strict=True):
        entries += _outer(weights, maps, side, root)
    entries += [hybrid.rest * entry for pair in last for entry in pair[side]]
    for weights in hybrid.weights:
        entries += _outer(weights, last, side, root if slip == "no i" else UNIT * root)
    return [_conjugate(entry) for entry in entries] if slip == "conjugated" and side == 0 else entries


def instances(seed: int = 1) -> Iterator[CompositionalMaps]:
    """Endlessly many hybrids by a congruential sequence: p, t_k, l_k in 1..3; every second one has real numbers only."""
    state = seed

    def below(bound: int) -> int:
        nonlocal state
        state = state * _FACTOR % _MODULUS
        return state // 7 % bound

    def rational() -> Rational:
        return balls.fmpq(below(13) - 6, below(4) + 1)

    def number(real: bool) -> Gaussian:
        return rational() if real else balls.gauss(rational(), rational())

    def maps(number_of: int, length: int, real: bool) -> Maps:
        return tuple(
            ([number(real) for _ in range(length)], [number(real) for _ in range(length)])
            for _ in range(number_of)
        )

    for index in count():
        real = index % 2 == 0
        m, n = _SIZES[below(len(_SIZES))]
        p = below(3) + 1
        free = [rational() * (UNIT if below(2) else ONE) if real else number(False) for _ in range(p - 1)]
        left = ONE / balls.fmpq(m) - bilinear(free, free)
        split = balls.fmpq(below(9) + 1, below(5) + 1) * (UNIT if below(2) else ONE)
        if not real:
            split = split + balls.fmpq(below(5), 2)
        last, rest = (split + left / split) / balls.fmpq(2), (split - left / split) / (2 * UNIT)
        yield CompositionalMaps(
            m,
            n,
            (*free, last),
            rest,
            tuple(maps(below(3) + 1, m, real) for _ in range(p + 1)),
            tuple(maps(below(3) + 1, n, real) for _ in range(p)),
        )


class MapLength(BallFunction):
    """The number of entries of Psi in Lemma 2.3 of hrf for (m, n, t, l), by listing its blocks one after another."""

    nargs = 4

    @staticmethod
    def ball(m: Rational, n: Rational, t: Sequence[Rational], l: Sequence[Rational]) -> Rational:
        """Each listed block adds its length."""
        total = ZERO
        for maps in t:
            total = total + maps * m
        for k, weights in enumerate(l):
            for base in (k, len(t) - 1):
                for _ in range(int(weights.p)):
                    total = total + t[base] * m * n
        return total

    @staticmethod
    def oracle(
        ctx: MpContext, m: MpNumber, n: MpNumber, t: Sequence[MpNumber], l: Sequence[MpNumber]
    ) -> MpNumber:
        """The same blocks, summed."""
        shared = ctx.fsum(weights * (base + t[-1]) for weights, base in zip(l, t, strict=False))
        return m * ctx.fsum(t) + m * n * shared

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\#\Psi\left({', '.join(printer.doprint(a) for a in self.args)}\right)"


def _inner(maps: Maps) -> Gaussian:
    """The inner product of concatenations: the sum of those of the parts."""
    return sum((bilinear(u, v) for u, v in maps), ZERO)


def _tensors(weights: Maps, maps: Maps, *, conjugated: bool) -> Gaussian:
    """sum over all pairs of (rho x phi).(rho x phi), tensor by tensor."""
    total: Gaussian = ZERO
    for (a, b), (u, v) in product(weights, maps):
        left = [p * q for p in a for q in u]
        right = [p * q for p in b for q in v]
        total = total + bilinear([_conjugate(entry) for entry in left] if conjugated else left, right)
    return total


def _outer(weights: Maps, maps: Maps, side: int, factor: Gaussian) -> Vector:
    pairs = product(weights, maps)
    return [factor * p * q for weight, base in pairs for p in weight[side] for q in base[side]]


def _conjugate(value: Gaussian) -> Gaussian:
    re, im = balls.parts(value)
    return balls.gauss(re, -im)


def _root(square: int) -> int:
    return next(k for k in count(1) if k * k == square)
