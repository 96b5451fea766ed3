"""Mutates the code at random and runs the tests of its room: `python -m benchmarks.code_mutants --count 50 --seed N`.

One token of one module is changed (a comparison, an operator, a constant, a condition, a value returned), in a copy of
the checkout, and the tests that reach the changed function are run, quick ones first, within a limit of time; the
mutant is killed where one fails, or does not end. Survivors are printed with their places. Which test reaches which
function is measured once (`--map FILE`, made where it is missing, some minutes a room). `--page FILE` tries the
survivors that a page lists as open, and writes what became of them. For every room some tests are
run on the unchanged copy too: a control that is killed makes the count worthless, and the exit code 1.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.copies import ROOT, checkout, forked
from benchmarks.mutant_page import Survivor, located, survivors, written
from benchmarks.mutating import Mutation, mutations

ROOMS: dict[str, tuple[str, ...]] = {
    "verdict": ("tests/test_verdict.py",),
    "domain": (
        "tests/test_domain.py",
        "tests/curves/test_grids.py",
        "tests/test_rules.py",
        "tests/test_search_points.py",
        "tests/test_narrowing.py",
        "tests/test_words_of_conditions.py",
        "tests/exact/test_exact_input.py",
        "tests/exact/test_complex.py",
    ),
    "measured": ("tests/measured", "tests/evidence/statistical", "tests/evidence/test_moment_nodes.py"),
    "evidence": ("tests/evidence", "tests/test_planted.py", "tests/test_claims_drawn.py", "tests/proof"),
    "exact": ("tests/exact", "tests/test_optimization.py", "tests/cli/test_limits.py", "tests/papers"),
    "conformance": ("tests/conformance", "tests/zoo"),
}
LOADED = (
    "pytest",
    "numpy",
    "scipy.special",
    "scipy.stats",
    "sympy",
    "mpmath",
    "flint",
    "typer",
    "hypothesis",
)
MOST = 20.0  # seconds of tests, as measured for the map, that are run on one mutant
CONTROLS = 3  # of a room: texts that mean the same

Tests = Mapping[str, tuple[float, Sequence[tuple[str, int]]]]


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: killed, survived, timeout, or not reached by any test."""

    place: str
    what: str
    fate: str
    tests: int
    seconds: float


def modules(room: str) -> list[Path]:
    """The modules of a room, below the package."""
    place = ROOT / "rftheory" / room
    found = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    return [path.relative_to(ROOT / "rftheory") for path in found]


def sampled(room: str, count: int, seed: int, under: str = "") -> list[tuple[Path, Mutation]]:
    """So many mutations of a room, or of the part of it `under` a folder, drawn evenly from all of its places."""
    found = [path for path in modules(room) if str(path).startswith(under)]
    every = [(path, m) for path in found for m in mutations((ROOT / "rftheory" / path).read_bytes())]
    return random.Random(f"{seed}/{room}").sample(every, min(count, len(every)))


def chosen(tests: Tests, path: Path, mutation: Mutation | None, most: float) -> list[str]:
    """Tests that reach the function, or the module where none does: by turns of their files, quick ones first."""
    here = (str(path), mutation.function if mutation is not None else None)
    reaching = {name for name, (_, seen) in tests.items() if any(tuple(place) == here for place in seen)}
    if not reaching:
        reaching = {name for name, (_, seen) in tests.items() if any(place[0] == str(path) for place in seen)}
    files: dict[str, list[str]] = {}
    for name in sorted(reaching, key=lambda each: tests[each][0]):
        files.setdefault(name.partition("::")[0], []).append(name)
    found, spent = [], 0.0
    for turn in range(max(map(len, files.values()), default=0)):
        for names in files.values():
            if turn < len(names) and (not found or spent + tests[names[turn]][0] <= most):
                spent += tests[names[turn]][0]
                found.append(names[turn])
    return sorted(found, key=lambda each: tests[each][0])


def reached(place: Path, room: str) -> Tests:
    """The map of a room, measured on the unchanged copy."""
    file = place / "map.json"
    given = [name for name in ROOMS[room] if (place / name).exists()]
    forked(place, [*given, "-p", "benchmarks.tested"], 3600.0, TESTED_ROOT=str(place), TESTED_FILE=str(file))
    found: Tests = json.loads(file.read_text("utf-8"))
    return found


def tried(place: Path, path: Path, text: bytes, names: Sequence[str], tests: Tests) -> tuple[str, float]:
    """The fate of a changed module, and the seconds that it took; the module is put back."""
    file, start = place / "rftheory" / path, time.monotonic()
    kept, times = file.read_bytes(), file.stat()
    limit = 15.0 + 5.0 * sum(tests[name][0] if name in tests else MOST for name in names)
    try:
        file.write_bytes(text)
        code = forked(place, [*names, "-x"], limit)
    finally:
        file.write_bytes(kept)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        for left in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            left.unlink()
    fate = "timeout" if code is None else "survived" if code == 0 else "killed"
    return fate, time.monotonic() - start


