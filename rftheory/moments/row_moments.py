"""Mean, variance and fourth central moment of what one row of a map of whole rows adds to an estimate at a pair."""

from __future__ import annotations

import cmath
import math

import numpy as np
import scipy

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.dense.powers import log_power, spectrum
from rftheory.moments.pairs import scaled
from rftheory.moments.row_maps import Counts, Dense, Exponential, Row
from rftheory.moments.term_moments import TermMoments

LARGEST = 700.0
TERMS = 1 << 17
NEGLIGIBLE = 45.0


def row_moments(row: Row, kernel: Kernel, x: Floats, y: Floats, fixed: bool = False) -> TermMoments:
    """Of one row's share of an estimate at (x, y); `fixed`: Gaussian rows replaced by rows of length sqrt(d)."""
    log_kernel = -float((x - y) @ (x - y)) / 2.0 if kernel == "gaussian" else float(x @ y)
    if isinstance(row, Exponential) and row.antithetic:
        raw = [_antithetic(row.given().real, kernel, x, y, k, fixed) for k in (1, 2, 3, 4)]
        return _central([_relative(terms, k * log_kernel) for k, terms in enumerate(raw, 1)], log_kernel)
    if isinstance(row, Exponential):
        raw = [_exponential(row.given(), row.s, kernel, x, y, k, fixed) for k in (1, 2, 3, 4)]
        return _central([_relative(terms, k * log_kernel) for k, terms in enumerate(raw, 1)], log_kernel)
    if isinstance(row, Dense):
        if fixed:
            raise InputError(
                "dense features of rows of length sqrt(d) have no known moments; allowed: chi_d lengths"
            )
        one = spectrum(row.a, row.place(x, y)[None, :])
        logs = [float(log_power(one, k)[0]) for k in (1, 2, 3, 4)]
        return _central([_relative([(1.0, complex(log))], 0.0) for log in logs], log_kernel)
    moments = []
    for k in (1, 2, 3, 4):
        sign, log = _counts(row, kernel, x, y, k)
        moments.append(_relative([(sign, complex(log))], k * log_kernel))
    return _central(moments, log_kernel)


def _central(relative: list[float], log_kernel: float) -> TermMoments:
    """From raw moments over powers of the kernel."""
    one, two, three, four = relative
    variance = two - one * one if math.isfinite(two) else math.inf
    fourth = four - 4.0 * three * one + 6.0 * two * one**2 - 3.0 * one**4 if math.isfinite(four) else math.inf
    powers = zip((one, max(variance, 0.0), max(fourth, 0.0)), (1.0, 2.0, 4.0), strict=True)
    return TermMoments(*(scaled(value, power * log_kernel) for value, power in powers))


def _relative(terms: list[tuple[float, complex]], shift: float) -> float:
    """The real sum of weight e^{log - shift}; inf where it overflows."""
    if any(log.real - shift > LARGEST for _, log in terms):
        return math.inf
    return math.fsum(weight * cmath.exp(log - shift).real for weight, log in terms)


def _exponential(
    a: complex, s: int, kernel: Kernel, x: Floats, y: Floats, k: int, fixed: bool
) -> list[tuple[float, complex]]:
    """Terms of E (Re Z)^k, Z = D^2 e^{2A|w|^2 + B w.(x+sy) + C n2}: binomials of E Z^j conj(Z)^{k-j}.

    E e^{alpha|w|^2 + b.w} = (1-2 alpha)^{-d/2} e^{b.b/(2(1-2 alpha))} for Re alpha < 1/2, else infinite (crt, (17)).
    """
    d, v = len(x), x + s * y
    square, n2 = float(v @ v), float(x @ x + y @ y)
    weight = (-(s + 1) / 2.0 + (0.5 if kernel == "softmax" else 0.0)) * n2
    factor, slope = 0.5 * d * cmath.log(1.0 - 4.0 * a), cmath.sqrt(s * (1.0 - 4.0 * a))
    terms = []
    for j in range(k + 1):
        rest = k - j
        alpha = 2.0 * (j * a + rest * a.conjugate())
        beta = j * slope + rest * slope.conjugate()
        log = j * factor + rest * factor.conjugate() + k * weight
        terms.append((math.comb(k, j) / 2.0**k, log + _log_mean(alpha, beta * beta * square, d, fixed)))
    return terms


def _antithetic(
    a: float, kernel: Kernel, x: Floats, y: Floats, k: int, fixed: bool
) -> list[tuple[float, complex]]:
    """Terms of E ((Z(w) + Z(-w))/2)^k for real A and s = 1: binomials of e^{2kA|w|^2 + (2j - k) B w.(x+y)}."""
    d, v = len(x), x + y
    square, n2 = float(v @ v), float(x @ x + y @ y)
    log = 0.5 * d * math.log(1.0 - 4.0 * a) - (1.0 if kernel == "gaussian" else 0.5) * n2
    return [
        (
            math.comb(k, j) / 2.0**k,
            k * log + _log_mean(complex(2 * k * a), (2 * j - k) ** 2 * (1.0 - 4.0 * a) * square, d, fixed),
        )
        for j in range(k + 1)
    ]


def _log_mean(alpha: complex, square: complex, d: int, fixed: bool) -> complex:
    """log E e^{alpha|w|^2 + b.w}, b.b = square: crt, (17); real infinity where it is infinite."""
    if fixed:
        mean = complex(scipy.special.hyp0f1(d / 2.0, np.array([d * square / 4.0]))[0])
        return alpha * d + (cmath.log(mean) if mean else -math.inf)
    width = 1.0 - 2.0 * alpha
    if width.real <= 0.0:
        return complex(math.inf)
    return -0.5 * d * cmath.log(width) + square / (2.0 * width)


def _counts(row: Counts, kernel: Kernel, x: Floats, y: Floats, k: int) -> tuple[float, float]:
    """Sign and log of E X^k, X = e^{-n2/2} prod (x_l y_l)^{w_l}/(w_l! p_{w_l}): a product of series, one a coordinate."""
    moved, other = row.moved(x), row.moved(y)
    t, d = moved * other, len(x)
    sign, total = 1.0, -k * float(moved @ moved + other @ other) / 2.0
    if kernel == "softmax":
        total += k * float(x @ x + y @ y) / 2.0
    count = 64
    while True:
        n = np.arange(count, dtype=np.float64)[:, None]
        masses = row.law.log_mass(np.broadcast_to(n, (count, d)))
        drawn = masses > -math.inf
        with np.errstate(invalid="ignore"):
            logs = (
                (1 - k) * masses - k * scipy.special.gammaln(n + 1.0) + scipy.special.xlogy(k * n, np.abs(t))
            )
        logs = np.where(drawn, logs, -math.inf)
        top = np.max(logs, axis=0)
        if np.all(logs[-1] < top - NEGLIGIBLE) and np.all(np.argmax(logs, axis=0) < count // 2):
            break
        if count >= TERMS:
            return 1.0, math.inf
        count *= 2
    signs = np.where((t < 0.0) & ((k * n) % 2.0 == 1.0), -1.0, 1.0)
    sums = np.sum(signs * np.exp(logs - top), axis=0)
    with np.errstate(divide="ignore"):
        total += float(np.sum(top + np.log(np.abs(sums))))
    return sign * float(np.prod(np.sign(sums))), total
