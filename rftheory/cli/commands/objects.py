"""What a second program accepts: certificate."""

from __future__ import annotations

from typing import Annotated

import typer


def certificate(
    identifiers: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Refuted statements; default: all.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write a file a statement instead of a line.")
    ] = None,
) -> None:
    """Write refutations at a point as objects that rftheory-check accepts; without ids all that have one."""
    import json

    from rftheory.certificates.refutation import certificate as written
    from rftheory.certificates.refutation import certificates
    from rftheory.cli.files import folder, write
    from rftheory.cli.printing import say

    place = None if out is None else folder(out)
    found = map(written, identifiers) if identifiers else certificates()
    for each in found:
        text = json.dumps(each)
        if place is None:
            say(text)
        else:
            write(str(place / f"{each['about'].replace('/', '-')}.json"), text + "\n")
