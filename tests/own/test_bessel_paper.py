"""docs/example_bessel_paper: one section in one module, written from the documentation alone, and installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import mpmath
import pytest

from tests.own.outside import ROOT, Asked, installed, serving

PROJECT = ROOT / "docs" / "example_bessel_paper"
TEXT = (PROJECT / "bessel_paper.py").read_text("utf-8")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with serving(installed(PROJECT, tmp_path_factory.mktemp("bessel"))) as ask:
        yield ask


def test_it_is_short_and_imports_public_names_alone() -> None:
    assert TEXT.count("\n") <= 200
    imported = [node for node in ast.walk(ast.parse(TEXT)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = [alias.name for node in imported for alias in node.names if alias.name.startswith("rftheory")]
    assert names == ["rftheory.authoring"]
    assert "rf._" not in TEXT


def test_its_verdicts_are_those_of_the_ledger_beside_it(asked: Asked) -> None:
    results = asked("verify", "bessel", "--json").json()["results"]
    assert len(results) >= 10
    assert all(each["recorded"] is not None and each["as_recorded"] for each in results)
    assert not {"refuted", "undecided"} & {each["verdict"] for each in results}


def test_the_mean_is_that_of_an_integral(asked: Asked) -> None:
    """E cos(sqrt(3) z q_1) over a uniform direction in three dimensions: q_1 is uniform on [-1, 1]."""
    z = mpmath.mpf(5) / 4
    by_integral = mpmath.quad(lambda t: mpmath.cos(mpmath.sqrt(3) * z * t) / 2, [-1, 1])
    found = asked("eval", "bessel/wave:rhs", "z=5/4", "d=3", "--digits", "12", "--json").json()["value"]
    assert abs(mpmath.mpf(found) - by_integral) < mpmath.mpf(10) ** -11


def test_the_variance_is_that_of_an_integral(asked: Asked) -> None:
    """One row in three dimensions: E cos^2 - (E cos)^2."""
    z = mpmath.mpf(2)
    first, second = (
        mpmath.quad(lambda t, p=p: mpmath.cos(mpmath.sqrt(3) * z * t) ** p / 2, [-1, 1]) for p in (1, 2)
    )
    found = asked("eval", "bessel/variance:rhs", "z=2", "d=3", "m=1", "--digits", "12", "--json").json()
    assert abs(mpmath.mpf(found["value"]) - (second - first**2)) < mpmath.mpf(10) ** -11
