"""Second and fourth central moments of an average over coupled rows, exact to a stated error."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from rftheory.errors import DomainError, InputError
from rftheory.moments.legendre import legendre
from rftheory.moments.norm_nodes import squared_lengths

Row = tuple[int, ...]
ORDERS = 96
FARTHEST = {"positive": 4.0, "hyperbolic": 4.0, "trigonometric": 32.0}
SERIES_END = (3.0, 2.0)
LOSS = 1e-6
TINY = 1e-22
MOST_NODES = 2048
"""Of a rule over directions: its nodes are eigenvalues of a matrix of that size."""
QUADRATIC: tuple[Row, ...] = ((2,), (1, 1))
QUARTIC: tuple[Row, ...] = ((4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
WAYS = (1, 4, 3, 6, 1)

Wide = np.longdouble
Wides = npt.NDArray[np.longdouble]


@dataclass(frozen=True)
class EquiangularBlock:
    """`rows` rows of one block in R^d, any two of cosine `cosine`; norms all sqrt(d) where `fixed`, else chi_d."""

    d: int
    rows: int = 1
    cosine: float = 0.0
    fixed: bool = False


@dataclass(frozen=True)
class Spread:
    """Variance and fourth central moment of an average."""

    variance: float
    fourth: float

    @property
    def kurtosis(self) -> float:
        """fourth / variance^2."""
        return self.fourth / self.variance**2


def spread(term: str, square: float, m: int, block: EquiangularBlock) -> Spread | None:
    """The average of term(w_i.z), i = 1..m, |z|^2 = square: independent blocks, the last one cut to what is left.

    term: "positive" e^t, "hyperbolic" cosh t, "trigonometric" cos t. None where `square` is beyond FARTHEST, or
    rounding leaves fewer than six digits.

    Given the norms, sum_i q_i w_i is isotropic of squared length S = (1-c) sum q_i^2 r_i^2 + c (sum q_i r_i)^2, so
    E exp(sum q_i w_i.z) = E 0F1(d/2; |z|^2 S/4); powers of terms are sums of such exponentials. A sum of b rows has
    mu_4 = b p_4 + 4 b(b-1) p_31 + 3 b(b-1) p_22 + 6 b(b-1)(b-2) p_211 + b(b-1)(b-2)(b-3) p_1111; cumulants of
    independent sums add.
    """
    if term not in FARTHEST:
        raise DomainError("term", term, f"one of {', '.join(FARTHEST)}")
    if not (square >= 0.0 and m >= 1 and block.d >= 2 and block.rows >= 1):
        raise DomainError("square, m, block", (square, m, block), "square >= 0, m >= 1, d >= 2, rows >= 1")
    if square > FARTHEST[term]:
        return None
    full, rest = divmod(m, block.rows)
    found, error = np.zeros(2, Wide), np.zeros(2, Wide)
    for count, b in ((full, block.rows), (1, rest)):
        if count and b:
            part, part_error = _of_sum(term, square, b, block)
            found, error = found + count * part, error + count * part_error
    (variance, cumulant), (lost, lost_fourth) = found, error
    fourth = cumulant + 3.0 * variance**2
    if (
        variance * LOSS < lost
        or fourth * LOSS < lost_fourth + 6.0 * variance * lost
        or not np.isfinite(fourth)
    ):
        return None
    return Spread(float(variance) / m**2, float(fourth) / m**4)


@lru_cache(maxsize=256)
def _of_sum(term: str, square: float, b: int, block: EquiangularBlock) -> tuple[Wides, Wides]:
    """Variance and fourth cumulant of a sum of b rows of one block, and bounds of what rounding did to both."""
    found, lost = np.zeros(2, Wide), np.zeros(2, Wide)
    for place, patterns, ways in ((0, QUADRATIC, (1, 1)), (1, QUARTIC, WAYS)):
        for pattern, way in zip(patterns, ways, strict=True):
            if len(pattern) <= b:
                value, error = _central(term, square, pattern, block)
                found[place] += way * math.perm(b, len(pattern)) * value
                lost[place] += way * math.perm(b, len(pattern)) * error
    lost[1] += 6.0 * abs(found[0]) * lost[0]
    found[1] -= 3.0 * found[0] ** 2
    return found, lost


def _central(term: str, square: float, pattern: Row, block: EquiangularBlock) -> tuple[Wide, Wide]:
    """E prod_i (term(w_i.z) - mean)^{p_i} over distinct rows, and a bound of its rounding error."""
    law = (block.d, block.cosine, block.fixed)
    if term == "trigonometric" and square > SERIES_END[_by_quadrature(*law[1:])]:
        return _far(square, pattern, *law)
    coefficients, sizes = _series(term, pattern, *law)
    powers = Wide(square) ** np.arange(ORDERS)
    return np.sum(powers * coefficients), _unit(*law[1:]) * np.sum(powers * sizes)


def _unit(cosine: float, fixed: bool) -> Wide:
    """The relative error of a coefficient: 32 roundings, wide ones where the law of S needs no quadrature."""
    return Wide(32.0) * np.finfo(np.float64 if _by_quadrature(cosine, fixed) else Wide).eps


def _by_quadrature(cosine: float, fixed: bool) -> bool:
    return cosine != 0.0 and not fixed


@lru_cache(maxsize=256)
def _series(term: str, pattern: Row, d: int, cosine: float, fixed: bool) -> tuple[Wides, Wides]:
    """Coefficients of |z|^{2k} in `_central`, and the sizes of what cancels in them.

    Each factor term - mean is O(t) for e^t and O(t^2) for the others, so the first orders are zero, and are left out:
    what remains stays accurate as |z| goes to 0.
    """
    sign = np.where(np.arange(ORDERS) % 2, -1.0, 1.0) if term == "trigonometric" else np.ones(ORDERS)
    total, sizes = np.zeros(ORDERS, Wide), np.zeros(ORDERS, Wide)
    powers = [np.eye(1, ORDERS, dtype=Wide)[0]]
    for _ in range(sum(pattern)):
        powers.append(np.convolve(powers[-1], _orders((1,), d, 0.0, fixed))[:ORDERS])
    for factor, missing, rows in centred(term, pattern):
        part = np.convolve(powers[missing], _orders(_canonical(rows, cosine), d, cosine, fixed))[:ORDERS]
        total += factor * part
        sizes += abs(factor) * part
    first = (sum(pattern) + 1) // 2 if term == "positive" else sum(pattern)
    total[:first] = sizes[:first] = 0.0
    return sign * total, sizes


def _far(square: float, pattern: Row, d: int, cosine: float, fixed: bool) -> tuple[Wide, Wide]:
    """`_central` for cosines at large |z|, where the alternating series would cancel: every value is at most one."""
    mean = _wave((1,), square, d, 0.0, fixed)
    parts = [
        factor * mean**missing * _wave(_canonical(rows, cosine), square, d, cosine, fixed)
        for factor, missing, rows in centred("trigonometric", pattern)
    ]
    sizes = (abs(factor) for factor, *_ in centred("trigonometric", pattern))
    return Wide(math.fsum(parts)), _unit(1.0, False) * math.fsum(sizes)


@lru_cache(maxsize=64)
def centred(term: str, pattern: Row) -> tuple[tuple[float, int, Row], ...]:
    """prod_i (X_i - mean)^{p_i} = sum factor mean^missing exp(sum q_i t_i): (factor, missing, q), t imaginary for cos."""
    found: dict[tuple[int, Row], float] = {}
    for kept in product(*(range(p + 1) for p in pattern)):
        missing = sum(pattern) - sum(kept)
        outer = (-1.0) ** missing * math.prod(math.comb(p, j) for p, j in zip(pattern, kept, strict=True))
        if term == "positive":
            found[missing, kept] = found.get((missing, kept), 0.0) + outer
            continue
        for ups in product(*(range(j + 1) for j in kept)):
            inner = math.prod(math.comb(j, up) / 2.0**j for j, up in zip(kept, ups, strict=True))
            rows = tuple(2 * up - j for j, up in zip(kept, ups, strict=True))
            found[missing, rows] = found.get((missing, rows), 0.0) + outer * inner
    return tuple((factor, missing, rows) for (missing, rows), factor in found.items())


def _canonical(rows: Row, cosine: float) -> Row:
    """One name for all q with the same law of S: order, the common sign and zeros do not matter."""
    if cosine == 0.0:
        return tuple(sorted((abs(q) for q in rows if q), reverse=True))
    up = tuple(sorted((q for q in rows if q), reverse=True))
    return max(up, tuple(sorted((-q for q in up), reverse=True)))


@lru_cache(maxsize=256)
def _orders(rows: Row, d: int, cosine: float, fixed: bool) -> Wides:
    """Coefficients of |z|^{2k} in E exp(sum q_i w_i.z): E S^k/(4^k (d/2)_k k!), k < ORDERS; all >= 0."""
    k = np.arange(ORDERS, dtype=Wide)
    rising = np.concatenate([np.ones(1, Wide), np.cumprod(1.0 + 2.0 * k[:-1] / d)])
    factorials = np.concatenate([np.ones(1, Wide), np.cumprod(k[1:])])
    if (
        cosine == 0.0 and not fixed
    ):  # r^2/2 is gamma distributed: E S^k/k! = 2^k [t^k] prod (1 - q_i^2 t)^{-d/2}
        found = np.eye(1, ORDERS, dtype=Wide)[0]
        for q in rows:
            found = np.convolve(found, Wide(q * q) ** k * rising / factorials)[:ORDERS]
        closed: Wides = found / rising * Wide(0.5) ** k
        return closed
    if fixed:
        squares, total = sum(q * q for q in rows), sum(rows)
        moments = (Wide(1.0 - cosine) * squares + Wide(cosine) * total**2) ** k
    else:
        s, weights = squared_lengths(rows, d, cosine, fixed)
        powers, moments = weights.copy(), np.empty(ORDERS, Wide)
        for order in range(ORDERS):
            moments[order] = powers.sum()
            powers *= s / d
    orders: Wides = moments * Wide(0.5) ** k / (rising * factorials)
    return orders


def sphere_wave(square: float, d: int) -> float:
    """E cos(w.z) = 0F1(d/2; -d |z|^2/4) for |w| = sqrt(d) of uniform direction, |z|^2 = square; absolute error 1e-14."""
    return _wave((1,), square, d, 0.0, True)


@lru_cache(maxsize=1024)
def _wave(rows: Row, square: float, d: int, cosine: float, fixed: bool) -> float:
    """E cos(sum q_i w_i.z) = E 0F1(d/2; -|z|^2 S/4), as the mean of cos(sqrt(S) |z| t), t one coordinate on the sphere."""
    if not rows:
        return 1.0
    if len(rows) == 1 and not fixed:
        return math.exp(-(rows[0] ** 2) * square / 2.0)
    s, weights = squared_lengths(rows, d, cosine, fixed)
    kept = weights > TINY
    lengths, weights = np.sqrt(square * s[kept]), weights[kept]
    end = min(math.pi / 2.0, 13.0 / math.sqrt(d))
    count = 40 + int(0.6 * end * float(lengths.max()))
    if count > MOST_NODES:
        far = math.sqrt(square) * MOST_NODES / count
        raise InputError(
            f"points {math.sqrt(square):.3g} apart; allowed with rows of one length: up to {far:.2g}"
        )
    nodes, angles = legendre(count)
    turns = end * (nodes + 1.0) / 2.0
    angles = angles * np.cos(turns) ** (d - 2)
    angles /= math.fsum(angles)
    total = 0.0
    for start in range(0, len(lengths), 8192):
        waves = np.cos(lengths[start : start + 8192, None] * np.sin(turns))
        total += float(weights[start : start + 8192] @ (waves @ angles))
    return total
