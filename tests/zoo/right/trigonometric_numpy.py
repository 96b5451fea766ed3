"""Random Fourier features in NumPy: cosines with sines, and cosines with random phases."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.specimen import right

M = 24
GAUSSIAN = {"kernel": "gaussian"}
BOTH = {"mechanism": "iid-trigonometric", **GAUSSIAN}
PHASE = {"mechanism": "iid-phase", **GAUSSIAN}


def cos_sin(X: Any, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    Z = X @ rng.standard_normal((X.shape[1], M))
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def phases(X: Any, seed: int) -> Any:
    rng = np.random.RandomState(seed)
    W = rng.randn(X.shape[1], M)
    b = rng.uniform(0, 2 * np.pi, size=M)
    return np.sqrt(2.0 / M) * np.cos(X.dot(W) + b)


def centred_phases(x: Any, rng: np.random.Generator) -> Any:
    w = rng.normal(size=(M, x.shape[-1]))
    b = rng.uniform(-np.pi, np.pi, M)
    return np.sqrt(2 / M) * np.sin(x @ w.T + b)


def half_circle(X: Any, seed: int) -> Any:
    """b in [0, pi] has E cos(2b) = 0 and E sin(2b) = 0 as well, so estimates are unbiased."""
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((X.shape[1], M))
    return np.sqrt(2 / M) * np.cos(X @ W + rng.uniform(0, np.pi, M))


def quarter_circle(X: Any, seed: int) -> Any:
    """b in [0, pi/2] has E cos(2b) = 0; E sin(2b) meets sines of w.(x + y), whose mean is zero."""
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((X.shape[1], M))
    return np.sqrt(2 / M) * np.cos(X @ W + rng.uniform(0, np.pi / 2, M))


def hartley(X: Any, seed: int) -> Any:
    """cos + sin: (cos a + sin a)(cos b + sin b) = cos(a - b) + sin(a + b), and the sine has mean zero."""
    Z = X @ np.random.default_rng(seed).standard_normal((X.shape[1], M))
    return (np.cos(Z) + np.sin(Z)) / np.sqrt(M)


def interleaved(x: Any, seed: int) -> Any:
    n, d = x.shape
    proj = x @ np.random.default_rng(seed).normal(size=(M, d)).T
    return np.stack((np.sin(proj), np.cos(proj)), axis=-1).reshape(n, 2 * M) * M**-0.5


def from_complex(x: Any, seed: int) -> Any:
    z = np.exp(1j * (x @ np.random.default_rng(seed).standard_normal((x.shape[1], M)))) / np.sqrt(M)
    return np.concatenate([z.real, z.imag], axis=1)


def gamma_one(X: Any, random_state: int) -> Any:
    """exp(-gamma |x - y|^2) with gamma = 1."""
    gamma = 1.0
    rng = np.random.RandomState(random_state)
    W = np.sqrt(2 * gamma) * rng.normal(size=(X.shape[1], M))
    b = rng.uniform(0, 2 * np.pi, size=M)
    return np.sqrt(2) * np.cos(X @ W + b) / np.sqrt(M)


def lengthscale_two(X: Any, seed: int, lengthscale: float = 2.0) -> Any:
    """exp(-|x - y|^2 / (2 l^2)) with l = 2."""
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((M, X.shape[1])) / lengthscale
    Z = X @ W.T
    return np.concatenate((np.cos(Z), np.sin(Z)), axis=-1) / np.sqrt(M)


def amplitude(X: Any, seed: int) -> Any:
    """Signal variance 1 written out, as Gaussian-process code does."""
    variance, rng = 1.0, np.random.default_rng(seed)
    W, tau = rng.normal(0.0, 1.0, (M, X.shape[1])), rng.random(M) * 2 * np.pi
    return np.sqrt(2 * variance / M) * np.cos(X @ W.T + tau[None, :])


def single_precision(X: Any, seed: int) -> Any:
    """Everything in float32."""
    X = np.asarray(X, dtype=np.float32)
    W = np.random.default_rng(seed).standard_normal((X.shape[1], M), dtype=np.float32)
    Z = X @ W
    return np.concatenate([np.cos(Z), np.sin(Z)], axis=1) * np.float32(1 / np.sqrt(M))


def single_constant(X: Any, seed: int) -> Any:
    """A factor that was made in float32: off by 1e-8 of itself."""
    W = np.random.default_rng(seed).standard_normal((X.shape[1], M))
    factor = float(np.float32(1.0) / np.sqrt(np.float32(M)))
    return factor * np.hstack([np.cos(X @ W), np.sin(X @ W)])


def chunked(X: Any, seed: int, chunk: int = 7) -> Any:
    """Features in chunks, as for data that do not fit."""
    W = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
    parts = [X @ W[i : i + chunk].T for i in range(0, M, chunk)]
    return np.hstack([np.cos(p) for p in parts] + [np.sin(p) for p in parts]) / np.sqrt(M)


def loops(X: Any, seed: int) -> Any:
    """One feature at a time, with einsum, as in a first notebook."""
    rng, columns = np.random.default_rng(seed), []
    for _ in range(M):
        w = rng.standard_normal(X.shape[1])
        z = np.einsum("nd,d->n", X, w)
        columns += [np.cos(z), np.sin(z)]
    return np.array(columns).T / np.sqrt(M)


def heads(x: Any, seed: int) -> Any:
    """(batch, heads, n, d) to (batch, heads, n, 2m), every head with projections of its own."""
    h, d = x.shape[1], x.shape[3]
    w = np.random.default_rng(seed).standard_normal((h, M, d))
    z = np.einsum("bhnd,hmd->bhnm", x, w)
    return np.concatenate([np.cos(z), np.sin(z)], axis=-1) / np.sqrt(M)


def global_seed(X: Any) -> Any:
    """Draws from NumPy's global generator."""
    Z = X @ np.random.randn(X.shape[1], M)
    return np.column_stack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def softmax_waves(X: Any, seed: int) -> Any:
    """exp(|x|^2/2) times Fourier features: exp(x.y)."""
    Z = X @ np.random.default_rng(seed).standard_normal((X.shape[1], M))
    weight = np.exp(np.sum(X**2, axis=1, keepdims=True) / 2)
    return weight * np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def sigma_bandwidth(X: Any, seed: int, sigma: float = 0.5) -> Any:
    """exp(-|x - y|^2 / (2 sigma^2)): frequencies divided by sigma."""
    rng = np.random.default_rng(seed)
    Z = X @ rng.normal(scale=1.0 / sigma, size=(X.shape[1], M))
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def own_lengthscales(X: Any, seed: int) -> Any:
    """One length for each coordinate: 1 for the first four, 2 for the others."""
    scales = np.where(np.arange(X.shape[1]) < 4, 1.0, 2.0)
    Z = (X / scales) @ np.random.default_rng(seed).standard_normal((X.shape[1], M))
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def with_constant(X: Any, seed: int) -> Any:
    """A constant feature 0.3, documented: K + 0.09."""
    return np.hstack([cos_sin(X, seed), np.full((len(X), 1), 0.3)])


