"""The directions of one block of projections of given norms with the least RF-conformity, by descent and duality.

Descent over unit vectors (L-BFGS, from fixed starts) finds them in floating point; the exact Gram matrix nearby has a
certified conformity, and convexity gives a certified lower bound for all blocks with these norms.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from scipy.optimize import minimize
from scipy.special import hyp0f1

from rftheory.errors import DomainError
from rftheory.exact import balls
from rftheory.exact.optimal.conformity import BlockConformity, Floats, Gram, gram_of, rational_directions
from rftheory.exact.optimal.optimum import Certificate, Certifier, Optimum, enclosed, exactly, rounded
from rftheory.exact.scalars import Ball

MEANING = "the RF-conformity (12), the mean over pairs of 0F1(; d/2; v^2 |w_i+w_j|^2/4)"
_STEPS = 4000  # of L-BFGS, which stops at a stationary point long before
_POLISH = 6  # Newton steps: from 1e-8 to rounding takes two or three
_SHIFT = 1e-5  # of central differences, near eps^(1/3), where cutting off and rounding cost alike
_RANK = 1e-7  # singular values below it, relatively, are the rotations, blurred by the differences
_LARGEST = 500.0  # 0F1(; b; z) is below e^(2 sqrt z), and doubles end at e^709
_BITS = 200  # beside those of the digits: elimination and sums over pairs lose far fewer
_TIGHT = Fraction(1, 10**6)  # the gap, relatively, that calls a minimum global: small beside every gain shown


def optimise(norms: Sequence[Fraction], d: int, v: Fraction, digits: int) -> Optimum:
    """The best directions of vectors of these norms in dimension d at |x+y| = v."""
    block = BlockConformity(tuple(norms), d, v)
    directions = rational_directions(best_directions(block))
    gram = gram_of(directions)
    value = enclosed(lambda: block.conformity(gram), digits)
    others = {
        name: enclosed(functools.partial(block.conformity, known), digits)
        for name, known in known_blocks(block).items()
    }
    shown = min(digits, 17)
    parameters = {
        "gram": tuple(tuple(exactly(entry, shown) for entry in row) for row in gram),
        "directions": tuple(tuple(exactly(entry, shown) for entry in row) for row in directions),
    }
    return Optimum("coupling", parameters, value, MEANING, _certificate(block, gram, digits), others)


def known_blocks(block: BlockConformity) -> dict[str, Gram]:
    """The Gram matrices of the orthogonal and of the simplex coupling."""
    count = len(block.norms)
    return {
        "orthogonal": _equal_cosines(count, Fraction(0)),
        "simplex": _equal_cosines(count, Fraction(-1, count - 1)),
    }


def _equal_cosines(count: int, cosine: Fraction) -> Gram:
    return tuple(tuple(Fraction(1) if i == j else cosine for j in range(count)) for i in range(count))


def best_directions(block: BlockConformity) -> Floats:
    """The rows of the best of several descents, in floating point; DomainError where doubles overflow."""
    if float(block.v) * 2.0 * float(max(block.norms)) > _LARGEST:
        raise DomainError(
            "v", block.v, f"v times twice the largest norm at most {_LARGEST:g}, so that doubles suffice"
        )
    found = []
    for start in _starts(block):
        result = minimize(
            _logarithm,
            start.ravel(),
            args=(block,),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": _STEPS, "maxfun": 2 * _STEPS, "ftol": 0.0, "gtol": 1e-15, "maxcor": 30},
        )
        found.append((float(result.fun), result.x.reshape(start.shape)))
    return _polished(block, min(found, key=lambda pair: pair[0])[1])


def _starts(block: BlockConformity) -> list[Floats]:
    """A simplex, an orthogonal block and two fixed irregular ones, none exactly stationary."""
    count, d = len(block.norms), block.d
    rows, columns = np.arange(1.0, count + 1)[:, None], np.arange(1.0, d + 1)[None, :]
    irregular = [
        np.cos(np.sqrt(2.0) * rows * columns + rows**2),
        np.sin(np.sqrt(3.0) * rows * columns + columns**2),
    ]
    basis = np.eye(count, d)
    simplex = basis - basis.mean(axis=0)
    return [simplex + 0.02 * irregular[0], basis + 0.02 * irregular[1], *irregular]


def _value(block: BlockConformity, vectors: Floats) -> tuple[float, Floats]:
    """The conformity and its gradient in the (not normalised) vectors."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / lengths
    slopes, total = _pairs(block, unit)
    turn = slopes @ unit
    gradient = (turn - np.sum(turn * unit, axis=1, keepdims=True) * unit) / lengths
    return total, gradient


