"""log E (Z/K - 1)^4 of one projection's share Z of an estimate, vectorised over pairs: closed forms that never overflow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rftheory.measured.inputs import Floats

Moments = dict[int, list[tuple[float, Any]]]
"""E (Z/K)^k as shares of exponentials of arrays of logarithms, real or complex."""

LARGE = 300.0
MOST_COUNT = 150.0

# Z = (F + conj F)/2: the shares of the products F^a conj(F)^b in Z^k
_POWERS = {
    2: ((2, 0, 1 / 2), (1, 1, 1 / 2)),
    3: ((3, 0, 1 / 4), (2, 1, 3 / 4)),
    4: ((4, 0, 1 / 8), (3, 1, 1 / 2), (2, 2, 3 / 8)),
}


def exponential(square: Floats, d: int, a: complex, s: int) -> Floats:
    """GERF at |x+sy|^2: E F^i conj(F)^j = |D-powers| (1-2h)^(-d/2) exp(g^2 |x+sy|^2/(2(1-2h)) - k s |x+sy|^2/2).

    h = 2(iA + j conj A), g = iB + j conj B; infinite unless Re(1-16A) > 0. A = 0 is the positive map for s = 1, the
    trigonometric one for s = -1.
    """
    if 1.0 - 16.0 * a.real <= 0.0:
        return np.full(len(square), math.inf)
    r = 1.0 - 4.0 * a
    b = complex(np.sqrt(complex(s * r)))
    moments: Moments = {}
    for k, terms in _POWERS.items():
        moments[k] = []
        for i, j, share in terms:
            width = 1.0 - 4.0 * (i * a + j * a.conjugate())
            slope = i * b + j * b.conjugate()
            logs = d / 2.0 * (i * np.log(r) + j * np.log(r.conjugate()) - np.log(width))
            moments[k].append((share, logs + (slope * slope / width - k * s) * square / 2.0))
    return central(moments)


def hyperbolic(plus: Floats) -> Floats:
    """cosh w.(x + y) at |x+y|^2."""
    return central({
        k: [(share, ((i - j) ** 2 - k) * plus / 2.0 + 0j) for i, j, share in terms]
        for k, terms in _POWERS.items()
    })  # fmt: skip


def poisson(products: Floats, rates: Floats) -> Floats:
    """At x_l y_l (n, d): E (Z/K)^k = exp(sum_l k lam_l - k x_l y_l + lam_l ((x_l y_l/lam_l)^k - 1))."""
    rates = np.broadcast_to(rates, products.shape[1:])
    ones = np.ones(len(products))
    return _of_counts({
        k: (np.sum(k * (rates - products) + rates * ((products / rates) ** k - 1.0), axis=1), ones)
        for k in _POWERS
    })  # fmt: skip


def geometric(products: Floats, p: float) -> Floats:
    """At x_l y_l (n, d): E (Z/K)^k = prod_l p^(1-k) e^(-k z) sum_w (z^k (1-p)^(1-k))^w / w!^k, z = x_l y_l.

    Beyond sizes of MOST_COUNT the fourth moment is taken there: beyond every number that could be trusted.
    """
    found = {}
    for k in _POWERS:
        scale = (1.0 - p) ** ((k - 1) / k)
        z = np.clip(products / scale, -MOST_COUNT, MOST_COUNT)
        less, term = np.zeros_like(z), np.ones_like(z)
        for w in range(1, int(1.6 * float(np.max(np.abs(z)))) + 60):
            term = term * (z / w) ** k
            less += term
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(less > -0.5, np.log1p(np.maximum(less, -0.5)), np.log(np.abs(1.0 + less)))
        total = np.sum(logs - k * products, axis=1) - (k - 1) * z.shape[1] * math.log(p)
        found[k] = (total, np.prod(np.sign(1.0 + less), axis=1))
    return _of_counts(found)


def central(moments: Moments) -> Floats:
    """log E (X-1)^4 for E X = 1 and E X^k = Re sum share e^logs, by differences from 1 where they are in range."""
    top = np.max([logs.real for _, logs in moments[4]], axis=0)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        less = {
            k: sum(share * np.expm1(np.where(top < LARGE, logs, 0.0)).real for share, logs in terms)
            for k, terms in moments.items()
        }
        near = np.log(np.maximum(less[4] - 4.0 * less[3] + 6.0 * less[2], 1e-300))
        whole = sum(share * np.exp(logs - top).real for share, logs in moments[4])
        far = top + np.log(np.maximum(whole, 1e-300))
    return np.where(top < LARGE, near, far)


def _of_counts(logs: dict[int, tuple[Floats, Floats]]) -> Floats:
    """From (log |E (Z/K)^k|, sign)."""
    return central({
        k: [(1.0, size + np.where(sign < 0.0, math.pi * 1j, 0j))] for k, (size, sign) in logs.items()
    })  # fmt: skip
