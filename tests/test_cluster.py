"""A run on any executor, and on dask, gives the documents that a run here gives."""

import json
import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from rftheory.cli import run
from rftheory.errors import InputError, RFTheoryError
from rftheory.searching import search
from rftheory.verdict import Outcome
from rftheory.verification import verify

STATEMENTS = ("orf/eq3", "simrf/cor4.4")


def test_any_executor_gives_the_same_verdicts(tmp_path):
    here = [(r.statement.id, r.verdict, r.evidence and r.evidence[0].detail) for r in verify(*STATEMENTS)]
    with ThreadPoolExecutor(1) as pool:
        there = verify(*STATEMENTS, executor=pool)
        stored = verify(*STATEMENTS, executor=pool, store=tmp_path / "run.sqlite")
    for found in (there, stored):
        assert [(r.statement.id, r.verdict, r.evidence and r.evidence[0].detail) for r in found] == here


def test_the_command_runs_on_a_dask_cluster(capsys, monkeypatch, patient_dask):
    monkeypatch.setattr("rftheory.cli.cluster.CONNECT_SECONDS", 3600)
    with patient_dask.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        assert run(["verify", *STATEMENTS, "--dask", address, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert {result["id"] for result in shown["results"]} == set(STATEMENTS)


def test_a_killed_scheduler_is_one_line(monkeypatch, patient_dask):
    """The work would take ten minutes; the scheduler, a process of its own, is killed once a worker has it."""
    del patient_dask
    from benchmarks.clusters import cluster
    from rftheory.cli.cluster import executor_at
    from rftheory.measured.engine.workers import in_order

    monkeypatch.setattr("rftheory.cli.cluster.CONNECT_SECONDS", 3600)
    with cluster(1) as there, executor_at(there.address) as executor:
        assert executor.submit(float, "2").result() == 2.0
        assert not logging.getLogger("tornado.application").isEnabledFor(logging.ERROR)
        killer = threading.Timer(0.5, there.scheduler.kill)
        killer.start()
        with pytest.raises(RFTheoryError, match="the workers are gone and take no more work") as told:
            list(in_order(executor, time.sleep, [600.0] * 3, lambda seconds: (seconds,), 2))
        killer.join()
    assert "\n" not in str(told.value)


def test_work_that_dask_never_ends_is_given_up_once_the_scheduler_is_gone(monkeypatch):
    """Handed in while the connection breaks: nobody cancels it. An error of time of its own is passed on."""
    from rftheory.cli import cluster

    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.02)
    pending, own = Future(), Future()
    client = SimpleNamespace(status="running", get_executor=lambda **_: SimpleNamespace(submit=lambda f: f()))
    executor = cluster._Cluster(client, "tcp://127.0.0.1:1")
    late, wrong = executor.submit(lambda: pending), executor.submit(lambda: own)
    own.set_exception(TimeoutError("of the work"))
    with pytest.raises(TimeoutError, match="of the work"):
        wrong.result()
    breaking = threading.Timer(0.1, lambda: setattr(client, "status", "connecting"))
    breaking.start()
    with pytest.raises(ConnectionError, match=r"the dask scheduler at tcp://127\.0\.0\.1:1 is gone"):
        late.result()
    assert not breaking.is_alive()
    with pytest.raises(ConnectionError):
        executor.submit(lambda: pending)
    assert late.cancel()


@pytest.mark.parametrize(
    "arguments", [["--dask", "nonsense"], ["--dask", "tcp://127.0.0.1:1", "--workers", "2"]]
)
def test_a_wrong_address_is_one_clear_line(capsys, monkeypatch, arguments):
    monkeypatch.setattr("rftheory.cli.cluster.CONNECT_SECONDS", 0.5)
    assert run(["verify", "simrf/cor4.4", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_mutants_are_tried_on_any_executor():
    from rftheory.trying import try_mutants

    here = dict(try_mutants(*STATEMENTS))
    with ThreadPoolExecutor(1) as pool:
        assert dict(try_mutants(*STATEMENTS, executor=pool)) == here
    with pytest.raises(InputError, match="not both"):
        try_mutants(*STATEMENTS, workers=2, executor=ThreadPoolExecutor(1))


@pytest.mark.parametrize("shares", [1, 3])
def test_a_search_is_shared_out(shares):
    """Every point of the search is in one share, whoever looks at it; a violation is found by the first that has one."""
    whole = search("crt/thm3.1", seconds=600)
    assert whole.outcome is Outcome.HOLDS
    with ThreadPoolExecutor(1) as pool:
        shared = search("crt/thm3.1", seconds=600, workers=shares, executor=pool)
        broken = search("crt/thm4.2/iid", seconds=600, workers=shares, executor=pool)
    assert (shared.outcome, shared.data) == (whole.outcome, whole.data)
    assert broken.outcome is Outcome.FAILS
    assert broken.counterexample


def test_search_and_mutants_run_on_a_dask_cluster(capsys, monkeypatch, patient_dask):
    monkeypatch.setattr("rftheory.cli.cluster.CONNECT_SECONDS", 3600)
    with patient_dask.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        assert run(["mutants", STATEMENTS[0], "--dask", address, "--json"]) == 0
        tried = json.loads(capsys.readouterr().out)
        assert run(["search", "crt/thm3.1", "--dask", address, "--json"]) == 0
    searched = json.loads(capsys.readouterr().out)
    assert tried["results"][0]["id"] == STATEMENTS[0]
    assert searched["outcome"] == "holds"
