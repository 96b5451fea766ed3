"""Theorem 9.1 of crt: F as printed and with the length, and the share of its square that orthogonal projections lose."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof
from rftheory.papers._shared.beautiful_functions import gaussian_series, square_steps
from rftheory.papers._shared.generalised_exponential import N2, OPTIMAL, REAL_A, WIDTH, weight_steps
from rftheory.papers._shared.invariants import COUNT, DIMENSION, V2, WITHIN_BLOCK, d, fit, m, pairs
from rftheory.papers.crt._notation import KERNEL

_SQUARED = pairs(
    DIMENSION,
    COUNT,
    REAL_A,
    rules=(WITHIN_BLOCK,),
    d=(2, 3, 64, 1),
    m=(2, 2, 64, 1),
    A=("-9/4", "1/10", "-1/8", -1),
)
BLOCK = Domain(
    _SQUARED.parameters,
    _SQUARED.rules,
    fit,
    ({**OPTIMAL, "m": 2}, *_SQUARED.extra),
)
MODEST: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "A": -1, "x2": 1, "y2": 1, "xy": 0},
    {"d": 5, "m": 3, "A": "1/10", "x2": "1/4", "y2": 1, "xy": "-1/3"},
    {"d": 64, "m": 64, "A": "-1/8", "x2": 1, "y2": 4, "xy": 1},
)
PRINTED_F = sp.exp(-N2) * (sp.hyper((), (d / 2,), WIDTH * V2 / 4) - 1)  # F with u in place of |w| u
TRUE_F = sp.exp(-N2) * (sp.exp(V2 / 2) - 1)
SHARE = (1 - 1 / m) * 2 / (d + 2)


def _general_loss(proof: Proof) -> None:
    """Var_iid - Var_ort >= (1-1/M) 2/(d+2) F^2 with F = E g~(|w| u.z, |w|), every g of the theorem."""
    square_steps(proof)
    first, second, z = sp.symbols("a2t a2u z", nonnegative=True)
    t, u = sp.symbols("t u", positive=True, integer=True)
    one, two = sp.symbols("x_i x_j", nonnegative=True)
    term = first * (one * z) ** (2 * t) * second * (two * z) ** (2 * u)
    proof.nonnegative(
        term,
        "with coefficients a_2t(x_i), a_2u(x_j) that depend on the lengths, the same holds term by term given them",
    )
    mean_i, mean_j = sp.symbols("F_i F_j", nonnegative=True)
    count = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        2 / (d + 2) * 2 / count**2 * (count * (count - 1) / 2) * mean_i * mean_j,
        (1 - 1 / count) * 2 / (d + 2) * mean_i * mean_j,
        "binom(M, 2) pairs; lengths are independent, so the mean of F_i F_j is F^2",
    )


def loss_steps(proof: Proof) -> None:
    """The same for the g of generalised exponential features, of which F = K - e^(-n2)."""
    _general_loss(proof)
    weight_steps(proof)
    gaussian_series(proof)
    proof.equal(
        sp.exp(-N2) * (sp.exp(V2 / 2) - 1),
        KERNEL - sp.exp(-N2),
        "for the g of the features F = E Z - E g(0, |w|) = K - e^(-n2): the odd part has mean 0, D^2 E e^(2A|w|^2) = 1",
    )
