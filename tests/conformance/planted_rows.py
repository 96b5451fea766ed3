"""Generalised exponential and discrete features as users would write them, each with one thing changed. No test is here."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, lgamma
from typing import Any

import numpy as np

D, M = 8, 16
Floats = Any


def gaussian(d: int, m: int, seed: int) -> Floats:
    """Independent rows."""
    return np.random.default_rng(seed).standard_normal((m, d))


def orthogonal(d: int, m: int, seed: int) -> Floats:
    """Blocks of orthogonal rows with chi_d norms."""
    rng = np.random.default_rng(seed)
    blocks = []
    for _ in range(-(-m // d)):
        q, r = np.linalg.qr(rng.standard_normal((d, d)))
        blocks.append((q * np.sign(np.diag(r))) * np.sqrt(rng.chisquare(d, d))[:, None])
    return np.concatenate(blocks)[:m]


def gerf(
    a: float = -0.125,
    *,
    w: Callable[[int, int, int], Floats] = gaussian,
    tilt: float | None = None,
    slope: float | None = None,
    constant: float = -1.0,
    log_factor: float | None = None,
    divisor: float = M,
) -> Callable[[Floats, int], Floats]:
    """D e^{A|w|^2 + B w.x + C|x|^2}/sqrt(m): `tilt` is A in the exponent, `slope` B, `log_factor` log D for d = D."""
    b = (1.0 - 4.0 * a) ** 0.5 if slope is None else slope
    level = D / 4.0 * np.log(1.0 - 4.0 * a) if log_factor is None else log_factor

    def features(x: Floats, seed: int) -> Floats:
        rows = w(x.shape[1], M, seed)
        exponent = (a if tilt is None else tilt) * np.sum(rows * rows, axis=1) + b * (x @ rows.T)
        return np.exp(exponent + constant * np.sum(x * x, axis=1, keepdims=True) + level) / np.sqrt(divisor)

    return features


def antithetic(a: float = -0.125, *, woven: bool = False, **changes: Any) -> Callable[[Floats, int], Floats]:
    """Generalised features of every row and of its opposite, in halves or in turns."""
    half = gerf(a, **{"divisor": 2 * M, **changes})

    def features(x: Floats, seed: int) -> Floats:
        both = np.stack([half(x, seed), half(-x, seed)], axis=2 if woven else 1)
        return both.reshape(len(x), 2 * M)

    return features


def complex_gerf(a: complex, s: int) -> Callable[[Floats, int], tuple[Floats, Floats]]:
    """Real and imaginary parts of queries, real and minus imaginary parts of keys."""

    def features(x: Floats, seed: int) -> tuple[Floats, Floats]:
        d = x.shape[1]
        rows = gaussian(d, M, seed)
        b, factor = np.sqrt(complex(s * (1.0 - 4.0 * a))), (1.0 - 4.0 * a) ** (d / 4.0)
        tilt, weight = a * np.sum(rows * rows, axis=1), (s + 1) / 2.0 * np.sum(x * x, axis=1, keepdims=True)
        first = factor * np.exp(tilt + b * (x @ rows.T) - weight) / np.sqrt(M)
        second = factor * np.exp(tilt + s * b * (x @ rows.T) - weight) / np.sqrt(M)
        return np.concatenate([first.real, first.imag], axis=1), np.concatenate(
            [second.real, -second.imag], axis=1
        )

    return features


def poisson(
    lam: float = 0.05,
    *,
    drawn: float | None = None,
    level: float = 1.0,
    power: float = 1.0,
    weight: float = -0.5,
    divisor: float = M,
    logarithms: bool = False,
    unsigned: bool = False,
    shift: float = 0.0,
    shared: str = "",
) -> Callable[[Floats, int], Floats]:
    """e^{lam d/2 - |x|^2/2} prod x^w lam^{-w/2}/sqrt(m), with one thing changed."""

    def features(x: Floats, seed: int) -> Floats:
        rng, d = np.random.default_rng(seed), x.shape[1]
        shape = {"": (M, d), "rows": (1, d), "coordinates": (M, 1)}[shared]
        w = np.broadcast_to(rng.poisson(lam if drawn is None else drawn, shape), (M, d))
        z = x - shift
        if logarithms:
            with np.errstate(divide="ignore", invalid="ignore"):
                powers = np.exp(np.log(z) @ w.T)
        else:
            powers = np.prod((np.abs(z) if unsigned else z)[:, None, :] ** w[None], axis=2)
        size = np.exp(level * lam * d / 2.0 + weight * np.sum(z * z, axis=1, keepdims=True))
        return size * powers * lam ** (-power * w.sum(axis=1) / 2.0) / np.sqrt(divisor)

    return features


def geometric(
    p: float = 0.9,
    *,
    drawn: float | None = None,
    divided: float | None = None,
    factorials: float = 0.5,
    whole: float = 1.0,
) -> Callable[[Floats, int], Floats]:
    """p^{-d/2} e^{-|x|^2/2} prod x^w (1-p)^{-w/2} (w!)^{-1/2}/sqrt(m); NumPy counts trials from 1."""
    q = p if divided is None else divided

    def features(x: Floats, seed: int) -> Floats:
        rng, d = np.random.default_rng(seed), x.shape[1]
        w = rng.geometric(p if drawn is None else drawn, (M, d)) - 1
        logs = np.vectorize(lgamma)(w + 1.0)
        mass = np.sum(np.log(q) + w * np.log1p(-q), axis=1)
        weight = np.exp(-whole * (factorials * logs.sum(axis=1) + 0.5 * mass))
        powers = np.prod(x[:, None, :] ** w[None], axis=2)
        return np.exp(-0.5 * np.sum(x * x, axis=1, keepdims=True)) * powers * weight / np.sqrt(M)

    return features


def table(masses: tuple[float, ...]) -> Callable[[Floats, int], Floats]:
    """Counts of a finite table: the kernel's series cut there."""
    p = np.array(masses) / np.sum(masses)
    sizes = np.array([factorial(k) for k in range(len(p))], dtype=float)

    def features(x: Floats, seed: int) -> Floats:
        w = np.random.default_rng(seed).choice(len(p), (M, x.shape[1]), p=p)
        weight = np.prod((sizes[w] * p[w]) ** -0.5, axis=1)
        return (
            np.exp(-0.5 * np.sum(x * x, axis=1, keepdims=True))
            * np.prod(x[:, None] ** w[None], axis=2)
            * weight
            / np.sqrt(M)
        )

    return features


def estimates(features: Callable[[Floats, int], Any]) -> Callable[[Floats, Floats, int], Floats]:
    """The estimates of a feature map."""

    def draw(x: Floats, y: Floats, seed: int) -> Floats:
        first, second = features(x, seed), features(y, seed)
        left = first[0] if isinstance(first, tuple) else first
        right = second[1] if isinstance(second, tuple) else second
        return np.sum(left * right, axis=1)

    return draw
