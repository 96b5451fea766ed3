"""What is found of estimates does not depend on their units: the kernel's weight and homogeneous maps only rescale them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.checks import ClientCheck, checked
from rftheory.conformance.claim.declaration import declared
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel import moment_checks as induced
from rftheory.conformance.induced_kernel.moment_checks import InducedEstimates
from rftheory.conformance.moments import estimate_checks, hybrids
from rftheory.conformance.moments.estimate_checks import EstimatesAt
from rftheory.conformance.moments.hybrids import HybridAt, HybridEstimates
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.protocol import Kernel
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.pairs import Pair, kernel_value
from rftheory.verdict import Outcome

Floats = Any
N, M, D = 4000, 6, 4
COARSE = 1e-3
"""A unit of rounding that shows in every margin."""
PAIR = Pair("one", np.array([0.5, -0.3, 0.2, 0.4]), np.array([0.1, 0.4, 0.3, -0.2]))
LEDGER = ErrorBudget(["mean: one", "variance: one"])


def shown(findings: tuple[Finding, ...]) -> list[tuple[Any, ...]]:
    """Relative numbers alone."""
    assert len(findings) == 2
    return [(f.check, f.outcome, f.effect, *(f.interval or ()), f.delta) for f in findings]


def same(one: tuple[Finding, ...], other: tuple[Finding, ...]) -> None:
    for left, right in zip(shown(one), shown(other), strict=True):
        assert left[:2] == right[:2]
        assert left[2:] == pytest.approx(right[2:], rel=1e-7, abs=1e-9)


def factor(kernel: Kernel) -> float:
    """What estimates of the softmax kernel are multiplied by."""
    return kernel_value(kernel, PAIR.x, PAIR.y) / kernel_value("softmax", PAIR.x, PAIR.y)


@cache
def positive() -> Floats:
    w = np.random.default_rng(5).standard_normal((N, M, D))
    squares = (PAIR.x @ PAIR.x + PAIR.y @ PAIR.y) / 2.0
    return np.mean(np.exp(w @ (PAIR.x + PAIR.y) - squares), axis=1)


@pytest.mark.parametrize("off", [1.0, 1.4])
def test_positive_features(off: float) -> None:
    def found(kernel: Kernel) -> tuple[Finding, ...]:
        values = off * factor(kernel) * positive()
        whole = Estimates(values[:, None], (PAIR,), declared("iid-positive"), kernel, M, COARSE, LEDGER)
        return checked([EstimatesAt(whole, 0)], estimate_checks.CHECKS)

    assert factor("gaussian") < 0.7
    same(found("softmax"), found("gaussian"))
    assert all(each.outcome is (Outcome.HOLDS if off == 1.0 else Outcome.FAILS) for each in found("gaussian"))


def hybrid(
    name: str, kernel: Kernel, rounding: float, draw: Callable[..., Floats], values: Floats
) -> HybridEstimates:
    claim = declared(f"iid-{name}", {"n": 4})
    return HybridEstimates(
        claim, kernel, D, M, 0.5, rounding, LEDGER, draw, values, (PAIR,), tuple(range(32))
    )


@pytest.mark.parametrize("off", [1.0, 1.4])
def test_hybrids(off: float) -> None:
    def found(kernel: Kernel) -> tuple[Finding, ...]:
        truth = kernel_value(kernel, PAIR.x, PAIR.y)
        values = truth * (off + 0.1 * np.random.default_rng(6).standard_normal(40_000))
        whole = hybrid("gaussian-hybrid", kernel, COARSE, lambda *_: np.zeros(1), values[:, None])
        return checked([HybridAt(whole, 0)], hybrids.CHECKS)

    same(found("softmax"), found("gaussian"))
    assert found("gaussian")[0].outcome is (Outcome.HOLDS if off == 1.0 else Outcome.FAILS)


@pytest.mark.parametrize("kernel", ["softmax", "gaussian"])
@pytest.mark.parametrize(
    ("name", "error", "holds"),
    [
        ("gaussian-hybrid", 1e-10, True),
        ("gaussian-hybrid", 1e-7, False),
        ("angle-hybrid", 1e-7, True),
        ("angle-hybrid", 1e-5, False),
    ],
)
def test_an_angle_near_zero_is_off_by_the_root_of_rounding(
    name: str, kernel: Kernel, error: float, holds: bool
) -> None:
    def draw(x: Floats, y: Floats, seed: int) -> Floats:
        assert seed >= 0
        return np.array([kernel_value(kernel, x[0], y[0]) * (1.0 + error)])

    subject = hybrid(name, kernel, 2.0**-53, draw, np.ones((32, 1)))
    check: ClientCheck[Any] = hybrids.CHECKS[0]
    (found,) = checked([subject], [check])
    assert found.check == "exact pairs"
    assert (found.outcome is Outcome.HOLDS) is holds


@pytest.mark.parametrize("off", [1.0, 1.4])
def test_kernels_of_homogeneous_maps(off: float) -> None:
    """max(w.x, 0) of c x is c times that of x, and each estimate c^2 times what it was."""
    w = np.random.default_rng(7).standard_normal((N, M, D))
    values = off * np.mean(np.maximum(w @ PAIR.x, 0.0) * np.maximum(w @ PAIR.y, 0.0), axis=1)

    def found(c: float) -> tuple[Finding, ...]:
        pair = Pair("one", c * PAIR.x, c * PAIR.y)
        subject = InducedEstimates(c * c * values, pair, "relu", couplings()["iid"], M, COARSE, LEDGER)
        return checked([subject], induced.CHECKS)

    same(found(1.0), found(3.0))
