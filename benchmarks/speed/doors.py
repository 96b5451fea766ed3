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
LOOP = "sum(i * i for i in range(5_000_000))"
ALONE = """
import flint, sympy, typer
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
@app.command()
def main(digits: int = 50):
    print(sum(sympy.symbols("x y")), flint.arb(digits))
app()
"""
"""What a program takes that does nothing: the libraries load parts of themselves at their first sum and first option."""
LIBRARIES = "what the libraries take alone is above"


def rows(quick: bool) -> Iterator[Row]:
    """Each command several times, interleaved with an interpreter that does nothing."""
    rounds = 3 if quick else 7
    floor = [child(["-c", "pass"]) for _ in range(rounds)]
    middle, low, high = quartiles([run.seconds for run in floor])
    yield Row("python -c pass", middle, "CPU s", None, False, low, high)
    loops = [child(["-c", LOOP]) for _ in range(rounds)]
    middle, low, high = quartiles([run.seconds for run in loops])
    yield Row("the machine: a loop of Python over 5,000,000 squares", middle, "CPU s", None, False, low, high)
    alone = [child(["-c", ALONE, "--digits", "9"]) for _ in range(rounds)]
    assert all(run.status == 0 and "x + y" in run.output for run in alone)
    middle, low, high = quartiles([run.seconds for run in alone])
    name = "SymPy, FLINT and Typer alone: one sum, one option"
    yield Row(name, middle, "CPU s", None, False, low, high)
    yield Row(name, max(run.resident for run in alone), "MiB")
    for command in COMMANDS:
        runs = [child(["-m", "rftheory", *command]) for _ in range(rounds)]
        assert all(run.status == 0 and run.output for run in runs), command
        middle, low, high = quartiles([run.seconds for run in runs])
        name = "rftheory " + " ".join(command)
        yield Row(name, middle, "CPU s", 0.6, False, low, high, "exit 0, output", LIBRARIES)
        yield Row(name, max(run.resident for run in runs), "MiB", 90.0, bound=LIBRARIES)
