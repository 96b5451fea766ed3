"""The papers' experiments and the pictures of the documentation: experiment, picture."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rftheory.cli.commands.options import Json
from rftheory.cli.printing import print_json, print_parts, say, wrote


def experiment(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Without one: all of them, with their options.")
    ] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="option=value ...", help="Lists by commas: data=wine,iris.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="The sizes of the paper (minutes).")] = False,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="Write a figure (.svg, .pdf, .png).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Repeat one of the papers' experiments on data at hand: numbers with intervals, beside the theory where it speaks."""
    from rftheory.cli.arguments import parameters
    from rftheory.cli.files import writable
    from rftheory.report.figures import house_style
    from rftheory.report.figures.experiments import (
        experiment_document,
        experiment_lines,
        names_document,
        names_lines,
    )
    from rftheory.studies.experiments.named import experiment as run
    from rftheory.studies.experiments.options import read

    if name is None:
        print_json(names_document()) if as_json else print_parts(names_lines())
        return
    if out is not None:
        house_style.check_format(out)
        house_style.require_matplotlib()
        writable(out)
    options: dict[str, Any] = read(name, parameters(words or []))
    found = run(name, full=full, **options)
    if out is not None:
        from rftheory.report.figures.charting import chart

        house_style.saved(chart(found), out)
        wrote(out)
    if as_json:
        print_json(experiment_document(found))
    else:
        print_parts(experiment_lines(found))


def picture(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Without one: all of them.")] = None,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="The figure (.svg, .pdf, .png).")
    ] = None,
) -> None:
    """Draw a picture of the documentation that is no plain curve of statements."""
    from rftheory.cli.files import writable
    from rftheory.errors import InputError
    from rftheory.report.figures.pictures import PICTURES
    from rftheory.report.figures.pictures import picture as draw

    if name is None:
        for key, (text, _) in PICTURES.items():
            say(f"{key:<10}{text}")
        return
    if out is None:
        raise InputError("picture needs -o FILE; allowed endings: .svg, .pdf, .png")
    writable(out)
    draw(name, out)
    wrote(out)
