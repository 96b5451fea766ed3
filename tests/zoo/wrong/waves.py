"""Cosines, sines and phases."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.specimen import wrong

M = 24
GAUSSIAN = {"kernel": "gaussian"}
BOTH, PHASE = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "iid-phase", **GAUSSIAN}


def rows(X: Any, rng: Any) -> Any:
    return X @ rng.standard_normal((X.shape[1], M))


def only(wave: Any) -> Any:
    """One of the two."""
    return lambda X, seed: wave(rows(X, np.random.default_rng(seed))) / np.sqrt(M)


def other_rows(X: Any, seed: int) -> Any:
    """Sines of rows of their own: unbiased, since both halves add up, but no estimate of k(x, x) is one."""
    rng = np.random.default_rng(seed)
    return np.hstack([np.cos(rows(X, rng)), np.sin(rows(X, rng))]) / np.sqrt(M)


def twice_cosine(X: Any, seed: int) -> Any:
    Z = rows(X, np.random.default_rng(seed))
    return np.hstack([np.cos(Z), np.cos(Z)]) / np.sqrt(M)


def phased(draw: Any) -> Any:
    """sqrt(2/m) cos(w.x + b) with another law of b."""

    def features(X: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        return np.sqrt(2 / M) * np.cos(rows(X, rng) + draw(rng))

    return features


def outside(X: Any, seed: int) -> Any:
    """cos(w.x) + b: a parenthesis in the wrong place."""
    rng = np.random.default_rng(seed)
    return np.sqrt(2 / M) * (np.cos(rows(X, rng)) + rng.uniform(0, 2 * np.pi, M))


def two_sided_phases(X: Any, seed: int) -> Any:
    """Phases drawn anew for the keys."""
    rng = np.random.default_rng(seed)
    Z = rows(X, rng)
    return tuple(np.sqrt(2 / M) * np.cos(Z + rng.uniform(0, 2 * np.pi, M)) for _ in range(2))


def two_sided_rows(X: Any, seed: int) -> Any:
    """Rows drawn anew for the keys."""
    rng = np.random.default_rng(seed)
    sides = [rows(X, rng) for _ in range(2)]
    return tuple(np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M) for Z in sides)


def phase_for_point(X: Any, seed: int) -> Any:
    """A phase for each point, by broadcasting along the wrong axis."""
    rng = np.random.default_rng(seed)
    Z = rows(X, rng)
    return np.sqrt(2 / M) * np.cos(Z + rng.uniform(0, 2 * np.pi, (len(X), 1)))


def modulo(X: Any, seed: int) -> Any:
    """Angles in degrees."""
    Z = rows(X, np.random.default_rng(seed)) * 180 / np.pi
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def weighted(X: Any, seed: int) -> Any:
    """exp(|x|^2/2) times waves: the softmax kernel, without positive features."""
    Z = rows(X, np.random.default_rng(seed))
    return np.exp(np.sum(X**2, axis=1, keepdims=True) / 2) * np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def additive(X: Any, seed: int) -> Any:
    """cos(x_i w_ij + b_j) for every i: coordinates are never summed."""
    rng, (n, d) = np.random.default_rng(seed), X.shape
    W, b = rng.standard_normal((d, M)), rng.uniform(0, 2 * np.pi, M)
    return (np.sqrt(2 / M) * np.cos(X[:, :, None] * W + b)).reshape(n, d * M)


SPECIMENS = (
    wrong(
        "sine-alone",
        only(np.sin),
        "sine-without-cosine",
        "half of the features",
        BOTH,
        GAUSSIAN,
        also="scale",
    ),
    wrong(
        "cosine-alone",
        only(np.cos),
        "cosine-without-sine",
        "half of the features",
        BOTH,
        GAUSSIAN,
        also="scale",
    ),
    wrong(
        "cosine-twice",
        twice_cosine,
        "cosine-without-sine",
        "cos where sin was meant",
        BOTH,
        GAUSSIAN,
        also="correlated-rows",
    ),
    wrong(
        "sine-of-other-rows",
        other_rows,
        "sine-without-cosine cosine-without-sine zero-variance variance",
        "sines and cosines of different rows: unbiased, of another variance",
        BOTH,
        GAUSSIAN,
        also="unknown-map",
        sparsely="silent",
        shows="silent",
    ),
    wrong("phases-without-2-pi", phased(lambda r: r.random(M)), "phase-law", "b in [0, 1]", PHASE, GAUSSIAN),
    wrong(
        "phases-eighth",
        phased(lambda r: r.uniform(0, np.pi / 4, M)),
        "phase-law",
        "b in [0, pi/4]",
        PHASE,
        GAUSSIAN,
    ),
    wrong("phases-normal", phased(lambda r: r.standard_normal(M)), "phase-law", "normal b", PHASE, GAUSSIAN),
    wrong(
        "phases-shared",
        phased(lambda r: r.uniform(0, 2 * np.pi)),
        "phase-shared",
        "one b: never consistent",
        PHASE,
        GAUSSIAN,
    ),
    wrong(
        "phases-zero",
        phased(lambda r: np.zeros(M) * r.random()),
        "cosine-without-sine",
        "no phases",
        PHASE,
        GAUSSIAN,
        also="phase-law scale",
    ),
    wrong(
        "phases-outside", outside, "unknown-map phase-law constant-feature", "cos(w.x) + b", PHASE, GAUSSIAN
    ),
    wrong(
        "phases-of-keys",
        two_sided_phases,
        "separate-projections",
        "phases drawn twice",
        PHASE,
        GAUSSIAN,
        also="biased",
    ),
    wrong(
        "rows-of-keys",
        two_sided_rows,
        "separate-projections",
        "rows drawn twice",
        BOTH,
        GAUSSIAN,
        also="biased",
    ),
    wrong(
        "phases-of-points",
        phase_for_point,
        "batch-dependent",
        "a phase for each point of the batch",
        PHASE,
        GAUSSIAN,
        also="phase-shared phase-law",
        shows="shown",
    ),
    wrong("degrees", modulo, "bandwidth", "angles in degrees", BOTH, GAUSSIAN, shows="silent"),
    wrong(
        "waves-for-positive",
        weighted,
        "other-map unknown-map",
        "waves of the same kernel declared positive",
        {"mechanism": "iid-positive", "kernel": "softmax"},
        {"kernel": "softmax"},
        sparsely="silent",
        shows="silent",
        kernel="softmax",
    ),
    wrong(
        "coordinates-not-summed",
        additive,
        "additive-kernel",
        "a sum of one-dimensional kernels where exp(-|x-y|^2/2) is documented",
        PHASE,
        GAUSSIAN,
    ),
)
