"""The law of random Givens products in dimension four, by draws made here, matrix entry by matrix entry.

Independent of the sampler: every rotation is written into a fresh identity matrix, and W W^T = d I, exact
moments of Kac's walk and the two-sample tests compare the outcome.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rftheory.battery.concentration import Deviation, draws, mean
from rftheory.battery.couplings.draws import D, ExaminedCoupling, M
from rftheory.battery.rows.functionals import directions, same_functionals
from rftheory.measured.inputs import Floats

EFFECT = 0.04


def reference(n: int, rng: np.random.Generator) -> Floats:
    """n products sqrt(4) G_k .. G_1, k = ceil(4 log 4) = 6, (n, 4, 4)."""
    products = np.tile(np.eye(D), (n, 1, 1))
    every = np.arange(n)
    for _ in range(math.ceil(D * math.log(D))):
        pairs = np.array([(i, j) for i in range(D) for j in range(i + 1, D)])
        i, j = pairs[rng.integers(len(pairs), size=n)].T
        angle = 2.0 * math.pi * rng.random(n)
        turn = np.tile(np.eye(D), (n, 1, 1))
        turn[every, i, i] = turn[every, j, j] = np.cos(angle)
        turn[every, i, j], turn[every, j, i] = -np.sin(angle), np.sin(angle)
        products = np.einsum("nij,njk->nik", turn, products)
    return math.sqrt(D) * products


def laws(subject: ExaminedCoupling) -> Iterator[Deviation]:
    """Each block agrees in law with the literal product; rotations keep the orientation; mean squares decay.

    A coordinate's mean square moves towards 1/d by the factor 1 - 1/(d-1) at every rotation.
    """
    kept = (1.0 - 1.0 / (D - 1)) ** math.ceil(D * math.log(D))
    squares = 1.0 / D + kept * (np.eye(D) - 1.0 / D)
    for way, w in subject.both():
        literal = reference(draws(EFFECT), subject.stream("givens", 0 if way == "sample" else 1))
        for number, start in enumerate((0, M - D)):
            block, where = w[:, start : start + D], f"block {number + 1} of {way}"
            yield from same_functionals(f"{where} and the literal product", block, literal)
            turned = np.linalg.det(directions(block))
            yield mean(f"orientation, {where}", turned, 1.0)
            for i, j in ((0, 0), (0, 1), (2, 3), (3, 3)):
                found = directions(block)[:, i, j] ** 2
                yield mean(f"square of entry ({i + 1}, {j + 1}), {where}", found, squares[i, j])
