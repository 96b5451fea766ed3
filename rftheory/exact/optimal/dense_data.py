"""Dense positive features: the best matrix A for queries and keys, by the log criterion, from the points themselves.

T is the mean of (x + y)(x + y)^T over all pairs, a rational matrix that is found exactly; its rank is exact and the other
eigenvalues are enclosed. What is given to use is a matrix of doubles, whose own objective is enclosed and held against
the least one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import lcm

import numpy as np

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.optimal.dense import LOG, best, best_sigma, each_minimum, objective
from rftheory.exact.optimal.optimum import Certifier, Found, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball, Real

Points = Sequence[Sequence[Fraction]]
Whole = list[list[int]]
_DOUBLINGS = 5


def optimise(x: Points, y: Points, digits: int) -> Optimum:
    """The best A for all pairs of these queries and keys (rows of one length)."""
    whole, scale = second_moment(x, y)
    d = len(whole)
    proof = Certifier()
    trace = Fraction(sum(whole[i][i] for i in range(d)), scale)
    proof.require(
        scale > 0,
        f"T is the exact mean over all {len(x)} x {len(y)} pairs of the numbers as given, a rational matrix; its trace",
        trace=exactly(trace, digits),
    )
    sizes = _spectrum(proof, whole, scale, digits)
    each_minimum(proof, sizes, digits)
    proof.cite("von Neumann's trace inequality: no matrix with other eigenvectors does better")
    value = enclosed(lambda: objective([best(t) for t in sizes], sizes), digits)
    matrix = _doubles(whole, scale, sizes)
    _compare(proof, matrix, whole, scale, sizes, digits)
    parameters: dict[str, Found] = {
        "t": tuple(enclosed(partial(balls.ball, t), digits) for t in sizes),
        "A": tuple(enclosed(partial(best, t), digits, "closed form") for t in sizes),
        "Sigma": tuple(enclosed(partial(best_sigma, t), digits, "closed form") for t in sizes),
        "matrix": tuple(tuple(exactly(Fraction(entry), digits) for entry in row) for row in matrix),
    }
    claim = (
        "no symmetric A with 8A < I has a smaller mean log relative second moment; A lists its eigenvalues, in the "
        "eigenvectors of T, and matrix is A in doubles"
    )
    others = {"positive_features": exactly(trace, digits)}
    return Optimum("dense", parameters, value, LOG, proof.certify(claim), others)


def second_moment(x: Points, y: Points) -> tuple[Whole, int]:
    """T as a matrix of integers over one integer: sum over pairs (x + y)(x + y)^T = m X^T X + n Y^T Y + s r^T + r s^T."""
    unit = lcm(*(entry.denominator for points in (x, y) for row in points for entry in row))
    xs, ys = ([[int(entry * unit) for entry in row] for row in points] for points in (x, y))
    s, r = ([sum(column) for column in zip(*points, strict=True)] for points in (xs, ys))
    n, m, d = len(xs), len(ys), len(s)
    one, other = balls.gram(xs), balls.gram(ys)
    whole = [
        [m * one[i][j] + n * other[i][j] + s[i] * r[j] + r[i] * s[j] for j in range(d)] for i in range(d)
    ]
    return whole, n * m * unit * unit


def _spectrum(proof: Certifier, whole: Whole, scale: int, digits: int) -> list[Real]:
    """Eigenvalues of T: 0 exactly as often as the rank says, the others to more digits than are asked for."""
    zeros = len(whole) - balls.whole_rank(whole)
    wanted = int(3.33 * (digits + 15))
    bits = 2 * wanted + 128
    for _ in range(_DOUBLINGS):
        with balls.working_precision(bits):
            try:
                found = balls.eigenvalues(whole)[zeros:]
            except PrecisionError:
                found = []
            told = len(found) == len(whole) - zeros and all(
                balls.accuracy_bits(each) >= wanted and each > 0 for each in found
            )
            if told:
                sizes: list[Real] = [balls.fmpq(0)] * zeros + [each / scale for each in found]
                proof.require(
                    told,
                    f"T has rank {len(found)} of {len(whole)}, exactly; its positive eigenvalues are enclosed, each as often "
                    "as it occurs",
                    least=rounded(sizes[zeros], digits) if found else exactly(0, digits),
                    largest=rounded(sizes[-1], digits),
                )
                return sizes
        bits *= 2
    raise PrecisionError(f"the eigenvalues of T are not enclosed to {digits} digits at {bits // 2} bits")


def _doubles(whole: Whole, scale: int, sizes: Sequence[Real]) -> list[list[float]]:
    """A(T) in doubles, symmetric; nothing is claimed of it before it is compared."""
    t = np.array([[float(Fraction(entry, scale)) for entry in row] for row in whole])
    vectors = np.linalg.eigh(t)[1]
    found = (vectors * [balls.to_float(balls.ball(best(size))) for size in sizes]) @ vectors.T
    rows: list[list[float]] = ((found + found.T) / 2.0).tolist()
    return rows


def _compare(
    proof: Certifier,
    matrix: Sequence[Sequence[float]],
    whole: Whole,
    scale: int,
    sizes: Sequence[Real],
    digits: int,
) -> None:
    """The objective of the doubles, with W = I - 8A: log det(I+W) - d log 2 - (log det W)/2 + tr(W^{-1} T)."""
    d = len(whole)
    with balls.working_precision(8 * digits + 512):
        w = [[balls.exact((i == j) - 8 * Fraction(matrix[i][j])) for j in range(d)] for i in range(d)]
        one = [[w[i][j] + (i == j) for j in range(d)] for i in range(d)]
        own, more = balls.pivots(w), balls.pivots(one)
        proof.require(
            all(each > 0 for each in (*own, *more)),
            "the matrix of doubles has 8A < I: all pivots are positive",
        )
        t = [[balls.exact(Fraction(entry, scale)) for entry in row] for row in whole]
        reached = _logs(more) - d * balls.arb(2).log() - _logs(own) / 2 + balls.trace_of_quotient(w, t)
        excess = reached - objective([best(size) for size in sizes], sizes)
        bound = abs(excess).upper()
        proof.require(
            bound < balls.arb("1e-9") * (1 + abs(reached)),
            "its objective is larger than the least one by less than",
            bound=rounded(bound, 1),
        )


def _logs(values: Sequence[Ball]) -> Ball:
    total = balls.arb(0)
    for value in values:
        total = total + value.log()
    return total
