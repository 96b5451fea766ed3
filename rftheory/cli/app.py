"""The command line as Typer sees it: its commands in the order of its help, and what it does without one."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from rftheory import __version__
from rftheory.cli.printing import say

COMMANDS = {
    "list": "reading.list_statements",
    "show": "reading.show",
    "eval": "values.evaluate",
    "plot": "figures.plot",
    "phase": "figures.phase",
    "simulate": "figures.simulate",
    "experiment": "experiments.experiment",
    "picture": "experiments.picture",
    "verify": "evidence.verify",
    "search": "evidence.search",
    "errata": "reading.errata",
    "certificate": "objects.certificate",
    "prove": "proofs.prove",
    "mutants": "evidence.mutants",
    "recommend": "own_code.recommend",
    "optimize": "values.optimize",
    "conform": "own_code.conform",
    "compare": "values.compare",
    "report": "pages.report",
    "graph": "pages.graph",
    "completion": "shells.completion",
    "lint": "own_papers.lint",
    "new-paper": "own_papers.new_paper",
}
"""Where in `commands/` each is, in the order of the help."""


def program(*commands: str) -> typer.Typer:
    """The program with these commands, each read where it is asked for; with all of them where none is named."""
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
    app.callback(invoke_without_command=True)(start)
    for name in commands or COMMANDS:
        module, _, function = COMMANDS[name].partition(".")
        found = getattr(import_module(f"rftheory.cli.commands.{module}"), function)
        if name == "conform":  # it reads its own options
            own = {"ignore_unknown_options": True, "allow_extra_args": True}
            app.command(name, add_help_option=False, context_settings=own)(found)
        else:
            app.command(name)(found)
    return app


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
