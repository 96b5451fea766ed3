"""The report page as a browser lays it out, where one is installed; and that each kind of fault is noticed."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from rftheory import registry
from rftheory.report.html import html
from rftheory.report.statements import heading

CHECK = runpy.run_path(str(Path(__file__).parents[1] / "docs" / "check_layout.py"))
WIDTHS = CHECK["WIDTHS"]
pytestmark = pytest.mark.skipif(CHECK["BROWSER"] is None, reason="no browser is installed")


def _faults(page: str, folder: Path, scheme: str) -> Iterator[str]:
    (folder / "page.html").write_text(page, "utf-8")
    yield from CHECK["faults"](CHECK["layouts"]([folder / "page.html"], scheme, folder), scheme)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_fits_every_window(scheme: str, tmp_path: Path) -> None:
    statements = registry.statements(["hrf"])
    plain = {"verdict": "refuted", "recorded": "refuted", "as_recorded": True, "evidence": []}
    results = [heading(statement) | plain for statement in statements]
    run = {"environment": {}, "profile": "full", "seed": 0, "alpha": 0, "beta": 0, "results": results}
    (tmp_path / "page.html").write_text(html(run), "utf-8")
    found = CHECK["layouts"]([tmp_path / "page.html"], scheme)
    assert [each["width"] for each in found] == [str(width) for width in WIDTHS]
    assert [each["drawn"] for each in found] == [found[0]["drawn"]] * len(WIDTHS)
    assert found[0]["drawn"] >= len(statements) > 100
    assert list(CHECK["faults"](found, scheme)) == []


@pytest.mark.parametrize(
    ("page", "scheme", "fault", "times"),
    [
        ('<p style="width:700px">wide</p>', "light", "overflow", 2),
        ('<div style="overflow:hidden"><div style="width:600px"><span class="verdict" style="float:right">x</span></div></div>', "light", "verdict", 2),
        ("<p style='color:#aaa'>faint</p>", "light", "contrast 2.3 of 'faint'", 4),
        ("<p>white in the dark</p>", "dark", "the ground does not follow", 4),
        ("<p>math: <math></math></p>", "light", "1 of 1 formulas are not drawn", 4),
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_noticed(
    page: str, scheme: str, fault: str, times: int, tmp_path: Path
) -> None:
    found = list(_faults("<!doctype html>" + page, tmp_path, scheme))
    assert sum(fault in line for line in found) == times, found
    assert (tmp_path / f"page-{scheme}.png").stat().st_size > 1000


def test_a_word_on_the_console_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"the console speaks.*oh"):
        list(_faults("<script>console.error('oh')</script>", tmp_path, "light"))
