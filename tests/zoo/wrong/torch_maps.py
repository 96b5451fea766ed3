"""PyTorch: what goes wrong there."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn

from tests.zoo.right.torch_maps import called, made
from tests.zoo.specimen import wrong

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
BOTH, SOFT = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "iid-positive", **SOFTMAX}
ORTHOGONAL = {"mechanism": "orthogonal-positive", **SOFTMAX}
TORCH = {"array": "torch"}


class InitOrthogonal(nn.Module):
    """nn.init.orthogonal_ is uniform, and its rows have length one."""

    def __init__(self, dim: int = 8) -> None:
        super().__init__()
        blocks = [nn.init.orthogonal_(torch.empty(dim, dim, dtype=torch.float64)) for _ in range(3)]
        self.register_buffer("projection", torch.cat(blocks))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        p = x @ self.projection.t() - 0.5 * (x**2).sum(-1, keepdim=True)
        return p.exp() / math.sqrt(len(self.projection))


class Unsigned(nn.Module):
    """torch.linalg.qr without the signs of R."""

    def __init__(self, dim: int = 8, blocks: int = 3) -> None:
        super().__init__()
        rows = [torch.linalg.qr(torch.randn(dim, dim, dtype=torch.float64))[0].t() for _ in range(blocks)]
        norms = torch.randn(blocks * dim, dim, dtype=torch.float64).norm(dim=1, keepdim=True)
        self.register_buffer("projection", norms * torch.cat(rows))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        p = x @ self.projection.t() - 0.5 * (x**2).sum(-1, keepdim=True)
        return p.exp() / math.sqrt(len(self.projection))


class LinearLayer(nn.Module):
    """nn.Linear as it comes: uniform rows of size 1/sqrt(d), and a bias."""

    def __init__(self, in_features: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(in_features, M, dtype=torch.float64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return math.sqrt(2 / M) * torch.cos(self.linear(x))


class Dropped(nn.Module):
    """Dropout that stays on in evaluation: noise of its own in queries and keys."""

    def __init__(self, in_features: int = 8) -> None:
        super().__init__()
        self.register_buffer("weight", torch.randn(M, in_features, dtype=torch.float64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = nn.functional.dropout(x, 0.2, training=True) @ self.weight.T
        return torch.cat([z.cos(), z.sin()], -1) / math.sqrt(M)


def rand_for_randn(x: torch.Tensor, seed: int) -> torch.Tensor:
    torch.manual_seed(seed)
    z = x @ torch.rand(x.shape[-1], M, dtype=x.dtype)
    return torch.cat([z.cos(), z.sin()], -1) / math.sqrt(M)


def norms_of_columns(x: torch.Tensor, seed: int) -> torch.Tensor:
    """norm(dim=0) of (m, d) is a norm for each coordinate: the columns are scaled, by chi_m."""
    torch.manual_seed(seed)
    d, rows = x.shape[-1], []
    for _ in range(M // d):
        q, r = torch.linalg.qr(torch.randn(d, d, dtype=x.dtype))
        rows.append((q * torch.diagonal(r).sign()).t())
    w = torch.cat(rows) * torch.randn(M, d, dtype=x.dtype).norm(dim=0)
    return torch.exp(x @ w.t() - x.square().sum(-1, keepdim=True) / 2) / math.sqrt(M)


def keepdim_lost(x: torch.Tensor, seed: int) -> torch.Tensor:
    """|x|^2 of the sum over the batch: a sum without dim."""
    torch.manual_seed(seed)
    w = torch.randn(M, x.shape[-1], dtype=x.dtype)
    return torch.exp(x @ w.t() - x.square().sum() / 2) / math.sqrt(M)


def epsilon_after_maximum(x: torch.Tensor, seed: int) -> torch.Tensor:
    """softmax_kernel as published."""
    torch.manual_seed(seed)
    w = torch.randn(M, x.shape[-1], dtype=x.dtype)
    p = x @ w.t()
    return (
        torch.exp(p - x.square().sum(-1, keepdim=True) / 2 - p.amax(-1, keepdim=True)) + 1e-4
    ) / math.sqrt(M)


def modulewise(name: str, code: Any, causes: str, note: str, full: Any, **more: Any) -> Any:
    sparse = {"kernel": full["kernel"]}
    return wrong(
        name, code, causes, note, full, sparse, common=TORCH, plain=made(code), kernel=full["kernel"], **more
    )


def functional(name: str, code: Any, causes: str, note: str, full: Any, **more: Any) -> Any:
    sparse = {"kernel": full["kernel"]}
    return wrong(
        name,
        code,
        causes,
        note,
        full,
        sparse,
        common=TORCH,
        plain=called(code),
        kernel=full["kernel"],
        **more,
    )


SPECIMENS = (
    modulewise("torch-init-orthogonal", InitOrthogonal, "norms-unit", "rows of length one", ORTHOGONAL),
    modulewise("torch-unsigned-qr", Unsigned, "unsigned-qr", "signs of R are forgotten", ORTHOGONAL),
    modulewise(
        "torch-linear",
        LinearLayer,
        "row-density bandwidth phase-law norm-law",
        "an untrained linear layer",
        {"mechanism": "iid-phase", **GAUSSIAN},
    ),
    modulewise(
        "torch-dropout",
        Dropped,
        "not-reproducible batch-dependent",
        "dropout in evaluation",
        BOTH,
        also="separate-projections",
    ),
    functional(
        "torch-rand",
        rand_for_randn,
        "not-centred row-density",
        "rand for randn",
        BOTH,
        also="anisotropic bandwidth norm-law",
    ),
    functional(
        "torch-norms-of-columns",
        norms_of_columns,
        "wrong-axis d-and-m-swapped",
        "norm(dim=0) for norm(dim=1)",
        ORTHOGONAL,
        also="norm-law bandwidth chi-degrees anisotropic gram not-orthogonal",
    ),
    functional(
        "torch-sum-of-batch",
        keepdim_lost,
        "batch-dependent",
        "a sum over everything",
        SOFT,
        also="weight",
        shows="shown",
    ),
    functional(
        "torch-maximum-and-epsilon",
        epsilon_after_maximum,
        "",
        "a maximum, then 1e-4",
        SOFT,
        together="max-subtracted epsilon-added",
    ),
)
