"""Norms of orthogonal rows: constant, shared, squared, frozen, of other degrees of freedom."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import haar
from tests.zoo.wrong.orthogonality import blocks, chi, soft, wavy

NORMS = np.sqrt(np.random.default_rng(3).chisquare(8, 16))[:, None]

ROTATIONS = np.vstack([haar(8, np.random.default_rng(k)) for k in (4, 5)])


def constant_norms(m: int, d: int, rng: Any) -> Any:
    return np.sqrt(d) * blocks(m, d, rng)


def unit_norms(m: int, d: int, rng: Any) -> Any:
    return blocks(m, d, rng)


def root_m_norms(m: int, d: int, rng: Any) -> Any:
    return np.sqrt(m) * blocks(m, d, rng)


def shared_norms(m: int, d: int, rng: Any) -> Any:
    """One norm a block."""
    return np.vstack([np.sqrt(rng.chisquare(d)) * haar(d, rng) for _ in range(m // d)])


def squared_norms(m: int, d: int, rng: Any) -> Any:
    """chi^2 / sqrt(d): the root is forgotten."""
    return rng.chisquare(d, m)[:, None] / np.sqrt(d) * blocks(m, d, rng)


def one_degree_less(m: int, d: int, rng: Any) -> Any:
    return np.sqrt(rng.chisquare(d - 1, m))[:, None] * blocks(m, d, rng)


def m_degrees(m: int, d: int, rng: Any) -> Any:
    """Norms of the columns of an (m, d) matrix: chi_m."""
    norms = np.linalg.norm(rng.standard_normal((m, d)), axis=0)
    return np.concatenate([norms, norms])[:m, None] * blocks(m, d, rng)


def frozen_norms(m: int, d: int, rng: Any) -> Any:
    return NORMS * blocks(m, d, rng)


def frozen_directions(m: int, d: int, rng: Any) -> Any:
    return chi(m, d, rng) * ROTATIONS


SPECIMENS = (
    soft("norms-constant", constant_norms, "norms-sqrt-d", "chi norms declared, sqrt(d) drawn"),
    wavy("norms-unit", unit_norms, "norms-unit", "rows of Q as they are", also="bandwidth norms-sqrt-d"),
    wavy(
        "norms-root-m",
        root_m_norms,
        "d-and-m-swapped",
        "sqrt(m) for sqrt(d)",
        also="bandwidth-2 norms-sqrt-d",
    ),
    soft("norms-shared", shared_norms, "norms-shared", "one norm a block", also="norms-dependent"),
    soft("norms-squared", squared_norms, "norm-law", "chi^2 for chi"),
    soft("norms-chi-d-1", one_degree_less, "chi-degrees", "d - 1 degrees of freedom", also="norm-law"),
    soft(
        "norms-chi-m",
        m_degrees,
        "d-and-m-swapped chi-degrees",
        "chi_m for chi_d",
        also="norms-dependent norm-law bandwidth-2",
    ),
    soft("norms-frozen", frozen_norms, "norms-frozen", "norms drawn once"),
    soft("directions-frozen", frozen_directions, "directions-frozen", "directions drawn once"),
)
