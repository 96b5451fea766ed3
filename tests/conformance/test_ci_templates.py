"""The templates of docs/ci, the action and the hook: their commands are run, as far as that needs no service."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
CI = ROOT / "docs" / "ci"
MAPS = """
import numpy as np

def features(x, seed):
    q, r = np.linalg.qr(np.random.default_rng(seed).standard_normal((x.shape[1], x.shape[1])))
    w = q.T * np.sqrt(np.random.default_rng(seed + 1).chisquare(len(q), len(q)))[:, None]
    return np.exp(x @ (SIGNS(r)[:, None] * w).T - (x * x).sum(axis=1, keepdims=True) / 2) / len(w) ** 0.5
"""
SIGNS = {
    "right": "def SIGNS(r): return np.sign(np.diag(r))\n",
    "wrong": "def SIGNS(r): return np.ones(len(r))\n",
}


@pytest.fixture(params=["right", "wrong"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int]:
    """A project with my_package.maps:features, right or wrong, and the exit code that a gate must give."""
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    (package / "maps.py").write_text(MAPS + "\n" + SIGNS[request.param], "utf-8")
    test = "from my_package.maps import features\n\ndef test_features(rftheory):\n"
    (tmp_path / "test_maps.py").write_text(
        f"{test}    rftheory(features, mechanism='favor+', draws=256)\n", "utf-8"
    )
    return tmp_path, 0 if request.param == "right" else 1


def _bash(project: Path, command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A step as a runner has it: `python` and `rftheory` are those of this environment, the package that of this tree."""
    bin_ = project / "bin"
    bin_.mkdir(exist_ok=True)
    for name, arguments in (("python", ""), ("rftheory", " -m rftheory")):
        file = bin_ / name
        file.write_text(f'#!/bin/bash\nexec {shlex.quote(sys.executable)}{arguments} "$@"\n', "utf-8")
        file.chmod(0o755)
    plugin = "" if _installed() else "-p rftheory.pytest_plugin"
    known = {
        "PATH": f"{bin_}:{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}:{project}",
        "PYTEST_ADDOPTS": plugin,
    }
    line = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
    return subprocess.run(
        line,
        check=False,
        capture_output=True,
        text=True,
        cwd=project,
        env=os.environ | known | variables,
        timeout=120,
    )


def _installed() -> bool:
    from importlib.metadata import entry_points

    return any(point.value == "rftheory.pytest_plugin" for point in entry_points(group="pytest11"))


def _read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def _action(file: Path) -> dict[str, str]:
    """What the workflow gives the action."""
    (job,) = _read(file)["jobs"].values()
    (step,) = [step for step in job["steps"] if step.get("uses", "").startswith("OWNER/rftheory")]
    return {name: re.sub(r"\$\{\{.*?\}\}", "quick", value) for name, value in step["with"].items()}


@pytest.mark.parametrize("file", ["github.yml", "github-minimal.yml"])
def test_the_action_runs_what_the_workflow_gives_it(project: tuple[Path, int], file: str) -> None:
    where, code = project
    action, given = _read(ROOT / "action.yml"), _action(CI / file)
    assert given.keys() <= action["inputs"].keys()
    inputs = {name: entry.get("default", "") for name, entry in action["inputs"].items()} | given
    step = action["runs"]["steps"][-1]
    variables = {}
    for name, value in step["env"].items():
        (asked,) = re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value).groups()  # type: ignore[union-attr]
        variables[name] = inputs[asked]
    variables["OPTIONS"] += " --draws 256"
    found = _bash(where, step["run"], **variables)
    assert found.returncode == code, found.stdout + found.stderr
    assert "sarif" not in given or (where / "conform.sarif").is_file()
    assert ("::error file=my_package/maps.py,line=" in found.stdout) == bool(code)
    assert "${{" not in step["run"]


def test_an_input_is_no_script(project: tuple[Path, int]) -> None:
    where, _ = project
    step = _read(ROOT / "action.yml")["runs"]["steps"][-1]
    hostile = {"TARGET": "$(touch owned):f", "OPTIONS": "; touch owned", "BADGE": "", "SARIF": ""}
    assert _bash(where, step["run"], **hostile).returncode == 2
    assert not (where / "owned").exists()


@pytest.mark.parametrize(("file", "job"), [("github-pytest.yml", "test"), ("gitlab.yml", "conform")])
def test_jobs_fail_and_pass(project: tuple[Path, int], file: str, job: str) -> None:
    where, code = project
    found = _read(CI / file)
    lines = (
        found[job]["script"]
        if job in found
        else [s["run"] for s in found["jobs"][job]["steps"] if "run" in s]
    )
    assert "pip install" in lines[0]
    (line,) = [part for part in lines if "pip install" not in part]
    run = _bash(where, line + (" --draws 256" if " conform " in line else ""))
    assert run.returncode == code, run.stdout + run.stderr
    assert ("unsigned-qr" in run.stdout) == bool(code)
    assert [name for name in ("tests.xml", "conform.xml") if (where / name).is_file()]


def test_the_hook_runs(project: tuple[Path, int]) -> None:
    where, code = project
    (hook,) = _read(ROOT / ".pre-commit-hooks.yaml")
    (repository,) = _read(CI / "pre-commit.yaml")["repos"]
    (used,) = repository["hooks"]
    assert used["id"] == hook["id"]
    assert not hook["pass_filenames"]
    found = _bash(where, f"{hook['entry']} {shlex.join(used['args'])}")
    assert found.returncode == code, found.stdout + found.stderr
    assert found.stdout.count("\n") == 1


def test_every_template_is_named_in_the_page() -> None:
    page = (CI / "README.md").read_text("utf-8")
    assert [
        file.name for file in CI.iterdir() if file.name != "README.md" and f"`{file.name}`" not in page
    ] == []


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    page = (CI / "README.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    command = re.search(r"^rftheory conform .*$", page, re.MULTILINE)
    assert code is not None
    assert command is not None
    (tmp_path / "maps.py").write_text(code.group(1), "utf-8")
    found = _bash(tmp_path, f"{command.group(0)} --d 16 --m 32 --draws 512 --summary")
    assert found.returncode == 0, found.stdout + found.stderr
