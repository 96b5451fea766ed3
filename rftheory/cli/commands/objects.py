"""What a second program accepts: certificate."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class CertificateForm(StrEnum):
    """Who is to check it: rftheory-check, or Coq."""

    json = "json"
    coq = "coq"


def certificate(
    identifiers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]...", help="Refuted or proved statements; default: all that are refuted."
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write a file a statement instead of a line.")
    ] = None,
    form: Annotated[CertificateForm, typer.Option("--format", help="The form.")] = CertificateForm.json,
) -> None:
    """Write refutations at a point, and theorems, as objects that rftheory-check accepts; without ids all refutations.

    With --format coq: one file for Coq with coq-interval, which needs no line of this package (`coqc FILE.v`).
    """
    from rftheory.certificates.refutation import certificate as written
    from rftheory.certificates.refutation import certificates
    from rftheory.cli.files import folder
    from rftheory.evidence.theorems.store import stored

    proved = [each for each in identifiers or () if stored(each)]
    refuted = [each for each in identifiers or () if each not in proved]
    refutations = [written(each) for each in refuted] if identifiers else list(certificates())
    theorems = [dict(found) for each in proved for found in stored(each).values()]
    place = None if out is None else folder(out)
    if form is CertificateForm.coq:
        _for_coq(refutations, theorems, place)
    else:
        _as_json([*refutations, *theorems], place)


def _for_coq(refutations: list[dict[str, Any]], theorems: list[dict[str, Any]], place: Path | None) -> None:
    from rftheory.certificates.coq import export
    from rftheory.certificates.coq.theorems import module
    from rftheory.cli.files import write
    from rftheory.cli.printing import say
    from rftheory.errors import InputError

    texts = {"refutations.v": export.file(refutations)} if refutations else {}
    texts |= {"theorems.v": module.file(theorems)} if theorems else {}
    if place is None and len(texts) > 1:
        raise InputError("refutations and theorems are two files for Coq; allowed: one sort, or --out DIR")
    for name, text in texts.items():
        say(text) if place is None else write(str(place / name), text)


def _as_json(objects: list[dict[str, Any]], place: Path | None) -> None:
    import json

    from rftheory.cli.files import write
    from rftheory.cli.printing import say

    for each in objects:
        text = json.dumps(each)
        part = f"-{each['part'] + 1}" if "part" in each else ""
        if place is None:
            say(text)
        else:
            write(str(place / f"{each['about'].replace('/', '-')}{part}.json"), text + "\n")
