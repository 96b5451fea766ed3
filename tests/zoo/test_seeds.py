"""The sweep of the zoo over fresh seeds: what it plans, that it goes on where it was ended, and what it counts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.zoo_seeds import counts
from benchmarks.zoo_seeds.__main__ import main, read
from benchmarks.zoo_seeds.plan import conform_files, plan, ways
from tests.zoo.index import specimens

ZOO = {name: specimen for name, (_, specimen) in specimens()[0].items()}
SOME = [ZOO[name] for name in ("rff-cos-sin", "prf", "wrong-axis-waves", "givens-sign")]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 1.0])
def test_the_fullest_way_on_every_seed_and_others_on_their_share(share: float) -> None:
    made = Counter((run.name, run.style) for run in plan(SOME, 20, share, 1))
    for specimen in SOME:
        fullest, *others = ways(specimen)
        assert made[specimen.name, fullest] == 20
        assert [made[specimen.name, style] for style in others] == [round(20 * share)] * len(others)


def test_a_plan_follows_from_its_root_and_no_two_runs_share_a_seed() -> None:
    made = plan(SOME, 20, 1.0, 1)
    assert made == plan(SOME, 20, 1.0, 1)
    assert len({run.seed for run in made}) == len(made)
    assert not {run.seed for run in made} & {run.seed for run in plan(SOME, 20, 1.0, 2)}
    assert plan(SOME[1:], 20, 1.0, 1) == tuple(run for run in made if run.name != SOME[0].name)


def test_it_goes_on_where_it_was_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sweep.jsonl"
    asked = ["prf", "--out", str(out), "--seeds", "2", "--share", "0", "--draws", "64"]
    assert main([*asked, "--count", "1"]) == 0
    first = read(out)[1]
    out.write_bytes(out.read_bytes() + b'{"number": 1, "na')
    assert main(asked) == 0
    head, made = read(out)
    assert head is not None
    assert made[:1] == first
    assert [line["number"] for line in made] == [0, 1]
    assert [line["seed"] for line in made] == [run.seed for run in plan([ZOO["prf"]], 2, 0.0, head["root"])]
    assert "root seed" in capsys.readouterr().out
    assert main([*asked, "--seeds", "3"]) == 1
    assert "another seeds" in capsys.readouterr().err


def test_no_module_of_a_run_is_outside_the_digest_of_its_code(tmp_path: Path) -> None:
    code = """
import sys
from benchmarks.zoo_seeds.__main__ import main
main([*sys.argv[2:], "--out", sys.argv[1], "--seeds", "1", "--share", "1", "--draws", "64"])
files = [module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] == "rftheory"]
print("modules", *files, sep="\\n")
"""
    asked = [
        sys.executable,
        "-c",
        code,
        str(tmp_path / "sweep.jsonl"),
        "prf",
        "rff-cos-sin",
        "wrong-axis-waves",
    ]
    ran = subprocess.run(asked, capture_output=True, text=True, check=True)
    loaded = {Path(line).resolve() for line in ran.stdout.partition("modules\n")[2].splitlines()}
    assert len(loaded) > 100
    assert loaded <= set(conform_files())


def _line(name: str, exit_code: int, *causes: str) -> dict[str, Any]:
    specimen = ZOO[name]
    wrong = specimen.expected("full").refutes(exit_code, frozenset(causes))
    line = {"name": name, "style": "full", "exit": exit_code, "causes": causes, "right": specimen.right}
    return (
        line
        | {"wrong": wrong, "fullest": True, "nan": False, "seconds": 1.0, "seed": 5, "mechanism": ""}
        | {"expected": "what is recorded"}
    )


def test_accusations_false_names_and_misses_are_counted() -> None:
    lines = [
        _line("prf", 0),
        _line("prf", 1, "scale"),
        _line("wrong-axis-waves", 1, "wrong-axis"),
        _line("wrong-axis-waves", 1, "wrong-axis", "epsilon-added"),
        _line("wrong-axis-waves", 1, "biased"),
        _line("wrong-axis-waves", 0),
    ]
    head = {"root": 1, "code": "", "draws": None, "seeds": 20, "share": 0.1, "skipped": {}}
    text = counts.counted(head, json.loads(json.dumps(lines)), 6)
    assert "right, full: accused 1 of 2" in text
    assert "wrong, full: failed 3 of 4" in text
    assert "named and nothing false 1 of 4" in text
    assert "wrongly named epsilon-added" in text
    assert "prf, full, 1 of 2: exit 1, expected 0" in text


def test_intervals_are_those_of_clopper_and_pearson() -> None:
    """0 of n: 1 - (0.025)^{1/n}; all of n: (0.025)^{1/n}."""
    assert counts.rate(0, 10) == f"0 of 10 (0.00 %, 0.00 to {100 * (1 - 0.025**0.1):.2f})"
    assert counts.rate(10, 10) == f"10 of 10 (100.00 %, {100 * 0.025**0.1:.2f} to 100.00)"
