"""Fast linear maps: Walsh-Hadamard, (HD)^k and simplex."""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import CHUNK, Floats, integer

_KEPT = 128  # dense matrices up to this size are made once: single draws of small blocks ask for them again and again
_LARGEST_FACTOR_BITS = 5  # factors of at most 32 x 32: larger ones cost more multiplications than BLAS gains


def next_power_of_two(d: int) -> int:
    """The least power of two that is at least d >= 1."""
    return 1 << (integer("d", d, 1) - 1).bit_length()


def pad(x: Floats, length: int) -> Floats:
    """A copy of x with zeros appended to its last axis until that has `length` entries."""
    if x.shape[-1] > length:
        raise InputError(f"cannot pad {x.shape[-1]} entries to {length}; allowed: at most {length} entries")
    padded = np.zeros((*x.shape[:-1], length))
    padded[..., : x.shape[-1]] = x
    return padded


def hadamard_matrix(d: int) -> Floats:
    """The normalised H_d by its recursion H = [[H, H], [H, -H]]/sqrt(2); the dense oracle, not to be written to.

    Source: simrf, (90). DomainError unless d is a power of two.
    """
    if next_power_of_two(d) != d:
        raise DomainError("d", d, "a power of two")
    return _kept_hadamard(d) if d <= _KEPT else _hadamard(d)


def _hadamard(d: int) -> Floats:
    matrix = np.ones((1, 1))
    while len(matrix) < d:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    matrix /= sqrt(d)
    matrix.setflags(write=False)
    return matrix


_kept_hadamard = cache(_hadamard)


@cache
def _factors(d: int) -> tuple[Floats, ...]:
    """H_d as Kronecker factors of nearly equal size, at most 32 each; the first carries 1/sqrt(d)."""
    bits = d.bit_length() - 1
    count = max(1, -(-bits // _LARGEST_FACTOR_BITS))
    sizes = [1 << (bits // count + (i < bits % count)) for i in range(count)]
    factors = [np.rint(hadamard_matrix(size) * sqrt(size)) for size in sizes]
    factors[0] /= sqrt(d)
    for factor in factors:
        factor.setflags(write=False)
    return tuple(factors)


def walsh_hadamard(x: Floats) -> Floats:
    """H_d x along the last axis by Kronecker-factored matrix products; x (..., d), d a power of two.

    4096 = 16 * 16 * 16 costs three BLAS products with 16 x 16 factors. Sources: orf, section 4; simrf, (89).
    """
    d = x.shape[-1]
    if next_power_of_two(d) != d:
        raise DomainError("d", d, "a power of two; pad the vectors with zeros")
    return _transformed(x, np.empty(x.shape), np.empty(x.shape))[0]


def _transformed(x: Floats, one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """H_d x, written into one of two arrays of its shape, and the one that is left over; `other` may be x itself."""
    factors = _factors(x.shape[-1])
    after = factors[-1].shape[0]
    np.matmul(x.reshape(-1, after), factors[-1], out=one.reshape(-1, after))
    for factor in reversed(factors[:-1]):
        size = (-1, factor.shape[0], after)
        np.matmul(factor, one.reshape(size), out=other.reshape(size))
        one, other = other, one
        after *= factor.shape[0]
    return one, other


def hd_product(x: Floats, signs: Floats, out: Floats) -> Floats:
    """out = H D_1 H D_2 .. H D_k x; x (p, d), signs (n, k, b, d), out (n, p, b, d). Source: simrf, (89).

    Works through draws and points in pieces that stay in cache, all in the same two arrays.
    """
    n, p, b, d = out.shape
    many = max(1, CHUNK // (b * d))
    step = max(1, many // p)
    work = np.empty((2, min(step, n), min(many, p), b, d))
    for i in range(0, n, step):
        draws = slice(i, i + step)
        for j in range(0, p, many):
            part = out[draws, j : j + many]
            spare, left = work[:, : part.shape[0], : part.shape[1]]
            y = x[j : j + many, None, :]
            for factor in range(signs.shape[1] - 1, -1, -1):
                np.multiply(y, signs[draws, factor, None], out=left)
                y, spare = _transformed(left, spare, left)
                left = y
            part[...] = y
    return out


def simplex_matrix(d: int) -> Floats:
    """The rows s_i of S as printed, (d, d); the dense oracle, not to be written to. Source: simrf, (9); d >= 2."""
    integer("d", d, 2)
    return _kept_simplex(d) if d <= _KEPT else _simplex(d)


def _simplex(d: int) -> Floats:
    matrix: Floats = np.full((d, d), -(sqrt(d) + 1) / float(d - 1) ** 1.5)
    matrix[:, -1] = 0.0
    np.einsum("ii->i", matrix)[:] += sqrt(d / (d - 1))
    matrix[-1] = np.append(np.full(d - 1, 1.0 / sqrt(d - 1)), 0.0)
    matrix.setflags(write=False)
    return matrix


_kept_simplex = cache(_simplex)


def simplex_apply(x: Floats) -> Floats:
    """S x along the last axis in O(d) operations; x (..., d), a new array. Source: simrf, Algorithm 1."""
    d = integer("d", x.shape[-1], 2)
    last = x[..., :-1].sum(axis=-1)
    last /= sqrt(d - 1)
    y = x * sqrt(d / (d - 1))
    y -= ((sqrt(d) + 1) / (d - 1) * last)[..., None]
    y[..., -1] = last
    return y
