"""Papers of one's own: new-paper, lint."""

from __future__ import annotations

from typing import Annotated

import typer

from rftheory.cli.commands.options import Json
from rftheory.cli.printing import print_json, say


def new_paper(
    key: Annotated[str, typer.Argument(metavar="KEY", help="The first part of its ids: a-z, 0-9, - and _.")],
    folder: Annotated[
        str | None, typer.Option("--folder", metavar="DIR", help="Where to write it; default: ./KEY.")
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Its title.")] = "",
) -> None:
    """Write a paper of your own to begin with: a package with one worked statement, its tests and its CI."""
    from rftheory.errors import InputError
    from rftheory.registry import shipped_by_key
    from rftheory.skeleton import written

    if key in shipped_by_key():
        raise InputError(f"{key} is a paper of rftheory; allowed: another key")
    for path in written(key, folder or key, title):
        say(str(path))
    say(f"next: rftheory lint {_place(folder or key)}; rftheory verify {_place(folder or key)}")


def _place(folder: str) -> str:
    """The folder as commands take it: with a sign that no key has."""
    return folder if folder.startswith((".", "/", "~")) else f"./{folder}"


def lint(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="A paper by its key, or a file or folder.")],
    fast: Annotated[bool, typer.Option("--fast", help="Try no mutants.")] = False,
    as_json: Json = False,
) -> None:
    """Say in one line each what the statements of a paper lack; exit 1 where anything is."""
    from rftheory.cli.progress import following
    from rftheory.linting import lint as run
    from rftheory.registry import statements
    from rftheory.report.schema import SCHEMA

    with following(len(statements([paper]))) as progress:
        found = run(paper, mutants=not fast, progress=progress)
    if as_json:
        print_json({"schema": SCHEMA, "lacks": [vars(each) for each in found]})
    else:
        for each in found:
            say(f"{each.about}: {each.rule}: {each.line}")
        say(f"{len(found)} lacks" if found else "nothing is lacking")
    if found:
        raise typer.Exit(1)
