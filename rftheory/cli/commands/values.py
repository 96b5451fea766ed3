"""Certified values: eval, optimize, compare."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rftheory.cli.commands.options import Json, Seconds, Values
from rftheory.cli.printing import print_json, print_parts, say


def evaluate(
    identifier: Annotated[str | None, typer.Argument(metavar="ID[:side]", help="What to evaluate.")] = None,
    values: Values = None,
    digits: Annotated[int, typer.Option(metavar="N", help="Correct significant digits, 1 to 10000.")] = 50,
    batch: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="One JSON request a line (`-`: stdin), one answer a line."),
    ] = None,
    seconds: Seconds = 60.0,
    as_json: Json = False,
) -> None:
    """Evaluate to certified digits; without a side, all sides that the parameters suit."""
    from rftheory.errors import InputError
    from rftheory.exact.formula import check_digits

    check_digits(digits)
    if batch is not None:
        if identifier is not None or values:
            raise InputError("--batch takes its ids and parameters from the file: give no others")
        _batch(batch, digits, seconds)
        return
    if identifier is None:
        raise InputError("eval needs an ID (or --batch FILE); see `rftheory list`")
    from rftheory.cli.arguments import loaded, parameters
    from rftheory.cli.budget import budget
    from rftheory.evaluation import evaluate_all
    from rftheory.report.schema import value_document

    given = parameters(values or ())
    with budget(seconds):
        found = evaluate_all(identifier, loaded(dict(given)), digits)
    name = identifier.partition(":")[0]
    if as_json:
        documents = [value_document(name, side, given, value) for side, value in found.items()]
        print_json(documents if len(documents) > 1 else documents[0])
        return
    for side, value in found.items():
        label = f"{name}:{side}" if side else name
        say(f"{label} = {value}  (radius {value.radius}; {value.method})")


def _batch(file: str, digits: int, seconds: float) -> None:
    from rftheory.cli.batch import answers
    from rftheory.cli.files import reading

    with reading(file) as lines:
        for answer in answers(lines, digits, seconds):
            print_json(answer, indent=None)
            sys.stdout.flush()


def optimize(
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="oprf, gerf, poisson, geometric, discrete, simplex-plus, coupling or hybrid.",
        ),
    ],
    values: Values = None,
    digits: Annotated[int, typer.Option(metavar="N", help="Correct significant digits, 1 to 10000.")] = 30,
    seconds: Seconds = 60.0,
    as_json: Json = False,
) -> None:
    """Find the optimal parameters, with the objective there and a certificate of optimality."""
    from rftheory.cli.arguments import loaded, parameters
    from rftheory.cli.budget import budget
    from rftheory.errors import InputError
    from rftheory.optimization import optimize as run
    from rftheory.report.optimum import optimum_document, optimum_lines

    given = parameters(values or ())
    for name in sorted({"what", "digits"} & set(given)):
        raise InputError(f"{name} is no parameter of an optimiser; see `rftheory optimize --help`")
    with budget(seconds):
        found = run(what, digits=digits, **loaded(dict(given)))
    document = optimum_document(found, given)
    if as_json:
        print_json(document)
        return
    print_parts(optimum_lines(document))


def compare(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE.csv", help="Parameters by name and a value, one row each (`-`: stdin)."
        ),
    ],
    identifier: Annotated[
        str | None,
        typer.Option(
            "--id", metavar="ID[:side]", help="What the values are of (a column id may say it too)."
        ),
    ] = None,
    value: Annotated[str, typer.Option(metavar="NAME", help="The column of the values.")] = "value",
    tolerance: Annotated[
        str | None, typer.Option(metavar="R", help="Agree within R times the certified value instead.")
    ] = None,
    seconds: Seconds = 60.0,
    as_json: Json = False,
) -> None:
    """Hold a table of values against the certified ones; exit 1 where a row differs or cannot be read."""
    from rftheory.cli.budget import budget
    from rftheory.cli.files import reading
    from rftheory.comparison.judging import judged
    from rftheory.comparison.reading import table_of
    from rftheory.comparison.rows import RowCounts
    from rftheory.report import comparison

    tally = RowCounts()
    with budget(seconds):
        pass  # seconds that are wrong are so for every row
    with reading(table) as stream:
        columns, cells = table_of(stream)
        rows = judged(
            columns, cells, identifier, value=value, tolerance=tolerance, limit=lambda: budget(seconds)
        )
        if as_json:
            for piece in comparison.pieces(rows, tally, identifier, tolerance):
                print(piece, end="")  # noqa: T201
        else:
            print_parts(comparison.comparison_lines(rows, tally))
    if not tally.agrees:
        raise typer.Exit(1)
