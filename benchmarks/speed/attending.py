"""Attention, float32, 8 heads, d = 64, m = 256: where linear time overtakes PyTorch's fused kernel, and peers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.speed.timing import Row, compared, exponent, quartiles, rounds_of
from rftheory import RandomFeatureAttention, couplings, feature_maps, softmax_attention

D, M, HEADS = 64, 256, 8
CHUNK = 128  # of plain causal lines


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
        arrays = {length: _inputs(length) for length in (1024, 2048, 4096 if quick else 8192)}
        yield exponent(
            f"{name} attention in L",
            lambda length, c=causal, a=arrays: lambda: attention(*a[length], causal=c),
            1024,
            max(arrays),
            1.2,
            rounds,
        )
        yield from _torch(attention, causal, arrays, rounds)


def _torch(attention: RandomFeatureAttention, causal: bool, arrays: Any, rounds: int) -> Iterator[Row]:
    try:
        import torch
    except ImportError:
        return
    from rftheory.torch import RandomFeatureAttention as Module

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    module = Module("favor+", D, M, causal=causal)
    fused = torch.nn.functional.scaled_dot_product_attention
    name, length = ("causal", 2048) if causal else ("bidirectional", 1024)
    given = arrays[length]
    tensors = [torch.from_numpy(array) for array in given]
    exact = fused(*tensors, is_causal=causal).numpy()
    assert np.abs(exact - softmax_attention(*given, causal=causal)).max() < 1e-4
    contestants = {
        "PyTorch's fused kernel": lambda: fused(*tensors, is_causal=causal),
        "NumPy arrays": lambda: attention(*given, causal=causal),
        "the PyTorch module": lambda: module(*tensors),
    }
    w = attention.projections.astype(np.float32)
    contestants["its products and exponentials"] = lambda: _products(*given, w)
    contestants["plain NumPy lines"] = lambda: _lines(*given, w, causal)
    assert np.abs(_lines(*given, w, causal) - attention(*given, causal=causal)).max() < 1e-3
    peer = _performer(causal)
    what = f"{name} attention, L = {length}"
    check = "fused equals exact to 1e-4"
    found = list(rounds_of(contestants, rounds))
    for over, under, goal, at_least, bound in (
        ("PyTorch's fused kernel", "NumPy arrays", 1.0, True, "the same in plain NumPy lines, without a check: a row below"),
        ("PyTorch's fused kernel", "plain NumPy lines", None, True, ""),
        ("PyTorch's fused kernel", "its products and exponentials", None, True, ""),
        ("the PyTorch module", "NumPy arrays", 1.0, False, ""),
        ("PyTorch's fused kernel", "the PyTorch module", 1.0, True, "what its products and exponentials alone take is above"),
    ):  # fmt: skip
        middle, low, high = quartiles([times[over] / times[under] for times in found])
        yield Row(f"{what}: {over} / {under}", middle, "times", goal, at_least, low, high, check, bound)
    if peer is not None:
        contestants = {
            "performer-pytorch": lambda: peer(*tensors),
            "NumPy arrays": contestants["NumPy arrays"],
        }
        yield compared(what, contestants, "performer-pytorch", "NumPy arrays", rounds=rounds)


def _products(q: Any, k: Any, v: Any, w: Any) -> Any:
    """The products and exponentials that no attention with these features does without; no sums along a sequence."""
    queries, keys = (np.exp(part @ w.T) for part in (q, k))
    return queries @ (np.swapaxes(keys, -1, -2) @ v)


def _lines(q: Any, k: Any, v: Any, w: Any, causal: bool) -> Any:
    """The least that is safe for features of any size: largest ones are looked up and divided out; nothing is checked.

    Causal: chunk by chunk, with the largest features of all keys, which later ones may belong to.
    """
    scale = np.float32(D**-0.25)
    v = np.concatenate([v, np.ones_like(v[..., :1])], -1)
    keys = (k * scale) @ w.T - np.sum((k * scale) ** 2, -1, keepdims=True) / 2
    top = keys.max(-2, keepdims=True)
    keys = np.exp(keys - top)
    queries = (q * scale) @ w.T + top
    queries = np.exp(queries - queries.max(-1, keepdims=True))
    if not causal:
        sums = queries @ (np.swapaxes(keys, -1, -2) @ v)
        return sums[..., :-1] / sums[..., -1:]
    state, found = np.float32(0.0), []
    for start in range(0, q.shape[-2], CHUNK):
        part = slice(start, start + CHUNK)
        few, seen, values = queries[..., part, :], keys[..., part, :], v[..., part, :]
        sums = few @ state if start else np.float32(0.0)
        sums = sums + np.tril(few @ np.swapaxes(seen, -1, -2)) @ values
        state = state + np.swapaxes(seen, -1, -2) @ values
        found.append(sums[..., :-1] / sums[..., -1:])
    return np.concatenate(found, -2)


def _performer(causal: bool) -> Any:
    """FastAttention of performer-pytorch, bidirectional (its causal form needs CUDA), or None."""
    try:
        from performer_pytorch import FastAttention
    except ImportError:
        return None
    return None if causal else FastAttention(dim_heads=D, nb_features=M, causal=False)
