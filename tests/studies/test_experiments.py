"""Experiments by name: intervals by their definitions, expectations by a second method, options from text."""

import json
import math
from itertools import product

import jsonschema
import numpy as np
import pytest
from scipy import stats

import rftheory
from rftheory import cli
from rftheory.errors import DomainError, InputError, UnknownIdError
from rftheory.report.schema import json_schema
from rftheory.studies.experiments.gram import expected
from rftheory.studies.experiments.measurements import ExperimentResult, Measured, mean, median
from rftheory.studies.experiments.named import EXPERIMENTS, experiment
from rftheory.studies.experiments.options import read


@pytest.mark.parametrize("count", [5, 6, 10, 15, 40])
def test_the_interval_of_a_median_holds_it_as_often_as_said(count):
    """Of n coins k or more are needed on both sides: summed by enumeration of the binomial."""
    found = median("x", 0.0, list(range(count)))
    below = 0 if math.isinf(found.low) else int(found.low) + 1  # the k-th smallest
    missed = 2 * sum(math.comb(count, j) for j in range(below)) / 2**count
    assert missed <= 0.05
    wider = 2 * sum(math.comb(count, j) for j in range(below + 1)) / 2**count
    assert wider > 0.05  # the next statistic would miss too often
    assert math.isinf(found.low) == (count == 5)
    assert found.value == (count - 1) / 2


def test_the_interval_of_a_mean_is_students():
    values = np.random.default_rng(0).standard_normal(12)
    found = mean("x", 1.0, values, exact=0.0)
    low, high = stats.t.interval(0.95, 11, values.mean(), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.agrees is bool(low <= 0.0 <= high)
    assert Measured("x", 1.0, 2.0, 1.5, 2.5).agrees is None


@pytest.mark.parametrize(
    "name", ["iid-positive", "orthogonal-positive", "simplex-positive", "orthogonal-trigonometric"]
)
def test_the_expected_error_of_a_gram_matrix_is_the_sum_over_its_pairs(name):
    """By the certified statements of the mean squared error at one pair, one pair at a time."""
    from rftheory.curves.contestants import contestant

    x = 0.4 * np.random.default_rng(1).standard_normal((4, 3))
    x[:, 1:] = np.round(x[:, 1:], 1)
    x[:, 0] = [0.3, -0.4, 0.1, 0.2]
    m, certified = 5 if name.startswith("iid") else 3, contestant(name)
    total = 0.0
    for one, other in product(x, x):
        gap = float(np.sum((one - other) ** 2))
        if name.endswith("trigonometric"):  # of |x - y| alone
            total += certified.nearest({"d": 3, "m": m, "z": math.sqrt(gap)})
            continue
        place = {"x2": float(one @ one), "y2": float(other @ other), "xy": float(one @ other)}
        place["xy"] = min(place["xy"], math.sqrt(place["x2"] * place["y2"]) * (1 - 1e-15))
        total += certified.nearest({"d": 3, "m": m, **place})
    assert expected(name, x, m) == pytest.approx(total / 16, rel=1e-6)


def test_what_has_no_closed_form_is_not_expected():
    assert expected("hd3-trigonometric", np.eye(4), 4) is None


def test_gram_matrices_near_their_expectation_and_a_wrong_scale_far_from_it():
    found = experiment("gram", blocks=(1.0,), repeats=40, points=24, d=16, sigma=0.2)
    for name in found.names:
        (one,) = found.of(name)
        deviation = (one.high - one.low) / 4
        assert abs(one.value - one.exact) < 5 * deviation
        assert abs(one.value - 2 * one.exact) > 5 * deviation


def test_ridge_tends_to_the_kernel_and_waves_need_no_table():
    found = experiment("ridge", mechanisms=("iid-trigonometric",), data="waves", blocks=(1, 100), seeds=3)
    few, many = found.of("iid-trigonometric")
    kernel = found.of("exact kernel")[0].value
    assert abs(many.value - kernel) < 0.02 < kernel - few.value


def test_signs_that_were_forgotten_bias_the_diagonal_and_not_the_right_angle():
    found = experiment("directions", steps=2, blocks=8000)
    wrong, right = (found.of(name) for name in found.names)
    assert wrong[0].high < 0.9
    assert wrong[2].low > 1.1
    for one in (*right, wrong[1]):
        assert abs(one.value - 1.0) < 0.1


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (
            "classification",
            {"data": "iris", "seeds": 2, "features": 8, "mechanisms": ("iid-PosRF", "TrigRF")},
        ),
        ("classification", {"data": "iris", "blocks": (1, 2), "seeds": 2, "mechanisms": ("simplex-PosRF",)}),
        ("attention", {"length": 16, "features": (8, 16), "draws": 6}),
        ("angles", {"steps": 1, "size": 10, "repeats": 2}),
        ("pairs", {"radii": (0.5,), "repeats": 2}),
        ("clusters", {"counts": (8,), "size": 10, "repeats": 2}),
        ("softmax", {"keys": 20, "queries": 4, "features": (64,), "repeats": 2}),
        ("variances", {"sigmas": (0.5,), "length": 16, "pairs": 4, "sets": 1}),
    ],
)
def test_every_experiment_gives_measurements_that_print_and_draw(name, options):
    pytest.importorskip("sklearn")
    found = experiment(name, **options)
    assert isinstance(found, ExperimentResult)
    assert len({(one.name, one.at) for one in found.measurements}) == len(found.measurements)
    assert all(one.low <= one.value <= one.high for one in found.measurements)
    assert found.names[-1] in str(found)
    assert found._repr_html_().count("<tr>") == len(found.names) + 1
    again = experiment(name, **options)
    assert again == found
    assert rftheory.chart(found).axes[0].get_ylabel() == found.up


