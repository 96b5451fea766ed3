"""`rftheory report`: one page that needs nothing else, from the ledger or a run; hostile content stays text."""

from __future__ import annotations

import importlib.util
import json
import math
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rftheory import registry
from rftheory.curves import figures as curves
from rftheory.report.html import html
from rftheory.report.mathml import mathml

ORF = "simrf/thm4.3/orf"
Command = Callable[..., Any]
VOID = {"meta", "br", "input", "path", "use", "mspace"}


class _Page(HTMLParser):
    """The tags of a page, their attributes and its text; unbalanced tags are errors."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.text += data


def _self_contained(page: str) -> _Page:
    found = _Page(page)
    forbidden = {
        "script",
        "iframe",
        "object",
        "embed",
        "link",
        "base",
        "form",
        "img",
        "image",
        "foreignobject",
    }
    assert not forbidden & set(found.tags)
    for tag, name, value in found.attributes:
        assert not name.startswith("on"), (tag, name)
        assert name not in ("src", "srcset", "action", "formaction", "data", "ping"), (tag, name)
        if name.endswith("href"):
            assert value.startswith("#"), value
        assert "url(" not in value.replace("url(#", ""), value
    assert "@import" not in page
    assert "url(" not in "".join(re.findall(r"<style[^>]*>(.*?)</style>", page, re.DOTALL))
    return found


def test_every_statement_and_correction_renders() -> None:
    statements = [*registry.statements(), *(entry.statement for entry, _ in registry.corrections().values())]
    assert len(statements) > 700
    lost = [s.id for s in statements if mathml(s.latex) is None]
    assert lost == []


def test_formulas_are_drawn_with_the_right_signs() -> None:
    drawn = mathml(r"\mathbb{E}\left[\tfrac{x_1^2}{\sqrt{d}}\right]\le\arg\mathbf{y}") or ""
    for sign in (
        "\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL E}",
        "<mfrac>",
        "<msubsup>",
        "<msqrt>",
        "\N{LESS-THAN OR EQUAL TO}",
        "\N{MATHEMATICAL BOLD SMALL Y}",
    ):
        assert sign in drawn
    assert "arg" in re.sub("<[^>]*>", "", drawn)


@pytest.mark.parametrize(
    "latex",
    [
        r"\nosuchcommand x",
        r"\frac",
        "{",
        r"\left(",
        "x" * 5000,
        "\x00",
        r"\begin{x}",
        "",
        r"\newcommand{\qa}{x}\qa",
        r"\def\qa{x}\qa",
    ],
)
def test_what_is_no_latex_is_left_as_text(latex: str) -> None:
    assert mathml(latex) is None


def test_report_of_the_ledger(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    answer = command(["report", str(out)])
    assert answer == (0, "", f"wrote {out}\n")
    page = out.read_text("utf-8")
    found = _self_contained(page)
    verdicts = registry.recorded()
    ids = [value for tag, name, value in found.attributes if (tag, name) == ("article", "id")]
    assert ids == [s.id for s in registry.statements() if s.id in verdicts]
    assert found.tags["math"] >= len(ids)
    classes = Counter(v.split()[0] for t, n, v in found.attributes if (t, n) == ("article", "class"))
    assert classes == Counter(found.verdict.value.replace(" ", "-") for found in verdicts.values())
    assert all(registry.paper(key).title in found.text for key in registry.shipped_by_key())
    assert f"seed {registry.ledger()['seed']}" in found.text
    assert "nothing was verified for this page" in found.text
    assert "holds" not in set(re.findall(r"<summary>[^<]*: (\w+)</summary>", page))
    for identifier, erratum in registry.ledger()["errata"].items():
        assert f'href="#{identifier}"' in page
        assert erratum["detail"] in found.text
    assert found.tags["svg"] == 3
    ids = [value for _, name, value in found.attributes if name == "id"]
    assert len(set(ids)) == len(ids)


def test_without_matplotlib_the_page_says_so(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftheory.report.figures.plots.find_spec", lambda _: None)
    out = tmp_path / "out.html"
    assert command(["report", str(out)]).code == 0
    page = out.read_text("utf-8")
    assert "<svg" not in page
    assert "extra notebooks" in page


@pytest.fixture(scope="module")
def run(command: Command) -> Any:
    return json.loads(command(["verify", ORF, "--json"]).out)


def _report(command: Command, tmp_path: Path, document: object) -> tuple[Any, str]:
    source, out = tmp_path / "run.json", tmp_path / "out.html"
    out.unlink(missing_ok=True)
    source.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
    answer = command(["report", str(out), "--from", str(source)])
    return answer, out.read_text("utf-8") if out.exists() else ""


@pytest.fixture
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftheory.report.figures.plots.find_spec", lambda _: None)


@pytest.mark.usefixtures("_no_plots")
def test_report_of_a_run(command: Command, tmp_path: Path, run: Any) -> None:
    answer, page = _report(command, tmp_path, run)
    assert answer == (0, "", f"wrote {tmp_path / 'out.html'}\n")
    found = _self_contained(page)
    for item in run["results"][0]["evidence"]:
        assert item["detail"] in found.text
        assert f"{item['kind']}: {item['outcome']}" in found.text
    assert run["environment"]["python-flint"] in found.text
    again = command(["report", str(tmp_path / "b.html"), "--from", "-"], stdin=json.dumps(run).encode())
    assert again.code == 0
    assert (tmp_path / "b.html").read_text("utf-8") == page


HOSTILE = [
    "<script>alert(1)</script>", "</td></table><img src=x onerror=alert(1)>", '" onmouseover="alert(1)', "</style><b>", "\x00",
    "\ud800", "&lt;script&gt;", r"\href{javascript:alert(1)}{x}", r"\text{<b>x</b>}", r"\mathrm{</math><script>}", "]]>", "-->",
    r"\style{background:url(//x)}{y}", "{" * 500, "\u202e", r"\color{red}{x}", "'><svg onload=alert(1)>",
]  # fmt: skip
texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=10))


@settings(
    max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_hostile_text_in_a_run_stays_text(data: Any, run: Any) -> None:
    def draw() -> str:
        return str(data.draw(texts))

    result = {
        **run["results"][0],
        **{name: draw() for name in ("locator", "title", "latex", "kind", "reason", "text", "domain")},
        "symbols": {draw(): draw()},
        "evidence": [{"kind": draw(), "outcome": "fails", "detail": draw(), "whole": True, "seconds": 0}],
        "counterexample": {draw(): draw()},
        "verdict": "refuted",
        "correction": {"id": "a/b", "verdict": "proved", "text": draw(), "latex": draw(), "evidence": []},
    }
    page = html({**run, "profile": draw(), "environment": {draw(): draw()}, "results": [result]})
    plain = html(run)
    found = _self_contained(page)
    assert found.tags["article"] == _Page(plain).tags["article"] == 1
    assert found.tags["style"] == 1


@pytest.mark.usefixtures("_no_plots")
def test_wrong_files_are_one_line(command: Command, tmp_path: Path, run: Any) -> None:
    result = run["results"][0]
    wrong: list[tuple[object, str]] = [
        (b"", "no document"),
        (b"\xff\xfe", "no document"),
        (b"[" * 100_000, "nested too deeply"),
        ([], "no document"),
        ({}, "required"),
        ({**run, "schema": 2}, "schema"),
        ({**run, "seed": "7"}, "seed"),
        ({**run, "more": 1}, "more"),
        ({**run, "results": [{**result, "verdict": "<script>"}]}, "results/0/verdict"),
        ({**run, "results": [{**result, "id": '"><b>'}]}, "results/0/id"),
        ({**run, "results": [{**result, "latex": None}]}, "results/0/latex"),
        ({**run, "alpha": math.nan}, "NaN"),
        (json.dumps({**run, "alpha": 0.5}).replace("0.5", "1e999").encode(), "not a finite number"),
        (json.dumps({**run, "seed": 77}).replace("77", "7" * 5000).encode(), "too long an integer"),
        (b'{"schema": 1, "schema": 1}', "twice"),
    ]
    for document, said in wrong:
        answer, page = _report(command, tmp_path, document)
        assert (answer.code, answer.out, page) == (2, "", ""), said
        assert said in answer.err, (said, answer.err)
        assert answer.err.count("\n") == 1
    for arguments, said in (
        (["report"], "Missing argument"),
        (["report", str(tmp_path)], "cannot write"),
        (["report", "/no/such/folder/x.html"], "cannot write"),
        (["report", str(tmp_path / "x.html"), "--from", "/no/such/file"], "cannot read"),
        (["report", str(tmp_path / "x.html"), "--from", str(tmp_path)], "cannot read"),
    ):
        answer = command(arguments)
        assert (answer.code, answer.out) == (2, "")
        assert said in answer.err
    assert not (tmp_path / "x.html").exists()


def test_curves_meet_values_known_otherwise() -> None:
    """Lemma 2 by hand at norms 1: positive (e^{2+2c} - 1) / m, relative; opposite inputs cost it nothing."""
    angle, norm, gaps = curves.against_angle(4), curves.against_norm(4), curves.conformity_gaps(4)
    by_label = {curve.label: curve for curve in angle.curves}
    assert by_label["positive"].at == pytest.approx([k * math.pi / 4 for k in range(5)], abs=1e-3)
    cosines = [math.cos(at) for at in by_label["positive"].at]
    positive = [math.sqrt((math.exp(2 + 2 * c) - 1) / 64) for c in cosines]
    assert by_label["positive"].height == pytest.approx(positive, rel=1e-9, abs=1e-9)
    # trigonometric: e^{|x+y|^2} SM^{-2} (1 - e^{-|x-y|^2})^2 / (2m), over SM^2
    trig = [math.sqrt(math.exp(2 - 2 * c) / 128) * (1 - math.exp(2 * c - 2)) for c in cosines]
    assert by_label["trigonometric"].height == pytest.approx(trig, rel=1e-9, abs=1e-9)
    for curve in (*angle.curves, *norm.curves):
        assert all(math.isfinite(height) and height >= 0 for height in curve.height)
    zero, orthogonal, simplex = (curve.height for curve in gaps.curves)
    assert zero == (0.0,) * 4
    assert all(0 < o < s < 1 for o, s in zip(orthogonal, simplex, strict=True))


def test_matplotlib_is_here() -> None:
    """The tests of the plots run: the extra dev has Matplotlib."""
    assert importlib.util.find_spec("matplotlib")
