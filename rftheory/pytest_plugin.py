"""The door of pytest: a fixture and a marker that hold a user's code against the theory. Loads nothing heavy until used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rftheory.conformance.findings import Finding, Report

MARKER = "rftheory(target, **options): conform this target; `rftheory_check` is then one finding of it a test"


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
    """`rftheory(target, mechanism=..., ...)` fails the test unless the target conforms; options as `rftheory.conform`."""

    def check(target: Any, **options: Any) -> Report:
        __tracebackhide__ = True
        report = _conform(request.config, target, options)
        _note(request, report, report.findings)
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


_REPORTS = pytest.StashKey[dict[int, tuple[Any, Any]]]()


def _marked(config: pytest.Config, mark: pytest.Mark) -> Report:
    """The report of a mark, made once; the mark is kept so that its id stays its own."""
    reports = config.stash.setdefault(_REPORTS, {})
    if id(mark) not in reports:
        reports[id(mark)] = (mark, _conform(config, mark.args[0], dict(mark.kwargs)))
    found: Report = reports[id(mark)][1]
    return found


def _conform(config: pytest.Config, target: Any, options: dict[str, Any]) -> Report:
    from rftheory.conformance.conform import conform

    for name in ("profile", "seed"):
        value = config.getoption(f"--rftheory-{name}")
        if value is not None:
            options[name] = value
    return conform(target, **options)


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
    """Fail with every finding that does not hold; an undecided one never passes."""
    __tracebackhide__ = True
    wrong = [found for found in findings if found.outcome.value != "holds"]
    if not wrong:
        return
    from rftheory.report.conformance import finding_line

    lines = "\n".join(f"  {finding_line(found)}" for found in wrong)
    head = f"{report.client} is no {report.mechanism} ({report.kernel} kernel, seed {report.seed})"
    pytest.fail(f"{head}:\n{lines}", pytrace=False)
