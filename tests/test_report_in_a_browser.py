"""The report page as a browser lays it out, where one is installed: no page wider than its window, verdicts in sight."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rftheory import registry
from rftheory.report.html import html
from rftheory.report.statements import heading

WIDTHS = (360, 500, 1280, 1920)
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MEASURE = """
window.onload = () => {
  const found = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument, wide = page.documentElement.clientWidth;
    const right = selector => Math.max(...[...page.querySelectorAll(selector)].map(e => e.getBoundingClientRect().right));
    return {
      overflow: page.documentElement.scrollWidth - wide, verdict: right("span.verdict") - wide, box: right(".formula") - wide,
      flat: [...page.querySelectorAll("math")].filter(e => e.getBoundingClientRect().height < 5 && e.checkVisibility()).length,
      drawn: page.querySelectorAll("math").length,
    };
  });
  const out = document.createElement("pre");
  out.id = "found";
  out.textContent = JSON.stringify(found);
  document.body.append(out);
};
"""


def _measured(page: str, folder: Path) -> list[Any]:
    """What a browser finds of the page in frames of all widths."""
    assert BROWSER is not None
    (folder / "page.html").write_text(page, "utf-8")
    frames = "".join(
        f'<iframe src="page.html" style="width:{w}px;height:900px;border:0"></iframe>' for w in WIDTHS
    )
    (folder / "frames.html").write_text(f"<body>{frames}<script>{MEASURE}</script>", "utf-8")
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")
    command = [
        BROWSER,
        *flags,
        f"--user-data-dir={folder / 'profile'}",
        "--enable-logging=stderr",
        "--dump-dom",
    ]
    done = subprocess.run(
        [*command, "--virtual-time-budget=30000", (folder / "frames.html").as_uri()],
        check=True,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert "CONSOLE" not in done.stderr, done.stderr
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found is not None, done.stderr
    return list(json.loads(unescape(found[1])))


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_no_page_is_wider_than_its_window(tmp_path: Path) -> None:
    statements = registry.statements(["hrf"])
    plain = {"verdict": "refuted", "recorded": "refuted", "as_recorded": True, "evidence": []}
    results = [heading(statement) | plain for statement in statements]
    run = {"environment": {}, "profile": "full", "seed": 0, "alpha": 0, "beta": 0, "results": results}
    for found in _measured(html(run), tmp_path):
        assert found["overflow"] <= 0
        assert found["verdict"] <= 0
        assert found["box"] <= 0
        assert found["flat"] == 0
        assert found["drawn"] == len(statements) > 100


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_a_page_that_is_too_wide_is_noticed(tmp_path: Path) -> None:
    page = '<p style="width:700px">wide</p><span class="verdict">x</span><div class="formula"></div>'
    assert [found["overflow"] > 0 for found in _measured(page, tmp_path)] == [True, True, False, False]
