"""The door of pytest: a fixture and a marker that hold a user's code against the theory. Loads nothing heavy until used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rftheory.conformance.findings import Finding, Report

MARKER = "rftheory(target, **options): conform this target; `rftheory_check` is then one finding of it a test"
OUTPUT = "rftheory: {target} printed:"


def pytest_addoption(parser: pytest.Parser) -> None:
    """--rftheory-profile, --rftheory-seed and --rftheory-fresh-seed."""
    group = parser.getgroup("rftheory", "the theory of random features")
    group.addoption(
        "--rftheory-profile", default=None, choices=("quick", "full"), help="how many draws are made"
    )
    group.addoption("--rftheory-seed", default=None, type=int, metavar="N", help="root seed of all draws")
    group.addoption(
        "--rftheory-fresh-seed", action="store_true", help="a new root seed, printed in the header"
    )
    group.addoption("--rftheory-github", action="store_true", help="annotations of GitHub in the summary")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and settle the seed of the session once."""
    config.addinivalue_line("markers", MARKER)
    if config.getoption("--rftheory-fresh-seed"):
        if config.getoption("--rftheory-seed") is not None:
            raise pytest.UsageError("give --rftheory-seed or --rftheory-fresh-seed, not both")
        import secrets

        config.option.rftheory_seed = secrets.randbits(31)


def pytest_report_header(config: pytest.Config) -> str | None:
    """The seed, where it is not the usual one: --rftheory-seed repeats the run."""
    seed = config.getoption("--rftheory-seed")
    return None if seed is None else f"rftheory: --rftheory-seed={seed}"


@pytest.fixture
def rftheory(request: pytest.FixtureRequest) -> Callable[..., Report]:
    """`rftheory(target, mechanism=..., ...)` fails the test unless the target conforms; options as `rftheory.conform`.

    A target "module:callable" runs in a child process (in_process=True: here). xfail: causes that are known, as a
    name, names, or {name: reason}: the test is then expected to fail with all of these and no other.
    """

    def check(target: Any, *, xfail: Any = (), **options: Any) -> Report:
        __tracebackhide__ = True
        known = _known(xfail)
        report = _conform(request.config, target, options)
        _note(request, report, report.findings)
        if known:
            _expect(report, known)
        _judge(report, report.findings)
        return report

    return check


@pytest.fixture
def rftheory_report(request: pytest.FixtureRequest) -> Report:
    """The report on the target of the marker, made once for all tests that share the mark."""
    mark = request.node.get_closest_marker("rftheory")
    if mark is None or len(mark.args) != 1:
        raise pytest.UsageError("rftheory_report needs @pytest.mark.rftheory(target, **options)")
    return _marked(request.config, mark)


