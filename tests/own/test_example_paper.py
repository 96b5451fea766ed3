"""docs/example_paper, built as a wheel and installed beside rftheory: every command treats it like the shipped papers."""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.own.outside import ROOT, Asked, installed, serving

PROJECT = ROOT / "docs" / "example_paper"
IDS = [f"example/{name}" for name in ("error", "linear", "exponential", "rows", "unbiased")]


def _core() -> dict[str, str]:
    files = (path for path in (ROOT / "rftheory").rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where it is installed; at the end no file of rftheory is another one than before."""
    before = _core()
    yield installed(PROJECT, tmp_path_factory.mktemp("example"))
    assert _core() == before


@pytest.fixture(scope="module")
def asked(site: Path) -> Iterator[Asked]:
    with serving(site) as ask:
        yield ask


@pytest.fixture(scope="module")
def recorded(asked: Asked, site: Path) -> Asked:
    """The same, once its verdicts are recorded beside it."""
    found = asked("verify", "example", "--profile", "full", "--record", "--json").json()
    assert {each["recorded"] for each in found["results"]} == {None}
    assert (site / "example_paper" / "ledger.json").is_file()
    return asked


def test_it_imports_public_names_alone() -> None:
    imported = {
        (node.module, alias.name)
        for path in (PROJECT / "example_paper").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rftheory")
        for alias in node.names
    }
    assert {module for module, _ in imported} == {"rftheory.authoring"}
    assert not [name for _, name in imported if name.startswith("_")]


def test_the_core_does_not_know_it() -> None:
    texts = ((path, path.read_text("utf-8")) for path in (ROOT / "rftheory").rglob("*.py"))
    assert [path for path, text in texts if "pairs-120" in text or "example_paper" in text] == []


def test_list(asked: Asked) -> None:
    own = asked("list", "example", "--json").json()["statements"]
    assert [item["id"] for item in own] == IDS
    everything = asked("list", "--json").json()["statements"]
    assert everything[-len(IDS) :] == own
    assert len(everything) > 700


def test_show(asked: Asked, site: Path) -> None:
    shown = asked("show", "example/linear", "--json").json()
    assert shown["source"]["file"] == str(site / "example_paper" / "errors.py")
    assert shown["bibtex"].startswith("@misc{example")
    assert shown["correction"]["id"] == "example/linear/corrected"
    assert "example/linear" in asked("show", "example/linaer").err


def test_eval(asked: Asked) -> None:
    found = asked("eval", "example/error:rhs", "s=2", "m=4", "--digits", "10", "--json").json()
    assert float(found["value"]) == pytest.approx((np.e**2 - 1) / 4, rel=1e-9)
    apart = asked("eval", "example/error:lhs", "s=2", "m=4", "--isolate", "--digits", "10", "--json").json()
    assert apart["value"] == found["value"]


def test_verify_is_no_failure_before_and_after_recording(recorded: Asked) -> None:
    again = recorded("verify", "example", "--profile", "full", "--json", "--workers", "2").json()["results"]
    verdicts = {each["id"]: each["verdict"] for each in again}
    assert verdicts == dict(
        zip(IDS, ("certified", "refuted", "supported", "definition", "supported"), strict=True)
    )
    assert all(each["recorded"] == each["verdict"] and each["as_recorded"] for each in again)


def test_a_false_lemma_is_refuted_at_a_certified_point(recorded: Asked) -> None:
    (found,) = recorded("errata", "example", "--json").json()["errata"]
    point = found["counterexample"]
    s, m = float(point["s"]), float(point["m"])
    assert np.expm1(s) / m > s / m
    assert (found["id"], found["verdict"], found["class"]) == ("example/linear", "refuted", "error")
    assert found["correction"]["verdict"] == "supported"
    assert "certified in balls" in found["detail"]


def test_letters(recorded: Asked, tmp_path: Path) -> None:
    assert recorded("errata", "example", "--letters", str(tmp_path)).code == 0
    assert "A. Researcher" in (tmp_path / "example-linear.html").read_text("utf-8")


def test_certificate(recorded: Asked, tmp_path: Path) -> None:
    made = recorded("certificate", "example/linear")
    assert made.code == 0
    (tmp_path / "linear.json").write_text(made.out, "utf-8")
    check = [sys.executable, "-m", "rftheory.proof.checker", str(tmp_path / "linear.json")]
    found = subprocess.run(check, check=False, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert found.returncode == 0, found.stdout + found.stderr


def test_search(recorded: Asked) -> None:
    assert recorded("search", "example/linear", "--seconds", "1", "--json").json()["outcome"] == "fails"
    assert recorded("search", "example/exponential", "--seconds", "1", "--json").json()["outcome"] == "holds"


def test_mutants(asked: Asked) -> None:
    tried = asked("mutants", "example/error", "--json").json()
    assert tried["totals"]["survived"] == 0
    assert tried["totals"]["killed"] > 10


def test_report(recorded: Asked, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert recorded("report", str(page)).code == 0
    text = page.read_text("utf-8")
    assert all(f'id="{name}"' in text for name in IDS)


def test_compare(asked: Asked, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("s,m,value\n2,4,1.597264\n2,4,1.7\n", "utf-8")
    found = asked("compare", str(table), "--id", "example/error:rhs", "--json").json(1)
    assert [row["outcome"] for row in found["rows"]] == ["rounded", "differs"]


def test_prove(recorded: Asked, site: Path) -> None:
    assert recorded("prove", "example/error", "--record").code == 0
    assert (site / "example_paper" / "theorems.jsonl").is_file()
    (found,) = recorded("verify", "example/error", "--json").json(1)["results"]
    assert found["conclusion"].startswith("proved")
    assert recorded("show", "example/error", "--proof").code == 0
    assert recorded("verify", "example/error", "--record", "--profile", "full").code == 0
    assert recorded("verify", "example/error").code == 0


def test_recommend_ranks_its_coupling(asked: Asked, tmp_path: Path) -> None:
    data = tmp_path / "data.npy"
    np.save(data, np.random.default_rng(1).standard_normal((40, 4)) * 0.4)
    found = asked("recommend", str(data), "--features", "24", "--json").json()
    ranked = json.dumps(found)
    assert "pairs-120-positive" in ranked


CLIENT = '''"""A user's rows: pairs at 120 degrees, right, at 60 degrees, and too long."""

import numpy as np
from example_paper.mechanisms import Pairs


def right(d, m, seed):
    return Pairs().sample(d, m, rng=np.random.default_rng(seed), n=1)[0]


def acute(d, m, seed):
    w = right(d, m, seed)
    w[1::2] *= -1.0
    return w


def longer(d, m, seed):
    return 1.5 * right(d, m, seed)
'''


@pytest.mark.parametrize(
    ("name", "cause"), [("right", None), ("acute", "acute-pairs"), ("longer", "bandwidth")]
)
def test_conform_knows_its_coupling_and_its_cause(
    asked: Asked, tmp_path: Path, name: str, cause: str | None
) -> None:
    (tmp_path / "client.py").write_text(CLIENT, "utf-8")
    target = f"{tmp_path / 'client.py'}:{name}"
    found = asked("conform", target, "--mechanism", "pairs-120", "--d", "4", "--json").json(
        int(cause is not None)
    )
    assert found["conclusion"] == ("conforms" if cause is None else "fails")
    causes = {each["cause"] for each in found["findings"] if each["outcome"] == "fails"}
    assert causes == (set() if cause is None else {cause})