def fates(
    place: Path, room: str, tests: Tests, count: int, seed: int, known: set[str], most: float, under: str
) -> Iterator[Fate]:
    """What becomes of the mutants of a room whose places and words are not known yet, controls first."""
    every = sampled(room, count, seed, under)
    controls = [(path, None) for path, _ in every[:CONTROLS]]
    for path, mutation in [*controls, *every]:
        source = (ROOT / "rftheory" / path).read_bytes()
        where = f"rftheory/{path}:{mutation.line}" if mutation is not None else f"rftheory/{path}"
        what = mutation.shown(source) if mutation is not None else "control: a comment at the end"
        if f"{where} {what}" in known:
            continue
        known.add(f"{where} {what}")
        names = chosen(tests, path, mutation, most)
        if not names:
            yield Fate(where, what, "not reached", 0, 0.0)
            continue
        changed = source + b"# the same\n" if mutation is None else mutation.applied(source)
        fate, seconds = tried(place, path, changed, names, tests)
        yield Fate(where, what, fate, len(names), seconds)


def again(
    place: Path, page: Path, rooms: Sequence[str], maps: Mapping[str, Tests], given: argparse.Namespace
) -> int:
    """Try the rows of the page that are open, and write what became of them; 1 where one is gone from the text."""
    rows, gone = survivors(page.read_text("utf-8")), 0
    for index, row in enumerate(rows):
        room = row.path.parts[0].removesuffix(".py")
        if row.kind != "open" or room not in rooms or not str(row.path).startswith(given.under):
            continue
        source = (ROOT / "rftheory" / row.path).read_bytes()
        mutation = located(row, source)
        if mutation is None:
            print(f"gone: {row.shown()}")
            gone += 1
            continue
        tests = maps.get(room, {})
        names = given.tests or chosen(tests, row.path, mutation, given.most)
        fate, seconds = (
            tried(place, row.path, mutation.applied(source), names, tests) if names else ("open", 0.0)
        )
        failed = _failed(place)
        if fate == "killed" and failed and forked(place, [failed], 600.0) != 0:
            fate = f"{failed} fails on the unchanged code too"
        if fate in ("killed", "timeout"):
            rows = survivors(page.read_text("utf-8"))
            rows[index] = Survivor(row.path, mutation.line, row.change, f"killed: {failed or fate}")
            page.write_text(written(page.read_text("utf-8"), rows), "utf-8")
        print(f"{fate}, {len(names)} tests, {seconds:.1f} s {rows[index].shown()}", flush=True)
    return int(gone > 0)


def _failed(place: Path) -> str:
    """The test that failed first; empty where none did."""
    log = (place / "log.txt").read_text("utf-8", "replace").splitlines()
    found = (line.partition(" - ")[0] for line in log if line.startswith(("FAILED ", "ERROR ")))
    return next((line.partition(" ")[2] for line in found), "")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rooms", nargs="+", choices=list(ROOMS), default=list(ROOMS))
    parser.add_argument("--count", type=int, default=50, help="mutants a room")
    parser.add_argument("--under", default="", help="only modules of this folder, as measured/engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--map", type=Path, help="keep here which test reaches what; made again for a room that lacks"
    )
    parser.add_argument("--out", type=Path, help="keep the fates here (JSON), and go on from what it holds")
    parser.add_argument("--again", action="store_true", help="try the survivors that --out holds once more")
    parser.add_argument(
        "--page", type=Path, help="try only what this page lists as open, and keep it up to date"
    )
    parser.add_argument(
        "--tests", nargs="+", default=[], help="with --page: run these, whatever the map says"
    )
    parser.add_argument(
        "--most", type=float, default=MOST, help="seconds of tests on one mutant, as the map has them"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no mutant after so many")
    given = parser.parse_args()
    end = time.monotonic() + given.seconds
    for name in LOADED:
        importlib.import_module(name)
    maps: dict[str, Tests] = _kept(given.map) or {}
    found = [Fate(**each) for each in _kept(given.out) or []]
    if given.again:
        found = [each for each in found if each.fate in ("killed", "timeout")]
    known = {f"{each.place} {each.what}" for each in found}
    with checkout() as place:
        for room in given.rooms:
            if room not in maps and not given.tests:
                maps[room] = reached(place, room)
                if given.map is not None:
                    given.map.write_text(json.dumps(maps), "utf-8")
            if given.page is not None:
                continue
            for fate in fates(
                place, room, maps[room], given.count, given.seed, known, given.most, given.under
            ):
                found.append(fate)
                print(
                    f"{fate.fate:11} {fate.tests:4} tests {fate.seconds:6.1f} s  {fate.place} {fate.what}",
                    flush=True,
                )
                if given.out is not None:
                    given.out.write_text(json.dumps([vars(each) for each in found], indent=1) + "\n", "utf-8")
                if time.monotonic() > end:
                    return told(found, given.seed)
        if given.page is not None:
            return again(place, given.page, given.rooms, maps, given)
    return told(found, given.seed)


def _kept(file: Path | None) -> Any:
    return json.loads(file.read_text("utf-8")) if file is not None and file.exists() else None


def told(found: Sequence[Fate], seed: int) -> int:
    """Print the counts; 1 where a control was killed."""
    controls = [each for each in found if each.what.startswith("control")]
    every = [each for each in found if each not in controls]
    counts = Counter(each.fate for each in every)
    dead = counts["killed"] + counts["timeout"]
    bad = [each for each in controls if each.fate not in ("survived", "not reached")]
    print(f"seed {seed}: {len(every)} mutants, {dead} killed ({dict(counts)}), {len(bad)} controls killed")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
