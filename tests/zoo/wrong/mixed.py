"""Hybrids, generalised exponential and discrete features, estimators, attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import chi_norms
from tests.zoo.specimen import wrong

M = 24
SOFTMAX, QUARTER = {"kernel": "softmax"}, {"kernel": "softmax", "scale": "d^-1/4"}


def independent(m: int, d: int, rng: Any) -> Any:
    return rng.standard_normal((m, d))


def hybrid(kind: str = "swapped", rows: Any = independent) -> Any:
    """The angular hybrid with its lambda changed."""

    def draw(x: Any, y: Any, seed: int) -> Any:
        rng, d, n = np.random.default_rng(seed), x.shape[1], 16
        w, v, tau = rows(M, d, rng), rows(M, d, rng), rng.standard_normal((2, n, d))
        half = np.sum(x * x + y * y, axis=1) / 2
        up = np.exp(-half) * np.cosh((x + y) @ w.T).mean(axis=1)
        wave = np.exp(half) * np.cos((x - y) @ v.T).mean(axis=1)
        keys = tau[1] if kind == "projections" else tau[0]
        lam = 0.5 - 0.5 * np.mean(np.sign(x @ tau[0].T) * np.sign(y @ keys.T), axis=1)
        if kind == "swapped":
            lam = 1 - lam
        if kind == "angle":
            cosine = np.sum(x * y, 1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1)
            lam = 2 * np.arccos(np.clip(cosine, -1, 1)) / np.pi
        return lam * up + ((1 - lam) if kind != "sum" else 1.0) * wave

    return draw


def gerf(kind: str, a: float = -0.05) -> Any:
    """D exp(A|w|^2 + B w.x - |x|^2/2) with one thing changed."""

    def features(x: Any, seed: int) -> Any:
        d = x.shape[1]
        w = np.random.default_rng(seed).standard_normal((M, d))
        b = 1 - 4 * a if kind == "root" else np.sqrt(1 + 4 * a if kind == "sign" else 1 - 4 * a)
        power = {"constant": 0.0, "exponent": d / 2}.get(kind, d / 4)
        tilt = a * np.sum(w**2, axis=1) * (0.5 if kind == "half" else 1.0)
        return (
            (1 - 4 * a) ** power
            * np.exp(tilt + b * (x @ w.T) - np.sum(x**2, 1, keepdims=True) / 2)
            / np.sqrt(M)
        )

    return features


def counts(kind: str, lam: float = 0.1, p: float = 0.9) -> Any:
    """Poisson and geometric features with one thing changed."""

    def poisson(X: Any, seed: int) -> Any:
        w, d = np.random.default_rng(seed).poisson(lam, (M, X.shape[1])), X.shape[1]
        weight = lam ** (-w.sum(1) / (1 if kind == "weight" else 2)) * np.exp(lam * d / 2)
        base = np.abs(X) if kind == "sign" else X
        return (
            np.prod(base[:, None, :] ** w, axis=2)
            * weight
            / np.sqrt(M)
            * np.exp(-np.sum(X**2, 1, keepdims=True) / 2)
        )

    def geometric(X: Any, seed: int) -> Any:
        from scipy.special import gammaln

        w = np.random.default_rng(seed).geometric(p, (M, X.shape[1])) - (0 if kind == "from one" else 1)
        factorials = 0.0 if kind == "factorial" else gammaln(w + 1)
        log_weight = -0.5 * np.sum(np.log(p) + w * np.log1p(-p) + factorials, axis=1)
        return np.prod(X[:, None, :] ** w, axis=2) * np.exp(log_weight) / np.sqrt(M)

    return poisson if kind in ("weight", "sign") else geometric


def attention(kind: str) -> Any:
    """FAVOR+ with one thing changed."""

    def attend(Q: Any, K: Any, V: Any, seed: int) -> Any:
        d = Q.shape[1]
        w = chi_norms(32, d, np.random.default_rng(seed))

        def phi(x: Any, key: bool) -> Any:
            x = x * (1.0 if kind == "scale" else d**-0.25)
            p = x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2
            if kind == "maximum of keys" and key:
                p = p - p.max(axis=1, keepdims=True)
            return np.exp(p) + (1e-3 if kind == "epsilon" else 0.0)

        a = phi(Q, False) @ phi(K, True).T
        total = {"not normalised": 32.0, "axis": a.sum(axis=0).mean()}.get(kind, a.sum(axis=1, keepdims=True))
        a = a / (total + (0.05 if kind == "denominator" else 0.0))
        return np.tanh(a @ V) if kind == "not linear" else a @ V

    return attend


def opposite_points(x: Any, y: Any, seed: int) -> Any:
    """Importance by |x + y|, which is 0/0 at y = -x."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    z = x + y
    r = np.linalg.norm(z, axis=1, keepdims=True)
    p = (z / r) @ w.T * r
    return np.exp(-np.sum(x * x + y * y, axis=1) / 2) * np.exp(p).mean(axis=1)


