"""Theorem 4.1 and Appendix 9.7 of crt against integrals over lengths and orthogonal directions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

NORMS, SQUARED = 1.25, 1.75  # |x|^2 + |y|^2 and |x+y|^2
PAIR = {"x2": 1, "y2": "1/4", "xy": "1/4"}
KERNEL = math.exp(SQUARED / 2 - NORMS)
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(240)
LENGTHS = 12 * (_NODES + 1)
TURNS = 2 * np.pi * np.arange(256) / 256


def value(identifier: str, **parameters: object) -> float:
    return float(evaluate(identifier, digits=18, **parameters))


def over_length(d: int, values: Any) -> Any:
    """The mean over a chi_d length of values at LENGTHS, along the first axis."""
    density = 2 ** (1 - d / 2) / math.gamma(d / 2) * LENGTHS ** (d - 1) * np.exp(-(LENGTHS**2) / 2)
    return np.tensordot(12 * _WEIGHTS * density, values, axes=1)


def cosines(d: int) -> tuple[Any, Any]:
    """u_1 over the sphere in two or three dimensions, with weights: equal angles, or Archimedes' uniform u_1."""
    if d == 2:
        return np.cos(TURNS), np.full(TURNS.size, 1 / TURNS.size)
    return _NODES, _WEIGHTS / 2


def projection(a: float, c: Any) -> Any:
    """Z in the plane for w = r u, r along the first axis and the cosine c of u and x+y along the second; s = 1."""
    r, width = LENGTHS[:, None], 1 - 4 * a
    return width * np.exp(2 * a * r * r + math.sqrt(width * SQUARED) * r * np.asarray(c)[None, :] - NORMS)


@pytest.mark.parametrize("a", ["0", "-1/2"])
def test_variances_in_the_plane(a: str) -> None:
    number = {"0": 0.0, "-1/2": -0.5}[a]
    first, second = (over_length(2, projection(number, turn(TURNS))) for turn in (np.cos, np.sin))
    together = float(np.mean(first * second))  # orthogonal directions, independent lengths
    square = float(np.mean(over_length(2, projection(number, np.cos(TURNS)) ** 2)))
    assert np.mean(first) == pytest.approx(KERNEL, rel=1e-12)
    point = {"d": 2, "m": 2, "A": a, **PAIR}
    assert value("crt/thm4.1/iid", **point) == pytest.approx((square - KERNEL**2) / 2, rel=1e-11)
    for identifier in ("crt/thm4.1/ort", "crt/eq24:lhs"):
        assert value(identifier, **point) == pytest.approx((square + together) / 2 - KERNEL**2, rel=1e-11)
    assert value("crt/eq33:lhs", **point) == pytest.approx((KERNEL**2 - together) / 2, rel=1e-11)
    assert together < KERNEL**2


@pytest.mark.parametrize("d", [2, 3])
def test_the_printed_quantity_of_the_theorem_has_no_length(d: int) -> None:
    """g~ at u.z with the length in the weight alone, and with the length in both arguments."""
    (c, weights), r, slope = cosines(d), LENGTHS[:, None], math.sqrt(3 * SQUARED)
    weight = 3 ** (d / 2) * math.exp(-NORMS) * np.exp(-(r**2))
    printed = float(over_length(d, weight * (np.cosh(slope * c) - 1)) @ weights)
    meant = float(over_length(d, weight * (np.cosh(slope * r * c) - 1)) @ weights)
    assert value("crt/thm9.1/F", d=d, A="-1/2", **PAIR) == pytest.approx(printed, rel=1e-11)
    assert meant == pytest.approx(KERNEL - math.exp(-NORMS), rel=1e-11)
    point = {"d": d, "m": 2, **PAIR}
    assert value("crt/eq33:rhs", A="-1/2", **point) == pytest.approx(printed**2 / (d + 2), rel=1e-11)
    loss, gap = (value(f"crt/eq24/corrected:{side}", **point) for side in ("loss", "gap"))
    assert loss == pytest.approx(meant**2 / (d + 2), rel=1e-11)
    assert loss <= gap


def test_the_printed_share_exceeds_the_gap() -> None:
    point = {"d": 2, "m": 2, "A": "-9/4", "x2": "4.275", "y2": "4.275", "xy": "4.275"}
    argument = math.sqrt(10 * 4 * 4.275)  # sqrt(1-4A) |x+y|
    printed = math.exp(-8.55) * (np.mean(np.exp(argument * np.cos(TURNS))) - 1)
    assert value("crt/eq33:rhs", **point) == pytest.approx(printed**2 / 4, rel=1e-11)
    assert value("crt/eq33:rhs", **point) > value("crt/eq33:lhs", **point)


def test_the_constant_stands_once_in_the_features() -> None:
    point = {"d": 3, "A": "-1/2", **PAIR}
    assert value("crt/sec9.7/corollary:lhs", **point) == pytest.approx(KERNEL * math.exp(-NORMS))
    assert value("crt/sec9.7/corollary/corrected:lhs", **point) == pytest.approx(KERNEL)


def test_conditional_variances_are_not_the_whole() -> None:
    """One positive projection in the plane: E Var(Z | length) and Var E[Z | length]."""
    z = projection(0, np.cos(TURNS))
    within = over_length(2, np.mean(z**2, axis=1) - np.mean(z, axis=1) ** 2)
    between = over_length(2, np.mean(z, axis=1) ** 2) - KERNEL**2
    whole = value("crt/thm4.1/iid", d=2, m=1, A=0, **PAIR)
    assert within + between == pytest.approx(whole, rel=1e-11)
    assert within < 0.95 * whole


def test_the_gap_of_trigonometric_features_changes_sign() -> None:
    """E cos(w_1.z) cos(w_2.z) = E cos((w_1+w_2).z) of orthogonal rows in four dimensions, |z| = 4: a chi_8 length."""
    c = _NODES * np.pi / 2
    density = np.cos(c) ** 2 * _WEIGHTS  # u_1 = sin(c) on the sphere in four dimensions
    sphere = np.cos(4 * LENGTHS[:, None] * np.sin(c)) @ density
    assert over_length(8, sphere) > math.exp(-16)


REFUTED = (
    "crt/eq24", "crt/sec9.7/corollary", "crt/eq25", "crt/eq29", "crt/eq32", "crt/eq33",
)  # fmt: skip


@pytest.mark.parametrize("identifier", REFUTED)
def test_false_as_printed_and_true_as_corrected(identifier: str) -> None:
    result = examine(registry.statement(identifier), Context())
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample
    assert result.correction is not None
    assert result.correction.verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.DERIVED)


@pytest.mark.parametrize("identifier", ["crt/eq27"])
def test_true_as_printed(identifier: str) -> None:
    assert examine(registry.statement(identifier), Context()).verdict in (
        Verdict.PROVED,
        Verdict.CERTIFIED,
        Verdict.DERIVED,
    )
