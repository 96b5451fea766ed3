"""Certified values: eval, optimize, compare."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated, Any

import typer

from rftheory.cli.commands import completing
from rftheory.cli.commands.options import Isolate, Json, Seconds, Values
from rftheory.cli.printing import print_json, print_parts, say, wrote


def evaluate(
    identifier: Annotated[
        str | None,
        typer.Argument(metavar="ID[:side]", help="What to evaluate.", autocompletion=completing.sides),
    ] = None,
    values: Values = None,
    digits: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Correct significant digits, 1 to 10000.", show_default="50; 17 in a table"
        ),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="One JSON request a line (`-`: stdin), one answer a line."),
    ] = None,
    seconds: Seconds = 60.0,
    isolate: Isolate = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a table as CSV.")] = False,
    as_latex: Annotated[bool, typer.Option("--latex", help="Print a table as a LaTeX tabular.")] = False,
    as_json: Json = False,
) -> None:
    """Evaluate to certified digits; without a side, all sides that the parameters suit.

    A number given as a grid makes a table, several of them the table of their product: v=0:3:0.05, v=1:1000:*10, d=2,4,8.
    """
    from rftheory.errors import InputError
    from rftheory.exact.formula import check_digits

    wanted = check_digits(50 if digits is None else digits)
    if as_csv + as_latex + as_json > 1:
        raise InputError("more than one of --csv, --latex, --json; allowed: one")
    if batch is not None:
        if identifier is not None or values:
            raise InputError("--batch takes its ids and parameters from the file: give no others")
        _batch(batch, wanted, seconds)
        return
    if identifier is None:
        raise InputError("eval needs an ID (or --batch FILE); see `rftheory list`")
    from rftheory import registry
    from rftheory.cli.arguments import loaded, parameters
    from rftheory.curves.tables import grids_in
    from rftheory.evaluation import check_names, evaluate_all
    from rftheory.exact.limits import limited
    from rftheory.report.schema import value_document

    given = parameters(values or ())
    check_names(identifier, given)
    axes = grids_in(identifier, given)
    if axes or as_csv or as_latex:
        _table(identifier, given, axes, 17 if digits is None else digits, seconds, as_csv, as_latex, as_json)
        return
    found = limited(
        seconds, isolate, registry.travelling(evaluate_all), identifier, loaded(dict(given)), wanted
    )
    name = identifier.partition(":")[0]
    if as_json:
        documents = [value_document(name, side, given, value) for side, value in found.items()]
        print_json(documents if len(documents) > 1 else documents[0])
        return
    for side, value in found.items():
        label = f"{name}:{side}" if side else name
        say(f"{label} = {value}  (radius {value.radius}; {value.method})")


def _table(
    identifier: str,
    given: dict[str, str],
    axes: dict[str, tuple[str, ...]],
    digits: int,
    seconds: float,
    as_csv: bool,
    as_latex: bool,
    as_json: bool,
) -> None:
    """A row a point of the grids, all of them within the seconds."""
    from rftheory.cli.arguments import loaded
    from rftheory.curves.tables import rows
    from rftheory.exact.balls import seconds_within
    from rftheory.report.values import tables

    name = identifier.partition(":")[0]
    with seconds_within(seconds):
        found = rows(identifier, loaded(dict(given)), axes, digits)
        if as_json:
            print_json(tables.documents(name, found))
        elif as_csv or as_latex:
            for line in tables.csv_lines(name, found) if as_csv else tables.latex_lines(name, found, axes):
                say(line)
        else:
            print_parts([tables.text_table(name, found, axes)])


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
            help="oprf, gerf, poisson, geometric, discrete, simplex-plus, coupling, hybrid or dense.",
        ),
    ],
    values: Values = None,
    digits: Annotated[int, typer.Option(metavar="N", help="Correct significant digits, 1 to 10000.")] = 30,
    out: Annotated[
        str | None,
        typer.Option(
            "-o", "--out", metavar="FILE.npy", help="Write the matrix of dense from points, in doubles."
        ),
    ] = None,
    seconds: Seconds = 60.0,
    isolate: Isolate = False,
    as_json: Json = False,
) -> None:
    """Find the optimal parameters, with the objective there and a certificate of optimality."""
    from rftheory.cli.arguments import loaded, parameters
    from rftheory.errors import InputError
    from rftheory.exact.limits import limited
    from rftheory.optimization import optimize as run
    from rftheory.report.values.optimum import optimum_document, optimum_lines

    given = parameters(values or ())
    if out is not None:
        from rftheory.cli.files import writable

        if what != "dense" or "X" not in given or not out.lower().endswith(".npy"):
            raise InputError("-o FILE.npy writes the matrix of dense with points X; allowed: leave it out")
        writable(out)
    for name in sorted({"what", "digits"} & set(given)):
        raise InputError(f"{name} is no parameter of an optimiser; see `rftheory optimize --help`")
    found = limited(seconds, isolate, run, what, digits=digits, **loaded(dict(given)))
    document = optimum_document(found, given)
    if out is not None:
        import numpy as np

        matrix: Any = found.parameters["matrix"]
        np.save(out, np.array([[float(entry) for entry in row] for row in matrix]))
        wrote(out)
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
    from rftheory.cli.files import reading
    from rftheory.comparison.judging import judged
    from rftheory.comparison.reading import table_of
    from rftheory.comparison.rows import RowCounts
    from rftheory.evaluation import evaluate_one
    from rftheory.exact.balls import check_seconds, seconds_within
    from rftheory.exact.limits import limited
    from rftheory.registry import travelling
    from rftheory.report.values import comparison

    tally = RowCounts()
    check_seconds(seconds)
    with reading(table) as stream:
        columns, cells = table_of(stream)
        rows = judged(
            columns,
            cells,
            identifier,
            value=value,
            tolerance=tolerance,
            limit=partial(seconds_within, seconds),
            evaluate=lambda *asked: limited(seconds, True, travelling(evaluate_one), *asked),
        )
        if as_json:
            for piece in comparison.pieces(rows, tally, identifier, tolerance):
                sys.stdout.write(piece)
        else:
            print_parts(comparison.comparison_lines(rows, tally))
    if not tally.agrees:
        raise typer.Exit(1)
