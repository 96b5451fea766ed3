"""Best splits of a budget: against trying everything, exact ties, thresholds, and the cover of the right angle."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest

from rftheory.errors import BudgetError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.functions.hybrids import right_angle
from rftheory.exact.functions.hybrids.budget_choice import (
    BudgetThreshold,
    FeatureChoice,
    OperationChoice,
    OperationRows,
    ProjectionChoice,
    share,
)
from rftheory.exact.functions.hybrids.linear_maximum import LargestLinear
from rftheory.exact.functions.hybrids.right_angle import SpreadThreshold
from rftheory.exact.numerics.root_bracketing import crossing

ROOT = Path(__file__).parents[4]


def _exact(*values: Any) -> list[Any]:
    return [balls.exact(Fraction(value)) for value in values]


def _choice(kind: type[BallFunction], *values: Any) -> int:
    with balls.working_precision(100):
        return int(kind.ball(*_exact(*values)))


@pytest.mark.parametrize("r", ["3/2", "4", "20"])
def test_no_n_does_better(r: str) -> None:
    with balls.working_precision(100):
        shares = {n: float(share(*_exact(n, r))) for n in range(1, 40)}
    assert _choice(FeatureChoice, 25, r) == min(range(1, 26), key=lambda n: (n + 1) * shares[n])
    for total in (2, 7, 16, 40):
        assert _choice(ProjectionChoice, total, r) == min(
            range(1, total), key=lambda n: shares[n] / (total - n)
        )
        for d in (1, 5, 64):
            rows = {n: int(OperationRows.ball(*_exact(total, d, n))) for n in range(1, total)}
            kept = [n for n, m in rows.items() if m]
            if kept:
                best = min(kept, key=lambda n: shares[n] / rows[n])
                assert _choice(OperationChoice, total, d, r) == best


@pytest.mark.parametrize("r", ["1/1000", "1/10", "1/2"])
def test_small_radii_are_decided_exactly_and_ties_by_the_smaller_n(r: str) -> None:
    for total in range(3, 30):
        by_ratio = min(range(1, total), key=lambda n: (Fraction(n + 1, n) / (total - n), n))
        assert _choice(ProjectionChoice, total, r) == by_ratio
        for d in (1, 7, 64):
            rows = {n: (total - n) * d // (d + n) for n in range(1, total)}
            best = min((n for n in rows if rows[n]), key=lambda n: (Fraction(n + 1, n) / rows[n], n))
            assert _choice(OperationChoice, total, d, r) == best


def test_a_budget_without_room_and_balls_for_arguments() -> None:
    with balls.working_precision(100):
        assert not balls.is_finite(OperationChoice.ball(*_exact(2, 9, 1)))
        assert not balls.is_finite(FeatureChoice.ball(balls.fmpq(25), balls.arb(1)))


@pytest.mark.parametrize("n", [2, 8, 1000])
def test_the_budget_threshold(n: int) -> None:
    with balls.working_precision(150):
        root = BudgetThreshold.ball(balls.fmpq(n))
        low, high = (balls.exact(end) for end in balls.endpoints(root))
        assert 2 * (n + 1) * share(balls.fmpq(n), low - balls.fmpq(1, 10**30)) > 1
        assert 2 * (n + 1) * share(balls.fmpq(n), high + balls.fmpq(1, 10**30)) < 1


@pytest.mark.parametrize("n", [0, 1, 5])
def test_the_worst_angle_leaves_the_middle_at_the_threshold(n: int) -> None:
    with balls.working_precision(150):
        root = SpreadThreshold.ball(balls.fmpq(n))
    with mpmath.workdps(30):
        assert abs(SpreadThreshold.oracle(mpmath.mp, n) - mpmath.mpf(root.str(25, radius=False))) < 1e-20
        i = mpmath.mpf(1) / n if n else mpmath.mpf(0)

        def error(angle: mpmath.mpf, r: mpmath.mpf) -> mpmath.mpf:
            p = angle / mpmath.pi
            return sum(
                (q * q * (1 - i) + q * i) * (mpmath.cosh(2 * r * r * (1 + s * mpmath.cos(angle))) - 1)
                for q, s in ((p, 1), (1 - p, -1))
            )

        r0 = mpmath.mpf(root.str(25, radius=False))
        angles = [mpmath.pi / 2 * k / 200 for k in range(200)]
        for r, worst in ((r0 * 0.999, True), (r0 * 1.01, False)):
            assert (max(error(a, r) for a in angles) < error(mpmath.pi / 2, r)) is worst


def test_the_cover_refuses_a_curve_where_the_claim_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert right_angle.ends_enclose()
    assert right_angle.cover() > 100
    true = right_angle._inverse
    monkeypatch.setattr(right_angle, "_BOXES", 2000)
    monkeypatch.setattr(right_angle, "_inverse", lambda a, b: true(a, b) + balls.fmpq(3, 2))
    with pytest.raises(BudgetError):
        right_angle.cover()


def test_a_crossing_without_certified_signs_is_none() -> None:
    with balls.working_precision(200):
        root = crossing(lambda x: balls.ball(x * x - 2), balls.fmpq(1), balls.fmpq(2), 80)
        assert root.overlaps(balls.arb(2).sqrt())
        assert not balls.is_finite(
            crossing(lambda x: balls.ball(x * x + 1), balls.fmpq(0), balls.fmpq(1), 80)
        )


def test_a_crossing_asks_for_no_signs_nearer_than_its_ball() -> None:
    with balls.working_precision(1040):
        root = crossing(lambda x: balls.ball(x) ** 2 - 2, balls.fmpq(1), balls.fmpq(2), 1000)
        assert root.overlaps(balls.arb(2).sqrt())
        assert root.rad() < balls.arb(2) ** -1004


@pytest.mark.parametrize("r", ["1/1000", "1", "11/10", "30"])
def test_the_linear_maximum(r: str) -> None:
    with balls.working_precision(200):
        value = LargestLinear.ball(*_exact(r))
    assert balls.accuracy_bits(value) > 150
    with mpmath.workdps(40):
        radius = mpmath.mpf(Fraction(r).numerator) / Fraction(r).denominator
        scan = LargestLinear.oracle(mpmath.mp, radius)
        assert abs(scan / mpmath.mpf(value.str(35, radius=False)) - 1) < 1e-9


def test_the_quick_tables_of_the_budget_page_are_current() -> None:
    script = runpy.run_path(str(ROOT / "docs" / "budgets.py"))
    page = (ROOT / "docs" / "budgets.md").read_text("utf-8")
    for name in ("features", "thresholds"):
        assert f"<!-- {name}: begin -->\n{script[name]()}\n<!-- {name}: end -->" in page
