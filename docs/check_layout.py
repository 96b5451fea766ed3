"""How a browser lays pages out: `python docs/check_layout.py FOLDER-OR-PAGE... [--pictures FOLDER]`, one line a fault.

Each page is opened at four widths, light and dark: it scrolls sideways nowhere, verdicts and formulas end inside the
window, every formula is drawn, text stands out from its ground, and the console stays silent. Exit code 1 where
anything is found, 3 where no browser (Chromium or Chrome) is installed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any

WIDTHS = (360, 500, 1280, 1920)
SCHEMES = {"light": 1, "dark": 0}  # by the number that the browser gives each
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
TOGETHER = 4  # pages in one run of the browser
CONTRAST = 4.5  # of text to its ground: WCAG 2.1, level AA
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--hide-scrollbars")
MEASURE = """
const light = colour => {
  const [r, g, b] = colour.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
const canvas = page => {  // what the browser paints where a page says nothing
    const element = page.createElement("i");
    element.style.backgroundColor = "Canvas";
    page.body.append(element);
    const colour = numbers(page.defaultView.getComputedStyle(element).backgroundColor);
    element.remove();
    return colour;
};
const ground = element => {
  const page = element.ownerDocument;
  for (; element; element = element.parentElement) {
    const colour = numbers(getComputedStyle(element).backgroundColor);
    if (colour.length === 3) return colour;
    if (colour[3] > 0) return null;  // half transparent, over what it is not known
  }
  return canvas(page);
};
const contrast = element => {
  const below = ground(element), text = numbers(getComputedStyle(element).color);
  if (!below || text.length !== 3) return 21;
  const [dark, bright] = [light(below), light(text)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};
const measure = frame => {
  const page = frame.contentDocument, wide = page.documentElement.clientWidth;
  const all = selector => [...page.querySelectorAll(selector)].filter(e => e.checkVisibility());
  const beyond = selector => Math.max(0, ...all(selector).map(e => e.getBoundingClientRect().right - wide));
  const faint = all("p, li, td, th, h1, h2, dt, summary, math").map(e => [contrast(e), e]).sort((a, b) => a[0] - b[0])[0];
  return {
    page: frame.title, width: frame.width, dark: light(ground(page.body)) < 0.2,
    overflow: page.documentElement.scrollWidth - wide, verdict: beyond("span.verdict"), box: beyond(".formula"),
    drawn: page.querySelectorAll("math").length, flat: all("math").filter(e => e.getBoundingClientRect().height < 5).length,
    contrast: faint ? faint[0] : 21, faint: faint ? faint[1].textContent.trim().slice(0, 40) : "",
  };
};
window.onload = () => {
  const out = document.createElement("pre");
  out.id = "found";
  out.textContent = JSON.stringify([...document.querySelectorAll("iframe")].map(measure));
  document.body.append(out);
};
"""


def layouts(pages: Sequence[Path], scheme: str, pictures: Path | None = None) -> list[dict[str, Any]]:
    """What the browser measures of each page at each width; ValueError with its words where the console speaks.

    `pictures`: a folder for one picture a page, all widths side by side.
    """
    found = []
    for start in range(0, len(pages), TOGETHER):
        found += _measured(pages[start : start + TOGETHER], scheme)
    for page in pages if pictures is not None else ():
        _browser(
            _frames([page]),
            scheme,
            f"--screenshot={pictures}/{page.stem}-{scheme}.png",
            "--window-size=4200,1000",
        )
    return found


def faults(found: Sequence[dict[str, Any]], scheme: str) -> Iterator[str]:
    """What is wrong with the layouts measured, one line each."""
    for each in found:
        where = f"{each['page']}, {each['width']} px, {scheme}"
        for what in ("overflow", "verdict", "box"):
            if each[what] > 0:
                yield f"{where}: {what} {each[what]:.0f} px beyond the window"
        if each["flat"]:
            yield f"{where}: {each['flat']} of {each['drawn']} formulas are not drawn"
        if each["contrast"] < CONTRAST:
            yield f"{where}: contrast {each['contrast']:.1f} of {each['faint']!r}"
        if each["dark"] != (scheme == "dark"):
            yield f"{where}: the ground does not follow the scheme"


def _measured(pages: Sequence[Path], scheme: str) -> list[dict[str, Any]]:
    done = _browser(
        _frames(pages), scheme, "--dump-dom", "--virtual-time-budget=30000", "--enable-logging=stderr"
    )
    spoken = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    if spoken:
        raise ValueError(f"the console speaks: {spoken[0]}")
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    if found is None:
        raise ValueError(f"the browser measured nothing: {done.stderr}")
    return list(json.loads(unescape(found[1])))


def _frames(pages: Sequence[Path]) -> str:
    """A page that shows the pages at all widths side by side, and measures them once they are loaded."""
    frames = (
        f'<iframe src="{escape(page.resolve().as_uri())}" title="{escape(page.stem)}" width="{width}" height="900" '
        'style="border:0"></iframe>'
        for page in pages
        for width in WIDTHS
    )
    return f'<body style="white-space:nowrap">{"".join(frames)}<script>{MEASURE}</script>'


def _browser(page: str, scheme: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    assert BROWSER is not None, "no browser is installed"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "frames.html").write_text(page, "utf-8")
        settings = (
            f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
            f"--user-data-dir={folder}/profile",
        )
        return subprocess.run(
            [BROWSER, *FLAGS, *settings, *arguments, (Path(folder) / "frames.html").as_uri()],
            check=True,
            capture_output=True,
            text=True,
            timeout=300,
        )


def main(arguments: list[str]) -> int:
    """Measure the pages given, and all pages of the folders given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args(arguments)
    if BROWSER is None:
        sys.stderr.write("no browser is installed\n")
        return 3
    if given.pictures is not None:
        given.pictures.mkdir(parents=True, exist_ok=True)
    pages = [
        page for each in given.pages for page in (sorted(each.rglob("*.html")) if each.is_dir() else [each])
    ]
    lines = [line for scheme in SCHEMES for line in faults(layouts(pages, scheme, given.pictures), scheme)]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(bool(lines))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
