"""Where a GPU is at hand: draws a second and attention throughput on tensors of PyTorch there, by the clock."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from benchmarks.speed.timing import Row
from rftheory import feature_maps

D, M, HEADS = 64, 256, 8


def rows(quick: bool) -> Iterator[Row]:
    """Those of every kind of accelerator that PyTorch finds; none without one."""
    try:
        import torch
    except ImportError:
        return
    for device in ("cuda", "xpu"):
        kind = getattr(torch, device, None)
        if kind is not None and kind.is_available():
            yield from rows_on(device, kind.synchronize, quick)


def rows_on(device: str, settled: Callable[[], object], quick: bool) -> Iterator[Row]:
    """Of one device; `settled` waits until it has done what it was given."""
    import torch

    with torch.no_grad():
        yield _draws(device, settled, 1 << (14 if quick else 20))
        for length in (1024,) if quick else (1024, 4096, 16384, 65536):
            yield from _attention(device, settled, length)


def _draws(device: str, settled: Callable[[], object], n: int) -> Row:
    """Positive estimates of e^{x.y}, |x| = |y| = 1/2 and x.y = 1/8, of m = 64 Gaussian rows each: (n, m) numbers drawn there."""
    import torch

    feature_map, m = feature_maps()["positive"], 64
    length = math.sqrt(0.25 + 0.25 + 2 * 0.125)

    def work() -> Any:
        return feature_map.estimate_terms(
            length * torch.randn((n, m), device=device), 0.25, 0.25, kernel="softmax"
        )

    off = float(work().mean()) / math.exp(0.125) - 1.0
    spread = math.sqrt(math.expm1(length**2) / (n * m))
    assert abs(off) < 7.0 * spread + 1e-5, off
    seconds = _median(work, settled)
    return Row(
        f"{device}, float32: rows of pair estimates a second", n * m / seconds / 1e9, "10^9", check="mean"
    )


def _attention(device: str, settled: Callable[[], object], length: int) -> Iterator[Row]:
    import torch

    from rftheory.torch import RandomFeatureAttention

    generator = torch.Generator().manual_seed(1)
    q, k, v = (torch.randn((1, HEADS, length, D), generator=generator).to(device) / 2 for _ in range(3))
    exact = torch.nn.functional.scaled_dot_product_attention
    for causal in (False, True):
        module = RandomFeatureAttention("favor+", D, M, causal=causal).to(device)
        near, right = module(q, k, v), exact(q, k, v, is_causal=causal)
        assert float((near - right).norm() / right.norm()) < 0.5
        ours = _median(lambda f=module: f(q, k, v), settled)
        theirs = _median(lambda c=causal: exact(q, k, v, is_causal=c), settled)
        what = f"{device}, {'causal' if causal else 'bidirectional'} attention, float32, {HEADS} heads, L = {length}"
        yield Row(
            f"{what}: tokens a second", length / ours / 1e6, "10^6", check="within half of exact attention"
        )
        yield Row(f"{what}: PyTorch's fused kernel / rftheory", theirs / ours, "times")  # fmt: skip


def _median(work: Callable[[], object], settled: Callable[[], object]) -> float:
    """Seconds of a call by the clock, its median of nine; one more first, which warms."""
    found = []
    for _ in range(10):
        settled()
        start = perf_counter()
        work()
        settled()
        found.append(perf_counter() - start)
    return statistics.median(found[1:])
