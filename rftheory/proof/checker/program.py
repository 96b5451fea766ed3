"""The command `rftheory-check FILE...`: what each object proves, or why it proves nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .objects import Checked, check
from .points import intervals, refutation
from .reading import MAX_TEXT, Malformed, Refused, parse, read_proposition
from .terms import show

ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2
_LINES = ".jsonl"
_USAGE = (
    "usage: rftheory-check FILE...\n"
    "Checks exported proof objects: docs/proof.md says what they are. A .jsonl file has one a line.\n"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where every object is accepted, 1 where one is refused, 2 where an input is no object."""
    files = list(sys.argv[1:] if arguments is None else arguments)
    if not files or any(f in ("-h", "--help") for f in files):
        (sys.stdout if files else sys.stderr).write(_USAGE)
        return ACCEPTED if files else UNREADABLE
    return max(_answer(file) for file in files)


def _answer(file: str) -> int:
    answers: list[int] = []
    name = file
    try:
        for number, written in enumerate(_texts(file), start=1):
            name = f"{file}:{number}" if file.endswith(_LINES) else file
            answers.append(_judged(name, written))
    except (OSError, ValueError) as error:
        return _no(name, UNREADABLE, f"not readable: {error}")
    return max(answers) if answers else _no(file, UNREADABLE, "not readable: there is no object")


def _judged(name: str, text: str) -> int:
    try:
        written = parse(text)
    except (ValueError, RecursionError) as error:
        return _no(name, UNREADABLE, f"not readable: {error}")
    try:
        if type(written) is dict and written.get("kind") == "refutation":
            said = refutation.check(written)
        else:
            said = _theorem(check(written))
    except (Refused, intervals.Refused) as refusal:
        return _no(name, UNREADABLE if isinstance(refusal, Malformed) else REFUSED, f"refused: {refusal}")
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(f"{said}\n".encode(encoding, "backslashreplace").decode(encoding))
    return ACCEPTED


def _no(file: str, answer: int, reason: str) -> int:
    """One line, however hostile the input."""
    sys.stderr.write(f"{ascii(file)[1:-1]}: {ascii(reason)[1:-1][:500]}\n")
    return answer


def _texts(file: str) -> Iterator[str]:
    """The texts of a file's objects."""
    with Path(file).open("rb") as stream:
        if not file.endswith(_LINES):
            yield stream.read(MAX_TEXT + 1).decode("utf-8")
            return
        while line := stream.readline(MAX_TEXT + 1):
            yield line.decode("utf-8")


def _theorem(checked: Checked) -> str:
    lines = [f"{checked.about}: accepted"]
    lines += [f"  for {kind} {name}" for name, kind in checked.context["variables"]]
    lines += [f"  where {show(read_proposition(p))}" for p in checked.context["constraints"]]
    lines += [f"  {show(read_proposition(checked.conclusion))}"]
    lines += [f"  by the fact {name} ({reference})" for name, reference in sorted(checked.facts.items())]
    return "\n".join(lines)
