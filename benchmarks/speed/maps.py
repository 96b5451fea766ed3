"""Feature maps on 10^5 points of R^64: processor time and memory against the plain NumPy line and RBFSampler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.speed.timing import Row, allocated, compared, exponent, quartiles, rounds_of
from rftheory import RandomFeatures

D, M = 64, 256


def _line(x: Any, w: Any, dtype: type) -> Callable[[], Any]:
    """exp(X W^T - |x|^2/2)/sqrt(m) as anybody writes it, with its temporaries."""
    shift, scale = (x * x).sum(axis=1, keepdims=True) / 2, dtype(M**-0.5)
    return lambda: np.exp(x @ w.T - shift) * scale


def _least(x: Any, w: Any) -> Callable[[], Any]:
    """The product and the exponential alone: what no positive map does without."""
    return lambda: np.exp(x @ w.T)


def rows(quick: bool) -> Iterator[Row]:
    """Positive maps in both precisions, the trigonometric map, memory, growth in N and m."""
    count, rounds = (20_000, 3) if quick else (100_000, 5)
    rng = np.random.default_rng(20230131)
    for dtype in (np.float64, np.float32):
        x = (rng.standard_normal((count, D)) / 8).astype(dtype)
        made = RandomFeatures(M, mechanism="orthogonal-positive", random_state=0).fit(x)
        w = rng.standard_normal((M, D)).astype(dtype)
        kernel = np.exp(-((x[:40, None] - x[None, :40]) ** 2).sum(-1) / 2)
        features = made.transform(x)
        assert features.dtype == dtype
        assert abs(features[:40] @ features[:40].T - kernel).mean() < 0.2
        yield compared(
            f"positive features of {count} points, {dtype.__name__}",
            {"rftheory": lambda f=made, a=x: f.transform(a), "exp(X W^T)": _least(x, w)},
            "rftheory",
            "exp(X W^T)",
            goal=1.15,
            rounds=rounds,
            check="near the kernel, mean over 1,600 pairs",
            bound="sums of squares and one pass over the result more than the rival, as the NumPy line has: the row below",
        )
        yield compared(
            f"positive features of {count} points, {dtype.__name__}",
            {"rftheory": lambda f=made, a=x: f.transform(a), "the NumPy line": _line(x, w, dtype)},
            "rftheory",
            "the NumPy line",
            rounds=rounds,
        )
        with allocated() as peak:
            result = made.transform(x)
        yield Row(
            f"memory of these, {dtype.__name__}: allocated / result", peak[0] / result.nbytes, "times", 1.1
        )
    yield from _trigonometric(rng.standard_normal((count, D)), rounds)
    fitted = {
        m: RandomFeatures(m, mechanism="orthogonal-positive", random_state=0).fit(x) for m in (128, 1024)
    }
    yield exponent("features in m", lambda m: lambda: fitted[m].transform(x[:20_000]), 128, 1024, 1.1, rounds)
    yield exponent("features in N", lambda n: lambda: made.transform(x[:n]), count // 10, count, 1.1, rounds)


def _trigonometric(x: Any, rounds: int) -> Iterator[Row]:
    try:
        from sklearn.kernel_approximation import RBFSampler
    except ImportError:
        return
    ours = RandomFeatures(M, mechanism="iid-trigonometric", random_state=0).fit(x)
    peer = RBFSampler(gamma=0.5, n_components=M, random_state=0).fit(x)
    w, made = np.random.default_rng(1).standard_normal((M // 2, D)), np.empty((len(x), M))

    def least() -> None:
        """The product, its sines and its cosines, into memory that is there."""
        angles = x @ w.T
        np.sin(angles, out=made[:, : M // 2])
        np.cos(angles, out=made[:, M // 2 :])

    contestants = {
        "rftheory": lambda: ours.transform(x),
        "RBFSampler": lambda: peer.transform(x),
        "the product, sines and cosines": least,
    }
    found = list(rounds_of(contestants, rounds))
    for over, goal in (("rftheory", 1.0), ("the product, sines and cosines", None)):
        middle, low, high = quartiles([times[over] / times["RBFSampler"] for times in found])
        yield Row(f"trigonometric features of {len(x)} points: {over} / RBFSampler", middle, "times", goal, False, low, high,
                  bound="the product, sines and cosines alone: the row below")  # fmt: skip
