"""How pairs of projections of a block vary together, relative to one projection: exact, vectorised over pairs."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.moments.legendre import legendre

LARGEST_MEAN = 16_000.0
SERIES_END = 10.0
NODES = 600
MANY, FEW = 160, 48
SLOWEST = 1200
SMALLEST = 1e-12


def block_share(d: int, m: int) -> float:
    """sum_b b(b-1)/m over full blocks of d rows and the rest."""
    full, rest = divmod(m, d)
    return (full * d * (d - 1) + rest * (rest - 1)) / m


def positive_gap(plus: Floats, d: int, cosines: tuple[float, ...]) -> Floats:
    """E Z_1 Z_2/K^2 - 1 for positive features at |x+y|^2, averaged over the cosines of the pair.

    The mean over k ~ Poisson(|x+y|^2) of r_k - 1; see `ratios`. Beyond LARGEST_MEAN it is -1 to rounding where d < 10^6.
    """
    means, back = np.unique(np.minimum(plus, LARGEST_MEAN), return_inverse=True)
    top = int(means[-1] + 14.0 * math.sqrt(means[-1]) + 60.0)
    ratios = _mean_ratio_less_one(d, cosines, top)
    factorials = scipy.special.gammaln(np.arange(top + 1) + 1.0)
    found = np.empty_like(means)
    for start in range(0, len(means), 1024):
        t = means[start : start + 1024, None]
        root = np.sqrt(t)
        stride = np.maximum(1.0, np.floor(root / 8.0))
        low = np.maximum(0.0, np.floor(t - 12.0 * root))
        k = np.minimum(low + stride * np.arange(300), top).astype(np.int64)
        weights = np.exp(scipy.special.xlogy(k, t) - t - factorials[k])
        weights[:, 1:][k[:, 1:] == k[:, :-1]] = 0.0
        weights *= np.where(stride > 1.0, 1.0 / weights.sum(axis=1, keepdims=True), 1.0)
        found[start : start + 1024] = np.sum(weights * ratios[k], axis=1)
    gap: Floats = found[back]
    return gap


def trigonometric_gap(minus: Floats, d: int, cosine: float) -> Floats:
    """E cos(w_1.z) cos(w_2.z) - e^{-|z|^2} at |z|^2 = |x-y|^2 for rows with this cosine.

    An alternating series below SERIES_END; above, the mean over k ~ Poisson(|z|^2 (1+u)/2) of (-1)^k q_k,
    q_k = prod_{j<k} (d/2-j)/(d/2+j), by Kummer's transformation: every term is at most one.
    """
    t, back = np.unique(np.asarray(minus, dtype=np.float64), return_inverse=True)
    found = np.empty_like(t)
    near = t <= SERIES_END
    order = np.arange(61)
    ratios = _mean_ratio_less_one(d, (cosine, -cosine) if cosine else (0.0,), 60)
    powers = np.exp(scipy.special.xlogy(order, t[near, None]) - scipy.special.gammaln(order + 1.0))
    found[near] = np.sum(powers * np.where(order % 2, -1.0, 1.0) * ratios, axis=1)
    found[~near] = _far_gap(t[~near], d, cosine)
    gap: Floats = found[back]
    return gap


def _far_gap(t: Floats, d: int, cosine: float) -> Floats:
    """`trigonometric_gap` beyond SERIES_END; many values by a spline through NODES of them."""
    if len(t) > NODES:
        nodes = np.geomspace(t[0], t[-1], NODES)
        spline: Floats = scipy.interpolate.CubicSpline(np.log(nodes), _far_gap(nodes, d, cosine))(np.log(t))
        return spline
    total = np.zeros_like(t)
    coefficients = _alternating(d)
    k = np.arange(len(coefficients))
    factorials = scipy.special.gammaln(k + 1.0)
    for u, weight in _turns(d, cosine):
        a = t[:, None] * (1.0 + u) / 2.0
        total += weight * (np.exp(scipy.special.xlogy(k, a) - a - factorials) @ coefficients)
    gap: Floats = total - np.exp(-t)
    return gap


def _mean_ratio_less_one(d: int, cosines: tuple[float, ...], top: int) -> Floats:
    """The mean of `ratios` over the cosines, less one; exactly 0 at k = 0, and at k = 1 for cosines that cancel."""
    size = 1 << max(6, (top + 1).bit_length())
    found: Floats = np.mean([ratios(d, c, size) for c in cosines], axis=0)[: top + 1]
    if math.fsum(cosines) == 0.0:
        found[1] = 0.0
    return found


@lru_cache(maxsize=32)
def ratios(d: int, cosine: float, top: int) -> Floats:
    """r_k - 1, r_k = (d)_k/(2^k (d/2)_k) E (1 + u)^k, u = 2 c sqrt(b(1-b)), b ~ Beta(d/2, d/2); k = 0..top."""
    steps = np.arange(top, dtype=np.float64)
    logs = np.concatenate([[0.0], np.cumsum(-np.log1p(steps / (d + steps)))])
    if cosine == 0.0:
        less_one: Floats = np.expm1(logs)
        return less_one
    k = np.arange(top + 1, dtype=np.float64)
    u, weights = _shares(d, MANY if d < 64 else FEW)
    turned = cosine * u
    with np.errstate(divide="ignore"):
        slopes = np.maximum(np.log1p(turned), -1e6)
    sums = np.empty(top + 1)
    for start in range(0, top + 1, 4096):
        part = k[start : start + 4096, None]
        exponents = part * slopes
        peak = exponents.max(axis=1, keepdims=True)
        less_one = np.expm1(np.minimum(exponents, 1.0)) @ weights
        near = (peak[:, 0] < 1.0) & (less_one > -0.5)
        far = peak[:, 0] + np.log(np.exp(exponents - peak) @ weights)
        sums[start : start + 4096] = np.where(near, np.log1p(np.where(near, less_one, 0.0)), far)
    found: Floats = np.expm1(logs + sums)
    return found


@lru_cache(maxsize=32)
def _shares(d: int, count: int) -> tuple[Floats, Floats]:
    """Nodes cos(phi) of 2 sqrt(b(1-b)) and their weights, density proportional to cos^{d-1} phi."""
    nodes, weights = legendre(count)
    end = min(math.pi / 2.0, 13.0 / math.sqrt(d))
    values = np.cos(end * nodes)
    logs = (d - 1) * np.log(values)
    weights = weights * np.exp(logs)
    return values, weights / math.fsum(weights)


def _turns(d: int, cosine: float) -> list[tuple[float, float]]:
    """(u, weight) over both signs of the cosine; (0, 1) for orthogonal rows."""
    if cosine == 0.0:
        return [(0.0, 1.0)]
    nodes, weights = _shares(d, MANY if d == 2 else FEW)
    if d >= 64:  # |u| <= 1/63 and smooth: a short rule for the law of u
        nodes, weights = _short(nodes, weights)
    return [(sign * cosine * u, w / 2.0) for u, w in zip(nodes, weights, strict=True) for sign in (1.0, -1.0)]


def _short(nodes: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Three nodes with the same first five moments (Gauss)."""
    centre = float(nodes @ weights)
    x = nodes - centre
    moments = [float((x**k) @ weights) for k in range(6)]
    matrix = np.array([[moments[i + j] for j in range(3)] for i in range(3)])
    scale = math.sqrt(moments[2])
    if scale < 1e-12:
        return np.array([centre]), np.ones(1)
    size = scale ** np.add.outer(np.arange(3), np.arange(3))
    right = -np.array([moments[3 + i] for i in range(3)]) / scale ** (3.0 + np.arange(3))
    c = np.linalg.solve(matrix / size, right)
    roots = np.sort(np.roots([1.0, c[2], c[1], c[0]]).real)
    shares = np.linalg.solve(np.vander(roots, increasing=True).T, np.array([1.0, 0.0, 1.0]))
    return centre + scale * roots, shares


@lru_cache(maxsize=32)
def _alternating(d: int) -> Floats:
    """(-1)^k q_k up to the last that matters."""
    j = np.arange(SLOWEST, dtype=np.float64)
    q = np.concatenate([[1.0], np.cumprod((d / 2.0 - j) / (d / 2.0 + j))])
    q = q * np.where(np.arange(len(q)) % 2, -1.0, 1.0)
    kept = np.flatnonzero(np.abs(q) > SMALLEST)
    last: Floats = q[: kept[-1] + 1]
    return last
