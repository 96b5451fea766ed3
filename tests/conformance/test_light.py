"""The light installation: its files alone, without SymPy, mpmath, FLINT, Typer and Rich, are all that `conform` needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from rftheory.measured import products

ROOT = Path(__file__).parents[2]
LIGHT = ROOT / "light"
ABSENT = ("sympy", "mpmath", "flint", "typer", "click", "rich", "jsonschema", "latex2mathml")
RUN = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {ABSENT}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""
MAPS = """
import numpy as np

def wrong(x, seed):
    z = x @ np.random.default_rng(seed).standard_normal((x.shape[1], 32))
    return np.hstack([np.cos(z), np.sin(z)])

def right(x, seed):
    return wrong(x, seed) / 32**0.5
"""
TESTS = """
from light_maps import right, wrong

def test_right(rftheory):
    rftheory(right, mechanism="rff", draws=256)

def test_wrong(rftheory):
    rftheory("light_maps:wrong", mechanism="rff", draws=256, xfail="missing-1/sqrt-m")
"""


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the light distribution, as its list says, and nothing else of the package."""
    where = tmp_path_factory.mktemp("light")
    listed = tomllib.loads((LIGHT / "pyproject.toml").read_text("utf-8"))
    for source, target in listed["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"].items():
        found, copy = (LIGHT / source).resolve(), where / target
        copy.parent.mkdir(parents=True, exist_ok=True)
        if found.is_dir():
            shutil.copytree(found, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(found, copy)
    (where / "light_maps.py").write_text(MAPS, "utf-8")
    (where / "test_light_maps.py").write_text(TESTS, "utf-8")
    (where / "sitecustomize.py").write_text(RUN, "utf-8")
    return where


def _python(light: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python whose every process sees the light files alone, and none of the absent packages."""
    return subprocess.run(
        (sys.executable, *arguments),
        check=False,
        capture_output=True,
        text=True,
        cwd=light,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(light), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )


def _conform(light: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return _python(light, "-m", "rftheory", "conform", *arguments)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("light_maps:right", "--mechanism", "rff", "--draws", "256"), 0, ": conforms"),
        (("light_maps:wrong", "--mechanism", "rff", "--draws", "256", "--json"), 1, '"missing-1/sqrt-m"'),
        (
            (
                "light_maps:wrong",
                "--mechanism",
                "rff",
                "--draws",
                "256",
                "--sarif",
                "a.sarif",
                "--junit",
                "a.xml",
                "--badge",
                "a.svg",
            ),
            1,
            "1/sqrt",
        ),
        (("--list",), 0, "favor++"),
        (("light_maps:right", "--statement", "orf/eq2"), 2, "whole installation"),
    ],
)
def test_conform_needs_no_more(light: Path, arguments: tuple[str, ...], code: int, said: str) -> None:
    found = _conform(light, *arguments)
    assert found.returncode == code, found.stdout + found.stderr
    assert said in found.stdout + found.stderr
    assert "Traceback" not in found.stderr


def test_other_commands_say_what_is_missing(light: Path) -> None:
    found = _python(light, "-m", "rftheory", "list")
    assert found.returncode == 2
    assert "light installation" in found.stderr
    assert found.stderr.count("\n") == 1


def test_the_plugin_works(light: Path) -> None:
    plugin = ("-p", "rftheory.pytest_plugin", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".")
    found = _python(light, "-m", "pytest", "-q", *plugin, "test_light_maps.py")
    assert "1 passed, 1 xfailed" in found.stdout, found.stdout + found.stderr


def test_the_absent_packages_are_absent(light: Path) -> None:
    assert _python(light, "-c", "import sympy").returncode == 1
    found = _python(
        light, "-c", "import rftheory, rftheory.conformance.conform, sys; print(sorted(sys.modules))"
    )
    assert not [package for package in ABSENT if f"'{package}'" in found.stdout]
    assert str(light) in _python(light, "-c", "import rftheory; print(rftheory.__file__)").stdout


def test_what_it_depends_on_is_what_the_whole_depends_on_or_less() -> None:
    whole, part = (
        tomllib.loads((ROOT / p / "pyproject.toml").read_text("utf-8"))["project"] for p in (".", "light")
    )
    names = {line.partition(">")[0] for line in part["dependencies"]}
    assert names == {"numpy", "scipy", "array-api-compat"}
    assert names < {line.partition(">")[0] for line in whole["dependencies"]}
    assert whole["version"] == part["version"]
    assert whole["entry-points"] == part["entry-points"]


def test_products_are_those_of_numpy_2() -> None:
    rng = np.random.default_rng(1)
    for shapes in (((3, 4), (3, 4)), ((4,), (3, 4)), ((2, 1, 4), (3, 4))):
        a, b = (rng.standard_normal((*shape, 2)) @ [1.0, 1.0j] for shape in shapes)
        np.testing.assert_allclose(products._vecdot(a, b), np.vecdot(a, b), rtol=1e-14)


def test_no_light_file_uses_what_numpy_1_lacks() -> None:
    rooms = ("battery", "conformance", "domain", "measured", "mechanisms", "moments")
    files = [file for room in rooms for file in (ROOT / "rftheory" / room).rglob("*.py")]
    assert len(files) > 150
    lacking = ("np.vecdot(", "np.matvec(", "np.matrix_transpose(", "np.astype(", "np.concat(", "np.unstack(")
    lacking += ("np.isdtype(", "np.permute_dims(", "np.cumulative_sum(", "np.trapezoid(", "np.bitwise_count(")
    assert [(file.name, name) for file in files for name in lacking if name in file.read_text("utf-8")] == []
