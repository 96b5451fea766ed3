"""Orthogonal random features in NumPy, for cosines and sines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.stats import ortho_group

from tests.zoo.specimen import right

M = 16
GAUSSIAN = {"kernel": "gaussian"}
ORF = {"mechanism": "orthogonal-trigonometric", **GAUSSIAN}
FIXED = {"mechanism": "orthogonal-fixed-norm-trigonometric", **GAUSSIAN}


def waves(sampler: Callable[[int, int, Any], Any], m: int = M) -> Callable[[Any, int], Any]:
    """Cosines and sines of the rows of a sampler (m, d, rng) -> W."""

    def features(X: Any, seed: int) -> Any:
        Z = X @ sampler(m, X.shape[1], np.random.default_rng(seed)).T
        return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(m)

    return features


def haar(d: int, rng: Any) -> Any:
    """A uniform rotation or reflection: QR with the signs of R's diagonal."""
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    return q * np.sign(np.diag(r))


def chi_norms(m: int, d: int, rng: Any) -> Any:
    blocks = [haar(d, rng) for _ in range(-(-m // d))]
    norms = np.linalg.norm(rng.standard_normal((m, d)), axis=1, keepdims=True)
    return norms * np.vstack(blocks)[:m]


def chi_by_scipy(m: int, d: int, rng: Any) -> Any:
    directions = np.concatenate([ortho_group.rvs(d, random_state=rng) for _ in range(-(-m // d))])[:m]
    return np.sqrt(rng.chisquare(d, size=m))[:, None] * directions


def fixed_norms(m: int, d: int, rng: Any) -> Any:
    return np.sqrt(d) * np.vstack([haar(d, rng) for _ in range(-(-m // d))])[:m]


def random_signs(m: int, d: int, rng: Any) -> Any:
    """Q of a plain QR with a fair sign for each column is uniform as well."""
    rows = []
    for _ in range(-(-m // d)):
        q, _ = np.linalg.qr(rng.standard_normal((d, d)))
        rows.append(q * rng.choice([-1.0, 1.0], size=d))
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.concatenate(rows)[:m]


def polar(m: int, d: int, rng: Any) -> Any:
    """The orthogonal factor of a polar decomposition."""
    blocks = []
    for _ in range(-(-m // d)):
        u, _, vt = np.linalg.svd(rng.standard_normal((d, d)))
        blocks.append(u @ vt)
    return np.concatenate(blocks)[:m] * np.sqrt(rng.chisquare(d, m))[:, None]


def columns_of_q(m: int, d: int, rng: Any) -> Any:
    """Rows are columns of a plain Q: each is uniform but for its sign."""
    blocks = [np.linalg.qr(rng.standard_normal((d, d)))[0].T for _ in range(-(-m // d))]
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.vstack(blocks)[:m]


def rows_of_q(m: int, d: int, rng: Any) -> Any:
    """Rows of a plain Q: signs of entries are LAPACK's, means of cosines are unbiased all the same."""
    blocks = [np.linalg.qr(rng.standard_normal((d, d)))[0] for _ in range(-(-m // d))]
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.vstack(blocks)[:m]


def householder(m: int, d: int, rng: Any) -> Any:
    """Stewart's product of reflections."""
    blocks = []
    for _ in range(-(-m // d)):
        q = np.diag(rng.choice([-1.0, 1.0], d))
        for k in range(d - 1):
            v = rng.standard_normal(d - k)
            v[0] += np.copysign(np.linalg.norm(v), v[0])
            v /= np.linalg.norm(v)
            q[k:] -= 2.0 * np.outer(v, v @ q[k:])
        blocks.append(q)
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.vstack(blocks)[:m]


def ragged(m: int, d: int, rng: Any) -> Any:
    """A last block that is cut off, as the Performer draws it."""
    full, rest = divmod(m, d)
    blocks = [haar(d, rng) for _ in range(full)]
    if rest:
        blocks.append(haar(d, rng)[:rest])
    return np.diag(np.linalg.norm(rng.normal(size=(m, d)), axis=1)) @ np.concatenate(blocks)


def phases(X: Any, seed: int) -> Any:
    """Orthogonal rows with random phases."""
    rng = np.random.default_rng(seed)
    W = chi_norms(M, X.shape[1], rng)
    return np.sqrt(2 / M) * np.cos(X @ W.T + rng.uniform(0, 2 * np.pi, M))


def sphere_kernel(x: Any, y: Any) -> Any:
    """E cos(sqrt(d) u.z) for u uniform on the sphere: 0F1(d/2; -d |z|^2 / 4)."""
    from scipy.special import hyp0f1

    d = x.shape[-1]
    return hyp0f1(d / 2, -d * np.sum((x - y) ** 2, axis=-1) / 4)


SPECIMENS = (
    right("orf-chi", waves(chi_norms), "signed QR, chi norms", ORF, GAUSSIAN),
    right("orf-scipy", waves(chi_by_scipy), "scipy.stats.ortho_group", ORF, GAUSSIAN),
    right(
        "orf-fixed-norms",
        waves(fixed_norms),
        "norms sqrt(d), declared as such: the kernel is 0F1, which tends to the Gaussian one",
        FIXED,
        kernel=sphere_kernel,
    ),
    right("orf-random-signs", waves(random_signs), "a fair sign a column makes Q uniform", ORF, GAUSSIAN),
    right("orf-polar", waves(polar), "U V^T of a Gaussian matrix is uniform", ORF, GAUSSIAN),
    right(
        "orf-unsigned-columns",
        waves(columns_of_q),
        "unsigned QR whose columns are the frequencies: signs cancel in an even map",
        ORF,
        GAUSSIAN,
    ),
    right(
        "orf-unsigned-rows",
        waves(rows_of_q),
        "unsigned QR whose rows are the frequencies: no bias is seen in an even map, 0.2 % would be",
        ORF,
        GAUSSIAN,
    ),
    right("orf-householder", waves(householder), "a product of reflections", ORF, GAUSSIAN),
    right("orf-ragged", waves(ragged, 20), "20 rows in 8 dimensions", ORF, {"mechanism": "orf"}),
    right(
        "orf-phases",
        phases,
        "orthogonal rows, random phases",
        {"mechanism": "orthogonal-phase", **GAUSSIAN},
        GAUSSIAN,
    ),
)
