"""SimRFs+ at drawn norms: conformities, minima and passes by their definitions, and what is not so is left open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain
from rftheory.evidence.statistical.simplex_plus import (
    ConformityDecrease,
    ConformityLeadingOrder,
    MarginalGain,
    Sweeps,
)
from rftheory.measured.couplings.simplex_plus import relax_one_literally
from rftheory.measured.couplings.transforms import simplex_matrix
from rftheory.measured.engine.streams import stream
from rftheory.measured.inference.sign_test import SignTest
from rftheory.papers.simrf._lemmas.arrangements import CONFORMITY
from rftheory.statements import Statement
from rftheory.verdict import Outcome

SUBJECT = Statement("x/1", "inequality", "-", "-", "-", "-", "-", Domain())
QUICK = Context(profile=PROFILES["quick"])
REVERSED = CONFORMITY.with_expression(2 - CONFORMITY.expression)
HOLDS, UNDECIDED = Outcome.HOLDS, Outcome.UNDECIDED
EIGHT = SignTest(8, 0.01, 0.01)  # passes at eight wins alone
THREE = SignTest(3, 0.125, 0.125)


def drawn(count: int, rng: np.random.Generator) -> np.ndarray:
    """Lengths of standard normal vectors of R^3."""
    return np.sqrt(rng.chisquare(3, size=(count, 3)))


def conformity(gram: np.ndarray, v: float) -> float:
    """The mean of Gamma(d/2) (2/t)^(d/2-1) I_(d/2-1)(t), t = v |w_i + w_j|, over pairs; sinh(t)/t for d = 3."""
    pairs = [(0, 1), (0, 2), (1, 2)]
    sizes = [v * np.sqrt(gram[i, i] + gram[j, j] + 2 * gram[i, j]) for i, j in pairs]
    return float(np.mean([np.sinh(t) / t for t in sizes]))


def least(norms: np.ndarray, v: float) -> float:
    """Over three vectors of these norms: two of them are turned in the plane by angles, beside a third one."""

    def value(angles: np.ndarray) -> float:
        w = norms[:, None] * np.array([[np.cos(a), np.sin(a)] for a in (0.0, *angles)])
        return conformity(w @ w.T, v)

    starts = [(2.0, 4.2), (2.5, 3.8), (3.1, 3.2)]
    found = [
        scipy.optimize.minimize(value, s, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12})
        for s in starts
    ]
    return min(float(each.fun) for each in found)


@pytest.mark.parametrize("draw", range(3))
def test_gain_and_rest_are_those_of_the_angles_between_three_vectors(draw: int) -> None:
    check = MarginalGain(CONFORMITY, 3, "3", 0.1)
    found: Any = check.rehearse(SUBJECT, stream(5, "norms", draw, 0))
    (norms,) = drawn(1, stream(5, "norms", draw, 0))
    arrangements = (
        norms[:, None] * simplex_matrix(3),
        relax_one_literally(norms, tolerance=1e-9, max_sweeps=20_000),
    )
    before, after = (conformity(w @ w.T, 3.0) for w in arrangements)
    (gain,), (rest,) = found
    assert gain == pytest.approx((before - after) / before, rel=1e-6)
    assert rest == pytest.approx((after - least(norms, 3.0)) / before, abs=2e-5)


@pytest.mark.parametrize(("d", "v"), [(3, "3"), (4, "3/2")])
def test_descents_are_given_the_slope_of_what_they_lower(
    d: int, v: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against central differences of the values, at every start."""
    minimize, starts = scipy.optimize.minimize, []

    def watched(objective: Any, start: np.ndarray, **options: Any) -> Any:
        steps = 1e-5 * np.eye(len(start))
        slope = [(objective(start + step)[0] - objective(start - step)[0]) / 2e-5 for step in steps]
        assert objective(start)[1] == pytest.approx(np.array(slope), rel=1e-5, abs=1e-6)
        starts.append(start)
        return minimize(objective, start, **options)

    monkeypatch.setattr(scipy.optimize, "minimize", watched)
    MarginalGain(CONFORMITY, d, v, 0.1).rehearse(SUBJECT, stream(5, "slope", d, 0))
    assert len(starts) == 3