def sine_of_difference(x: Any, y: Any, seed: int) -> Any:
    """cos(w.x) cos(w.y) alone."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    return (np.cos(x @ w.T) * np.cos(y @ w.T)).mean(axis=1)


OPPOSITE = np.sin(1.0 + np.arange(24.0)).reshape(3, 8) / 3.0
PAIRS = {"common": {"contract": "estimates"}, "pairwise": True}
ANGULAR = {"mechanism": "iid-angular-hybrid", "m": M, "parameters": {"n": 16}, **SOFTMAX}
GERF = {"mechanism": "iid-gerf", "parameters": {"A": -0.05}, **SOFTMAX}
FAVOR = {"mechanism": "orthogonal-positive", "m": 32, **QUARTER}


def mixed(name: str, kind: str, causes: str, note: str, **more: Any) -> Any:
    return wrong(
        name,
        hybrid(kind),
        causes,
        note,
        ANGULAR,
        {"mechanism": "angular-hybrid"},
        **PAIRS,
        kernel="softmax",
        **more,
    )


def generalised(name: str, kind: str, causes: str, note: str, **more: Any) -> Any:
    return wrong(
        name, gerf(kind), causes, note, GERF, {"mechanism": "gerf", **SOFTMAX}, kernel="softmax", **more
    )


def discrete(name: str, kind: str, causes: str, note: str, **more: Any) -> Any:
    poisson = kind in ("weight", "sign")
    parameters = {"lam": 0.1} if poisson else {"p": 0.9}
    full = {"mechanism": "poisson" if poisson else "geometric", "parameters": parameters}
    kernel = "gaussian" if poisson else "softmax"
    return wrong(name, counts(kind), causes, note, {**full, "kernel": kernel}, full, kernel=kernel, **more)


def attending(name: str, kind: str, causes: str, note: str, **more: Any) -> Any:
    return wrong(name, attention(kind), causes, note, FAVOR, QUARTER, kernel=None, **more)


SPECIMENS = (
    mixed(
        "hybrid-swapped",
        "swapped",
        "lambda-swapped",
        "1 - lambda for lambda: unbiased, and worst where it was best",
        also="zero-variance",
    ),
    wrong(
        "hybrid-swapped-orthogonal",
        hybrid("swapped", chi_norms),
        "lambda-swapped",
        "the same on orthogonal rows",
        {**ANGULAR, "mechanism": "orthogonal-angular-hybrid"},
        {"mechanism": "angular-hybrid"},
        also="zero-variance",
        kernel="softmax",
        **PAIRS,
    ),
    mixed(
        "hybrid-projections",
        "projections",
        "lambda-projections",
        "lambda of two draws",
        also="biased zero-variance",
    ),
    mixed(
        "hybrid-angle",
        "angle",
        "variance zero-variance",
        "2 theta/pi for theta/pi: unbiased",
    ),
    mixed(
        "hybrid-sum", "sum", "biased", "lambda SM++ + SMtrig: weights do not sum to one", also="zero-variance"
    ),
    generalised("gerf-sign", "sign", "gerf-sign gerf-parameter", "sqrt(1 + 4A)"),
    generalised(
        "gerf-root", "root", "gerf-sign gerf-parameter gerf-exponent bandwidth", "1 - 4A for its root"
    ),
    generalised("gerf-constant", "constant", "gerf-constant", "D is forgotten"),
    generalised("gerf-exponent", "exponent", "gerf-constant", "(1 - 4A)^(d/2)"),
    generalised("gerf-half", "half", "gerf-exponent gerf-sign gerf-parameter gerf-constant", "A|w|^2/2"),
    discrete("poisson-weight", "weight", "poisson-weight", "lambda^{-|w|} for its root"),
    discrete("poisson-signs", "sign", "sign-lost", "powers of |x|"),
    discrete(
        "geometric-from-one",
        "from one",
        "count-law count-weight zero-power not-counts",
        "NumPy's law starts at one",
    ),
    discrete("geometric-factorial", "factorial", "factorial", "(w!)^{-1/2} is missing"),
    attending("attention-not-normalised", "not normalised", "not-normalised", "no denominator"),
    attending(
        "attention-axis",
        "axis",
        "not-normalised",
        "a sum over queries",
        also="batch-dependent order-dependent not-linear",
    ),
    attending(
        "attention-denominator",
        "denominator",
        "not-normalised epsilon-added",
        "an epsilon in the denominator",
    ),
    attending("attention-epsilon", "epsilon", "epsilon-added", "1e-3 in the features", shows="shown"),
    attending("attention-maximum-of-keys", "maximum of keys", "max-subtracted", "a maximum for each key"),
    attending(
        "attention-scale",
        "scale",
        "weight bandwidth bandwidth-2 scale",
        "d^(-1/4) is forgotten",
        shows="silent",
    ),
    attending(
        "attention-not-linear",
        "not linear",
        "not-linear",
        "tanh of the output",
        also="not-normalised",
        shows="shown",
    ),
    wrong(
        "nan-at-opposite",
        opposite_points,
        "not-finite overflow",
        "0/0 at y = -x",
        {"mechanism": "iid-positive", "m": M, **SOFTMAX},
        {"mechanism": "positive", **SOFTMAX},
        kernel="softmax",
        **PAIRS,
    ),
    wrong(
        "nan-at-given-pairs",
        opposite_points,
        "not-finite overflow",
        "0/0 at y = -x, asked for at pairs of one's own",
        {"mechanism": "iid-positive", "m": M, **SOFTMAX},
        {"mechanism": "positive", **SOFTMAX},
        kernel=None,
        common={"contract": "estimates", "pairs": (OPPOSITE, -OPPOSITE)},
        pairwise=True,
    ),
    wrong(
        "estimates-cosines-alone",
        sine_of_difference,
        "cosine-without-sine biased",
        "cos(w.x) cos(w.y): sines are missing",
        {"mechanism": "iid-trigonometric", "m": M, "kernel": "gaussian"},
        {"mechanism": "trigonometric"},
        also="scale",
        **PAIRS,
    ),
)
