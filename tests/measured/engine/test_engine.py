"""One result whatever runs it, resumes it or interrupts it; a checkpoint never lends a foreign chunk."""

from __future__ import annotations

import math
import os
import sqlite3
import subprocess
import sys
import textwrap
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import rftheory.measured
from rftheory.errors import BudgetError, DomainError, InputError
from rftheory.measured.engine.checkpoints import Store
from rftheory.measured.engine.run import Task, measure, run_chunk, run_key, sources
from rftheory.measured.engine.streams import MAX_CHUNK, chunk_size, stream
from rftheory.measured.estimators.experiments import Experiment
from rftheory.measured.inference.design import plan
from rftheory.measured.inference.mean import DecisionOutcome, mean_rule
from rftheory.mechanisms.orthogonal import Orthogonal

CLAIM = math.exp(-0.5)
EXPERIMENT = Experiment(Orthogonal(), "trigonometric", "mean", 8, 8, 1.0)
RULE = mean_rule(claim=CLAIM, delta=0.02, support=EXPERIMENT.support, variance=0.1)
TASK = Task("engine/test", 0, EXPERIMENT, RULE, 6 * MAX_CHUNK - 5)


@dataclass(frozen=True)
class SubmitOnly:
    """The least an executor can be: submit and result, done at once."""

    def submit(self, function, /, *arguments):
        done = Future()
        done.set_result(function(*arguments))
        return LeastFuture(done)


@dataclass(frozen=True)
class LeastFuture:
    inner: Future

    def result(self):
        return self.inner.result()


@dataclass(frozen=True)
class Opaque:
    """A sampler whose text says nothing."""

    width: int = 1

    def draw(self, n, *, rng):
        return rng.random(n)

    def __repr__(self):
        return object.__repr__(self)


@dataclass(frozen=True)
class Short(Opaque):
    """Returns fewer values than asked for."""

    def draw(self, n, *, rng):
        return rng.random(n - 1)


@pytest.fixture(scope="module")
def reference():
    return measure(TASK, root_seed=1)


def test_full_chunks_and_a_decision(reference):
    assert reference.totals.n == 6 * MAX_CHUNK
    assert reference.decision.outcome is DecisionOutcome.PASS
    assert reference.totals.mean == pytest.approx(CLAIM, rel=0.01)
    assert 0 < reference.totals.variance < 1
    assert measure(TASK, root_seed=2).totals != reference.totals


def test_two_processes_are_bit_identical_to_none(reference):
    assert measure(TASK, root_seed=1, workers=2) == reference


def test_any_object_with_submit_is_enough(reference):
    assert measure(TASK, root_seed=1, executor=SubmitOnly()) == reference
    with ThreadPoolExecutor(3) as pool:
        assert measure(TASK, root_seed=1, executor=pool, workers=3) == reference


def test_dask_runs_it(reference, patient_dask):
    with (
        patient_dask.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
        patient_dask.Client(cluster) as client,
    ):
        assert measure(TASK, root_seed=1, executor=client.get_executor(pure=False)) == reference
        assert measure(TASK, root_seed=1, executor=client) == reference


def test_resume_after_an_interruption_reuses_chunks_and_changes_nothing(reference, tmp_path):
    def stop(done, total):
        if done == total // 2:
            raise KeyboardInterrupt

    with Store(tmp_path / "run.sqlite") as store:
        with pytest.raises(KeyboardInterrupt):
            measure(TASK, root_seed=1, store=store, progress=stop)
        resumed = measure(TASK, root_seed=1, store=store)
        assert resumed == reference
        assert resumed.reused_chunks == 3
        longer = measure(replace(TASK, n=7 * MAX_CHUNK), root_seed=1, store=store)
        assert longer.reused_chunks == 6


