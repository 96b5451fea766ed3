"""The zoo over fresh seeds: how often right code is accused, and wrong code found and named. Restartable.

python -m benchmarks.zoo_seeds --seeds 20 --out FILE: every specimen in the fullest way of declaring it on every seed, in
its other ways on a share of them (--share; 1: on all). A line of JSON a run, its seed in it; begun again with the same
FILE it goes on where it was ended, and what is in FILE is counted at the end. --first and --count take a piece of the
plan, --seconds ends it, --draws makes fewer draws than the quick profile, --summary only counts. The plan goes seed by
seed, so that a sweep that is ended has seen every specimen about equally often.
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from benchmarks.zoo_seeds.counts import counted
from benchmarks.zoo_seeds.plan import Run, code, plan, ways
from tests.zoo.index import specimens
from tests.zoo.running import outcome
from tests.zoo.specimen import Specimen


def read(file: Path) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The first line of a sweep and its runs; a line that was not written whole is cut off."""
    if not file.exists():
        return None, []
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        file.write_bytes(whole)
    lines = [json.loads(line) for line in whole.splitlines()]
    return (lines[0], lines[1:]) if lines else (None, [])


def sweep(runs: Iterable[Run], zoo: Mapping[str, Specimen], given: argparse.Namespace) -> None:
    """The runs, a line each."""
    begun = time.process_time()
    with given.out.open("a", encoding="utf-8") as out:
        for run in runs:
            if time.process_time() - begun > given.seconds:
                break
            found = outcome(zoo[run.name], run.style, seed=run.seed, draws=given.draws)
            if found is None:
                raise AssertionError(f"{run.name} cannot be declared {run.style}")
            more = {"seed": run.seed, "number": run.number, "fullest": run.style == ways(zoo[run.name])[0]}
            out.write(json.dumps({**found.document(), **more}) + "\n")
            out.flush()
            if not found.as_expected:
                print(f"{run.name} {run.style} seed {run.seed}: {found.wrong}", flush=True)


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="names or patterns; none: all")
    parser.add_argument("--out", type=Path, required=True)
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--right", action="store_true", help="correct code only")
    side.add_argument("--wrong", action="store_true", help="wrong code only")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--share", type=float, default=0.1, help="of the seeds, for ways but the fullest")
    parser.add_argument("--root", type=int, default=None, help="default: a new one, or that of the file")
    parser.add_argument("--draws", type=int, default=None, help="a run; default: the quick profile's")
    parser.add_argument("--first", type=int, default=0, help="where in the plan to begin")
    parser.add_argument("--count", type=int, default=None, help="how many runs of the plan to make")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="of the processor, after which to end"
    )
    parser.add_argument("--summary", action="store_true", help="count what is there, run nothing")
    asked = parser.parse_args(given)
    if asked.seeds < 1 or not 0.0 <= asked.share <= 1.0 or asked.first < 0:
        parser.error("allowed: --seeds from 1, --share from 0 to 1, --first from 0")
    return asked


def _taken(specimen: Specimen, asked: argparse.Namespace) -> bool:
    """Whether the sweep is of this one."""
    side = not (asked.right and not specimen.right) and not (asked.wrong and specimen.right)
    return side and (not asked.names or any(fnmatch(specimen.name, pattern) for pattern in asked.names))


def main(given: Sequence[str] | None = None) -> int:
    """0; 1 where the file is of another sweep."""
    asked = arguments(given)
    found, skipped = specimens()
    zoo = {name: specimen for name, (_, specimen) in found.items() if _taken(specimen, asked)}
    head, made = read(asked.out)
    root = asked.root if asked.root is not None else head["root"] if head else secrets.randbits(31)
    wanted = {key: getattr(asked, key) for key in ("names", "right", "wrong", "seeds", "share", "draws")}
    mine: dict[str, Any] = {"root": root, **wanted, "code": code(), "skipped": skipped}
    if head is None:
        asked.out.write_text(json.dumps(mine) + "\n", encoding="utf-8")
    elif head != mine and not asked.summary:
        differs = ", ".join(key for key in mine if head.get(key) != mine[key])
        sys.stderr.write(f"{asked.out} is of another sweep (another {differs}): name another file\n")
        return 1
    head = head or mine
    every = plan(list(zoo.values()), head["seeds"], head["share"], head["root"])
    print(
        f"root seed {head['root']}; {len(every)} runs of {len(zoo)} specimens, {len(made)} made", flush=True
    )
    if not asked.summary:
        end = None if asked.count is None else asked.first + asked.count
        done = {(line["number"], line["name"], line["style"]) for line in made}
        sweep([run for run in every[asked.first : end] if run.key not in done], zoo, asked)
    print(counted(head, read(asked.out)[1], len(every)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
