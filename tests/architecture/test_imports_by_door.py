"""What a door may load, counted in modules and not in seconds: a list answers from the index, a figure waits for a plot."""

import json
import os
import pkgutil
import subprocess
import sys

import pytest

import rftheory
from rftheory.cli.app import COMMANDS

INDEX_ALONE = {"sympy", "numpy", "flint", "mpmath", "scipy", "matplotlib", "sklearn", "jsonschema", "torch"}
NO_OPTIMISER = {
    "scipy.optimize",
    "scipy.linalg",
    "scipy.special",
    "scipy.stats",
    "matplotlib",
    "sklearn",
    "torch",
    "jsonschema",
}

RUN = """
import json, sys
from rftheory.cli import run
code = run(sys.argv[1:])
sys.stdout = sys.__stdout__
print("\\n" + json.dumps([code, sorted(sys.modules)]))
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that one command line leaves loaded."""
    found = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ,
    )
    code, modules = json.loads(found.stdout.splitlines()[-1])
    assert code == 0
    return set(modules)


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["list", "conformity"],
        ["list", "--verdict", "refuted", "--mechanism", "simplex"],
        ["list", "--uses", "simrf/sec3.1/wij"],
        ["errata", "crt"],
        ["show", "simrf/thm4.3"],
        ["completion", "bash"],
    ],
)
def test_what_the_index_knows_loads_no_mathematics(arguments: list[str]) -> None:
    assert loaded(*arguments) & INDEX_ALONE == set()


OF_THE_DOOR = {
    "cli",
    "collecting",
    "compatibility",
    "distributions",
    "erratum",
    "errors",
    "papers",
    "registry",
    "report",
    "threads",
    "verdict",
}
OF_A_STATEMENT = OF_THE_DOOR | {
    "claims",
    "context",
    "domain",
    "evidence",
    "exact",
    "kit",
    "statements",
    "writing",
}
OF_A_CHECK = OF_A_STATEMENT | {"measured", "proof", "results", "verification"}
ROOMS = (
    (("list",), OF_THE_DOOR, set()),
    (("errata",), OF_THE_DOOR, set()),
    (("show", "simrf/thm4.3/orf"), OF_THE_DOOR, set()),
    (("show", "beyond/complex/crossover", "--json"), OF_THE_DOOR, set()),
    (("show", "hrf/sec2.4/gaussian-variance/corrected", "--latex"), OF_THE_DOOR, set()),
    (
        ("search", "simrf/cor4.4/corrected", "--seconds", "0.1"),
        OF_A_CHECK | {"searching"},
        {"sympy", "flint", "mpmath"},
    ),
    (
        ("search", "performer/lemma2/positive", "--seconds", "0.1"),
        OF_A_CHECK | {"searching"},
        {"sympy", "flint", "mpmath"},
    ),
    (("verify", "simrf/cor4.4"), OF_A_CHECK, {"sympy", "flint", "mpmath"}),
    (
        ("eval", "simrf/cor4.4", "d=4", "m=4", "x2=1", "y2=1", "xy=0"),
        OF_A_STATEMENT | {"curves", "evaluation", "isolation"},
        {"sympy", "flint", "mpmath"},
    ),
    (
        ("eval", "simrf/thm4.3/orf:rhs", "d=64", "v=1"),
        OF_A_STATEMENT | {"curves", "evaluation", "isolation", "measured"},
        {"sympy", "flint", "mpmath"},
    ),
)
"""What a door may load: rooms of the package, and mathematics from elsewhere."""
OF_COMMAND = {name: place.partition(".")[0] for name, place in COMMANDS.items()}


@pytest.mark.parametrize(("arguments", "rooms", "mathematics"), ROOMS)
def test_a_door_loads_its_rooms_alone(
    arguments: tuple[str, ...], rooms: set[str], mathematics: set[str]
) -> None:
    found = loaded(*arguments)
    assert {name.split(".")[1] for name in found if name.startswith("rftheory.")} <= rooms
    assert found & INDEX_ALONE <= mathematics
    measured = {name for name in found if name.startswith("rftheory.measured")}
    assert measured <= {
        "rftheory.measured",
        "rftheory.measured.engine",
        "rftheory.measured.engine.sampler",
        "rftheory.measured.engine.watching",
    }
    commands = {name for name in found if name.startswith("rftheory.cli.commands.")}
    assert commands <= {
        f"rftheory.cli.commands.{name}" for name in ("completing", "options", OF_COMMAND[arguments[0]])
    }
    assert not found & {"multiprocessing.pool", "concurrent.futures.process", "sqlite3", "rich"}


@pytest.mark.parametrize(
    "arguments", [["show", "simrf/thm4.3/orf"], ["eval", "simrf/thm4.3/orf:rhs", "d=4", "v=1"]]
)
def test_one_statement_loads_no_optimiser(arguments: list[str]) -> None:
    assert loaded(*arguments) & NO_OPTIMISER == set()


def test_import_loads_nothing() -> None:
    code = "import sys; before = set(sys.modules); import json, rftheory; print(json.dumps(sorted(set(sys.modules) - before)))"
    found = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert [name for name in json.loads(found.stdout) if name.startswith("rftheory")] == ["rftheory"]


def test_a_warm_evaluation_lists_no_folder_and_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: what made a warm call slow was a directory listing at each."""
    asked = {"d": 64, "v": 3}
    expected = rftheory.evaluate("simrf/thm4.3/orf", **asked)
    counted: list[str] = []
    for module, name in ((os, "listdir"), (os, "scandir"), (pkgutil, "iter_modules")):
        monkeypatch.setattr(module, name, lambda *_, name=name: counted.append(name) or [])
    monkeypatch.setattr("rftheory.exact.formula.compile_ball", None)
    assert rftheory.evaluate("simrf/thm4.3/orf", **asked).identical(expected)
    assert counted == []
