"""A kernel alone is declared, and the code is no map of features known here: estimates decide, never a bare yes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.errors import InputError
from rftheory.report.conformance import conformance_document, conformance_lines


def _itself(x: Any, seed: int) -> Any:
    del seed
    return x


def _sines(x: Any, seed: int) -> Any:
    del seed
    return np.sin(x)


def _right(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).normal(size=(64, x.shape[1]))
    return np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / 8.0


@pytest.mark.parametrize("features", [_itself, _sines])
def test_features_of_no_known_form_do_not_conform_by_silence(features: Any) -> None:
    report = conform(features, kernel="gaussian", d=8)
    assert (report.conclusion, report.exit_code) == ("unknown", 3)
    assert report.answers[0].answer == "not asked"
    assert "not one of the mechanisms known here: it estimates" in report.identity


def test_right_features_conform() -> None:
    assert conform(_right, kernel="gaussian", d=8).exit_code == 0


LENGTHS = np.array([0.5, 1.0, 2.0, 1.5])
DIVIDED = {
    "lengthscales": (LENGTHS, 0),
    "none": (np.ones(4), 1),
    "inverted": (1.0 / LENGTHS, 1),
    "squared": (LENGTHS**2, 1),
    "in another order": (LENGTHS[::-1], 1),
}


@pytest.mark.parametrize("by", DIVIDED)
def test_lengthscales_alone_declare_the_gaussian_kernel(by: str) -> None:
    divisors, code = DIVIDED[by]

    def features(x: Any, seed: int) -> Any:
        return _right(x / divisors, seed)

    assert conform(features, ard=LENGTHS, d=4, draws=1024).exit_code == code


def _means(x: Any, y: Any, seed: int, scale: float = 1.0) -> Any:
    """Of 24 cosines with one of two signs each: a wave of a random phase, integrated by two points."""
    rng = np.random.default_rng(seed)
    w, signs = scale * rng.normal(size=(24, x.shape[1])), rng.choice([-1.0, 1.0], 24)
    p, q = x @ w.T, y @ w.T
    return np.mean(np.cos(p - q) + signs * np.cos(p + q) / 2.0, axis=1)


def _exponentials(x: Any, y: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).normal(size=(24, x.shape[1]))
    return np.mean(np.exp((x + y) @ w.T), axis=1) * np.exp(-(np.sum(x * x, 1) + np.sum(y * y, 1)) / 2.0)


ESTIMATES = {
    "gaussian": (_means, {"kernel": "gaussian"}, ()),
    "gaussian of gamma": (lambda x, y, seed: _means(x, y, seed, 1.2), {"gamma": 0.72}, ()),
    "softmax": (_exponentials, {"kernel": "softmax"}, ()),
    "the other kernel": (_exponentials, {"kernel": "gaussian"}, ("biased",)),
    "another lengthscale": (lambda x, y, seed: _means(x, y, seed, 1.2), {"kernel": "gaussian"}, ("biased",)),
    "one that vanishes": (lambda x, y, seed: _means(x, y, seed) / 8.0, {"kernel": "gaussian"}, ("biased",)),
}


@pytest.mark.parametrize("kind", ESTIMATES)
def test_estimates_are_held_against_the_mean_of_a_kernel_alone(kind: str) -> None:
    """Nothing is said of a mechanism, of a variance or of m, which is not known."""
    code, options, causes = ESTIMATES[kind]
    report = conform(code, d=8, draws=2048, **options)
    assert (report.causes, report.exit_code in (0, 3)) == (causes, not causes)
    assert not any(found.check.startswith("variance") for found in report.findings)
    assert "d = 8, m not known, float64 numbers" in next(
        iter(conformance_lines(conformance_document(report)))
    )


def test_estimates_of_ratios_alone_show_no_mechanism() -> None:
    with pytest.raises(InputError, match="estimates alone do not show the mechanism"):
        conform(_exponentials, kernel="softmax", ratios=True, d=8)


def _uniform(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).uniform(-(3.0**0.5), 3.0**0.5, (64, 1))
    return np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / 8.0


def _positive(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).normal(size=(64, 1))
    return np.exp(x @ w.T - x * x / 2.0) / 8.0


def _standing(x: Any, seed: int) -> Any:
    return _right(x, seed).T


LINE = {
    "gaussian": (_right, {"kernel": "gaussian"}, ()),
    "features in columns": (_standing, {"kernel": "gaussian"}, ()),
    "sigma": (lambda x, seed: _right(x / 0.2, seed), {"sigma": 0.2}, ()),
    "softmax": (_positive, {"kernel": "softmax"}, ()),
    "estimates": (_means, {"kernel": "gaussian"}, ()),
    "a stationary kernel": (lambda x, seed: _right(x, seed), {"kernel": "rq", "kernel_alpha": 1e6}, ()),
    "another lengthscale": (_right, {"lengthscale": 0.5}, ("biased",)),
    "uniform rows of the same variance": (_uniform, {"kernel": "gaussian"}, ("biased",)),
    "sqrt(2) too large": (lambda x, seed: _right(x, seed) * 2.0**0.5, {"kernel": "gaussian"}, ("biased",)),
    "another kernel": (_right, {"kernel": "laplace"}, ("biased",)),
}


@pytest.mark.all_draws
@pytest.mark.parametrize("kind", LINE)
def test_one_coordinate_is_asked_for_means_alone(kind: str) -> None:
    code, options, causes = LINE[kind]
    report = conform(code, d=1, **options)
    assert (report.causes, report.exit_code) == (causes, int(bool(causes)))
    assert "one coordinate: means" in report.preflight
    assert {found.area for found in report.findings} <= {"draws", "moments", "places"}


@pytest.mark.parametrize("options", [{}, {"mechanism": "rff"}, {"kernel": "softmax", "ratios": True}])
def test_what_one_coordinate_does_not_show_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="d = 1; allowed: at least 2, or features and estimates by --kernel"):
        conform(_right, d=1, **options)


ONE_ROW: dict[str, tuple[Any, str]] = {
    "positive entries": (lambda w: np.abs(w), "not-centred"),
    "equal coordinates": (lambda w: np.repeat(w[:, :1], w.shape[1], axis=1), "anisotropic"),
    "rows along axes": (
        lambda w: np.eye(w.shape[1])[np.argmax(np.abs(w), axis=1)] * np.linalg.norm(w, axis=1)[:, None],
        "row-density",
    ),
}


@pytest.mark.parametrize("name", ONE_ROW)
def test_frequencies_of_another_law_are_not_those_of_the_kernel(name: str) -> None:
    """Without a coupling the law of single rows is what a kernel says: cosines of others have another mean."""
    change, cause = ONE_ROW[name]

    def frequencies(d: int, m: int, seed: int) -> Any:
        return change(np.random.default_rng(seed).standard_normal((m, d)))

    report = conform(frequencies, kernel="gaussian", d=16, draws=1024)
    assert report.causes == (cause,)


def test_frequencies_up_to_signs_are_those_of_the_kernel() -> None:
    def frequencies(d: int, m: int, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((m, d))
        return w * np.sign(w[:, :1])

    assert conform(frequencies, kernel="gaussian", d=16, draws=1024).exit_code == 0


def test_rows_along_axes_have_no_other_lengthscale() -> None:
    """Entries that vanish tell no factor; radii too large for their squares are no warning."""

    def frequencies(d: int, m: int, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        return np.eye(d)[rng.integers(0, d, m)] * np.sqrt(d * rng.f(d, 3.0, size=(m, 1)))

    assert conform(frequencies, kernel="matern32", d=16, draws=1024).causes == ("spectral-law",)
