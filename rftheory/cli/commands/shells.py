"""The script that makes a shell complete ids, names and options: completion."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Shell(StrEnum):
    """A shell that is known."""

    bash = "bash"
    zsh = "zsh"
    fish = "fish"
    powershell = "powershell"


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="bash|zsh|fish|powershell", help="Your shell.")],
) -> None:
    """Print the script by which a shell completes commands, options, ids and names: eval "$(rftheory completion bash)"."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    from rftheory.cli.printing import say
    from rftheory.cli.program import COMPLETE, PROGRAM

    say(get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE, shell=shell.value))
