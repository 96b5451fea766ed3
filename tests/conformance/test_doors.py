"""The command, its JSON and errors, and the pytest plugin with the example of the documentation."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import numpy as np
import pytest

from rftheory.conformance import conform
from rftheory.report.schema import json_schema

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "example"


@pytest.fixture(autouse=True)
def _at_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    monkeypatch.syspath_prepend(str(EXAMPLE))


def test_exit_codes_and_json(command: Any) -> None:
    for name, code in (("features", 1), ("features_fixed", 0)):
        answer = command(["conform", f"feature_map:{name}", "--kernel", "softmax", "--json", "--in-process"])
        assert answer.code == code, answer.err
        document = json.loads(answer.out)
        jsonschema.validate(document, json_schema())
        assert document["mechanism"] == "orthogonal-positive"
        assert ("unsigned-qr" in document["causes"]) == bool(code)


def test_the_text_names_each_mistake_once_and_fits(command: Any) -> None:
    answer = command(["conform", "feature_map:features", "--kernel", "softmax", "--in-process"])
    assert answer.out.count("unsigned-qr") == 1
    assert "seen in: signs of entries, signs of diagonals, " in answer.out
    assert "largest |mean sign| of an entry" in answer.out
    lines = answer.out.splitlines()
    size, *answers = lines[1:5]
    assert size.startswith("at |x| = 1 estimates are off by up to -")
    assert [line.partition("? ")[2].partition(":")[0] for line in answers] == ["no", "no", "no"]
    rows = lines[5 : next(index for index, line in enumerate(lines) if line.startswith("unsigned-qr"))]
    assert len(rows) > 20
    assert max(map(len, rows)) <= 100


def test_statements_select_checks(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(conform.DRAWS, "quick", 256)
    arguments = ["conform", "feature_map:features", "--statement", "orf/eq2", "--json", "--in-process"]
    answer = command(arguments)
    assert answer.code == 0
    assert {found["statement"] for found in json.loads(answer.out)["findings"]} == {"orf/eq2"}


def test_options_of_attention_reach_the_run(
    command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(conform.DRAWS, "quick", 256)
    np.save(tmp_path / "pairs.npy", 0.1 * np.cos(np.arange(48.0)).reshape(2, 3, 8))
    claim = ["--mechanism", "iid-positive", "--kernel", "softmax"]
    options = ["--ratios", "--scale", "1", "--pairs", str(tmp_path / "pairs.npy"), "--json", "--in-process"]
    answer = command(["conform", "feature_map:features_fixed", *claim, *options])
    document = json.loads(answer.out)
    jsonschema.validate(document, json_schema())
    checks = {found["check"] for found in document["findings"]}
    assert document["d"] == 8
    assert {"ratios", "mean: pair 3"} <= checks
    assert "scale" not in checks


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["feature_map"], "MODULE:CALLABLE"),
        (["no_such_module:f"], "cannot import"),
        (["feature_map:nothing"], "nothing"),
        (["feature_map:np"], "allowed"),
        (["feature_map:projections"], "allowed"),
        (["feature_map:features", "--mechanism", "orthogonal-posotive"], "orthogonal-positive"),
        (["feature_map:features", "--kernel", "gaussean"], "gaussian"),
        (["feature_map:features", "--profile", "deep"], "quick"),
        (["feature_map:features", "--statement", "orf/eq22"], "nearest"),
        (["feature_map:features", "--statement", "crt/thm3.1"], "allowed"),
        (["feature_map:features", "--d", "1"], "at least 2"),
        (["feature_map:features", "--seed", "1", "--fresh"], "not both"),
        (["feature_map:features", "--norm", "nan"], "finite"),
        (["feature_map:features", "--scale", "sqrt"], "d^-1/4"),
        (["feature_map:features", "--leading", "3"], "batch"),
        (["feature_map:features", "--array", "tensor"], "torch"),
        (["feature_map:features", "--pairs", "none.npy"], "No such file"),
        (["feature_map:features", "--contract", "draws"], "attention"),
    ],
)
def test_wrong_usage_is_one_line(command: Any, arguments: list[str], message: str) -> None:
    answer = command(["conform", *arguments, "--in-process"])
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert message in answer.err


def _pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", ".")
    plugin = () if _installed() else ("-p", "rftheory.pytest_plugin")
    return subprocess.run(
        (*command, *plugin, *arguments),
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=EXAMPLE,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


def _installed() -> bool:
    from importlib.metadata import entry_points

    return any(point.value == "rftheory.pytest_plugin" for point in entry_points(group="pytest11"))


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """The example of the documentation run once, with the file of its properties."""
    where = tmp_path_factory.mktemp("example") / "out.xml"
    return _pytest("--rftheory-seed=5", f"--junit-xml={where}", "-v", *FILES), where


FILES = ("test_before.py", "test_after.py", "test_checks.py")


def test_the_example_fails_before_and_passes_after(example: Any) -> None:
    run, where = example
    assert run.returncode == 1
    assert "unsigned-qr" in run.stdout
    assert "--rftheory-seed=5" in run.stdout
    assert "test_before.py::test_features FAILED" in run.stdout
    assert "test_after.py::test_features PASSED" in run.stdout
    cases = {found.get("classname"): found for found in ET.parse(where).iter("testcase")}
    properties = {found.get("name"): found.get("value") for found in cases["test_after"].iter("property")}
    assert properties["rftheory.conclusion"] == "conforms"
    assert properties["rftheory.seed"] == "5"


def test_the_marker_gives_one_test_a_check(example: Any) -> None:
    run, _ = example
    assert "test_check[norm-law] PASSED" in run.stdout
    assert run.stdout.count("FAILED") == 2, run.stdout


def test_the_plugin_loads_nothing_heavy() -> None:
    code = "import rftheory.pytest_plugin, sys; print([n for n in ('numpy', 'sympy', 'flint') if n in sys.modules])"
    found = subprocess.run(
        (sys.executable, "-c", code),
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert found.stdout.strip() == "[]"
