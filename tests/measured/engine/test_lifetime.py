"""Evidence over time: what runs say together, that it keeps its rates at every look, and that nothing is lost or chosen."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rftheory.errors import InputError
from rftheory.measured.engine.lifetime import Lifetime
from rftheory.measured.engine.reductions import Totals, combine, reduce_values
from rftheory.measured.engine.run import Measurement, Task, measure
from rftheory.measured.inference.lifetime import decide_over_runs
from rftheory.measured.inference.mean import DecisionOutcome, mean_rule
from rftheory.measured.inference.sequential import SequentialRule
from rftheory.measured.inputs import Floats

PASS, REFUTED, UNDECIDED = DecisionOutcome.PASS, DecisionOutcome.REFUTED, DecisionOutcome.UNDECIDED
ABOUT: dict[str, object] = {"seed": 1, "alpha": 1e-3, "tests": 10}


@dataclass(frozen=True)
class Coin:
    """Ones with that chance; so wide that a chunk is 16 draws."""

    chance: float = 0.5
    width: int = 2**17

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        return (rng.random(n) < self.chance).astype(np.float64)


RULE = mean_rule(claim=0.5, delta=0.2, support=(0.0, 1.0), alpha=1e-3, beta=1e-3)
TASK = Task("engine/coin", 0, Coin(), RULE, 6 * 16)


def _one(file: Path, task: Task = TASK, about: dict[str, object] = ABOUT) -> Measurement:
    """One run of one test."""
    with Lifetime(file, about) as lifetime:
        found = lifetime.adding(task, lambda seed: measure(task, root_seed=seed))
        lifetime.finish()
    return found


@pytest.mark.parametrize("ones", range(0, 61, 3))
def test_the_decision_is_that_of_the_products(ones: int) -> None:
    """Betting, by its definition: products of 1 +- step (x - theta), in several runs, in fractions of floats."""
    values = np.array([1.0] * ones + [0.0] * (60 - ones))
    np.random.default_rng(5).shuffle(values)
    runs = [reduce_values(part, RULE.scores(part)) for part in np.split(values, [10, 35])]
    up, down = RULE.steps
    against = (np.prod(1 + up * (values - 0.5)) + np.prod(1 - down * (values - 0.5))) / 2
    ends = np.prod(1 + up * (values - 0.4)), np.prod(1 - down * (values - 0.6))
    expected = REFUTED if against >= 1e3 else PASS if min(ends) >= 1e3 else UNDECIDED
    assert decide_over_runs(RULE, combine(runs)).outcome is expected


def test_unbounded_values_pay_for_their_variance_in_every_run() -> None:
    rule = mean_rule(claim=0.0, delta=1.0, scale=0.5, variance=1.0, variance_bound=2.0, alpha=1e-3, beta=1e-3)
    values = np.random.default_rng(8).standard_normal(4000) + 0.3
    for n in (100, 400, 1000, 4000):
        runs = [reduce_values(part, rule.scores(part)) for part in np.split(values[:n], 4)]
        size = rule.steps[0] * values[:n]
        logs = np.sign(size) * np.log(1 + np.abs(size) + size**2 / 2)
        drift = n * math.log(1 + rule.steps[0] ** 2 * 1.0 / 2)
        both = math.log((math.exp(logs.sum() - drift) + math.exp(-logs.sum() - drift)) / 2)
        alarm = dict(decide_over_runs(rule, combine(runs)).excess)["mean = claim"]
        assert alarm == pytest.approx(both - math.log(1e3), abs=1e-9)


def test_runs_that_decide_nothing_alone_decide_together(tmp_path: Path) -> None:
    right = [_one(tmp_path / "right") for _ in range(12)]
    wrong_task = replace(TASK, sampler=Coin(0.62))
    wrong = [_one(tmp_path / "wrong", wrong_task) for _ in range(12)]
    for found, end in ((right, PASS), (wrong, REFUTED)):
        outcomes = [each.decision.outcome for each in found]
        assert outcomes[0] is UNDECIDED
        assert outcomes[-1] is end
        assert [each.runs for each in found] == list(range(1, 13))
        assert [each.totals.n for each in found] == [96 * k for k in range(1, 13)]


def test_a_lifetime_of_looks_keeps_the_rate_that_tests_repeated_one_by_one_do_not() -> None:
    """400 lifetimes of 30 runs of a right claim at alpha = 1/20; the control repeats the rule of a fixed number."""
    rule = mean_rule(claim=0.5, delta=0.2, support=(0.0, 1.0), alpha=0.05, beta=0.05)
    rng, ever, control = np.random.default_rng(11), 0, 0
    for _ in range(400):
        runs: list[Totals] = []
        seen, repeated = False, False
        for _ in range(30):
            values = (rng.random(200) < 0.5).astype(np.float64)
            runs.append(reduce_values(values, rule.scores(values)))
            seen |= decide_over_runs(rule, combine(runs)).outcome is REFUTED
            repeated |= abs(values.mean() - 0.5) > 1.96 * 0.5 / math.sqrt(200)  # what nobody may do
        ever, control = ever + seen, control + repeated
    assert ever <= 400 * 0.05 + 5 * math.sqrt(400 * 0.05 * 0.95)
    assert control > 200


def test_an_anytime_rule_decides_on_the_sum_and_a_rule_of_one_size_is_refused() -> None:
    rule = SequentialRule(0.5, 0.1, 0.25, 0.5, 1e-3, 1e-3)
    values = np.random.default_rng(2).random(900)
    runs = [reduce_values(part, rule.scores(part)) for part in np.split(values, 3)]
    assert decide_over_runs(rule, combine(runs)) == rule.decide(combine(runs))

    class Fixed:
        def decide(self, totals: Totals) -> Any:
            raise AssertionError(totals)

        def scores(self, values: Floats) -> Floats:
            return values[None]

    with pytest.raises(InputError, match="runs of Fixed do not add up"):
        decide_over_runs(Fixed(), combine(runs))


def test_every_run_draws_afresh_and_one_that_was_cut_short_is_made_to_its_end(tmp_path: Path) -> None:
    file, seeds = tmp_path / "life", []
    for finished in (True, False, False, True, True):
        with Lifetime(file, ABOUT) as lifetime:
            seeds.append((lifetime.number, lifetime.seed))
            found = lifetime.adding(TASK, lambda seed: measure(TASK, root_seed=seed))
            if finished:
                lifetime.finish()
    assert [number for number, _ in seeds] == [0, 1, 1, 1, 2]
    assert len({seed for _, seed in seeds}) == 3
    assert found.runs == 3

    def never(seed: int) -> Measurement:
        raise AssertionError(seed)

    with Lifetime(file, ABOUT) as lifetime:
        lifetime.adding(TASK, lambda seed: measure(TASK, root_seed=seed))
        assert lifetime.adding(TASK, never).runs == 4  # what the open run has is not drawn again
    with Lifetime(tmp_path / "other", ABOUT | {"seed": 2}) as other:
        assert other.seed not in {seed for _, seed in seeds}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            "UPDATE chunks SET totals = replace(totals, 'p+', 'p-') WHERE chunk = 0",
            "what one of its runs found is changed",
        ),
        ("UPDATE chunks SET chunk = 7 WHERE chunk = 1", "what run 2 found is changed or gone"),
        ("DELETE FROM chunks WHERE chunk = 0", "what run 1 found is changed or gone"),
        ("UPDATE runs SET rows = 0, hash = 'x' WHERE number = 0", "what run 1 found is changed or gone"),
        ("UPDATE runs SET rows = NULL WHERE number = 1", "what run 2 found is changed or gone"),
        ("DELETE FROM runs WHERE number = 0", "what run 1 found is changed or gone"),
        ("UPDATE tests SET key = 'x'", "holds another test of engine/coin at point 0"),
        ("UPDATE about SET text = '{}'", "does not say which run it is of"),
    ],
)
def test_damage_is_one_line(tmp_path: Path, damage: str, said: str) -> None:
    file = tmp_path / "life"
    for _ in range(2):
        _one(file)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(damage)
    connection.close()
    with pytest.raises(InputError, match=said) as told:
        _one(file)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("other", [{"seed": 2}, {"alpha": 0.1}, {"tests": 11}])
def test_another_budget_is_refused(tmp_path: Path, other: dict[str, object]) -> None:
    _one(tmp_path / "life")
    with pytest.raises(InputError, match="is of another run"):
        Lifetime(tmp_path / "life", ABOUT | other)


@pytest.mark.parametrize(
    "other",
    [
        replace(TASK, sampler=Coin(0.6)),
        replace(TASK, rule=replace(RULE, claim=0.51)),
        replace(TASK, rule=mean_rule(claim=0.5, delta=0.1, support=(0.0, 1.0), alpha=1e-3, beta=1e-3)),
    ],
)
def test_another_test_of_the_same_name_is_refused_and_another_number_of_draws_is_not(
    tmp_path: Path, other: Task
) -> None:
    _one(tmp_path / "life")
    with pytest.raises(InputError, match="holds another test of engine/coin at point 0"):
        _one(tmp_path / "life", other)
    assert _one(tmp_path / "life", replace(TASK, n=32)).totals.n == 96 + 32


def test_a_checkpoint_file_is_no_lifetime(tmp_path: Path) -> None:
    from rftheory.measured.engine.checkpoints import Store

    Store(tmp_path / "run", {"seed": 1}).close()
    with pytest.raises(InputError, match="is of another run: accumulates"):
        Lifetime(tmp_path / "run", {"seed": 1})
