"""Grids in text, tables over them, and curves: values are those of single evaluations, ends are met, errors are clear."""

import csv
import io
import json
import math
from fractions import Fraction

import jsonschema
import numpy as np
import pytest

import rftheory
from rftheory.cli import run
from rftheory.curves.contestants import contestant, mechanisms
from rftheory.curves.places import distance, invariants
from rftheory.curves.series import series
from rftheory.domain.grids import exact_text, grid, is_grid, product
from rftheory.errors import DomainError, InputError, PrecisionError
from rftheory.report.schema import json_schema

CURVE = "simrf/thm4.3/orf"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0:3:0.5", ["0", "1/2", "1", "3/2", "2", "5/2", "3"]),
        ("0:1:0.3", ["0", "3/10", "3/5", "9/10"]),
        ("3:1:-1", ["3", "2", "1"]),
        ("2:5", ["2", "3", "4", "5"]),
        ("1:1000:*10", ["1", "10", "100", "1000"]),
        ("8:1:*1/2", ["8", "4", "2", "1"]),
        ("-1:-4:*2", ["-1", "-2", "-4"]),
        ("1,2,5:9:2", ["1", "2", "5", "7", "9"]),
    ],
)
def test_grids_are_exact(text: str, numbers: list[str]) -> None:
    assert grid(text) == tuple(map(Fraction, numbers))


@pytest.mark.parametrize("text", ["0:1:0", "0:1:-1", "1:2:3:4", "1:2:*1", "0:8:*2", "-1:1:*2", "1:8:*1/2", "a:b", "1,,2",
                                  "0:1:1e-9", "1:1e300:*1.0001"])  # fmt: skip
def test_what_is_no_grid_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        grid(text, "v")


def test_a_grid_and_a_product_have_at_most_a_million_points() -> None:
    assert next(product({"a": range(1000), "b": range(1000)})) == {"a": 0, "b": 0}
    with pytest.raises(InputError, match="has 1001000 points; allowed: at most 1000000"):
        next(product({"a": range(1001), "b": range(1000)}))
    with pytest.raises(DomainError, match=r"v = 1:1000000 .*at most 1000000 numbers"):
        grid("0,1:1000000", "v")


def test_products_and_texts() -> None:
    assert is_grid("1:2") and is_grid("1,2") and not is_grid("1/2") and not is_grid(3)  # noqa: PT018
    assert [tuple(place.values()) for place in product({"a": (1, 2), "b": (3, 4)})] == [
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
    ]
    with pytest.raises(InputError, match="at most"):
        next(product({"a": range(2000), "b": range(2000)}))
    assert [exact_text(Fraction(n)) for n in ("1/4", "1/3", "-5/2", "7", "1/1024", "-0.05")] == [
        "0.25", "1/3", "-2.5", "7", "0.0009765625", "-0.05"]  # fmt: skip


