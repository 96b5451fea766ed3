"""Moments of Walsh-Hadamard transforms with random signs."""

from __future__ import annotations

import itertools

import sympy as sp

from rftheory.kit import Proof

_X = sp.symbols("x_0:4", real=True)


def walsh(size: int) -> sp.Matrix:
    """The Sylvester matrix with entries +-1."""
    matrix = sp.Matrix([[1]])
    while matrix.rows < size:
        matrix = sp.kronecker_product(sp.Matrix([[1, 1], [1, -1]]), matrix)
    return matrix


def patterns(size: int) -> list[sp.Matrix]:
    """All diagonal sign matrices."""
    return [sp.diag(*signs) for signs in itertools.product((1, -1), repeat=size)]


def hadamard_orthogonal(proof: Proof) -> None:
    """H and the sign matrices are orthogonal, and so is every product of them."""
    two = walsh(2) / sp.sqrt(2)
    proof.equal(two * two.T, sp.eye(2), "H_2 H_2^T = I")
    four = walsh(4) / 2
    proof.equal(sp.kronecker_product(two, two), four, "H_4 = H_2 (x) H_2,")
    proof.equal(four * four.T, sp.eye(4), "orthogonal")
    proof.cite("(A (x) B)(A (x) B)^T = A A^T (x) B B^T: so is H_(2n) = H_2 (x) H_n, by induction")
    squares = [sign * sign for sign in patterns(4)]
    proof.equal(squares, [sp.eye(4)] * 16, "D D = I for sign matrices")


def fourth_moment(proof: Proof) -> None:
    """E (sum_k e_k a_k)^4 = 3 (sum a^2)^2 - 2 sum a^4, so E sum_j y_j^4 <= 3 |v|^4/d for y = H D v."""
    mean = (
        sum(
            sum(s * a for s, a in zip(signs, _X, strict=True)) ** 4
            for signs in itertools.product((1, -1), repeat=4)
        )
        / 16
    )
    square, fourth = sum(a**2 for a in _X), sum(a**4 for a in _X)
    proof.equal(
        mean,
        3 * square**2 - 2 * fourth,
        "fourth moment of a signed sum (four terms hold every pattern of indices)",
    )
    image = sum(sum(entry**4 for entry in walsh(4) * sign * sp.Matrix(_X)) for sign in patterns(4)) / 16 / 16
    proof.equal(
        image,
        (3 * square**2 - 2 * fourth) / 4,
        "E sum_j y_j^4 = (3 |v|^4 - 2 sum v^4)/d, written out at d = 4",
    )


def pair_sum_variance(proof: Proof) -> None:
    """For A the + half of a Walsh function: E (sum_A y^2 - u/2)^2, averaged over q, is u^2/(2d) up to O(1/d^2)."""
    v = sp.Matrix(_X)
    square, fourth = sum(a**2 for a in _X), sum(a**4 for a in _X)
    lines = walsh(4)
    total = sp.S.Zero
    for q in range(1, 4):
        for sign in patterns(4):
            image = lines * sign * v / 2
            total += (sum(lines[q, i] * image[i] ** 2 for i in range(4)) / 2) ** 2
    found = sp.expand(total / 16)
    expected = sum(_X[a] ** 2 * _X[a ^ q] ** 2 for q in range(1, 4) for a in range(4)) / 2
    proof.equal(
        found, expected, "given v the mean square is (1/2) sum_a v_a^2 v_(a xor q)^2 (written out at d = 4)"
    )
    proof.equal(
        expected, (square**2 - fourth) / 2, "summed over q != 0: (u^2 - sum v^4)/2, and E sum v^4 <= 3 u^2/d"
    )
    proof.cite("E (sum_a v_a^2 v_(a xor q)^2)^2 = O(u^4/d^2), so fourth powers of the deviation add O(1/d^2)")