@pytest.fixture
def rftheory_check(request: pytest.FixtureRequest, rftheory_report: Report) -> Finding:
    """One finding of the marked target a test; the test fails with it."""
    __tracebackhide__ = True
    found: Finding = rftheory_report.findings[request.param]
    _note(request, rftheory_report, (found,))
    known = _known(request.node.get_closest_marker("rftheory").kwargs.get("xfail", ()))
    gone = [cause for cause in known if cause not in rftheory_report.causes]
    if gone and request.param == 0:
        pytest.fail(f"expected and not found any more: {', '.join(gone)}; take xfail away", pytrace=False)
    if found.fails and found.cause in known:
        pytest.xfail(f"{found.cause}: {known[found.cause]}")
    _judge(rftheory_report, (found,))
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a check of the marked target, named after it."""
    if "rftheory_check" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("rftheory")
    if mark is None or len(mark.args) != 1:
        raise pytest.UsageError("rftheory_check needs @pytest.mark.rftheory(target, **options)")
    report = _marked(metafunc.config, mark)
    names = [found.check.replace(" ", "-").replace(":", "") for found in report.findings]
    metafunc.parametrize("rftheory_check", range(len(names)), ids=names, indirect=True)


_SEEN = pytest.StashKey[list[Any]]()
_REPORTS = pytest.StashKey[dict[int, tuple[Any, Any]]]()


def _marked(config: pytest.Config, mark: pytest.Mark) -> Report:
    """The report of a mark, made once; the mark is kept so that its id stays its own."""
    reports = config.stash.setdefault(_REPORTS, {})
    if id(mark) not in reports:
        options = {name: value for name, value in mark.kwargs.items() if name != "xfail"}
        reports[id(mark)] = (mark, _conform(config, mark.args[0], options))
    found: Report = reports[id(mark)][1]
    return found


def _conform(config: pytest.Config, target: Any, options: dict[str, Any]) -> Report:
    """The report, remembered for the summary at the end."""
    names: tuple[str, ...] = ("timeout", "memory")
    limits = {name: options.pop(name) for name in names if name in options}
    apart = isinstance(target, str) and not options.pop("in_process", False)
    for name in ("profile", "seed"):
        value = config.getoption(f"--rftheory-{name}")
        if value is not None:
            options[name] = value
    report = _apart(target, options, limits) if apart else _here(target, options)
    config.stash.setdefault(_SEEN, []).append(report)
    return report


def _here(target: Any, options: dict[str, Any]) -> Report:
    from rftheory.conformance.conform import conform

    return conform(target, **options)


def _apart(target: str, options: dict[str, Any], limits: dict[str, Any]) -> Report:
    """The report of a child process; what the code printed is captured like any output of a test."""
    from rftheory.conformance.isolation.parent import CodeError, examine

    try:
        report, printed = examine(target, options, **limits)
    except CodeError as error:
        _show(target, error.output)
        raise
    _show(target, printed)
    return report


def _show(target: str, printed: str) -> None:
    if printed:
        print(OUTPUT.format(target=target), printed, sep="\n", file=sys.stderr)  # noqa: T201


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """One line a report, each once; annotations of GitHub where they are asked for."""
    reports = config.stash.get(_SEEN, [])
    if not reports:
        return
    from rftheory.report.conformance import conformance_document
    from rftheory.report.conformed.github import commands
    from rftheory.report.conformed.summary import summary

    documents = [conformance_document(report) for report in reports]
    terminalreporter.section("rftheory")
    for line in dict.fromkeys(summary(document) for document in documents):
        terminalreporter.write_line(line)
    if config.getoption("--rftheory-github"):
        for line in dict.fromkeys(line for document in documents for line in commands(document)):
            terminalreporter.write_line(line)


def _known(xfail: Any) -> dict[str, str]:
    """Expected causes with their reasons."""
    from rftheory.conformance.expectation import known

    given = {xfail: ""} if isinstance(xfail, str) else xfail
    named = given if isinstance(given, dict) else dict.fromkeys(given, "")
    return {cause: named[cause] or "expected" for cause in known(named)}


def _expect(report: Report, known: dict[str, str]) -> None:
    """An expected failure, or a failure since it is another one or none."""
    __tracebackhide__ = True
    from rftheory.conformance.expectation import surprise

    wrong = surprise(report, tuple(known))
    if wrong.text:
        pytest.fail(f"{report.client} (seed {report.seed}): {wrong.text}", pytrace=False)
    pytest.xfail("; ".join(f"{cause}: {reason}" for cause, reason in known.items()))


def _note(request: pytest.FixtureRequest, report: Report, findings: tuple[Finding, ...]) -> None:
    """JUnit properties: what was made with which seed, and each check's outcome."""
    properties = request.node.user_properties
    properties += [
        ("rftheory.mechanism", report.mechanism),
        ("rftheory.seed", report.seed),
        ("rftheory.draws", report.draws),
        ("rftheory.conclusion", report.conclusion),
    ]
    for found in findings:
        properties.append((f"rftheory.{found.check}", f"{found.outcome.value} ({found.statement})"))


def _judge(report: Report, findings: tuple[Finding, ...]) -> None:
    """Fail with one line a cause of findings that do not hold; an undecided one never passes."""
    __tracebackhide__ = True
    counted = tuple(found for found in findings if found.counts or found in report.undecided)
    whole = findings == report.findings
    if not (report.exit_code if whole else counted):
        return
    from rftheory.report.conformance import conformance_document
    from rftheory.report.conformed.summary import causes

    document = conformance_document(replace(report, findings=counted, unbiased=report.unbiased or not whole))
    lines = "\n".join(f"  {cause.line}" for cause in causes(document))
    head = f"{report.client} is no {report.mechanism} ({report.kernel} kernel, seed {report.seed})"
    pytest.fail(f"{head}:\n{lines}", pytrace=False)
