"""Couplings: pair estimates against the random numbers alone and batched QR, SimRF+, and the fast Hadamard product."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.speed.timing import Row, compared, exponent, quartiles, rounds_of
from rftheory.measured.couplings.frames import chi
from rftheory.measured.couplings.simplex_plus import MAX_SWEEPS, TOLERANCE, relax
from rftheory.measured.couplings.transforms import hadamard_matrix, simplex_matrix, walsh_hadamard
from rftheory.measured.inputs import CHUNK
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.laws import Matern
from rftheory.mechanisms._shelf import couplings, feature_maps

D = 64


def _drawing(rng: np.random.Generator, n: int) -> None:
    """The random numbers of n pair estimates and nothing else: D normals and D chi norms each."""
    step = CHUNK // D
    for _ in range(0, n, step):
        rng.standard_normal((step, D))
        chi(D, (step, D), rng=rng)


def _by_qr(rng: np.random.Generator, simplex: bool, x: Any, y: Any, n: int) -> Any:
    """The same estimates with whole rotations: batched NumPy QR of Gaussian matrices."""
    q, r = np.linalg.qr(rng.standard_normal((n, D, D)))
    q *= np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]
    directions = simplex_matrix(D) @ q if simplex else q
    w = np.sqrt(rng.chisquare(D, (n, D)))[:, :, None] * directions
    return np.exp(w @ (x + y) - x @ x - y @ y).mean(axis=1)


def _numbers_of_pairs(rng: np.random.Generator, d: int, n: int) -> None:
    """What n pairs of d rows need: d norms and d normals each."""
    rng.standard_normal((n, d))
    chi(d, (n, d), rng=rng)


def _plain_simplex_plus(norms: Any) -> list[Any]:
    """simrf (17) as a plain loop over draws, sweeps and vectors, stopping when the vectors close as `relax` does."""
    found = []
    for lengths in norms:
        w = lengths[:, None] * simplex_matrix(len(lengths))
        for _ in range(MAX_SWEEPS):
            for i, length in enumerate(lengths):
                others = w.sum(axis=0) - w[i]
                w[i] = -others / np.linalg.norm(others) * length
            if 2.0 * np.linalg.norm(w.sum(axis=0)) <= TOLERANCE * lengths.min():
                break
        found.append(w)
    return found


def rows(quick: bool) -> Iterator[Row]:
    """All rows of this section."""
    rounds = 3 if quick else 7
    rng = np.random.default_rng(20230131)
    yield from _pairs(rng, rounds)
    yield _radial(rng, rounds)
    yield from _simplex_plus(rng, rounds)
    yield from _hadamard(rng, rounds)


def _pairs(rng: np.random.Generator, rounds: int) -> Iterator[Row]:
    positive, x, y = feature_maps()["positive"], np.full(D, 0.05), np.linspace(-0.1, 0.1, D)
    n = 1 << 14
    for name, goal in (("orthogonal", 1.25), ("simplex", 1.4)):
        coupling = couplings()[name]
        estimates = positive.pair_estimates(coupling, x, y, D, rng=rng, n=n)
        assert abs(estimates.mean() / np.exp(-(x - y) @ (x - y) / 2) - 1.0) < 0.01
        contestants = {
            "pair estimates": lambda c=coupling: positive.pair_estimates(c, x, y, D, rng=rng, n=n),
            "their random numbers": lambda: _drawing(rng, n),
        }
        yield compared(f"{name}, d = m = {D}", contestants, "pair estimates", "their random numbers", goal=goal,
                       rounds=rounds, check="mean within 1 % of the kernel")  # fmt: skip
        contestants = {
            "batched QR of 64": lambda s=name == "simplex": _by_qr(rng, s, x, y, 64),
            "pair estimates of 64": lambda c=coupling: positive.pair_estimates(c, x, y, D, rng=rng, n=64),
        }
        yield compared(f"{name}, d = m = {D}", contestants, "batched QR of 64", "pair estimates of 64", goal=20.0,
                       at_least=True, rounds=rounds)  # fmt: skip
    x8 = np.zeros(1024)
    x8[0] = 0.5
    yield exponent(
        "orthogonal pair estimates in d = m",
        lambda d: (
            lambda: positive.pair_estimates(couplings()["orthogonal"], x8[:d], x8[:d], d, rng=rng, n=256)
        ),
        128,
        1024,
        1.2,
        rounds,
    )


def _radial(rng: np.random.Generator, rounds: int) -> Row:
    features, x, y = feature_maps()["trigonometric"], np.full(D, 0.05), np.linspace(-0.1, 0.1, D)
    gaussian = couplings()["orthogonal"]
    matern = RadialCoupling(gaussian, Matern(1.5))
    return compared(
        f"orthogonal pair estimates of a radial law, d = m = {D}",
        {
            "Matern 3/2": lambda: features.pair_estimates(matern, x, y, D, rng=rng, n=1 << 12),
            "Gaussian": lambda: features.pair_estimates(gaussian, x, y, D, rng=rng, n=1 << 12),
        },
        "Matern 3/2",
        "Gaussian",
        goal=1.5,
        rounds=rounds,
    )


def _simplex_plus(rng: np.random.Generator, rounds: int) -> Iterator[Row]:
    norms = chi(D, (8, D), rng=rng)
    yield compared(
        f"simplex-plus, d = {D}, 8 draws",
        {"plain loop": lambda: _plain_simplex_plus(norms), "relax": lambda: relax(norms)},
        "plain loop",
        "relax",
        goal=5.0,
        at_least=True,
        rounds=rounds,
    )
    large = 1024
    norms = chi(large, (4, large), rng=rng)
    frame = simplex_matrix(large)
    contestants = {
        "relax": lambda: relax(norms),
        "their random numbers": lambda: _numbers_of_pairs(rng, large, 4),
        "to write the result": lambda: norms[:, :, None] * frame,
    }
    found = list(rounds_of(contestants, 3))
    for over, goal in (("relax", 20.0), ("to write the result", None)):
        middle, low, high = quartiles([times[over] / times["their random numbers"] for times in found])
        yield Row(f"simplex-plus, d = {large}, 4 draws: {over} / their random numbers", middle, "times", goal, False, low, high,
                  bound="2 d numbers a draw are drawn, and the result has d^2: to write them once, the row below")  # fmt: skip


def _hadamard(rng: np.random.Generator, rounds: int) -> Iterator[Row]:
    hd3 = couplings()["hd3"]
    for d, goal in ((256, 1.0), (1024, 1.0), (4096, 10.0)):
        x, dense = rng.standard_normal((256, d)), hadamard_matrix(d)
        assert np.abs(walsh_hadamard(x[:4]) - x[:4] @ dense).max() < 1e-9
        yield compared(
            f"(HD)^3 of 256 points, d = {d}",
            {"dense product": lambda a=x, h=dense: h @ a.T,
             "(HD)^3": lambda a=x, n=d: hd3.project(a, n, rng=rng, n=1)},
            "dense product",
            "(HD)^3",
            goal=goal,
            at_least=True,
            rounds=rounds,
            check="H x by its matrix",
        )  # fmt: skip
