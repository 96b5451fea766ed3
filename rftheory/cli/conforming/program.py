"""One run of `conform`: code to a report, in a child process unless told otherwise; a report to outputs and an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rftheory.cli.conforming.options import parsed, run_options
from rftheory.cli.files import writable, write
from rftheory.cli.printing import print_json, print_parts, say
from rftheory.conformance.expectation import Surprise, known, surprise
from rftheory.conformance.findings import Report
from rftheory.errors import InputError
from rftheory.measured.inputs import integer
from rftheory.report.schema import Document

CONFORMS = 0
LINES = 20
"""Of what the code printed, that are shown."""


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command line; RFTheoryError for wrong usage and for code that cannot be judged."""
    try:
        given = parsed(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    if given.list:
        return _list(as_json=given.json)
    _check(given)
    expected = known(given.expect)
    report = _report(given)
    wrong = surprise(report, expected)
    document = _document(report, expected, wrong)
    _write(given, document)
    _print(given, document)
    if expected and not given.json:
        say(f"not as expected: {wrong.text}" if wrong.text else f"as expected: {', '.join(expected)}")
    return wrong.exit_code


def _check(given: argparse.Namespace) -> None:
    """InputError for options that contradict each other, and for files that cannot be written."""
    if (given.target is None) == (given.saved is None):
        raise InputError("give MODULE:CALLABLE, or --saved FILE.npz: one of them (or --list)")
    if given.fresh and given.seed is not None:
        raise InputError("give --seed or --fresh, not both")
    if given.json and (given.summary or given.github):
        raise InputError("--json prints one document and nothing else: leave out --summary and --github")
    if given.in_process and (given.timeout is not None or given.memory is not None):
        raise InputError("--timeout and --memory limit a child process: leave out --in-process")
    integer("workers", given.workers, 1)
    for file in (given.junit, given.sarif, given.badge):
        if file is not None:
            writable(file)
    if given.badge is not None and Path(given.badge).suffix not in (".svg", ".json"):
        raise InputError(f"badge {given.badge}; allowed: a file .svg or .json")


def _report(given: argparse.Namespace) -> Report:
    """The report on code or on saved draws; what the code printed goes to stderr, marked."""
    from rftheory.cli.conforming.progress import shown

    options = run_options(given)
    with shown() as progress:
        if given.saved is not None or given.in_process:
            from rftheory.conformance.client.ahead import processes
            from rftheory.conformance.conform import conform

            with processes(given.workers) as executor:
                return conform(given.target, **options, progress=progress, executor=executor)
        return _apart(given, options, progress)


def _apart(
    given: argparse.Namespace, options: dict[str, Any], progress: Callable[[int, int], None] | None
) -> Report:
    """The report of a child process."""
    from rftheory.conformance.isolation.parent import CodeError, examine

    try:
        report, printed = examine(
            given.target,
            options,
            timeout=given.timeout,
            memory=given.memory,
            workers=given.workers,
            progress=progress,
        )
    except CodeError as error:
        _printed(given.target, error.output)
        raise
    _printed(given.target, printed)
    return report


def _printed(target: str, output: str) -> None:
    """The last lines that the code printed, none of which can be taken for ours."""
    lines = output.splitlines()
    if not lines:
        return
    more = f", the last {LINES} of them" if len(lines) > LINES else ""
    print(f"rftheory: {target} printed {len(lines)} line{'s' * (len(lines) > 1)}{more}:", file=sys.stderr)  # noqa: T201
    for line in lines[-LINES:]:
        print("|", "".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)  # noqa: T201


def _document(report: Report, expected: tuple[str, ...], wrong: Surprise) -> Document:
    from rftheory.report.conformance import conformance_document

    document = conformance_document(report)
    if expected:
        found = {"as_expected": not wrong.text, "surprise": wrong.text, "exit_code": wrong.exit_code}
        document |= {"expected": list(expected)} | found
    return document


def _write(given: argparse.Namespace, document: Document) -> None:
    """The files that were asked for."""
    if given.junit is not None:
        from rftheory.report.conformed.junit import junit

        write(given.junit, junit(document))
    if given.sarif is not None:
        from rftheory.report.conformed.sarif import sarif

        write(given.sarif, sarif(document))
    if given.badge is not None:
        from rftheory.report.conformed.badge import badge

        write(given.badge, badge(document, as_json=Path(given.badge).suffix == ".json"))


def _print(given: argparse.Namespace, document: Document) -> None:
    """The document, one line, or the text."""
    if given.json:
        print_json(document)
        return
    if given.summary:
        from rftheory.report.conformed.summary import summary

        say(summary(document))
    else:
        from rftheory.report.conformance import conformance_lines

        print_parts(conformance_lines(document))
    if given.github:
        from rftheory.report.conformed.github import commands

        for line in commands(document):
            say(line)


def _list(*, as_json: bool) -> int:
    from rftheory.report.conformed.names import names_document, names_lines

    document = names_document()
    if as_json:
        print_json(document)
    else:
        for line in names_lines(document):
            say(line)
    return CONFORMS
