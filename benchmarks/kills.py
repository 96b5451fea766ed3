"""Kills runs and what they run on at random moments: `python -m benchmarks.kills --moments 20 --seed N`; exit 1 on a finding.

Killed are the run, one of its workers, a Dask worker, the Dask scheduler; and the disk is full from a moment on (no
file of the run grows any more). A run that is killed, or ends with one line, goes on with `--resume`; a run whose
worker is killed goes on by itself. Found is: a final JSON that differs in more than its times from that of an
undisturbed run, an error of more than one line, and a process that is left behind. Linux, since it reads /proc.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.clusters import cluster

STATEMENTS = ("simrf/thm4.5", "simrf/seca.8/mean", "simrf/thm4.3/simrf")
QUICK = STATEMENTS[1:]  # mostly drawing, so that most moments are moments of it
WHO = ("run", "worker", "dask worker", "scheduler", "disk")
PATIENCE = 10.0  # seconds in which children of a killed run must be gone
LINE = "one line: "
LINES = (2, 74)  # exit codes that go with it
LIMIT = 600.0  # seconds after which a run hangs
_PROGRESS = re.compile(r"^rftheory: verify .*, \d+ s(: .*)?\n", re.MULTILINE)  # of a run of half a minute


def started(statements: Sequence[str], store: Path, *more: str) -> subprocess.Popen[str]:
    """A run in a session of its own, so that all its processes can be found."""
    arguments = ["verify", *statements, "--profile", "full", "--json", "--store", str(store)]
    return subprocess.Popen(
        [sys.executable, "-m", "rftheory", *arguments, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def of_session(session: int) -> list[tuple[int, str]]:
    """The living processes of a session, with their command lines."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            state, _, _, own = (place / "stat").read_text("utf-8").rpartition(")")[2].split()[:4]
            if int(own) == session and state not in "ZX":
                found.append((int(place.name), (place / "cmdline").read_text("utf-8")))
    return found


def without_times(document: Any) -> Any:
    """The document without what is allowed to differ: seconds, wherever they stand."""
    if isinstance(document, dict):
        return {name: without_times(value) for name, value in document.items() if name != "seconds"}
    return [without_times(entry) for entry in document] if isinstance(document, list) else document


def ended(run: subprocess.Popen[str], expected: Any) -> str:
    """What is wrong with how a run that was left alone ended; empty where nothing is, LINE where it said one line."""
    try:
        out, err = run.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"does not end within {LIMIT:g} s"
    err = _PROGRESS.sub("", err)
    if err.count("\n") > 1 or "internal error" in err or "Traceback" in err:
        return f"exit code {run.returncode}, stderr: {err[:500]}"
    if run.returncode in LINES and err and not out:
        return LINE + err
    with contextlib.suppress(ValueError):
        return "" if without_times(json.loads(out)) == expected else "another result"
    return f"exit code {run.returncode}, no document: {out[:200]}"


def left_behind(session: int) -> str:
    """Processes of a session that do not end; they are ended then."""
    end = time.monotonic() + PATIENCE
    while (left := of_session(session)) and time.monotonic() < end:
        time.sleep(0.05)
    for pid, _ in left:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return f"left behind: {left}" if left else ""


def killed(statements: Sequence[str], who: str, moment: float, source: Random, expected: Any) -> str:
    """What is wrong after that part of a run is killed at that moment, and with going on where it ended early."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        store, more = Path(folder) / "run.sqlite", ["--workers", "2"]
        if who in ("dask worker", "scheduler"):
            there = stack.enter_context(cluster(2))
            more = ["--dask", there.address]
        run = started(statements, store, *more)
        time.sleep(moment)
        if who == "run":
            run.kill()
            run.communicate()
        elif who == "worker":
            workers = [pid for pid, line in of_session(run.pid) if "forkserver" in line]
            if workers:
                _kill(source.choice(workers))
        elif who == "disk":
            _fill(run, store)
        else:
            _kill(there.scheduler.pid if who == "scheduler" else source.choice(there.workers).pid)
        end = LINE if who == "run" else ended(run, expected)
        left = left_behind(run.pid)
        if not end.startswith(LINE) or left:
            return end or left
        run = started(statements, store, "--workers", "2", *(["--resume"] if store.exists() else []))
        return ended(run, expected) or left_behind(run.pid)


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _fill(run: subprocess.Popen[str], store: Path) -> None:
    """From now on no file of the run's processes can grow beyond what the store has now."""
    size = store.stat().st_size if store.exists() else 0
    for pid, _ in of_session(run.pid):
        with contextlib.suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, size))


def findings(
    seed: int, moments: int, who: Sequence[str] = WHO, statements: Sequence[str] = QUICK
) -> Iterator[str]:
    """Every finding of so many moments of each kind; the moments are spread over an undisturbed run."""
    source = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        run = started(statements, Path(folder) / "run.sqlite", "--workers", "2")
        out, err = run.communicate(timeout=LIMIT)
        err = _PROGRESS.sub("", err)
        seconds = time.monotonic() - start
        if err:
            yield f"the undisturbed run: {err[:300]}"
            return
        expected = without_times(json.loads(out))
    for _ in range(moments):
        for each in who:
            moment = source.uniform(0.0, seconds)
            wrong = killed(statements, each, moment, source, expected)
            print(
                f"{each} after {moment:.2f} of {seconds:.2f} s: {'found' if wrong else 'fine'}",
                file=sys.stderr,
            )
            if wrong:
                yield f"seed {seed}: {each} killed after {moment:.2f} s: {wrong}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--statements", nargs="+", default=list(QUICK))
    parser.add_argument("--who", nargs="+", choices=WHO, default=list(WHO))
    given = parser.parse_args()
    found = 0
    for finding in findings(given.seed, given.moments, given.who, given.statements):
        found += 1
        print(finding, flush=True)
    print(f"seed {given.seed}: {given.moments} moments of each of: {', '.join(given.who)}; {found} findings")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
