"""Error rates and power, measured: `python -m benchmarks.rates --seeds 1000 --out docs/rates.json`; exit 1 above a promise.

False alarms of a fixed set of simulated statements over fresh seeds, at the rates that the house gives a test and at
1 in 20; power over claims that are wrong by parts and multiples of the margin; and how often every inference rule errs
under heavy tails where its hypothesis holds with nothing to spare. With every count stands the Clopper-Pearson
interval at 99.9 %. A control that tests without any bound (2 standard errors, at every look) has to be found out.
`docs/rates.md` is made of the file by `python docs/rates.py`.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from benchmarks.coverage import DRAWS, RATE, RUNS, Case, cases
from benchmarks.laws import NORMAL
from benchmarks.simulated import off_by, outcome, tasks
from rftheory.measured.inference.mean import DecisionOutcome, MeanRule
from rftheory.verification import planned
from rftheory.writing import write_text

LEVEL = 1e-3
PARTS = 12  # of the rules, as one job each
DEVIATIONS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
CONTROL = "control: two standard errors, looked at 8 times"
Row = dict[str, Any]


def interval(count: int, trials: int) -> tuple[float, float]:
    """Clopper-Pearson, two-sided, at 1 - LEVEL."""
    low = float(scipy.stats.beta.ppf(LEVEL / 2, count, trials - count + 1)) if count else 0.0
    high = float(scipy.stats.beta.isf(LEVEL / 2, count + 1, trials - count)) if count < trials else 1.0
    return low, high


def row(of: str, error: str, where: str, count: int, trials: int, promise: float | None) -> Row:
    """One count with its interval; `above` where even the lower end exceeds the promise."""
    low, high = interval(count, trials)
    above = promise is not None and low > promise
    return {
        "of": of,
        "error": error,
        "where": where,
        "count": count,
        "trials": trials,
        "low": low,
        "high": high,
        "promise": promise,
        "above": above,
    }


def of_case(case: Case, repeats: int, seed: int, place: int) -> Row:
    """How often a rule errs; its draws come from the seed and from its place on the list."""
    rng = np.random.default_rng([seed, place])
    count = sum(case.errs(case.values(rng)) for _ in range(repeats))
    return row(case.rule, case.error, case.law, count, repeats, RATE)


def of_rules(repeats: int, seed: int, part: int, parts: int) -> list[Row]:
    """The control and every rule; of these, those whose place on the list falls to the part."""
    every = list(enumerate([control(), *cases()]))
    return [of_case(case, repeats, seed, place) for place, case in every if place % parts == part]


def control() -> Case:
    """What nobody may do: a mean against 2 standard errors, as if one look of many were the only one."""
    looks = [DRAWS * (k + 1) // RUNS for k in range(RUNS)]

    def errs(values: Any) -> bool:
        return any(abs(values[:n].mean()) > 2 * values[:n].std() / n**0.5 for n in looks)

    return Case(CONTROL, "false alarm, ever", NORMAL.name, lambda rng: NORMAL.draw(rng, DRAWS), errs)


def of_test(alpha: float, beta: float, place: int, seeds: Sequence[int], few: Sequence[int]) -> list[Row]:
    """One test of the statements: alarms and what is undecided over all seeds, wrong claims over a few."""
    task = tasks(alpha, beta)[place]
    name, _, check = task.statement.partition("|")
    of = f"{name}, point {task.point + 1} ({check})"
    found = [outcome(task, seed) for seed in seeds]
    rows = [
        row(of, "false alarm", f"alpha {alpha:.2g}", _count(found, "refuted"), len(found), alpha),
        row(of, "undecided", f"alpha {alpha:.2g}", _count(found, "undecided"), len(found), None),
    ]
    for margins in DEVIATIONS if isinstance(task.rule, MeanRule) else ():
        wrong = off_by(task, margins)
        found = [outcome(wrong, seed) for seed in few]
        where = f"alpha {alpha:.2g}, off by {margins:g} margins"
        rows.append(row(of, "power", where, _count(found, "refuted"), len(found), None))
        if margins >= 1.0:
            rows.append(row(of, "false pass", where, _count(found, "pass"), len(found), beta))
    return rows


def _count(found: Sequence[DecisionOutcome], what: str) -> int:
    return sum(each.value == what for each in found)


def measured(seeds: int, few: int, repeats: int, seed: int, workers: int, out: Path | None) -> Row:
    """The whole document; its parts are kept in `out` as they are finished, and taken from there."""
    roots = [int(word) for word in np.random.SeedSequence(seed).generate_state(seeds, np.uint64)]
    jobs: dict[str, tuple[Callable[..., list[Row]], tuple[Any, ...]]] = {}
    for part in range(PARTS):
        jobs[f"rules {part}"] = of_rules, (repeats, seed, part, PARTS)
    for alpha, beta in ((RATE, RATE), planned("full").share):
        for place in range(len(tasks(alpha, beta))):
            jobs[f"statements {alpha:.2g} {place}"] = of_test, (alpha, beta, place, roots, roots[:few])
    asked = {"seed": seed, "seeds": seeds, "seeds_of_power": few, "repeats": repeats, "level": 1 - LEVEL}
    about = asked | {"python": platform.python_version(), "numpy": np.__version__}
    kept: Row = json.loads(out.read_text("utf-8")) if out is not None and out.exists() else {}
    parts: dict[str, list[Row]] = kept.get("parts", {}) if kept.items() >= about.items() else {}
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(f, *given): name for name, (f, given) in jobs.items() if name not in parts}
        for future in as_completed(waiting):
            parts[waiting[future]] = future.result()
            document = about | {"parts": {name: parts[name] for name in jobs if name in parts}}
            if out is not None:
                write_text(out, json.dumps(document, indent=1) + "\n")
    return about | {"parts": {name: parts[name] for name in jobs}}


def rows_of(document: Row, kind: str) -> list[Row]:
    """The rows of one kind of parts: statements, or rules."""
    return [each for name, rows in document["parts"].items() if name.startswith(kind) for each in rows]


def judged(document: Row) -> list[str]:
    """What is above its promise, but for the control; and the control where it is not found out."""
    rows = [*rows_of(document, "statements"), *rows_of(document, "rules")]
    wrong = [
        f"{r['of']}, {r['error']}, {r['where']}: {r['count']} of {r['trials']}" for r in rows if r["above"]
    ]
    controls = [r for r in rows if r["of"] == CONTROL]
    unseen = [CONTROL for r in controls if not r["above"]] or ([] if controls else ["no control"])
    return [line for line in wrong if not line.startswith(CONTROL)] + unseen


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=1000, help="of false alarms")
    parser.add_argument("--few", type=int, default=200, help="seeds of power")
    parser.add_argument("--repeats", type=int, default=2000, help="of every inference rule")
    parser.add_argument("--seed", type=int, default=20261123)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, help="keep every finished part here, and go on from what it holds"
    )
    given = parser.parse_args()
    document = measured(given.seeds, given.few, given.repeats, given.seed, given.workers, given.out)
    wrong = judged(document)
    for line in wrong:
        print(f"above its promise: {line}")
    counts = [len(rows_of(document, kind)) for kind in ("statements", "rules")]
    print(f"{counts[0]} rows of statements, {counts[1]} of rules, {len(wrong)} findings")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