def _pairs(block: BlockConformity, unit: Floats) -> tuple[Floats, float]:
    """2C and the conformity, as `BlockConformity` has them."""
    norms, v, half = np.array([float(norm) for norm in block.norms]), float(block.v), block.d / 2.0
    outer = np.outer(norms, norms)
    squares = norms[:, None] ** 2 + norms[None, :] ** 2 + 2.0 * outer * (unit @ unit.T)
    argument = np.maximum(squares, 0.0) * v * v / 4.0
    pairs = len(norms) * (len(norms) - 1)
    slopes = v * v * outer * hyp0f1(half + 1.0, argument) / (2.0 * half) * 2.0 / pairs
    values = hyp0f1(half, argument) / pairs
    np.fill_diagonal(slopes, 0.0)
    np.fill_diagonal(values, 0.0)
    return slopes, float(values.sum())


def _logarithm(flat: Floats, block: BlockConformity) -> tuple[float, Floats]:
    """log of the conformity, which varies over many orders of magnitude where v is large, and its gradient."""
    value, gradient = _value(block, flat.reshape(len(block.norms), block.d))
    return math.log(value), gradient.ravel() / value


def _polished(block: BlockConformity, vectors: Floats) -> Floats:
    """Newton's method on the gradient, in the least-norm direction since rotations change nothing, while it helps."""
    best: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    slope = _value(block, best)[1].ravel()
    for _ in range(_POLISH):
        moved = best.ravel() - np.linalg.lstsq(_curvature(block, best), slope, rcond=_RANK)[0]
        unit: Floats = moved.reshape(best.shape)
        unit = unit / np.linalg.norm(unit, axis=1, keepdims=True)
        after = _value(block, unit)[1].ravel()
        if not np.abs(after).max() < np.abs(slope).max():
            break
        best, slope = unit, after
    return best


def _curvature(block: BlockConformity, vectors: Floats) -> Floats:
    """The Hessian by central differences of the gradient."""
    rows = []
    for place in range(vectors.size):
        shift = np.zeros(vectors.size)
        shift[place] = _SHIFT
        ends = [
            _value(block, vectors + sign * shift.reshape(vectors.shape))[1].ravel() for sign in (1.0, -1.0)
        ]
        rows.append((ends[0] - ends[1]) / (2.0 * _SHIFT))
    found: Floats = np.array(rows)
    return (found + found.T) / 2.0


def _certificate(block: BlockConformity, gram: Gram, digits: int) -> Certificate:
    proof = Certifier()
    value, bound = gap_steps(proof, block, gram, digits)
    if value - bound < value * balls.exact(_TIGHT):
        return proof.certify("no block of vectors of these norms has a conformity below the bound")
    return proof.certify(
        "a local minimum of the conformity; the bound shows what is left open", status="local"
    )


def gap_steps(proof: Certifier, block: BlockConformity, gram: Gram, digits: int) -> tuple[Ball, Ball]:
    """The steps that bound every block from below by a Gram matrix, and the conformity and bound as balls."""
    with balls.working_precision(_BITS + 4 * digits):
        value, bound = block.conformity(gram), block.bound(gram)
        proof.require(
            all(gram[i][i] == 1 for i in range(len(gram))),
            "the Gram matrix is that of exact rational unit vectors: legal",
        )
        proof.cite(
            "0F1 has positive coefficients: the conformity is convex in the Gram matrix, at arguments >= 0"
        )
        proof.require(
            not bound > value,
            "its tangent at this Gram matrix, with an eigenvalue bound by elimination in balls, bounds every block below",
            conformity=rounded(value, 20),
            bound=rounded(bound, 20),
            gap=rounded((value - bound).upper(), 2),
        )
    return value, bound
