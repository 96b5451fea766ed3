"""Orthogonal positive features as one may write them; `features_fixed` differs by one line."""

import numpy as np


def projections(d, m, rng, signed):
    blocks = []
    for _ in range(-(-m // d)):
        q, r = np.linalg.qr(rng.standard_normal((d, d)))
        if signed:
            q = q * np.sign(np.diag(r))  # the fix: Q alone is not uniform
        blocks.append(q * np.sqrt(rng.chisquare(d, d))[:, None])
    return np.concatenate(blocks)[:m]


def features(x, seed, signed=False, m=48):
    w = projections(x.shape[1], m, np.random.default_rng(seed), signed)
    return np.exp(x @ w.T - (x * x).sum(axis=1, keepdims=True) / 2) / np.sqrt(m)


def features_fixed(x, seed):
    return features(x, seed, signed=True)
