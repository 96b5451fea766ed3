"""Checks that few statements use, each on a claim whose truth is plain: what holds, what is false, what is not decided."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.composition import Composition
from rftheory.evidence.deterministic.shrinking_gap import ShrinkingGap, grid
from rftheory.evidence.deterministic.sign_change import SignChange
from rftheory.evidence.deterministic.sizes import SizeCount, within
from rftheory.evidence.deterministic.threshold import ThresholdCover
from rftheory.exact.functions.hybrids.bound_threshold import BoundThreshold
from rftheory.exact.operation_counts import OperationTally
from rftheory.statements import Statement, formula
from rftheory.verdict import Evidence, Outcome

QUICK = Context(profile=replace(PROFILES["quick"], search_points=2))
HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
a, r, n, m = sp.symbols("a r n m", positive=True)
ROOT = Domain((real("a", above=0), real("r", above=0)))


def _subject(side: sp.Expr) -> Statement:
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", ROOT, {"": formula(side, ROOT, "a")})


@pytest.mark.parametrize(
    ("side", "function", "outcome"),
    [
        (sp.sqrt(a), a - r**2, HOLDS),
        (sp.sqrt(a), r**2 - a, FAILS),  # from - to +
        (2 * sp.sqrt(a), a - r**2, FAILS),  # behind the zero
        (sp.sqrt(a) / 2, a - r**2, FAILS),  # before it
        (sp.sqrt(a), (a - r**2) * (r - sp.sqrt(a) / 4), FAILS),  # not the first change
        (sp.sqrt(a), sp.sin(r) ** 2 + sp.cos(r) ** 2 - 1, UNDECIDED),  # no ball of it has a sign
    ],
)
def test_a_sign_change_is_the_first_from_plus_to_minus(
    side: sp.Expr, function: sp.Expr, outcome: Outcome
) -> None:
    check = SignChange("", formula(function, ROOT, "a r"), "r", ({"a": 2}, {"a": "1/3"}), 9)
    found = check.run(_subject(side), QUICK)
    assert found.outcome is outcome
    assert outcome is not UNDECIDED or "the value may be exactly 0" in found.detail
    assert (found.counterexample is not None) is (outcome is FAILS)
    assert outcome is not HOLDS or (found.data == {"points": 2} and found.in_part)


@pytest.mark.parametrize(
    ("gap", "limit", "outcome"),
    [
        (
            1 / a - 1 / (a + 1),
            "501/10000",
            HOLDS,
        ),  # 1/20, enclosed: largest at the least a of a setting: 1/2 at 1, 1/20 at 4
        (1 / (a + 1) - 1 / a, "501/10000", HOLDS),  # its size counts
        (1 / a - 1 / (a + 1), "1/21", UNDECIDED),
        (a, "100", UNDECIDED),  # grows
    ],
)
def test_a_gap_shrinks_from_setting_to_setting(gap: sp.Expr, limit: str, outcome: Outcome) -> None:
    settings = (("one", ({"a": 1}, {"a": 2})), ("two", ({"a": 4}, {"a": 8})))
    found = ShrinkingGap("gap", formula(gap, ROOT, "a"), settings, Fraction(limit)).run(_subject(a), QUICK)
    assert found.outcome is outcome
    assert found.data["points"] == 4


def test_the_last_setting_is_the_one_that_must_be_within() -> None:
    settings = (("one", ({"a": 1},)), ("two", ({"a": 4},)), ("three", ({"a": 9},)))
    found = ShrinkingGap("gap", formula(1 / a, ROOT, "a"), settings, Fraction(1, 8)).run(_subject(a), QUICK)
    assert found.outcome is HOLDS  # 1, 1/4, 1/9


def test_a_grid_leaves_out_its_lower_end_and_what_is_not_legal() -> None:
    assert grid(ROOT, "r", "0", "1", 2, a=3) == ({"a": 3, "r": Fraction(1, 2)}, {"a": 3, "r": Fraction(1)})
    assert grid(ROOT, "r", "-1", "1", 2, a=3) == ({"a": 3, "r": Fraction(1)},)


N = sp.Symbol("n", positive=True, integer=True)
NUMBERS = Domain((integer("n", 1),))
ONE = sp.sin(N) ** 2 + sp.cos(N) ** 2  # a ball around 1, of any size that is asked for


def _covered(side: sp.Expr, *decimals: str, context: Context = QUICK, quick: int = 1) -> Evidence:
    sides = {"": formula(side, NUMBERS, "n")}
    subject = Statement("x/1", "numerical", "-", "-", "-", "-", "-", NUMBERS, sides)
    values = tuple((n, decimal) for n, decimal in enumerate(decimals, 1))
    return ThresholdCover("", values, quick).run(subject, context)


@pytest.mark.parametrize(
    ("side", "outcome"),
    [
        (BoundThreshold(N), HOLDS),
        (BoundThreshold(N) + sp.Rational(1, 2), FAILS),
        (BoundThreshold(N) - sp.Rational(1, 2), FAILS),
        (sp.Rational("4.2") * ONE, UNDECIDED),  # at an end of 4.1 +- 0.1 up to its ball: it may lie inside
        (4 * ONE, UNDECIDED),
    ],
)
def test_a_crossing_is_within_a_unit_of_its_decimal_or_elsewhere(side: sp.Expr, outcome: Outcome) -> None:
    found = _covered(side, "4.1")
    assert found.outcome is outcome, found.detail
    assert (found.counterexample is not None) is (outcome is FAILS)
    assert outcome is not UNDECIDED or "not placed" in found.detail
    assert outcome is not HOLDS or (not found.in_part and found.data["settings"] == 1)


def test_a_quick_look_covers_a_part_of_the_numbers() -> None:
    part = _covered(BoundThreshold(N), "4.1", "9")  # of two numbers the quick profile covers one
    assert (part.outcome, part.in_part, part.data["settings"]) == (HOLDS, True, 1)
    assert ThresholdCover("", ()).reads(_subject(a)) == ("",)


def _multiply(sizes: dict[str, int], tally: OperationTally) -> None:
    """Every product of n numbers with m others."""
    left, right = tally.hold([1.5] * sizes["n"]), tally.hold([2.5] * sizes["m"])
    for one in left:
        for other in right:
            _ = one * other


@pytest.mark.parametrize(
    ("count", "growth", "outcome"),
    [(n * m, n * m, HOLDS), (n * m + 1, n * m, FAILS), (n + m, n * m, FAILS), (n * m, n, UNDECIDED)],
)
def test_counts_are_those_of_the_closed_form_at_every_size(
    count: sp.Expr, growth: sp.Expr, outcome: Outcome
) -> None:
    tally = OperationTally()
    _multiply({"n": 2, "m": 3}, tally)
    (kind,) = [name for name, times in tally.items() if times == 6]
    grid_of = {"n": (1, 2, 3), "m": (2, 5)}
    found = SizeCount("products", _multiply, {kind: count}, growth, grid_of, partly=True).run(
        _subject(a), QUICK
    )
    assert found.outcome is outcome
    assert outcome is not HOLDS or found.data == {"sizes": 6}
    if outcome is FAILS:
        assert found.counterexample is not None
        assert {"n", "m", "left", "right"} == set(found.counterexample)


@pytest.mark.parametrize(
    ("form", "growth", "below"),
    [
        (3 * n + 2, n, True),  # n is at least 1, so a constant is below it
        (n**2, n, False),
        (n * m - n**3, n * m, True),  # what is subtracted only helps
        (n * m, n**2 + m, False),
        (n * sp.log(n, 2), n * sp.log(n, 2), True),
        (n * sp.log(n, 2), n, False),
        (n, n * sp.log(n, 2), True),
        (n, n / 3, True),  # a constant factor is of no matter
        (n**2 / 2, n, False),
    ],
)
def test_a_form_is_below_its_growth_monomial_by_monomial(form: sp.Expr, growth: sp.Expr, below: bool) -> None:
    assert within(form, growth) is below


@pytest.mark.parametrize("form", ["map", "expansion"])
def test_both_forms_of_a_composition_are_the_estimate_and_wrong_ones_are_refused(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = _subject(a)
    right = Composition(form, per_point=10).run(subject, QUICK)  # type: ignore[arg-type]
    assert right.outcome is HOLDS
    assert all(right.data["rejected"].values())
    module = "rftheory.evidence.deterministic.composition"
    estimate = __import__(module, fromlist=["estimate"]).estimate
    monkeypatch.setattr(f"{module}.estimate", lambda hybrid: estimate(hybrid) + 1)
    wrong = Composition(form, per_point=10).run(subject, QUICK)  # type: ignore[arg-type]
    assert wrong.outcome is FAILS
    assert wrong.counterexample is not None
    assert wrong.counterexample["instance"] == "0"


@pytest.mark.parametrize(
    ("broken", "outcomes"),
    [("features", {"map": FAILS, "expansion": HOLDS}), ("expansion", {"map": HOLDS, "expansion": FAILS})],
)
def test_each_form_of_a_composition_is_judged_by_its_own_construction(
    broken: str, outcomes: dict[str, Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    """2 Psi(x).2 Psi(y), and twice the four sums, are not the estimate."""
    module = "rftheory.evidence.deterministic.composition"
    original = getattr(__import__(module, fromlist=[broken]), broken)
    twice = {
        "features": lambda *given: [2 * entry for entry in original(*given)],
        "expansion": lambda *given: 2 * original(*given),
    }
    monkeypatch.setattr(f"{module}.{broken}", twice[broken])
    found = {form: Composition(form, per_point=1).run(_subject(a), QUICK).outcome for form in outcomes}  # type: ignore[arg-type]
    assert found == outcomes
