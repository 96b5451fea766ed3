"""Charts, tables and the pictures of the documentation: what is drawn is what was computed."""

import math

import numpy as np
import pytest

import rftheory
from rftheory import cli
from rftheory.curves.gaps import conformity_gaps
from rftheory.curves.needed import features_needed
from rftheory.errors import InputError, UnknownIdError
from rftheory.report.figures.geometry import SHOWN, vectors
from rftheory.report.figures.pictures import PICTURES, picture
from rftheory.studies.experiments.measurements import ExperimentResult, Measured


def test_a_chart_draws_lines_points_and_their_ends():
    figure = rftheory.chart(
        {"line": ([1, 2, 3], [1.0, 4.0, 9.0]), "points": ([1, 2], [1.0, 2.0], [0.5, 1.5], [1.5, 4.0])},
        across="m", up="error", log="y", level=2.0, marks={"usual": 1.5},
    )  # fmt: skip
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_yscale()) == ("m", "error", "log")
    drawn = {line.get_label(): line.get_ydata() for line in axes.get_lines()}
    assert list(drawn["line"]) == [1.0, 4.0, 9.0]
    (bars,) = axes.containers[0].lines[2]
    assert [segment[:, 1].tolist() for segment in bars.get_segments()] == [[0.5, 1.5], [1.5, 4.0]]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["line", "points"]
    assert [text.get_text() for text in axes.texts] == ["usual"]


def test_an_experiment_has_its_expectation_as_a_line_and_infinite_ends_are_left_out():
    found = ExperimentResult(
        "title", "m", "error", "note",
        (Measured("a", 1.0, 2.0, -math.inf, 3.0, 2.5), Measured("b", 1.0, 1.0, 1.0, 1.0)),
    )  # fmt: skip
    axes = rftheory.chart(found).axes[0]
    lines = [line.get_ydata().tolist() for line in axes.get_lines() if line.get_linestyle() != "None"]
    assert [2.5] in lines
    (bars,) = axes.containers[0].lines[2]
    assert [segment[:, 1].tolist() for segment in bars.get_segments()] == [[2.0, 3.0]]
    assert axes.get_title() == "title"


@pytest.mark.parametrize("columns", [([1],), ([1, 2], [1]), ([1], [1], [1])])
def test_what_has_no_form_is_refused(columns):
    with pytest.raises(InputError, match="allowed"):
        rftheory.chart({"x": columns})
    with pytest.raises(InputError, match="log"):
        rftheory.chart({"x": ([1], [1])}, log="z")


def test_a_table_aligns_escapes_and_refuses_a_short_row():
    found = rftheory.table(["a", "long head"], [[1, 0.123456], ["<b>", "x"]], title="t")
    assert str(found) == "t\na    long head\n1    0.1235\n<b>  x"
    assert "&lt;b&gt;" in found._repr_html_()
    with pytest.raises(InputError, match="1 cells"):
        rftheory.table(["a", "b"], [[1]])


@pytest.mark.parametrize("name", SHOWN)
def test_blocks_in_three_dimensions_have_the_gram_matrix_of_their_law(name):
    rows, law = vectors(SHOWN[name]), SHOWN[name]
    np.testing.assert_allclose(rows @ rows.T, law.gram(3), atol=1e-12)
    assert rows.shape == (law.rows(3), 3)


def test_features_needed_are_those_of_the_closed_forms():
    """At a right angle Var/SM^2 of one projection is e^(2 r^2) - 1, and 2 sinh(r^2)^2 for two trigonometric features."""
    found = features_needed(target=0.1, steps=5)
    norms, positive = found["positive"]
    np.testing.assert_allclose(positive, np.expm1(2 * norms**2) / 0.01, rtol=1e-12)
    _, waves = found["trigonometric"]
    np.testing.assert_allclose(waves, np.maximum(2 * 2 * np.sinh(norms**2) ** 2 / 0.01, 1.0), rtol=1e-12)
    hyperbolic = np.maximum(-np.expm1(-2 * norms**2) * np.expm1(2 * norms**2) / 0.01, 1.0)
    np.testing.assert_allclose(found["hyperbolic"][1], hyperbolic, rtol=1e-12)


def test_gaps_begin_as_their_series_and_simplex_rows_take_more():
    """1 - rho/e^(v^2) = v^4/(2(d + 2)) + .. for orthogonal rows, whose rho is 1F1(d; d/2; v^2/2)."""
    found = conformity_gaps(dimensions=(8,), largest=0.2, steps=2)
    v, orthogonal = found["orthogonal, d = 8"]
    np.testing.assert_allclose(orthogonal, v**4 / 20, rtol=0.05)
    assert np.all(found["simplex, d = 8"][1] > orthogonal)


def test_pictures_are_drawn_by_name(tmp_path, capsys):
    assert cli.run(["picture"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [*PICTURES]
    assert cli.run(["picture", "geometry", "-o", str(tmp_path / "g.svg")]) == 0
    assert (tmp_path / "g.svg").read_text("utf-8").count("<path") > 20
    assert cli.run(["picture", "geometry"]) == 2
    with pytest.raises(UnknownIdError, match="gaps"):
        picture("gap", str(tmp_path / "g.svg"))


def test_power_counts_runs_that_fail_and_no_run_that_is_only_undecided():
    from rftheory.conformance.power import power

    found = power((0.0, 0.4), draws=(64,), repeats=2, d=4, m=16)
    right, wrong = found.measurements
    assert (right.value, wrong.value) == (0.0, 1.0)
    assert right.high == pytest.approx(1 - 0.025**0.5)  # Clopper and Pearson's of 0 of 2
