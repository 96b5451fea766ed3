"""A run on any executor, and on dask, gives the documents that a run here gives."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from rftheory.cli import run
from rftheory.verification import verify

STATEMENTS = ("orf/eq3", "simrf/cor4.4")


def test_any_executor_gives_the_same_verdicts(tmp_path):
    here = [(r.statement.id, r.verdict, r.evidence and r.evidence[0].detail) for r in verify(*STATEMENTS)]
    with ThreadPoolExecutor(1) as pool:
        there = verify(*STATEMENTS, executor=pool)
        stored = verify(*STATEMENTS, executor=pool, store=tmp_path / "run.sqlite")
    for found in (there, stored):
        assert [(r.statement.id, r.verdict, r.evidence and r.evidence[0].detail) for r in found] == here


def test_the_command_runs_on_a_dask_cluster(capsys):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        assert run(["verify", *STATEMENTS, "--dask", address, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert {result["id"] for result in shown["results"]} == set(STATEMENTS)


@pytest.mark.parametrize(
    "arguments", [["--dask", "nonsense"], ["--dask", "tcp://127.0.0.1:1", "--workers", "2"]]
)
def test_a_wrong_address_is_one_clear_line(capsys, arguments):
    assert run(["verify", "simrf/cor4.4", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
