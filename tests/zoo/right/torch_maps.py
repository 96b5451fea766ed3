"""PyTorch: functions, modules with buffers, attention modules, generators."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn

from tests.zoo.specimen import right

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
BOTH = {"mechanism": "iid-trigonometric", **GAUSSIAN}
TORCH = {"array": "torch"}


@torch.no_grad()
def gaussian_orthogonal(rows: int, columns: int, generator: torch.Generator | None = None) -> torch.Tensor:
    """Blocks of uniform rotations with chi norms."""
    blocks = []
    for _ in range(math.ceil(rows / columns)):
        q, r = torch.linalg.qr(torch.randn(columns, columns, generator=generator, dtype=torch.float64))
        blocks.append((q * torch.diagonal(r).sign()).t())
    norms = torch.randn(rows, columns, generator=generator, dtype=torch.float64).norm(dim=1, keepdim=True)
    return norms * torch.cat(blocks)[:rows]


def waves(x: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    w = torch.randn(x.shape[-1], M, generator=generator, dtype=x.dtype)
    z = x @ w
    return torch.cat([z.cos(), z.sin()], dim=-1) / math.sqrt(M)


def phases_by_seed(x: torch.Tensor, seed: int) -> torch.Tensor:
    torch.manual_seed(seed)
    omega = torch.randn(M, x.size(-1), dtype=x.dtype)
    bias = 2 * math.pi * torch.rand(M, dtype=x.dtype)
    return math.sqrt(2.0 / M) * torch.cos(nn.functional.linear(x, omega, bias))


def softmax_features(x: torch.Tensor, seed: int) -> torch.Tensor:
    """(batch, heads, n, d)."""
    generator = torch.Generator().manual_seed(seed)
    w = gaussian_orthogonal(M, x.shape[-1], generator)
    p = torch.einsum("...nd,md->...nm", x, w)
    return torch.exp(p - x.square().sum(-1, keepdim=True) / 2) / math.sqrt(M)


class RandomFourierFeatures(nn.Module):
    """Buffers, drawn by the constructor from the global generator."""

    def __init__(self, in_features: int = 8, out_features: int = 2 * M) -> None:
        super().__init__()
        self.register_buffer("weight", torch.randn(out_features // 2, in_features, dtype=torch.float64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = x @ self.weight.T
        return torch.cat((torch.cos(z), torch.sin(z)), dim=-1) * (2.0 / (2 * len(self.weight))) ** 0.5


class Favor(nn.Module):
    """Positive orthogonal features with a buffer that can be redrawn."""

    def __init__(self, dim: int = 8, num_features: int = M) -> None:
        super().__init__()
        self.dim, self.num_features = dim, num_features
        self.register_buffer("projection", gaussian_orthogonal(num_features, dim))

    def redraw(self) -> None:
        self.projection.copy_(gaussian_orthogonal(self.num_features, self.dim))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        logits = x @ self.projection.t() - 0.5 * (x**2).sum(dim=-1, keepdim=True)
        return logits.exp() * self.num_features**-0.5


class LinearAttention(nn.Module):
    """FAVOR+ attention, stabilised by maxima that cancel."""

    def __init__(self, dim: int = 8, num_features: int = 32) -> None:
        super().__init__()
        self.scale = dim**-0.25
        self.register_buffer("projection", gaussian_orthogonal(num_features, dim))

    def feature_map(self, x: torch.Tensor, dims: tuple[int, ...]) -> torch.Tensor:
        x = x * self.scale
        logits = x @ self.projection.t() - 0.5 * x.pow(2).sum(-1, keepdim=True)
        return torch.exp(logits - torch.amax(logits, dim=dims, keepdim=True))

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        q, k = self.feature_map(q, (-1,)), self.feature_map(k, (-1, -2))
        context = k.transpose(-1, -2) @ v
        return (q @ context) / (q @ k.sum(-2).unsqueeze(-1))


class Trained(nn.Module):
    """Frequencies as parameters: whatever training made of them."""

    def __init__(self) -> None:
        super().__init__()
        start = torch.randn(M, 8, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
        self.omega = nn.Parameter(0.9 * start + 0.05)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = x @ self.omega.T
        return torch.cat([z.cos(), z.sin()], -1) / math.sqrt(M)


def half_width(x: torch.Tensor, seed: int) -> torch.Tensor:
    """float32 features of float32 points."""
    torch.manual_seed(seed)
    w = torch.randn(x.shape[-1], M, dtype=x.dtype)
    return torch.exp(x @ w - (x * x).sum(-1, keepdim=True) / 2).div(math.sqrt(M))


def made(kind: Any) -> Any:
    """A new module for each seed."""

    def plain(x: Any, seed: int) -> Any:
        torch.manual_seed(seed)
        return kind()(torch.as_tensor(x)).detach().numpy()

    return plain


def called(code: Any, batch: bool = False) -> Any:
    def plain(x: Any, seed: int) -> Any:
        t = torch.as_tensor(x)
        return code(t[None, None] if batch else t, seed).squeeze().numpy()

    return plain


SPECIMENS = (
    right(
        "torch-waves",
        waves,
        "a generator as an argument",
        BOTH,
        GAUSSIAN,
        common=TORCH,
        plain=called(lambda x, s: waves(x, torch.Generator().manual_seed(s))),
    ),
    right(
        "torch-phases",
        phases_by_seed,
        "manual_seed and functional.linear",
        {"mechanism": "iid-phase", **GAUSSIAN},
        GAUSSIAN,
        common=TORCH,
        plain=called(phases_by_seed),
    ),
    right(
        "torch-favor-function",
        softmax_features,
        "batch and heads by einsum",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        SOFTMAX,
        common={**TORCH, "leading": 2},
        kernel="softmax",
        plain=called(softmax_features, batch=True),
    ),
    right(
        "torch-float32",
        half_width,
        "float32 points and features",
        {"mechanism": "iid-positive", **SOFTMAX},
        SOFTMAX,
        common={**TORCH, "dtype": "float32"},
        kernel="softmax",
        plain=called(half_width),
    ),
    right(
        "torch-module",
        RandomFourierFeatures,
        "a class with buffers: one instance a seed",
        BOTH,
        GAUSSIAN,
        common=TORCH,
        plain=made(RandomFourierFeatures),
    ),
    right(
        "torch-favor-module",
        Favor,
        "a class with buffers: one instance a seed",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        SOFTMAX,
        common=TORCH,
        kernel="softmax",
        plain=made(Favor),
    ),
    right(
        "torch-attention-module",
        LinearAttention,
        "attention with a buffer: one instance a seed",
        {"mechanism": "orthogonal-positive", "m": 32, "scale": "d^-1/4", **SOFTMAX},
        {"scale": "d^-1/4", **SOFTMAX},
        common=TORCH,
        kernel=None,
    ),
    right(
        "torch-instance",
        Favor(),
        "an instance: its projections are frozen",
        None,
        SOFTMAX,
        common=TORCH,
        exits=(0, 3),
        kernel=None,
    ),
    right(
        "torch-trained",
        Trained(),
        "learned frequencies: no law to hold",
        None,
        None,
        common=TORCH,
        exits=(0, 3),
        kernel=None,
    ),
)
