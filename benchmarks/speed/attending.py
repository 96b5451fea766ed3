"""Attention, float32, 8 heads, d = 64, m = 256: where linear time overtakes PyTorch's fused kernel, and peers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.speed.timing import Row, compared, exponent
from rftheory import RandomFeatureAttention, couplings, feature_maps, softmax_attention

D, M, HEADS = 64, 256, 8


def _inputs(length: int) -> Any:
    rng = np.random.default_rng(20200930)
    return rng.standard_normal((3, 1, HEADS, length, D)).astype(np.float32) / 2


def rows(quick: bool) -> Iterator[Row]:
    """Against exact attention of our own, then against PyTorch where it is installed."""
    rounds = 3 if quick else 5
    attention = RandomFeatureAttention(couplings()["orthogonal"], feature_maps()["positive"], D, M)
    for causal in (False, True):
        name = "causal" if causal else "bidirectional"
        q, k, v = _inputs(256)
        near, exact = attention(q, k, v, causal=causal), softmax_attention(q, k, v, causal=causal)
        assert np.linalg.norm(near - exact) < 0.5 * np.linalg.norm(exact)
        arrays = {length: _inputs(length) for length in (1024, 2048, 8192)}
        yield exponent(
            f"{name} attention in L",
            lambda length, c=causal, a=arrays: lambda: attention(*a[length], causal=c),
            1024,
            8192,
            1.2,
            rounds,
        )
        yield from _torch(attention, causal, arrays, rounds)


def _torch(attention: RandomFeatureAttention, causal: bool, arrays: Any, rounds: int) -> Iterator[Row]:
    try:
        import torch
    except ImportError:
        return
    torch.set_num_threads(1)
    fused = torch.nn.functional.scaled_dot_product_attention
    name, length = ("causal", 2048) if causal else ("bidirectional", 1024)
    given = arrays[length]
    tensors = [torch.from_numpy(array) for array in given]
    exact = fused(*tensors, is_causal=causal).numpy()
    assert np.abs(exact - softmax_attention(*given, causal=causal)).max() < 1e-4
    contestants = {
        "PyTorch's fused kernel": lambda: fused(*tensors, is_causal=causal),
        "NumPy arrays": lambda: attention(*given, causal=causal),
        "torch tensors": lambda: attention(*tensors, causal=causal),
    }
    peer = _performer(causal)
    what = f"{name} attention, L = {length}"
    check = "fused equals exact to 1e-4"
    yield compared(what, contestants, "PyTorch's fused kernel", "NumPy arrays", goal=1.0, at_least=True,
                   rounds=rounds, check=check)  # fmt: skip
    yield compared(what, contestants, "torch tensors", "NumPy arrays", goal=1.0, rounds=rounds)
    if peer is not None:
        contestants = {
            "performer-pytorch": lambda: peer(*tensors),
            "NumPy arrays": contestants["NumPy arrays"],
        }
        yield compared(what, contestants, "performer-pytorch", "NumPy arrays", rounds=rounds)


def _performer(causal: bool) -> Any:
    """FastAttention of performer-pytorch, bidirectional (its causal form needs CUDA), or None."""
    try:
        from performer_pytorch import FastAttention
    except ImportError:
        return None
    return None if causal else FastAttention(dim_heads=D, nb_features=M, causal=False)
