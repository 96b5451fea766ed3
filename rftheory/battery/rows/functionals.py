"""Numbers made from draws of W, and the tests of independence and of equality in law on them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rftheory.battery.concentration import STRICT, Deviation, mean, same_law
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot


def lengths(w: Floats) -> Floats:
    """Norms of the rows of (n, m, d)."""
    norms: Floats = np.sqrt(vecdot(w, w))
    return norms


def directions(w: Floats) -> Floats:
    """Rows of (n, m, d) divided by their norms."""
    return w / lengths(w)[..., None]


def gram(units: Floats) -> Floats:
    """Cosines of all pairs of rows of (n, m, d) of length one, (n, m, m)."""
    found: Floats = units @ np.swapaxes(units, 1, 2)
    return found


def residuals(w: Floats) -> Floats:
    """max_i |w_i/|w_i| + u_i/|u_i||, u_i the sum of the other rows of (n, d, d): simrf (16); (n,)."""
    others = w.sum(axis=1, keepdims=True) - w
    gaps: Floats = np.max(lengths(directions(w) + directions(others)), axis=1)
    return gaps


def coefficients(count: int, shift: int = 0) -> Floats:
    """Fixed numbers in (-1, 1) without a pattern: 2 frac(k phi) - 1, from k = 1 + shift count on."""
    numbers = np.arange(1.0, 1.0 + count) + shift * count
    spread: Floats = 2.0 * np.mod(numbers * (math.sqrt(5.0) - 1.0) / 2.0, 1.0) - 1.0
    return spread


def combination(w: Floats, shift: int = 0) -> Floats:
    """A fixed combination of all entries of (n, m, r), with coefficients of Euclidean norm one; (n,)."""
    flat = w.reshape(len(w), -1)
    key = coefficients(flat.shape[1], shift)
    combined: Floats = flat @ (key / np.linalg.norm(key))
    return combined


def waves(w: Floats) -> dict[str, Floats]:
    """An odd and an even function of all entries, in [-1, 1]."""
    z = 1.5 * combination(w)
    return {"odd": np.sin(z), "even": np.cos(z)}


def successive(values: Floats) -> tuple[Floats, Floats]:
    """Draws 1, 3, .. and draws 2, 4, .., in pairs that share nothing."""
    even = len(values) - len(values) % 2
    return values[:even:2], values[1:even:2]


def uncorrelated(what: str, f: Floats, g: Floats, share: Share = STRICT, slack: float = 0.0) -> Deviation:
    """Cov(f, g) = E (f - f')(g - g') / 2 vanishes for functions in [-1, 1], whatever their means.

    The distance is half that covariance, so that its values stay in [-1, 1].
    """
    (f1, f2), (g1, g2) = successive(f), successive(g)
    return mean(what, (f1 - f2) * (g1 - g2) / 4.0, share=share, slack=slack)


def unrelated(what: str, u: Floats, v: Floats) -> Iterator[Deviation]:
    """Two uniform numbers are independent: no correlation, nor one of their full waves."""
    yield mean(f"{what}: correlation", (2.0 * u - 1.0) * (2.0 * v - 1.0))
    yield mean(f"{what}: waves", np.cos(2.0 * math.pi * u) * np.cos(2.0 * math.pi * v))


def same_functionals(what: str, a: Floats, b: Floats) -> Iterator[Deviation]:
    """Two independent samples (n, m, r) agree in law: entries, norms, pairs of rows, everything together."""
    m, r = a.shape[1:]
    corners = {"first entry": (0, 0), "last entry": (m - 1, r - 1), "corner entry": (m - 1, 0)}
    for name, (i, j) in corners.items():
        yield same_law(f"{what}: {name}", a[:, i, j], b[:, i, j])
    for i in {0, m - 1}:
        yield same_law(f"{what}: norm {i + 1}", lengths(a)[:, i], lengths(b)[:, i])
    for i, j in {(0, min(1, m - 1)), (0, m - 1)} - {(0, 0)}:
        yield same_law(f"{what}: |w_{i + 1} + w_{j + 1}|", *(_sum_length(w, i, j) for w in (a, b)))
    yield same_law(f"{what}: |sum of rows|", *(lengths(w.sum(axis=1, keepdims=True))[:, 0] for w in (a, b)))
    for shift in (0, 3):
        yield same_law(f"{what}: combination {shift}", combination(a, shift), combination(b, shift))


def _sum_length(w: Floats, i: int, j: int) -> Floats:
    total: Floats = lengths(w[:, i : i + 1] + w[:, j : j + 1])[:, 0]
    return total
