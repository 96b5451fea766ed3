"""Studies on anything with `submit`: what they find is what they find here, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from rftheory.measured.attention.study import attention_error
from rftheory.measured.engine.workers import Processes, mapped
from rftheory.mechanisms._shelf import couplings, feature_maps
from rftheory.studies.regimes import regime_study
from rftheory.studies.regression import Split, accuracy_of


class Backwards:
    """Does what is submitted when its result is asked for; counts it."""

    def __init__(self) -> None:
        self.done = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        future: Future[Any] = Future()
        outer = self

        class Late:
            def result(self) -> Any:
                outer.done += 1
                future.set_result(function(*arguments))
                return future.result()

        return Late()


def _split() -> Split:
    rng = np.random.default_rng(3)
    points = rng.standard_normal((60, 3))
    labels = np.asarray(points[:, 0] > 0, dtype=np.float64)
    return Split(*[(points[part], labels[part]) for part in (slice(0, 30), slice(30, 45), slice(45, 60))])


def _attention(executor: Any) -> Any:
    found = attention_error(
        couplings()["orthogonal"],
        feature_maps()["positive"],
        ms=(8, 16),
        length=20,
        d=4,
        draws=3,
        executor=executor,
    )
    return found.errors.tolist(), found.undefined.tolist(), found.features


STUDIES = {
    "regimes": (
        lambda executor: regime_study("normal", 0.5, length=16, sets=3, most=8, executor=executor),
        3,
    ),
    "regression": (
        lambda executor: accuracy_of(
            "PosRF", _split(), couplings()["iid"], seeds=2, features=16, executor=executor
        ),
        2 * 11,
    ),
    "attention": (_attention, 3),
}


@pytest.mark.parametrize("name", STUDIES)
def test_an_executor_changes_nothing(name: str) -> None:
    study, jobs = STUDIES[name]
    executor = Backwards()
    assert study(executor) == study(None)
    assert executor.done == jobs


def test_processes_take_what_studies_give_them() -> None:
    with Processes(2) as pool:
        assert _attention(pool) == _attention(None)
        assert mapped(divmod, [(7, 2), (9, 4)], pool) == mapped(divmod, [(7, 2), (9, 4)]) == [(3, 1), (2, 1)]
