"""The command line as Typer sees it: its commands in the order of its help, and what it does without one."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory import __version__
from rftheory.cli.commands import (
    evidence,
    experiments,
    figures,
    objects,
    own_code,
    own_papers,
    pages,
    proofs,
    reading,
    shells,
    values,
)
from rftheory.cli.printing import say

app = typer.Typer(
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The theory of random features, made executable and checked.",
    epilog="Ids look like simrf/thm4.3/orf; `rftheory list` shows all. Exit codes: 0 as expected, 1 a verdict "
    "that is not the recorded one, 2 wrong input, 74 standard output closed or full, 130 interrupted, 141 its "
    "reader gone.",
)

OWN = {"ignore_unknown_options": True, "allow_extra_args": True}
"""A command that reads its own options."""


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    papers: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Papers of your own too: a file or folder; on any command, repeatable."
        ),
    ] = None,
) -> None:
    """The theory of random features, made executable and checked."""
    from rftheory.errors import InputError

    del papers  # read before the line is: see own_papers
    if version:
        say(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise InputError(
            "no command given; allowed: list, show, eval, plot, phase, simulate, experiment, picture, verify, search, errata, certificate, prove, mutants, optimize, recommend, conform, compare, report, graph, lint, new-paper, completion; see --help"
        )


app.command("list")(reading.list_statements)
app.command("show")(reading.show)
app.command("eval")(values.evaluate)
app.command("plot")(figures.plot)
app.command("phase")(figures.phase)
app.command("simulate")(figures.simulate)
app.command("experiment")(experiments.experiment)
app.command("picture")(experiments.picture)
app.command("verify")(evidence.verify)
app.command("search")(evidence.search)
app.command("errata")(reading.errata)
app.command("certificate")(objects.certificate)
app.command("prove")(proofs.prove)
app.command("mutants")(evidence.mutants)
app.command("recommend")(own_code.recommend)
app.command("optimize")(values.optimize)
app.command("conform", add_help_option=False, context_settings=OWN)(own_code.conform)
app.command("compare")(values.compare)
app.command("report")(pages.report)
app.command("graph")(pages.graph)
app.command("completion")(shells.completion)
app.command("lint")(own_papers.lint)
app.command("new-paper")(own_papers.new_paper)
