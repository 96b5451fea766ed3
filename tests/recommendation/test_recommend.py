"""The recommendation: what it ranks, how sure it is, and that measured errors are as predicted."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import rftheory
from rftheory.moments.catalogue import ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.recommendation.advice import Recommendation
from rftheory.recommendation.intervals import log_mean, mean_interval, quantile_interval
from rftheory.recommendation.judging import Choice
from rftheory.recommendation.pairs import LEVEL
from rftheory.report.schema import json_schema

FAMILIES = ranked_maps()
RNG = np.random.default_rng(7)
KEYS = RNG.standard_normal((60, 5)) * np.array([0.7, 0.5, 0.3, 0.2, 0.1]) + 0.2
QUERIES = RNG.standard_normal((40, 5)) * 0.4


@pytest.fixture(scope="module")
def found() -> Recommendation:
    return rftheory.recommend(KEYS, QUERIES, features=32, kernel="softmax")


def _everything(found: Recommendation, choice: Choice) -> Pairs:
    """All pairs of the data, shifted as the choice says."""
    x, y = np.repeat(QUERIES, len(KEYS), axis=0), np.tile(KEYS, (len(QUERIES), 1))
    return Pairs(x, y).shifted(found.shift(choice.shift))


def _log_variance(found: Recommendation, choice: Choice) -> Any:
    """log of the relative variance of one projection on all pairs: an iid choice only."""
    family = FAMILIES[choice.mechanism.partition("-")[2]]
    return family.log_single(_everything(found, choice).invariants, choice.parameters)


def test_ranking(found: Recommendation) -> None:
    errors = [choice.error.value for choice in found.choices]
    assert errors == sorted(errors)
    assert len({choice.title for choice in found.choices}) == len(found.choices)
    names = {choice.mechanism for choice in found.choices}
    coupled = {
        f"{c}-{name}" for c in ("iid", "orthogonal", "simplex") for name, f in FAMILIES.items() if f.couples
    }
    assert names == coupled | {f"iid-{name}" for name, family in FAMILIES.items() if not family.couples}
    assert all(choice.features <= 32 for choice in found.choices)


def test_intervals_hold_the_mean_over_all_pairs(found: Recommendation) -> None:
    for choice in found.choices:
        if choice.mechanism.startswith("iid"):
            logs = (_log_variance(found, choice) - math.log(choice.projections)) / 2.0
            assert choice.error.low <= log_mean(logs) <= choice.error.high
            assert choice.median.low <= float(np.median(logs)) <= choice.median.high


def test_tuning_beats_homogeneity_or_ties(found: Recommendation) -> None:
    losses = [choice.heuristic.log_loss for choice in found.choices if choice.heuristic is not None]
    assert losses
    assert min(losses) > -0.02


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
def test_repeats_exactly(kernel: str) -> None:
    first, second = (rftheory.recommend(KEYS, features=8, kernel=kernel, pairs=64) for _ in range(2))
    assert first.choices == second.choices
    assert first.choices != rftheory.recommend(KEYS, features=8, kernel=kernel, pairs=64, seed=1).choices


def test_needed_features_reach_the_target(found: Recommendation) -> None:
    for choice in found.choices:
        if choice.mechanism == "iid-angular-hybrid":
            continue
        needed = round(math.exp(choice.log_needed))
        if needed > 10**5:
            continue
        again = {
            c.title: c for c in rftheory.recommend(KEYS, QUERIES, features=needed, kernel="softmax").choices
        }
        assert again[choice.title].error.value <= math.log(0.1) + 1e-9
        break


def test_measured_error_is_as_predicted(found: Recommendation) -> None:
    """On fresh pairs of the data, over fresh draws of the recommended features, with a margin for what is measured."""
    rng = np.random.default_rng(11)
    i, j = rng.integers(len(QUERIES), size=150), rng.integers(len(KEYS), size=150)
    x, y = QUERIES[i], KEYS[j]
    exact = np.exp(np.sum(x * y, axis=1))
    for choice in (
        found.best,
        *(c for c in found.choices if c.mechanism in ("iid-angular-hybrid", "iid-geometric")),
    ):
        squares = np.empty((300, 150))
        for draw in range(300):
            features = found.transformer(choice, random_state=draw)
            estimate = np.sum(features.transform(x) * features.transform_keys(y), axis=1)
            squares[draw] = ((estimate - exact) / exact) ** 2
        measured = np.sqrt(squares.mean(axis=0))
        margin = 5.0 * float(np.std(measured)) / math.sqrt(150)
        low, high = math.exp(choice.error.low), math.exp(choice.error.high)
        assert low - margin <= measured.mean() <= high + margin, choice.title
        assert measured.mean() == pytest.approx(math.exp(choice.error.value), rel=0.25), choice.title


def test_hopeless_data_get_a_warning() -> None:
    wide = rftheory.recommend(KEYS, features=64, scale=200.0)
    assert not wide.useful
    assert "no mechanism can be useful" in wide.warnings[0]
    assert all(math.isfinite(choice.log_needed) for choice in wide.choices)
    narrow = rftheory.recommend(KEYS, features=64)
    assert narrow.useful
    padded = rftheory.recommend(np.hstack([KEYS, np.ones((60, 1))]), features=64)
    assert any("columns are constant (6)" in warning for warning in padded.warnings)


def test_one_column_and_few_features() -> None:
    line = rftheory.recommend(KEYS[:, :1], features=8)
    assert {choice.mechanism.partition("-")[0] for choice in line.choices} == {"iid"}
    least = rftheory.recommend(KEYS, features=1)
    assert all(FAMILIES[choice.mechanism.partition("-")[2]].cost == 1 for choice in least.choices)


def test_document_text_and_plot(tmp_path: Path, command: Any) -> None:
    np.save(tmp_path / "k.npy", KEYS)
    np.savetxt(tmp_path / "q.csv", QUERIES, delimiter=",")
    call = ["recommend", str(tmp_path / "k.npy"), "--queries", str(tmp_path / "q.csv"), "--features", "32"]
    answer = command([*call, "--json"])
    assert (answer.code, answer.err) == (0, "")
    document, schema = json.loads(answer.out), json_schema()
    jsonschema.Draft202012Validator({"$ref": "#/$defs/recommendation", "$defs": schema["$defs"]}).validate(
        document
    )
    made = rftheory.RandomFeatures(**document["recommended"], random_state=0).fit(KEYS)
    assert made.transform(QUERIES).shape == (40, document["ranking"][0]["features"])
    text = command([*call, "--kernel", "softmax"])
    assert text.code == 0
    assert "recommended" in text.out
    hopeless = command([*call, "--scale", "1e6", "--json"])
    jsonschema.Draft202012Validator({"$ref": "#/$defs/recommendation", "$defs": schema["$defs"]}).validate(
        json.loads(hopeless.out)
    )
    pytest.importorskip("matplotlib")
    drawn = command([*call, "--plot", str(tmp_path / "p.svg")])
    assert drawn.code == 0
    assert (tmp_path / "p.svg").stat().st_size > 1000


def test_plot_without_matplotlib(tmp_path: Path, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftheory.report.recommended.recommendation.find_spec", lambda name: None)  # noqa: ARG005
    np.save(tmp_path / "k.npy", KEYS)
    answer = command(
        ["recommend", str(tmp_path / "k.npy"), "--features", "32", "--plot", str(tmp_path / "p.png")]
    )
    assert answer.code == 2
    assert "matplotlib" in answer.err


@pytest.mark.parametrize("law", ["uniform", "lognormal", "rare"])
def test_intervals_cover(law: str) -> None:
    """Under laws of known mean in [0, B], with room to spare: the level is 0.01."""
    rng = np.random.default_rng(5)
    missed = 0
    for _ in range(200):
        if law == "uniform":
            values, mean, median, bound = rng.random(400), 0.5, 0.5, 1.0
        elif law == "rare":
            values, mean, median, bound = np.where(rng.random(400) < 1e-3, 1e3, 1.0), 1.999, 1.0, 1e3
        else:
            values = np.minimum(np.exp(2.0 * rng.standard_normal(400)), 1e4)
            mean, median, bound = 7.3888, 1.0, 1e4
        logs = np.log(values)
        around = mean_interval(logs, math.log(bound), LEVEL)
        middle = quantile_interval(logs, 0.5, LEVEL)
        missed += not around.low <= math.log(mean) <= around.high
        missed += not middle.low <= math.log(median) <= middle.high
        assert around.low <= around.value <= around.high + 1e-12
    assert missed <= 12
