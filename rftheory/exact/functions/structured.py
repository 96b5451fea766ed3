"""Exact laws of the structured rows sqrt(d) H D_1 .. H D_k: every sign pattern is enumerated, none is drawn.

Row i at x is sum_j +-y_j with y = H D_2 .. H D_k x and the signs of D_1 independent, so the mean of a product of
cosines over D_1 is a product of cos(y_j). Multiplying D_2 or D_k by a Walsh function permutes the y_j or changes
their signs, which leaves such products alone: one pattern of each orbit is enough.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rftheory.errors import InputError, shorten
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

MAX_ENTRIES = 1 << 26  # numbers of all patterns together: the most work for one value
MAX_BATCH = 1 << 20  # numbers of one array: 8 MB
MAX_PRODUCTS = 1 << 17  # different products of cosines, each multiplied out in balls
_WORD = 1 << 62  # sums below it fit into int64, with the sign and one bit to spare

Rows = npt.NDArray[Any]
"""An array of int64, or of Python integers where these would overflow."""


class StructuredMean(BallFunction):
    """E cos(w.x) for a row w of sqrt(d) H D_1 .. H D_k; x has a power of two of entries, k = 1, 2 or 3."""

    nargs = 2

    @staticmethod
    def ball(x: Sequence[Rational], k: Rational) -> Real:
        """The average of prod_j cos(y_j) over the signs that y depends on."""
        entries, scale = _integers(x)
        blocks = int(k.p)
        products = _products(entries, blocks)
        return _weighted(products, _unit(len(entries), blocks) / balls.ball(scale))

    @staticmethod
    def oracle(ctx: MpContext, x: Sequence[MpNumber], k: MpNumber) -> MpNumber:
        """The average of cos(w.x) over all sign matrices, row 1 of H being constant."""
        total = ctx.fsum(ctx.cos(ctx.fsum(row)) for row in _literally(ctx, x, int(k)))
        return total / (1 << len(x) * int(k))

    def _latex(self, printer: Printer, *_: object) -> str:
        x, k = (printer.doprint(a) for a in self.args)
        return rf"\mathbb E\cos\left(w^\top {x}\right)_{{(HD)^{{{k}}}}}"


class StructuredSquare(BallFunction):
    """E K^2 for the estimate K = (1/d) sum_i cos(w_i.x) of the d rows of sqrt(d) H D_1 .. H D_k."""

    nargs = 2

    @staticmethod
    def ball(x: Sequence[Rational], k: Rational) -> Real:
        """w_i +- w_l vanishes on half the entries and doubles the others: products of cos(2 y_j) over halves."""
        entries, scale = _integers(x)
        blocks = int(k.p)
        products = _half_products(entries, blocks)
        return _weighted(products, 2 * _unit(len(entries), blocks) / balls.ball(scale))

    @staticmethod
    def oracle(ctx: MpContext, x: Sequence[MpNumber], k: MpNumber) -> MpNumber:
        """The average of K^2 over all sign matrices."""
        d = len(x)
        walsh = _signs_of_walsh(d)
        total = ctx.mpf(0)
        for row in _literally(ctx, x, int(k)):
            terms = [ctx.cos(ctx.fsum(s * e for s, e in zip(line, row, strict=True))) for line in walsh]
            total += (ctx.fsum(terms) / d) ** 2
        return total / (1 << d * int(k))

    def _latex(self, printer: Printer, *_: object) -> str:
        x, k = (printer.doprint(a) for a in self.args)
        return rf"\mathbb E\widehat K({x})^2_{{(HD)^{{{k}}}}}"


class InnerProductTail(BallFunction):
    """P[<R_i, R_l> <= t |x|^2 for all i != l], R = sqrt(d) H diag(H D_2 H D_3 x): an exact rational."""

    nargs = 2

    @staticmethod
    def ball(x: Sequence[Rational], t: Rational) -> Rational:
        """The share of the patterns of (D_2, D_3); ties count as <=."""
        entries, _ = _integers(x)
        return _share(entries, int(t.p), int(t.q))

    @staticmethod
    def oracle(ctx: MpContext, x: Sequence[MpNumber], t: MpNumber) -> MpNumber:
        """The same share with the rows of R written out and every pair of rows tried."""
        d, good, all_patterns = len(x), 0, 0
        walsh = _signs_of_walsh(d)
        limit = t * ctx.fsum(e * e for e in x) * (1 + ctx.mpf(10) ** (3 - ctx.dps))
        for v in _steps(ctx, x, walsh):
            for y in _steps(ctx, v, walsh):
                pairs = itertools.combinations(walsh, 2)
                values = [ctx.fsum(a * b * e * e for a, b, e in zip(*two, y, strict=True)) for two in pairs]
                good += all(value <= limit for value in values)
                all_patterns += 1
        return ctx.mpf(good) / all_patterns

    def _latex(self, printer: Printer, *_: object) -> str:
        x, t = (printer.doprint(a) for a in self.args)
        return rf"\Pr\left[\max_{{i\ne l}}\langle\tilde R_i,\tilde R_l\rangle\le {t}\|{x}\|^2\right]"


def _signs_of_walsh(d: int) -> list[list[int]]:
    """The entries of the Hadamard matrix one by one, for the oracles."""
    return [[(-1) ** (i & j).bit_count() for j in range(d)] for i in range(d)]


def _steps(ctx: MpContext, x: Sequence[MpNumber], walsh: list[list[int]]) -> Iterator[list[MpNumber]]:
    """H D x for every sign matrix D."""
    for signs in itertools.product((1, -1), repeat=len(x)):
        flipped = [s * e for s, e in zip(signs, x, strict=True)]
        yield [
            ctx.fsum(h * e for h, e in zip(line, flipped, strict=True)) / ctx.sqrt(len(x)) for line in walsh
        ]


def _literally(ctx: MpContext, x: Sequence[MpNumber], blocks: int) -> Iterator[list[MpNumber]]:
    """D_1 H D_2 .. H D_k x for every choice of the signs."""
    walsh = _signs_of_walsh(len(x))
    level: list[Sequence[MpNumber]] = [x]
    for _ in range(blocks - 1):
        level = [y for v in level for y in _steps(ctx, v, walsh)]
    for y in level:
        for signs in itertools.product((1, -1), repeat=len(x)):
            yield [s * e for s, e in zip(signs, y, strict=True)]


def _integers(x: Sequence[Rational]) -> tuple[tuple[int, ...], Rational]:
    """Coprime integers X and the rational r with x = X/r."""
    common = math.lcm(*(int(e.q) for e in x))
    scaled = [int((e * common).p) for e in x]
    shared = math.gcd(*scaled) or 1
    return tuple(e // shared for e in scaled), balls.fmpq(common, shared)


def _unit(d: int, blocks: int) -> Real:
    """d^(-(k-1)/2), by which the unnormalised transforms are too long."""
    return 1 / balls.power(balls.fmpq(d), balls.fmpq(blocks - 1, 2))


def _walsh(rows: Rows) -> Rows:
    """Unnormalised Walsh-Hadamard transform of every row."""
    d, half = rows.shape[1], 1
    while half < d:
        pairs = rows.reshape(len(rows), d // (2 * half), 2, half)
        left, right = pairs[:, :, 0], pairs[:, :, 1]
        rows = np.stack((left + right, left - right), axis=2).reshape(len(rows), d)
        half *= 2
    return rows


def _free(support: Sequence[int]) -> list[int]:
    """The support without a largest affinely independent set of indices (as vectors over two elements)."""
    basis: list[int] = []
    free = []
    for index in support:
        vector = 2 * index + 1
        for known in basis:
            vector = min(vector, vector ^ known)
        if vector:
            basis.append(vector)
        else:
            free.append(index)
    return free


def _signs(entries: Sequence[int], free: Sequence[int], kind: type) -> Rows:
    """Rows D x for all signs on the free indices, + elsewhere."""
    patterns = np.arange(1 << len(free), dtype=np.int64)
    rows: Rows = np.tile(np.array(entries, dtype=kind), (len(patterns), 1))
    for bit, index in enumerate(free):
        rows[:, index] = rows[:, index] * (1 - 2 * (patterns >> bit & 1))
    return rows


def _work(patterns: int, d: int, limit: int = MAX_ENTRIES) -> None:
    """InputError when 2^patterns rows of d numbers are beyond the limit."""
    if patterns + d.bit_length() > limit.bit_length():
        raise InputError(
            f"the exact average over 2^{patterns} sign patterns of {d} entries is beyond the limit of {limit} "
            "numbers: every x with d <= 8 is within it, at d = 16 sparse or evenly filled ones"
        )


def _kind(entries: Sequence[int], growth: int) -> type:
    return np.int64 if growth * sum(map(abs, entries)) < _WORD else object


def _images(entries: tuple[int, ...], blocks: int) -> Iterator[tuple[int, Rows]]:
    """(weight, rows of +-Y) that represent all patterns of D_2 .. D_k; Y = sqrt(d)^(k-1) times y."""
    d = len(entries)
    if blocks not in (1, 2, 3):
        raise InputError(f"the number of blocks is 1, 2 or 3, not {shorten(blocks)}")
    if blocks == 1:
        yield 1, np.abs(np.array([entries], dtype=object))
        return
    kind = _kind(entries, d)
    free = _free([i for i, e in enumerate(entries) if e])
    inner = d - 1 - (d.bit_length() - 1) if blocks == 3 and any(entries) else 0
    _work(len(free), d, MAX_BATCH)
    _work(len(free) + inner, d)
    first = _walsh(_signs(entries, free, kind))
    if blocks == 2:
        yield 1, first
        return
    for image, weight in Counter(map(tuple, np.abs(first).tolist())).items():
        still = _free([i for i, e in enumerate(image) if e])
        rows = _walsh(_signs(image, still, kind))
        # fewer representatives where the image has zeros: each then stands for more patterns
        yield weight << (inner - len(still)), rows


@functools.lru_cache(maxsize=64)
def _products(entries: tuple[int, ...], blocks: int) -> dict[tuple[int, ...], int]:
    """Multisets {|Y_j|} with their integer weights."""
    found: Counter[tuple[int, ...]] = Counter()
    for weight, rows in _images(entries, blocks):
        _collect(found, np.abs(rows), weight)
    return dict(found)


@functools.lru_cache(maxsize=64)
def _half_products(entries: tuple[int, ...], blocks: int) -> dict[tuple[int, ...], int]:
    """Multisets {|Y_j|} over the + half and the - half of every Walsh function (the constant one included)."""
    d = len(entries)
    walsh = _walsh(np.eye(d, dtype=np.int64))
    found: Counter[tuple[int, ...]] = Counter()
    for weight, rows in _images(entries, blocks):
        sizes = np.abs(rows)
        for line in walsh:
            _collect(found, sizes[:, line > 0], weight)
            _collect(found, sizes[:, line < 0], weight)
    return dict(found)


def _collect(found: Counter[tuple[int, ...]], sizes: Rows, weight: int) -> None:
    for key, count in Counter(map(tuple, np.sort(sizes, axis=1).tolist())).items():
        found[key] += weight * count
    if len(found) > MAX_PRODUCTS:
        raise InputError(f"the exact average has more than {MAX_PRODUCTS} different products of cosines")


def _weighted(products: dict[tuple[int, ...], int], unit: Ball) -> Real:
    """The weighted average of prod cos(unit * size), exactly 1 where all sizes vanish."""
    cosines: dict[int, Real] = {0: balls.fmpq(1)}
    total: Real = balls.fmpq(0)
    for sizes, weight in products.items():
        value: Real = balls.fmpq(weight)
        for size in sizes:
            if size not in cosines:
                cosines[size] = (unit * size).cos()
            value = value * cosines[size]
        total = total + value
    return total / sum(products.values())


@functools.lru_cache(maxsize=256)
def _share(entries: tuple[int, ...], above: int, below: int) -> Rational:
    """The probability that all inner products are <= above/below times |x|^2.

    The inner product of two rows is a Walsh coefficient of the Y_j^2; here only the orbits of D_3 and the common
    sign of D_2 leave it alone.
    """
    d = len(entries)
    free = _free([i for i, e in enumerate(entries) if e])
    inner = d - 1 if any(entries) else 0
    _work(max(len(free), inner), d, MAX_BATCH)
    _work(len(free) + inner, d)
    images = _walsh(_signs(entries, free, _kind(entries, d)))
    square = sum(e * e for e in entries)
    kind = np.int64 if d**4 * square * (abs(above) + below) < _WORD else object
    limit = above * d * d * square
    good = patterns = 0
    for image, weight in Counter(map(tuple, np.abs(images).tolist())).items():
        rows = _walsh(_signs(image, range(1, inner + 1), kind))
        largest = _walsh(rows * rows)[:, 1:]
        holds = np.all(largest * below <= limit, axis=1) if d > 1 else np.ones(len(rows), dtype=bool)
        good += weight * int(np.count_nonzero(holds))
        patterns += weight * len(rows)
    return balls.fmpq(good, patterns)
