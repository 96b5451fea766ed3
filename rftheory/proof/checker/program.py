"""The command `rftheory-check FILE...`: what each object proves, or why it proves nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from .objects import Checked, check
from .reading import MAX_TEXT, Malformed, Refused, read_proposition
from .terms import show

ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2
_USAGE = "usage: rftheory-check FILE...\nChecks exported proof objects: docs/proof.md says what they are.\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where every object is accepted, 1 where one is refused, 2 where an input is no object."""
    files = list(sys.argv[1:] if arguments is None else arguments)
    if not files or any(f in ("-h", "--help") for f in files):
        (sys.stdout if files else sys.stderr).write(_USAGE)
        return ACCEPTED if files else UNREADABLE
    return max(_answer(file) for file in files)


def _answer(file: str) -> int:
    try:
        checked = check(_text(file))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{ascii(file)[1:-1]}: not readable: {ascii(str(error))[:200]}\n")
        return UNREADABLE
    except Refused as refusal:
        sys.stderr.write(f"{ascii(file)[1:-1]}: refused: {ascii(str(refusal))[1:-1][:500]}\n")
        return UNREADABLE if isinstance(refusal, Malformed) else REFUSED
    sys.stdout.write(f"{_theorem(checked)}\n")
    return ACCEPTED


def _text(file: str) -> str:
    with Path(file).open("rb") as stream:
        data = stream.read(MAX_TEXT + 1)
    return data.decode("utf-8")


def _theorem(checked: Checked) -> str:
    lines = [f"{checked.about}: accepted"]
    lines += [f"  for {kind} {name}" for name, kind in checked.context["variables"]]
    lines += [f"  where {show(read_proposition(p))}" for p in checked.context["constraints"]]
    lines += [f"  {show(read_proposition(checked.conclusion))}"]
    lines += [f"  by the fact {name} ({reference})" for name, reference in sorted(checked.facts.items())]
    return "\n".join(lines)
