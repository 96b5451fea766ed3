"""What the package answers, recorded before and after a change that must change nothing: `record DIR`, `compare A B`.

`record DIR` writes one file a part (`lists shows errata eval quick full conform mutants`, or those named);
`compare A B` prints every difference but times, and exits 1 where there is one. Requests to `eval` and the ids
that are shown are made once and travel from A to B with `--like A`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PARTS = ("lists", "shows", "errata", "eval", "quick", "full", "conform", "mutants")
POINTS = 4
TRIED = 12  # every so many-th statement, since all of them take more than an hour of one core
TIMES = {"seconds", "expected_seconds"}
PAPERS = ("beyond", "crt", "hrf", "orf", "performer", "simrf")


def answer(*arguments: str) -> Any:
    """The JSON document of one command, or its exit code and error line."""
    from rftheory.cli import run

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments)
    text = out.getvalue()
    return {"code": code, "error": err.getvalue()} if not text else json.loads(text)


def requests() -> Iterator[dict[str, Any]]:
    """A few legal points of every side of every id, corners first, as the domain itself roams."""
    from rftheory import registry

    known = [*registry.entries().values(), *(entry for entry, _ in registry.corrections().values())]
    for entry in known:
        for name, side in entry.sides.items():
            points = _points(side)
            for point in points[:: max(1, len(points) // POINTS)][:POINTS]:
                given = {key: _text(point[key]) for key in side.names}
                yield {"id": entry.id, "side": name, "parameters": given, "digits": 25}


def _points(side: Any) -> list[Any]:
    """Points of the parameters that the side needs, or of all where a repair needs the others."""
    try:
        return list(side.domain.points(POINTS * 3, side.names))
    except KeyError:
        return list(side.domain.points(POINTS * 3))


def _text(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_text(entry) for entry in value]
    return str(value)


def evaluations(asked: list[dict[str, Any]]) -> list[Any]:
    """The answers of one batch, each within a few seconds, in chunks that a crash cannot take with it."""
    found: list[Any] = []
    for start in range(0, len(asked), 250):
        lines = "\n".join(map(json.dumps, asked[start : start + 250])) + "\n"
        command = [sys.executable, "-m", "rftheory", "eval", "--batch", "-", "--seconds", "5"]
        ran = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
        found += [json.loads(line) for line in ran.stdout.splitlines()]
    return found


def conformance(out: Path) -> None:
    """Every report that the tests of conformance make, in order, by a plugin that listens to `conform`."""
    environment = {
        **os.environ,
        "RFTHEORY_BEHAVIOUR": str(out),
        "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}",
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "behaviour",
        "-p",
        "no:cacheprovider",
        "tests/conformance",
    ]
    subprocess.run(command, cwd=ROOT, env=environment, check=False, stdout=subprocess.DEVNULL)


def pytest_configure() -> None:
    """As a plugin of pytest: wrap `rftheory.conform` where it lives, and write down every report."""
    import importlib

    import rftheory
    from rftheory.report.conformance import conformance_document

    home = importlib.import_module(rftheory._HOMES["conform"])
    plain, log = home.conform, Path(os.environ["RFTHEORY_BEHAVIOUR"])
    log.write_text("")

    def listening(*args: Any, **options: Any) -> Any:
        report = plain(*args, **options)
        test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        with log.open("a") as stream:
            stream.write(json.dumps({"test": test, "report": conformance_document(report)}) + "\n")
        return report

    listening.__wrapped__ = plain  # type: ignore[attr-defined]
    home.conform = listening


def record(out: Path, parts: tuple[str, ...], like: Path | None) -> None:
    """Write the parts asked for."""
    out.mkdir(parents=True, exist_ok=True)
    for part in parts:
        start = time.perf_counter()
        document = None
        if part == "lists":
            document = {"all": answer("list", "--json")} | {k: answer("list", k, "--json") for k in PAPERS}
        elif part == "shows":
            document = {name: answer("show", name, "--json") for name in _ids(like)}
        elif part == "errata":
            document = {"all": answer("errata", "--json")} | {
                k: answer("errata", k, "--json") for k in PAPERS
            }
        elif part == "eval":
            asked = list(requests()) if like is None else json.loads((like / "requests.json").read_text())
            (out / "requests.json").write_text(json.dumps(asked))
            document = evaluations(asked)
        elif part in ("quick", "full"):
            document = answer("verify", "--profile", part, "--workers", "2", "--json")
        elif part == "conform":
            conformance(out / "conform.json")
        elif part == "mutants":
            document = answer("mutants", *_ids(like)[::TRIED], "--json")
        if document is not None:
            (out / f"{part}.json").write_text(json.dumps(document, indent=1))
        print(f"{part}: {time.perf_counter() - start:.0f} s", flush=True)


def _ids(like: Path | None) -> list[str]:
    if like is not None:
        return list(json.loads((like / "shows.json").read_text()))
    from rftheory import registry

    return [*registry.entries(), *registry.corrections()]


def _documents(folder: Path, part: str) -> Any:
    text = (folder / f"{part}.json").read_text()
    if part != "conform":
        return json.loads(text)
    found: dict[str, Any] = {}
    for line in text.splitlines():
        entry = json.loads(line)
        name = entry["test"]
        found[f"{name} #{sum(known.startswith(name + ' #') for known in found)}"] = entry["report"]
    return found


def differences(a: Any, b: Any, path: str = "") -> Iterator[str]:
    """Where two documents differ, times and environments apart."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in dict.fromkeys((*a, *b)):
            if key in TIMES or key == "environment":
                continue
            if key not in a or key not in b:
                yield f"{path}/{key}: only in {'the second' if key not in a else 'the first'}"
            else:
                yield from differences(a[key], b[key], f"{path}/{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (left, right) in enumerate(zip(a, b, strict=True)):
            name = left.get("id", "") if isinstance(left, dict) else ""
            yield from differences(left, right, f"{path}/{name or index}")
    elif a != b:
        yield f"{path}: {json.dumps(a)[:150]} != {json.dumps(b)[:150]}"


def compare(a: Path, b: Path, parts: tuple[str, ...]) -> int:
    """Print what differs in the parts that both folders have."""
    total = 0
    for part in parts:
        if not ((a / f"{part}.json").is_file() and (b / f"{part}.json").is_file()):
            print(f"{part}: not recorded in both")
            continue
        found = list(differences(_documents(a, part), _documents(b, part)))
        total += len(found)
        print(f"{part}: {len(found)} differences")
        for line in found[:60]:
            print("  ", line)
    return total


def main() -> int:
    """The command."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("what", choices=["record", "compare"])
    reader.add_argument("folders", nargs="+", type=Path)
    reader.add_argument("--parts", default=",".join(PARTS))
    reader.add_argument("--like", type=Path, help="a recorded folder whose requests and ids are asked again")
    given = reader.parse_args()
    parts = tuple(part for part in given.parts.split(",") if part)
    if given.what == "record":
        record(given.folders[0], parts, given.like)
        return 0
    return 1 if compare(*given.folders, parts) else 0


if __name__ == "__main__":
    sys.exit(main())
