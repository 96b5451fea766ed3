"""The error of attention by random features: the ratio expanded to first order, from exact moments of pairs of keys.

With p the softmax weights of a query x, o its output and Z_j the estimate of K(x, y_j) over K(x, y_j), the estimated
output less o is L/D, L = sum p_j (V_j - o) Z_j, D = sum p_j Z_j, E L = 0, E D = 1. To first order its mean square is E L^2
and the relative variance of the normaliser is E D^2 - 1; both are sums over pairs of keys of exact moments. What is left
out is of the order of that variance times E L^2. Source: `beyond/dense/attention/variance` for independent rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats
from rftheory.moments.block_covariance import block_share

MapName = Literal["trigonometric", "positive", "hyperbolic", "oprf"]
MAPS: tuple[MapName, ...] = ("trigonometric", "positive", "hyperbolic", "oprf")
COUPLINGS = ("iid", "orthogonal")
REACH = 0.02
"""Of the relative variance s of the normaliser: for Gaussian L and D the second order adds at most 9 s, 18 percent."""
TERMS = 60
SMALL = 1e-12
FARTHEST = {True: 40.0, False: 200.0}


@dataclass(frozen=True)
class AttentionPrediction:
    """`squared`: mean over queries and channels of the first-order squared error of the output; `normaliser`: mean over
    queries of the relative variance of the normaliser, and its `largest`.

    `within_reach`: whether that mean is at most REACH, as the expansion supposes.
    """

    squared: float
    normaliser: float
    largest: float

    @property
    def within_reach(self) -> bool:
        """Whether the normaliser varies so little that the first order speaks."""
        return self.normaliser <= REACH


def attention_error(
    q: Floats, k: Floats, v: Floats, m: int, name: MapName, coupling: str = "iid", a: float = 0.0
) -> AttentionPrediction:
    """The prediction for queries (L, d), keys (S, d) and values (S, e), as scaled for K = exp(q.k), at m projections.

    `a`: the real parameter of `oprf`, below 1/8. DomainError for another map or coupling. Time L S^2.
    """
    if name not in MAPS or coupling not in COUPLINGS:
        raise DomainError(
            "mechanism", f"{coupling}-{name}", f"one of {', '.join(COUPLINGS)} and {', '.join(MAPS)}"
        )
    if not a < 0.125:
        raise DomainError("a", a, "below 1/8, else the variance is infinite")
    d, total, sizes = q.shape[1], 0.0, []
    for x in q:
        logits = k @ x
        p = np.exp(logits - logits.max())
        p /= math.fsum(p)
        g = p[:, None] * (v - p @ v)
        u = x - k if name == "trigonometric" else x + k
        covariance = one_row(u, name, a) / m
        if coupling == "orthogonal" and d > 1:
            covariance = covariance + block_share(d, m) / m * two_rows(u, waves=name == "trigonometric")
        total += float(np.mean(np.sum(g * (covariance @ g), axis=0)))
        sizes.append(float(p @ covariance @ p))
    return AttentionPrediction(max(total / len(q), 0.0), float(np.mean(sizes)), max(sizes))


def one_row(u: Floats, name: MapName, a: float = 0.0) -> Floats:
    """Cov(Z_j, Z_k) of one projection, relative to both kernel values, at u_j = x + y_j (trigonometric: x - y_j)."""
    inner = u @ u.T
    if name in ("trigonometric", "hyperbolic"):
        return np.asarray(2.0 * np.sinh(inner / 2.0) ** 2)
    if name == "positive" or a == 0.0:
        return np.asarray(np.expm1(inner))
    # c(R) exp(r |u+u'|^2/4 - |u-u'|^2/4), R = r I
    r = 1.0 / (1.0 - 8.0 * a)
    squares = np.diag(inner)[:, None] + np.diag(inner)[None, :]
    first = u.shape[1] * (math.log1p(r) - math.log(2.0) - math.log(r) / 2.0)
    return np.asarray(np.expm1(first + (r - 1.0) * squares / 4.0 + (r + 1.0) * inner / 2.0))


def two_rows(u: Floats, *, waves: bool = False) -> Floats:
    """Cov(Z_j, Z'_k) of two orthogonal projections with independent chi_d norms, relative to both kernel values.

    E exp(w.u + w'.u') is the 2 x 2 hypergeometric function of the Gram matrix of r_1 u and r_2 u', averaged over the norms:
    sum_k ((|u|^2|u'|^2 - (u.u')^2)/4)^k (d/2)_k^2 / (k! ((d-1)/2)_k (d/2)_2k) Phi_2(d/2+k, d/2+k; d/2+2k; |u|^2/2, |u'|^2/2),
    Phi_2 Humbert's function; for cosines with -|u|^2 in place of |u|^2 in Phi_2. DomainError beyond FARTHEST.
    """
    d, inner = u.shape[1], u @ u.T
    halves = np.diag(inner) / 2.0
    if not 2.0 * float(halves.max()) <= FARTHEST[waves]:
        what = "|x - y|^2" if waves else "|x + y|^2"
        raise DomainError(what, 2.0 * float(halves.max()), f"at most {FARTHEST[waves]:g} for orthogonal rows")
    sign = -1.0 if waves else 1.0
    determinant = np.maximum(np.multiply.outer(halves, halves) - inner**2 / 4.0, 0.0)
    found, factor = np.zeros_like(inner), np.ones_like(inner)
    weight = np.exp(np.add.outer(halves, halves) * (1.0 if waves else -1.0))
    for order in range(TERMS):
        term = factor * _humbert(d / 2.0 + order, d / 2.0 + 2.0 * order, sign * halves)
        found += term
        if float(np.max(np.abs(term) * weight)) <= SMALL * float(np.max(np.abs(found) * weight)):
            break
        c, n = d / 2.0, order
        ratio = (c + n) ** 2 / ((n + 1.0) * ((d - 1.0) / 2.0 + n) * (c + 2.0 * n) * (c + 2.0 * n + 1.0))
        factor = factor * determinant * ratio
    return np.asarray(found * weight - 1.0)


def _humbert(b: float, c: float, x: Floats) -> Floats:
    """Phi_2(b, b; c; x_j, x_k) for every j, k, by its double series as a product of matrices."""
    top = float(np.max(np.abs(x)))
    count = int(top + 10.0 * math.sqrt(top) + 30.0)
    i = np.arange(count, dtype=np.float64)
    steps = np.concatenate([np.ones((1, len(x))), x[None, :] * ((b + i[:-1]) / (i[1:]))[:, None]])
    powers = np.cumprod(steps, axis=0)
    rising = np.concatenate([[0.0], np.cumsum(np.log(c + np.arange(2 * count - 2)))])
    joint = np.exp(-rising[np.add.outer(np.arange(count), np.arange(count))])
    return np.asarray(powers.T @ joint @ powers)
