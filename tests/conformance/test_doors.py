"""The command, its JSON and errors, and the pytest plugin with the example of the documentation."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from rftheory.report.schema import json_schema

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "example"


@pytest.fixture(autouse=True)
def _at_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    monkeypatch.syspath_prepend(str(EXAMPLE))


def test_exit_codes_and_json(command: Any) -> None:
    for name, code in (("features", 1), ("features_fixed", 0)):
        answer = command(["conform", f"feature_map:{name}", "--kernel", "softmax", "--json"])
        assert answer.code == code, answer.err
        document = json.loads(answer.out)
        jsonschema.validate(document, json_schema())
        assert document["mechanism"] == "orthogonal-positive"
        assert ("unsigned-qr" in document["causes"]) == bool(code)


def test_statements_select_checks(command: Any) -> None:
    arguments = ["conform", "feature_map:features", "--statement", "orf/eq2", "--json"]
    answer = command(arguments)
    assert answer.code == 0
    assert {found["statement"] for found in json.loads(answer.out)["findings"]} == {"orf/eq2"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["feature_map"], "MODULE:CALLABLE"),
        (["no_such_module:f"], "cannot import"),
        (["feature_map:nothing"], "nothing"),
        (["feature_map:np"], "allowed"),
        (["feature_map:projections"], "allowed"),
        (["feature_map:features", "--mechanism", "orthogonal-posotive"], "orthogonal-positive"),
        (["feature_map:features", "--kernel", "laplace"], "gaussian"),
        (["feature_map:features", "--profile", "deep"], "quick"),
        (["feature_map:features", "--statement", "orf/eq22"], "nearest"),
        (["feature_map:features", "--statement", "crt/thm3.1"], "allowed"),
        (["feature_map:features", "--d", "1"], "at least 2"),
        (["feature_map:features", "--seed", "1", "--fresh"], "not both"),
        (["feature_map:features", "--norm", "nan"], "finite"),
    ],
)
def test_wrong_usage_is_one_line(command: Any, arguments: list[str], message: str) -> None:
    answer = command(["conform", *arguments])
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
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )


def _installed() -> bool:
    from importlib.metadata import entry_points

    return any(point.value == "rftheory.pytest_plugin" for point in entry_points(group="pytest11"))


def test_the_example_fails_before_and_passes_after(tmp_path: Path) -> None:
    before = _pytest("test_before.py")
    assert before.returncode == 1
    assert "unsigned-qr" in before.stdout
    after = _pytest("test_after.py", "--rftheory-seed=5", f"--junit-xml={tmp_path / 'out.xml'}")
    assert after.returncode == 0, after.stdout
    assert "--rftheory-seed=5" in after.stdout
    properties = {
        found.get("name"): found.get("value") for found in ET.parse(tmp_path / "out.xml").iter("property")
    }
    assert properties["rftheory.conclusion"] == "conforms"
    assert properties["rftheory.seed"] == "5"


def test_the_marker_gives_one_test_a_check() -> None:
    found = _pytest("test_checks.py", "-v")
    assert found.returncode == 0, found.stdout
    assert "test_check[norm-law] PASSED" in found.stdout


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