def test_eval_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", f"{CURVE}:rhs", "d=2,64", "v=0:1:0.5", "--csv", "--digits", "20"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["d"], row["v"]) for row in rows] == [(d, v) for d in ("2", "64") for v in ("0", "0.5", "1")]
    for row in rows:
        expected = rftheory.evaluate(f"{CURVE}:rhs", d=row["d"], v=row["v"], digits=20)
        assert (row["rhs"], row["rhs radius"]) == (expected.value, expected.radius)
    assert run(["eval", CURVE, "d=4", "v=1:2", "--json"]) == 0
    documents = json.loads(capsys.readouterr().out)
    jsonschema.validate(documents, json_schema())
    assert [(each["side"], each["parameters"]["v"]) for each in documents] == [
        ("lhs", "1"), ("rhs", "1"), ("lhs", "2"), ("rhs", "2")]  # fmt: skip
    assert run(["eval", f"{CURVE}:rhs", "d=4", "v=1:10000:*100", "--latex", "--digits", "5"]) == 0
    latex = capsys.readouterr().out
    assert latex.count(r"\\") == 4
    assert r"\cdot 10^{" in latex
    assert run(["eval", f"{CURVE}:rhs", "d=4", "v=1:2"]) == 0
    assert rftheory.evaluate(f"{CURVE}:rhs", d=4, v=2, digits=17).value in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["d=4", "v=-1:1"], "outside its domain"),
        (["d=4", "v=0:1:0"], "a step that leads"),
        (["d=4", "v=0:1", "--csv", "--json"], "allowed: one"),
        (["d=1:2000", "v=0:2000"], "at most"),
    ],
)
def test_a_wrong_table_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["eval", f"{CURVE}:rhs", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_places_of_pairs() -> None:
    assert invariants({"v": "3"}) == {"x2": Fraction(9, 4), "y2": Fraction(9, 4), "xy": Fraction(9, 4)}
    assert invariants({"z": 3})["xy"] == Fraction(-9, 4)
    assert invariants({"r": 2, "c": "1/2"}) == {"x2": 4, "y2": 4, "xy": 2}
    assert distance(invariants({"z": "3/7"})) == Fraction(3, 7)
    with pytest.raises(InputError, match="rational"):
        distance({"x2": Fraction(1), "y2": Fraction(1), "xy": Fraction(0)})
    for wrong in ({}, {"v": 1, "r": 1, "c": 0}, {"r": 1}, {"v": -1}, {"r": 1, "c": 2}, {"r": -1, "c": 0}):
        with pytest.raises(InputError):
            invariants(wrong)


def relative_positive(v: float, m: int) -> float:
    """(e^{v²} - 1)/m of the softmax kernel's square, from the lognormal law of a term."""
    return math.expm1(v * v) / m


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("v", [0.25, 1.0, 3.0])
def test_errors_of_mechanisms_are_those_of_their_laws(kernel: str, v: float) -> None:
    size = 1.0 if kernel == "gaussian" else math.exp(v * v / 2)
    found = contestant("iid-positive", kernel).nearest({"d": 8, "m": 8, "v": v})
    assert found == pytest.approx(relative_positive(v, 8) * size, rel=1e-13)
    wave = contestant("iid-trigonometric", kernel).nearest({"d": 8, "m": 8, "z": v})
    square = math.exp(-v * v) if kernel == "gaussian" else math.exp(-v * v / 2)
    assert wave == pytest.approx(
        (1 - math.exp(-v * v)) ** 2 / (2 * 8) * (1 if kernel == "gaussian" else math.exp(v * v / 2)),
        rel=1e-13,
    )
    assert square > 0


def test_every_mechanism_with_an_exact_error_evaluates() -> None:
    known = mechanisms()
    assert {"iid-positive", "orthogonal-positive", "simplex-positive", "iid-trigonometric"} <= set(known)
    for name in known:
        assert contestant(name).nearest({"d": 8, "m": 8, "z": "1/2"}) >= 0


def test_what_has_no_exact_error_is_refused() -> None:
    for name in ("nothing", "hd3-positive", "simplex-plus-positive", "sphere-positive", "simrf/nothing"):
        with pytest.raises((InputError, rftheory.UnknownIdError)):
            contestant(name)
    with pytest.raises(PrecisionError):
        contestant("iid-positive").nearest({"d": 8, "m": 8, "v": 40})


def test_series_are_certified_doubles() -> None:
    found = series([f"{CURVE}:rhs", f"{CURVE}:lhs"], {"d": 8, "v": np.linspace(0.5, 2, 4)})
    assert [curve.id for curve in found.curves] == [CURVE, CURVE]
    for place, height in zip(found.curves[0].at, found.curves[0].height, strict=True):
        assert height == float(rftheory.evaluate(f"{CURVE}:rhs", d=8, v=place))


@pytest.mark.parametrize(
    ("names", "given"),
    [
        ([], {"v": "0:1"}),
        ([CURVE], {"d": 4, "v": 1}),
        ([CURVE], {"d": "2:4", "v": "0:1"}),
        ([CURVE], {"d": 4, "v": "0:1", "w": 1}),
        ([CURVE], {"d": 4, "v": [1]}),
        (["iid-positive", CURVE], {"d": 4, "m": "2:4", "v": 1}),
    ],
)
def test_wrong_series_are_refused(names: list[str], given: dict[str, object]) -> None:
    with pytest.raises(InputError):
        series(names, given)
