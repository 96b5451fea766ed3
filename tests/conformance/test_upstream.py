"""Patches of docs/clients/upstream on copies of the installed packages: red before, green after; and the scripts beside them."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parent.parent.parent / "docs" / "clients"
UPSTREAM = CLIENTS / "upstream"
MOST = 20
RUN = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
from rftheory import conform
adapter, name, options = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
report = conform(getattr(importlib.import_module(adapter), name), **options)
print(json.dumps([report.conclusion, report.causes]))
"""
ORTHOGONAL = {"mechanism": "orthogonal", "d": 8, "m": 48}
RATIOS = {"mechanism": "orthogonal-positive", "kernel": "softmax", "ratios": True, "d": 8}
SINGLE = {"mechanism": "iid-phase", "kernel": "gaussian", "d": 4, "draws": 1024}
CASES = {
    "performer_signs": ("performer_pytorch", "performer", "sampler", ORTHOGONAL, "unsigned-qr"),
    "performer_epsilon": ("performer_pytorch", "performer", "as_called", RATIOS, "epsilon-added"),
    "river_sum": ("river", "river_sampler", "features", SINGLE, "additive-kernel"),
    "rfflearn_columns": ("rfflearn", "rfflearn_sampler", "sampler", ORTHOGONAL, "wrong-axis"),
}
"""Patch: the package, the adapter and what it calls, how that is declared, the cause that the patch takes away."""
ALSO = {"performer_epsilon": ("performer_signs",)}
"""Other patches without which the code stays red."""


def _judged(adapter: str, name: str, options: dict[str, object], where: Path) -> tuple[str, list[str]]:
    """Conclusion and causes in a process of its own, which finds packages under `where` first."""
    command = [sys.executable, "-c", RUN, adapter, name, json.dumps(options)]
    path = [str(where), str(CLIENTS), *sys.path]
    found = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        env={"PYTHONPATH": ":".join(filter(None, path)), "OMP_NUM_THREADS": "1"},
    )
    assert found.returncode == 0, found.stderr
    conclusion, causes = json.loads(found.stdout.splitlines()[-1])
    return conclusion, causes


@pytest.mark.parametrize("patch", CASES)
def test_a_patch_turns_red_into_green(patch: str, tmp_path: Path) -> None:
    package, adapter, name, options, cause = CASES[patch]
    spec = importlib.util.find_spec(package)
    found = None if spec is None else next(iter(spec.submodule_search_locations or ()), None)
    if found is None or shutil.which("patch") is None:
        pytest.skip(f"{package}, or the program patch, is not installed")
    conclusion, causes = _judged(adapter, name, options, tmp_path)
    assert conclusion == "fails"
    assert cause in causes
    shutil.copytree(found, tmp_path / package)
    for each in (*ALSO.get(patch, ()), patch):
        file = str(UPSTREAM / f"{each}.patch")
        subprocess.run(["patch", "-p1", "-s", "-d", str(tmp_path), "-i", file], check=True)
    assert _judged(adapter, name, options, tmp_path) == ("conforms", [])


@pytest.mark.parametrize("patch", sorted(UPSTREAM.glob("*.patch")), ids=lambda file: file.stem)
def test_patches_are_short_and_have_a_note(patch: Path) -> None:
    lines = patch.read_text("utf-8").splitlines()
    changed = [line for line in lines if re.match(r"[+-](?![+-]{2} )", line)]
    assert 0 < len(changed) <= MOST
    assert patch.name in (UPSTREAM / "README.md").read_text("utf-8")


@pytest.mark.parametrize("script", sorted(UPSTREAM.glob("*.py")), ids=lambda file: file.stem)
def test_scripts_are_short_and_have_a_note(script: Path) -> None:
    lines = [
        line
        for line in script.read_text("utf-8").splitlines()
        if line and not line.startswith(("import", "from", '"'))
    ]
    assert len(lines) <= 13
    assert script.name == "spread.py" or script.name in (UPSTREAM / "README.md").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "script", [f for f in sorted(UPSTREAM.glob("*.py")) if f.stem != "spread"], ids=lambda file: file.stem
)
def test_a_script_shows_its_defect(script: Path) -> None:
    """The first interval leaves out what is claimed; the second one, where there is one, has it."""
    found = subprocess.run(
        [sys.executable, str(script)], check=True, capture_output=True, text=True, timeout=300
    )
    first, *others = found.stdout.splitlines()
    for line, wrong in [(first, True), *((line, False) for line in others)]:
        low, high, claimed = (float(part) for part in re.findall(r"-?\d+\.\d{4}", line)[-3:])
        assert (low <= claimed <= high) is not wrong, line
