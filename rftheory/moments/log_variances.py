"""Relative variances of one projection in logarithms, vectorised over pairs: closed forms that never overflow.

Relative to K(x, y)^2, they are the same for the Gaussian and the softmax kernel.
"""

from __future__ import annotations

import cmath
import math

import numpy as np
import scipy

from rftheory.measured.inputs import Floats

FAR = 30.0


def log_expm1(g: Floats) -> Floats:
    """log(e^g - 1), -inf at g <= 0."""
    g = np.maximum(np.asarray(g, dtype=np.float64), 0.0)
    with np.errstate(divide="ignore"):
        return np.where(
            g > FAR, g + np.log1p(-np.exp(-np.maximum(g, FAR))), np.log(np.expm1(np.minimum(g, FAR)))
        )


def log_cosh(h: Floats) -> Floats:
    """log cosh h, exact near 0."""
    h = np.abs(np.asarray(h, dtype=np.float64))
    small = np.log1p(2.0 * np.sinh(np.minimum(h, 1.0) / 2.0) ** 2)
    return np.where(h < 1.0, small, h + np.log1p(np.exp(-2.0 * h)) - math.log(2.0))


def positive(plus: Floats) -> Floats:
    """e^{|x+y|^2} - 1."""
    return log_expm1(plus)


def cosh_type(square: Floats) -> Floats:
    """2 sinh^2(t/2) = cosh t - 1: hyperbolic features at t = |x+y|^2, trigonometric ones at t = |x-y|^2."""
    with np.errstate(divide="ignore"):
        return square - math.log(2.0) + 2.0 * np.log(-np.expm1(-square))


def optimal_positive(plus: Floats, d: int, rho: float) -> Floats:
    """GERF with s = 1 and A = (1 - 1/rho)/8: ((1+rho)/(2 sqrt rho))^d e^{rho |x+y|^2} - 1."""
    return log_expm1(d * log_cosh(np.asarray(math.log(rho) / 2.0)) + rho * plus)


def generalised(square: Floats, d: int, a: complex, s: int, *, bound: bool = False) -> Floats:
    """GERF with any A, Re(1-8A) > 0, at |x+sy|^2; `bound`: an upper bound for all squares up to these."""
    if a.imag == 0.0 and s == 1:
        return optimal_positive(square, d, 1.0 / (1.0 - 8.0 * a.real))
    w, r = 1.0 - 8.0 * a, 1.0 - 4.0 * a
    first = d * (cmath.log(r) - 0.5 * cmath.log(w))
    second = d * (math.log(abs(r)) - 0.5 * math.log(w.real))
    slopes = (s / w, s / 2.0 + (s + 2.0 * abs(r)) / (2.0 * w.real) - s)
    if a.imag == 0.0:
        half = (1.0 + 1.0 / w.real) * square / 2.0
        start = d * log_cosh(np.asarray(math.log(w.real) / 2.0))
        exponent = start + log_cosh(half) + square - half
        return log_expm1(np.maximum(exponent, start) if bound else exponent)
    if bound:
        ends = [
            np.maximum(c.real, c.real + k.real * square) for c, k in zip((first, second), slopes, strict=True)
        ]
        return log_expm1(np.logaddexp(ends[0], ends[1]) - math.log(2.0))
    log_size, phase = first.real + slopes[0].real * square, first.imag + slopes[0].imag * square
    top = second + slopes[1] * square
    small = np.maximum(0.5 * (1.0 + np.exp(np.minimum(log_size - top, 0.0)) * np.cos(phase)), 1e-300)
    return log_expm1(top + np.log(small))


def poisson(products: Floats, inner: Floats, rates: Floats) -> Floats:
    """exp(sum_l lam_l + sum_l x_l^2 y_l^2/lam_l - 2 x.y) - 1, one rate a coordinate, written with squares."""
    sizes = products - rates
    excess = np.sum(sizes * sizes / rates, axis=1)
    return log_expm1(excess + 2.0 * (np.sum(products, axis=1) - inner))


def poisson_bound(products: Floats, inner: Floats, rates: Floats) -> Floats:
    """An upper bound of `poisson` for all |x_l y_l| up to these and x.y from this one up."""
    exponent = rates + products**2 / rates
    return log_expm1(exponent.sum(axis=1) - 2.0 * inner)


def geometric(products: Floats, inner: Floats, p: float) -> Floats:
    """p^{-d} prod_l I_0(2 |x_l y_l|/sqrt(1-p)) e^{-2 x.y} - 1."""
    z = 2.0 * products / math.sqrt(1.0 - p)
    d = products.shape[1]
    return log_expm1(np.sum(_log_bessel(z), axis=1) - d * math.log(p) - 2.0 * inner)


def angular(plus: Floats, minus: Floats, difference: Floats, angle: Floats, n: int) -> Floats:
    """The angular hybrid on shared projections with n signs: share of sign changes times SM++, the rest SMtrig."""
    share = np.clip(angle / math.pi, 0.0, 1.0)
    second = share * (share + (1.0 - share) / n)
    cross = share - second
    with np.errstate(divide="ignore"):
        parts = np.logaddexp(np.log(second) + cosh_type(plus), np.log(1.0 - share - cross) + cosh_type(minus))
        gain = np.log(cross) + math.log(4.0) + 2.0 * np.log(np.abs(np.sin(difference / 2.0)))
        known = np.where(parts > -np.inf, parts, 0.0)
        return parts + np.log(-np.expm1(np.minimum(gain - known, 0.0)))


def angular_bound(plus: Floats, minus: Floats) -> Floats:
    """An upper bound of `angular` for every angle and n."""
    return np.logaddexp(cosh_type(plus), cosh_type(minus))


def _log_bessel(z: Floats) -> Floats:
    """log I_0(z): the series below 1, where rounding of I_0 near 1 would show, else the scaled function."""
    q = np.minimum(z, 1.0) ** 2 / 4.0
    series = q * (
        1.0
        + q
        / 4.0
        * (1.0 + q / 9.0 * (1.0 + q / 16.0 * (1.0 + q / 25.0 * (1.0 + q / 36.0 * (1.0 + q / 49.0)))))
    )
    return np.where(z < 1.0, np.log1p(series), np.log(scipy.special.i0e(np.maximum(z, 1.0))) + z)