@pytest.mark.parametrize(
    ("check", "outcome"),
    [
        (MarginalGain(CONFORMITY, 3, "1/4", 0.9), HOLDS),
        (MarginalGain(CONFORMITY, 3, "1/4", 0.0), UNDECIDED),  # no gain is below 0
        (
            MarginalGain(CONFORMITY, 3, "3", 1.1),
            UNDECIDED,
        ),  # the longest pair is nearly all: SimRFs+ gain nothing
    ],
)
def test_a_marginal_gain_is_slight_and_more_than_what_is_left(check: MarginalGain, outcome: Outcome) -> None:
    found = check.examine(SUBJECT, QUICK, THREE)
    assert found.outcome is outcome, found.detail
    assert check.events[0].startswith(f"relative gain below {check.slight:g}")
    assert check.tests == 2


@pytest.mark.parametrize("v", ["1", "1/100"])
def test_a_lower_conformity_is_seen_at_every_drawn_norm(v: str) -> None:
    norms = [drawn(8, stream(QUICK.seed, "x/1|norms", 3, 0))]
    found = ConformityDecrease(CONFORMITY, (3,), v).run(SUBJECT, QUICK)
    assert found.outcome is HOLDS
    assert "SimRF in balls at 8 of 8 drawn norms" in found.detail
    gains = []
    for lengths in norms[0]:
        arrangements = (
            lengths[:, None] * simplex_matrix(3),
            relax_one_literally(lengths, tolerance=1e-9, max_sweeps=20_000),
        )
        before, after = (conformity(w @ w.T, float(sp.Rational(v))) for w in arrangements)
        gains.append((before - after) / before)
    assert f"relative gain {min(gains):.2e} to {max(gains):.2e}" in found.detail
    other = ConformityDecrease(REVERSED, (3,), v).run(SUBJECT, QUICK)
    assert other.outcome is UNDECIDED
    assert "at 0 of 8" in other.detail


def test_two_vectors_cannot_be_arranged_better() -> None:
    """Of two vectors both arrangements are opposite ones: the conformity is the same, up to what balls leave open."""
    found = ConformityDecrease(CONFORMITY, (2,), "1").run(SUBJECT, QUICK)
    assert found.outcome is UNDECIDED


@pytest.mark.parametrize(
    ("factor", "outcome"),
    [(1, HOLDS), (sp.Rational(11, 10), UNDECIDED), (sp.Rational(9, 10), UNDECIDED)],
)
def test_the_leading_order_is_the_least_coefficient(factor: sp.Expr, outcome: Outcome) -> None:
    """1 + f (conformity - 1) has the coefficient f times too large: the difference falls like v^2 alone."""
    scaled = CONFORMITY.with_expression(1 + factor * (CONFORMITY.expression - 1))
    found = ConformityLeadingOrder(scaled, (3, 4), ("1/4", "1/8")).run(SUBJECT, QUICK)
    assert found.outcome is outcome, found.detail


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [({}, HOLDS), ({"few": 0}, UNDECIDED), ({"few": 1000, "ceiling": 1}, UNDECIDED)],
)
def test_passes_are_counted_until_the_equations_hold(changes: dict[str, int], outcome: Outcome) -> None:
    check = replace(Sweeps((3, 16), few=100), **changes)  # type: ignore[arg-type]
    found = check.examine(SUBJECT, QUICK, EIGHT)
    assert found.outcome is outcome, found.detail
    assert check.events == tuple(f"d={d}: at most {check.few} passes" for d in (3, 16))
    for few in (2, 5):
        norms = drawn(8, stream(QUICK.seed, "x/1|sweeps", 3, 0))
        ends = [relax_one_literally(each, tolerance=1e-3, max_sweeps=few) for each in norms]
        wins = sum(_violation(w) <= 1e-3 for w in ends)
        detail = Sweeps((3,), few=few).examine(SUBJECT, QUICK, EIGHT).detail
        assert f"d=3: at most {few} in {wins} of 8 draws" in detail


def _violation(w: np.ndarray) -> float:
    """max_i |w_i/|w_i| + u_i/|u_i||, u_i the sum of the others."""
    unit = w / np.linalg.norm(w, axis=1, keepdims=True)
    others = w.sum(axis=0) - w
    return float(np.linalg.norm(unit + others / np.linalg.norm(others, axis=1, keepdims=True), axis=1).max())


def test_one_run_in_every_dimension_is_rehearsed() -> None:
    assert len(Sweeps((3, 4)).rehearse(SUBJECT, stream(0, "rehearsed", 0, 0))) == 2  # type: ignore[arg-type]