def test_wrong_names_and_options_are_refused():
    with pytest.raises(UnknownIdError, match="gram"):
        experiment("grim")
    with pytest.raises(InputError, match="allowed: mechanisms"):
        experiment("gram", sigmas=1)
    with pytest.raises(DomainError):
        experiment("gram", data="usps")
    with pytest.raises(InputError, match="PosRF"):
        experiment("classification", mechanisms=("simplex-positive",), data="iris")
    with pytest.raises(InputError, match="one"):
        experiment("classification", blocks=(1,))
    with pytest.raises(DomainError):
        experiment("gram", repeats=2, points=4).of("nobody")


def test_options_are_read_by_the_kind_of_their_defaults():
    read_ = read("gram", {"blocks": "1,2.5", "repeats": "7", "data": "digits", "sigma": "2"})
    assert read_ == {"blocks": (1.0, 2.5), "repeats": 7, "data": "digits", "sigma": 2.0}
    assert read("attention", {"causal": "true"}) == {"causal": True}
    for text in ({"repeats": "1.5"}, {"blocks": "a"}):
        with pytest.raises(DomainError):
            read("gram", text)
    with pytest.raises(DomainError):
        read("attention", {"causal": "maybe"})
    with pytest.raises(InputError):
        read("gram", {"colour": "red"})


def test_the_command_prints_documents_that_the_schema_knows(capsys, tmp_path):
    figure = tmp_path / "g.svg"
    words = ["gram", "points=8", "d=4", "repeats=2", "blocks=1"]
    assert cli.run(["experiment", *words, "--json", "-o", str(figure)]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json_schema())
    assert {one["name"] for one in document["measurements"]} == {
        "iid-positive",
        "orthogonal-positive",
        "simplex-positive",
    }
    assert figure.read_text("utf-8").startswith("<?xml")
    assert cli.run(["experiment", "--json"]) == 0
    names = json.loads(capsys.readouterr().out)
    jsonschema.validate(names, json_schema())
    assert [one["name"] for one in names["experiments"]] == [*EXPERIMENTS]
    assert cli.run(["experiment", *words]) == 0
    assert "iid-positive" in capsys.readouterr().out
    assert cli.run(["experiment", "gram", "repeats=x"]) == 2