def test_a_killed_process_loses_only_what_was_in_flight(reference, tmp_path):
    script = textwrap.dedent(
        f"""
        import os
        from rftheory.measured.engine.checkpoints import Store
        from rftheory.measured.engine.run import Task, measure
        from rftheory.measured.estimators.experiments import Experiment
        from rftheory.measured.inference.mean import mean_rule
        from rftheory.mechanisms.orthogonal import Orthogonal
        experiment = Experiment(Orthogonal(), "trigonometric", "mean", 8, 8, 1.0)
        rule = mean_rule(claim=float.fromhex({CLAIM.hex()!r}), delta=0.02,
                         support=experiment.support, variance=0.1)
        task = Task("engine/test", 0, experiment, rule, {TASK.n})
        def die(done, total):
            if done == 4:
                os._exit(9)
        measure(task, root_seed=1, store=Store({str(tmp_path / "run.sqlite")!r}), progress=die)
        """
    )
    root = Path(rftheory.measured.__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
    assert done.returncode == 9, done.stderr.decode()
    with Store(tmp_path / "run.sqlite") as store:
        resumed = measure(TASK, root_seed=1, store=store)
    assert resumed.reused_chunks == 4
    assert resumed == reference


def test_another_seed_task_or_rule_finds_nothing_in_the_store(tmp_path):
    short = replace(TASK, n=1)
    keys = {run_key(short, 1)}
    with Store(tmp_path / "run.sqlite") as store:
        measure(short, root_seed=1, store=store)
        for other in (
            replace(short, point=1),
            replace(short, statement="engine/other"),
            replace(short, sampler=replace(EXPERIMENT, length=1.5)),
            replace(short, rule=replace(RULE, claim=RULE.claim * 1.001)),
        ):
            assert measure(other, root_seed=1, store=store).reused_chunks == 0
            keys.add(run_key(other, 1))
        assert measure(short, root_seed=2, store=store).reused_chunks == 0
        assert measure(short, root_seed=1, store=store).reused_chunks == 1
    assert len(keys) == 5


def test_a_key_depends_on_every_module_that_can_draw():
    found = {path.as_posix() for path in sources()}
    assert {"measured/couplings/frames.py", "mechanisms/orthogonal.py", "studies/contestants.py"} <= found


def test_a_store_refuses_foreign_files_and_changed_chunks(tmp_path):
    text = tmp_path / "text"
    text.write_text("not a database, and long enough to be read as one" * 20)
    with pytest.raises(InputError):
        Store(text)
    foreign = tmp_path / "foreign.sqlite"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE other (x)")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match="not a checkpoint"):
        Store(foreign)
    totals = run_chunk(TASK, 1, 0)
    with Store(tmp_path / "run.sqlite") as store:
        store.save("key", 0, totals)
        store.save("key", 0, totals)
        with pytest.raises(InputError, match="not reproducible"):
            store.save("key", 0, replace(totals, total=0.0))


def test_streams_differ_in_every_coordinate_and_repeat():
    base = ("a", 0, 0)
    draws = {key: stream(1, *key).random() for key in (base, ("b", 0, 0), ("a", 1, 0), ("a", 0, 1))}
    assert len(set(draws.values())) == 4
    assert stream(1, *base).random() == draws[base]
    assert stream(2, *base).random() != draws[base]
    for wrong in ((-1, "a", 0, 0), (1, "a", -1, 0), (1, "a", 0, 2**32), (1.5, "a", 0, 0)):
        with pytest.raises(DomainError):
            stream(*wrong)


def test_chunk_size_is_a_bounded_power_of_two():
    sizes = [chunk_size(width) for width in (1, 128, 129, 10_000, 10**9)]
    assert sizes == [MAX_CHUNK, MAX_CHUNK, MAX_CHUNK // 2, 128, 1]


def test_samplers_that_cannot_be_trusted_are_refused():
    rule = mean_rule(claim=0.5, delta=0.1, support=(0.0, 1.0))
    with pytest.raises(InputError, match="repr"):
        measure(Task("x", 0, Opaque(), rule, 1), root_seed=1)
    with pytest.raises(InputError, match="must return"):
        run_chunk(Task("x", 0, Short(), rule, 1), 1, 0)


def test_a_plan_says_what_it_costs_and_refuses_beyond_its_budget():
    cheap = plan(EXPERIMENT, RULE, statement="engine/test")
    assert cheap.feasible
    assert "fits the budget" in cheap.text
    assert measure(cheap.require(), root_seed=1).decision.outcome is DecisionOutcome.PASS
    fine = mean_rule(claim=CLAIM, delta=1e-7, support=EXPERIMENT.support)
    dear = plan(EXPERIMENT, fine, statement="engine/test", budget=1.0)
    assert not dear.feasible
    with pytest.raises(BudgetError, match="exceeds the budget"):
        dear.require()
    with pytest.raises(DomainError):
        plan(EXPERIMENT, RULE, statement="engine/test", budget=0.0)