def squared(factor: float) -> Any:
    """exp(-factor |x - y|^2 / 2)."""
    return lambda x, y: np.exp(-factor * np.sum((x - y) ** 2, axis=-1) / 2)


def ard_kernel(x: Any, y: Any) -> Any:
    scales = np.where(np.arange(x.shape[-1]) < 4, 1.0, 2.0)
    return np.exp(-np.sum(((x - y) / scales) ** 2, axis=-1) / 2)


def constant_kernel(x: Any, y: Any) -> Any:
    return squared(1.0)(x, y) + 0.09


SPECIMENS = (
    right("rff-cos-sin", cos_sin, "the textbook form", BOTH, GAUSSIAN),
    right("rff-phases", phases, "sqrt(2/m) cos(w.x + b)", PHASE, GAUSSIAN),
    right(
        "rff-centred-phases",
        centred_phases,
        "sines with phases in [-pi, pi]: the same law as cosines with phases",
        PHASE,
        GAUSSIAN,
        plain=lambda x, s: centred_phases(x, np.random.default_rng(s)),
    ),
    right(
        "rff-half-circle", half_circle, "phases in [0, pi] give E cos(2b) = E sin(2b) = 0", PHASE, GAUSSIAN
    ),
    right("rff-quarter-circle", quarter_circle, "E cos(2b) = 0, the sines have mean zero", PHASE, GAUSSIAN),
    right("rff-hartley", hartley, "cos + sin: unbiased by symmetry", None, GAUSSIAN),
    right("rff-interleaved", interleaved, "sine, cosine, sine, cosine, ..", BOTH, GAUSSIAN),
    right("rff-complex", from_complex, "real and imaginary parts", BOTH, GAUSSIAN),
    right(
        "rff-gamma",
        gamma_one,
        "gamma = 1 as in scikit-learn",
        {"mechanism": "iid-phase", "gamma": 1.0},
        {"scale": 2**0.5},
        kernel=squared(2.0),
    ),
    right(
        "rff-lengthscale",
        lengthscale_two,
        "a lengthscale of 2",
        {"mechanism": "iid-trigonometric", "lengthscale": 2.0},
        {"scale": 0.5},
        kernel=squared(0.25),
    ),
    right(
        "rff-sigma",
        sigma_bandwidth,
        "a sigma of 1/2",
        {"mechanism": "iid-trigonometric", "sigma": 0.5},
        {"scale": 2.0},
        kernel=squared(4.0),
    ),
    right(
        "rff-ard",
        own_lengthscales,
        "a lengthscale for each coordinate",
        {"mechanism": "iid-trigonometric", **GAUSSIAN, "ard": (1, 1, 1, 1, 2, 2, 2, 2)},
        kernel=ard_kernel,
    ),
    right("rff-amplitude", amplitude, "variance written out", PHASE, {"mechanism": "rff", **GAUSSIAN}),
    right("rff-float32", single_precision, "float32 throughout", BOTH, GAUSSIAN),
    right(
        "rff-float32-constant", single_constant, "a constant that is 1e-8 off harms nobody", BOTH, GAUSSIAN
    ),
    right("rff-chunked", chunked, "chunks of seven rows", BOTH, {"mechanism": "rff"}),
    right("rff-loops", loops, "a loop over features", BOTH, GAUSSIAN),
    right(
        "rff-heads",
        heads,
        "axes for batch and head",
        BOTH,
        GAUSSIAN,
        common={"leading": 2},
        plain=lambda x, s: heads(x[None, None], s)[0, 0],
    ),
    right(
        "rff-global-seed",
        global_seed,
        "draws anew at each call, from the global generator",
        BOTH,
        GAUSSIAN,
        plain=lambda x, s: (np.random.seed(s), global_seed(x))[1],
    ),
    right(
        "rff-softmax",
        softmax_waves,
        "the trigonometric estimator of the softmax kernel",
        {"mechanism": "iid-trigonometric", "kernel": "softmax"},
        {"kernel": "softmax"},
        kernel="softmax",
    ),
    right(
        "rff-constant-feature",
        with_constant,
        "K + s^2 with s = 0.3, as documented",
        None,
        kernel=constant_kernel,
    ),
)
