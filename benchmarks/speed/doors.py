"""What the command line takes to answer what needs no computing: processor seconds and memory of whole processes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.speed.timing import Row, child, quartiles

COMMANDS = (
    ("show", "simrf/thm4.3/orf"),
    ("list", "performer"),
    ("list", "beyond"),
    ("errata",),
    ("search", "performer/lemma2/positive", "--seconds", "0.1"),
    ("verify", "simrf/cor4.4/corrected"),
    ("eval", "simrf/thm4.3/orf:rhs", "d=64", "v=1"),
)


def rows(quick: bool) -> Iterator[Row]:
    """Each command several times, interleaved with an interpreter that does nothing."""
    rounds = 3 if quick else 7
    floor = [child(["-c", "pass"]) for _ in range(rounds)]
    middle, low, high = quartiles([run.seconds for run in floor])
    yield Row("python -c pass", middle, "CPU s", None, False, low, high)
    for command in COMMANDS:
        runs = [child(["-m", "rftheory", *command]) for _ in range(rounds)]
        assert all(run.status == 0 and run.output for run in runs), command
        middle, low, high = quartiles([run.seconds for run in runs])
        name = "rftheory " + " ".join(command)
        yield Row(name, middle, "CPU s", 0.6, False, low, high, "exit 0, output")
        yield Row(name, max(run.resident for run in runs), "MiB", 90.0)
