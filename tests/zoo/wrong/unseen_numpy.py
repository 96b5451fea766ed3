"""Wrong code that was written, with what should be found, before the engine had seen any of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import gammaln, ndtri
from scipy.stats import qmc

from tests.zoo.right.orthogonal_numpy import haar, waves
from tests.zoo.right.positive_numpy import positive
from tests.zoo.right.unseen_numpy import GAUSSIAN, LENGTHS, SOFTMAX, M
from tests.zoo.specimen import wrong

FAVOR = {"mechanism": "favor+", **SOFTMAX}
RFF = {"mechanism": "iid-trigonometric", **GAUSSIAN}
ARD = {**GAUSSIAN, "ard": LENGTHS}


def ragged(kind: str) -> Any:
    """Whole blocks as they should be; the last one, of four rows in eight dimensions, otherwise."""

    def sampler(m: int, d: int, rng: Any) -> Any:
        whole, rest = divmod(m, d)
        norms = np.sqrt(rng.chisquare(d, m))
        last = np.zeros((rest, d))
        if kind == "cut":
            last[:, :rest] = haar(rest, rng)
        elif kind == "degrees":
            last, norms[-rest:] = haar(d, rng)[:rest], np.sqrt(rng.chisquare(rest, rest))
        elif kind == "unsigned":
            last = np.linalg.qr(rng.standard_normal((d, rest)))[0].T
        elif kind == "unit":
            last, norms[-rest:] = haar(d, rng)[:rest], 1.0
        return np.concatenate([*(haar(d, rng) for _ in range(whole)), last]) * norms[:, None]

    return sampler


def dense_plus(x: Any, seed: int) -> Any:
    """Dense-exponential features with a small constant against zeros."""
    a = -np.linspace(0.02, 0.12, x.shape[1])
    z = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    p = x @ (z * np.sqrt(1 - 4 * a)).T + z**2 @ a - np.sum(x * x, axis=1, keepdims=True) / 2
    return np.prod(1 - 4 * a) ** 0.25 * np.exp(p) / math.sqrt(M) + 1e-3


def stretched(m: int, d: int, rng: Any) -> Any:
    """A proposal of wider rows, whose weights are missing."""
    return rng.standard_normal((m, d)) * np.linspace(0.7, 1.5, d)


def orthogonal_after_lengths(x: Any, seed: int) -> Any:
    rng, d = np.random.default_rng(seed), x.shape[1]
    blocks = []
    for _ in range(M // d):
        q, r = np.linalg.qr((rng.standard_normal((d, d)) / np.array(LENGTHS)).T)
        blocks.append((q * np.sign(np.diag(r))).T * np.sqrt(rng.chisquare(d, (d, 1))))
    w = np.concatenate(blocks)
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], 1) / np.sqrt(M)


def times_lengthscale(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).standard_normal((x.shape[-1], M)) * np.array(LENGTHS)[:, None]
    return np.concatenate([np.cos(x @ w), np.sin(x @ w)], -1) / M**0.5


def half_of_complex(x: Any, seed: int) -> Any:
    z = np.exp(1j * x @ np.random.default_rng(seed).standard_normal((x.shape[1], M)))
    return np.stack([z.real, z.imag], -1).reshape(len(x), -1) / np.sqrt(2 * M)


def maclaurin_unweighted(x: Any, seed: int) -> Any:
    """The probabilities of the degrees are missing."""
    rng = np.random.default_rng(seed)
    out = np.empty((len(x), M))
    for j in range(M):
        n = rng.geometric(0.5) - 1
        out[:, j] = np.prod(x @ rng.choice([-1.0, 1.0], (n, x.shape[1])).T, axis=1) * np.exp(
            -0.5 * gammaln(n + 1)
        )
    return out / np.sqrt(M)


def sobol_unscrambled(x: Any, seed: int) -> Any:
    u = qmc.Sobol(x.shape[1], scramble=False, seed=seed).random(64)
    w = ndtri(np.clip(u, 1e-6, 1 - 1e-6))
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], 1) / 8.0


def box_muller(m: int, d: int, rng: Any) -> Any:
    """The 2 of Box and Muller is lost."""
    return np.sqrt(-np.log(rng.random((m, d)))) * np.cos(2 * np.pi * rng.random((m, d)))


def chi_square_norms(m: int, d: int, rng: Any) -> Any:
    """A chi-square variable for its root."""
    w = np.concatenate([haar(d, rng) for _ in range(m // d)])
    return w * rng.chisquare(d, (m, 1)) / np.sqrt(d)


def tiled(m: int, d: int, rng: Any) -> Any:
    return np.tile(rng.standard_normal((m // 2, d)), (2, 1))


SPECIMENS = (
    *(
        wrong(
            f"favor-last-{kind}",
            positive(ragged(kind), 20),
            "last-block",
            f"a last block of four rows: {said}",
            FAVOR,
            SOFTMAX,
            also="norm-law row-density not-centred",
            kernel="softmax",
        )
        for kind, said in (
            ("cut", "of a rotation of four dimensions"),
            ("zero", "that is left at zero"),
            ("degrees", "with norms of four degrees of freedom"),
            ("unsigned", "without signs"),
        )
    ),
    wrong(
        "orf-last-unit",
        waves(ragged("unit"), 20),
        "last-block",
        "a last block of four rows: with norms 1",
        {"mechanism": "orthogonal-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="norm-law row-density",
    ),
    wrong(
        "dense-epsilon",
        dense_plus,
        "epsilon-added",
        "a constant of 1e-3 in dense features",
        {"mechanism": "iid-dense", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
        shows="shown",
    ),
    wrong(
        "proposal-unweighted",
        positive(stretched, M),
        "anisotropic",
        "rows of a wider normal law without weights",
        {"mechanism": "iid-positive", **SOFTMAX},
        SOFTMAX,
        also="weights-forgotten",
        kernel="softmax",
        shows="silent",
    ),
    wrong(
        "ard-orthogonal-after",
        orthogonal_after_lengths,
        "rows-turned",
        "orthogonal after lengthscales were divided by",
        {"mechanism": "orthogonal-trigonometric", **ARD},
        ARD,
        kernel=None,
    ),
    wrong(
        "ard-multiplied",
        times_lengthscale,
        "lengthscale-inverted anisotropic",
        "lengthscales multiply rows",
        {"mechanism": "iid-trigonometric", **ARD},
        ARD,
        kernel=None,
    ),
    wrong(
        "complex-halved", half_of_complex, "scale", "1/sqrt(2m) of real and imaginary parts", RFF, GAUSSIAN
    ),
    wrong(
        "maclaurin-without-masses",
        maclaurin_unweighted,
        "biased",
        "the probabilities of degrees are missing",
        None,
        SOFTMAX,
        also="unknown-map",
        kernel="softmax",
    ),
    wrong(
        "sobol-unscrambled",
        sobol_unscrambled,
        "seed-ignored",
        "points that no seed moves",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        shows="shown",
        kernel=None,
    ),
    wrong("box-muller", waves(box_muller), "bandwidth-2", "half of the variance", RFF, GAUSSIAN),
    wrong(
        "chi-square-norms",
        waves(chi_square_norms, M),
        "norm-law",
        "chi-square norms over sqrt(d)",
        {"mechanism": "orf", **GAUSSIAN},
        GAUSSIAN,
    ),
    wrong(
        "rows-tiled",
        waves(tiled, M),
        "correlated-rows blocks-repeated",
        "every row twice",
        RFF,
        GAUSSIAN,
        sparsely="either",
    ),
)
