"""Declared stationary kernels: right rows and features conform, every mistake of the law has its own name."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.names import frequency_law
from rftheory.moments.waves.kernel_names import stationary

M = 32
Rows = Callable[[np.random.Generator, int, int], Floats]
RIGHT: dict[str, dict[str, Any]] = {
    "matern12": {},
    "matern32": {},
    "matern52": {},
    "matern": {"nu": 1.7},
    "rq": {"alpha": 1.0},
    "exponential": {},
    "exponential-power": {"power": 1.5},
    "generalised-cauchy": {"power": 1.2, "beta": 0.8},
    "laplace": {},
    "cauchy": {},
}


def _options(parameters: dict[str, Any]) -> dict[str, Any]:
    return {{"alpha": "kernel_alpha", "beta": "kernel_beta"}.get(k, k): v for k, v in parameters.items()}


def _sampler(rows: Rows) -> Callable[..., Floats]:
    def frequencies(d: int, m: int, seed: int) -> Floats:
        return rows(np.random.default_rng(seed), m, d)

    return frequencies


def _features(rows: Rows, size: float = 1.0) -> Callable[..., Floats]:
    def features(x: Floats, seed: int) -> Floats:
        p = x @ rows(np.random.default_rng(seed), M, x.shape[1]).T
        return size * np.concatenate([np.cos(p), np.sin(p)], axis=1) / math.sqrt(M)

    return features


@pytest.mark.parametrize("kernel", RIGHT)
def test_right_rows_conform(kernel: str) -> None:
    law = frequency_law(kernel, lengthscale=2.0, **RIGHT[kernel])
    code = _sampler(lambda rng, m, d: law.rows(d, m, rng=rng, n=1)[0])
    for d in (4, 16):
        report = conform(
            code, kernel=kernel, lengthscale=2.0, d=d, m=M, draws=1024, **_options(RIGHT[kernel])
        )
        assert report.exit_code == 0, report.findings


@pytest.mark.parametrize("kernel", ["matern12", "laplace"])
def test_right_features_conform(kernel: str) -> None:
    law = frequency_law(kernel, lengthscale=2.0)
    code = _features(lambda rng, m, d: law.rows(d, m, rng=rng, n=1)[0])
    report = conform(code, kernel=kernel, lengthscale=2.0, d=4, draws=2048)
    assert not report.failures


def test_a_lengthscale_for_each_coordinate() -> None:
    lengths = (1.0, 2.0, 0.5, 4.0)
    law = frequency_law("matern32", lengthscale=lengths)
    code = _features(lambda rng, m, d: law.rows(d, m, rng=rng, n=1)[0])
    assert conform(code, kernel="matern32", ard=lengths, d=4, draws=2048).exit_code == 0
    assert conform(code, kernel="matern32", ard=lengths[::-1], d=4, draws=512).exit_code == 1
    with pytest.raises(InputError, match="4 lengthscales"):
        conform(code, kernel="matern32", ard=lengths, d=5)


LAWS = {name: frequency_law(kernel, **more) for name, (kernel, more) in {
    "rq": ("rq", {"alpha": 1.0, "lengthscale": 0.5}),
    "long": ("matern32", {"lengthscale": 4.0 * math.pi}),
    "matern32": ("matern32", {}),
    "1.5": ("exponential-power", {"power": 1.5}),
    "1.2": ("exponential-power", {"power": 1.2}),
    "exponential": ("exponential", {}),
}.items()}  # fmt: skip


def _rows(name: str, rng: np.random.Generator, m: int, d: int) -> Floats:
    return LAWS[name].rows(d, m, rng=rng, n=1)[0]


def _gamma(rng: np.random.Generator, m: int, shape: float) -> Floats:
    return rng.standard_gamma(shape, (m, 1))


WRONG: dict[str, tuple[str, dict[str, Any], Rows]] = {
    "univariate-t": ("matern32", {}, lambda rng, m, d: rng.standard_t(3.0, (m, d)) / 2.0),
    "matern-degrees": (
        "matern32",
        {},
        lambda rng, m, d: rng.standard_normal((m, d)) / np.sqrt(rng.chisquare(1.5, (m, 1)) / 1.5) / 2.0,
    ),
    "gamma-inverted": (
        "matern32",
        {},
        lambda rng, m, d: rng.standard_normal((m, d)) * np.sqrt(_gamma(rng, m, 1.5) / 1.5) / 2.0,
    ),
    "gamma-factor": (
        "matern52",
        {},
        lambda rng, m, d: rng.standard_normal((m, d)) / np.sqrt(_gamma(rng, m, 2.5)) / 2.0,
    ),
    "gaussian-rows": ("matern12", {}, lambda rng, m, d: rng.standard_normal((m, d)) / 2.0),
    "lengthscale-inverted": ("rq", {"alpha": 1.0}, partial(_rows, "rq")),
    "lengthscale-lost": ("matern32", {}, partial(_rows, "matern32")),
    "lengthscale-2pi": ("matern32", {}, partial(_rows, "long")),
    "univariate-stable": (
        "exponential-power",
        {"power": 1.5},
        lambda rng, m, d: _rows("1.5", rng, m * d, 1).reshape(m, d) / 2.0,
    ),
    "stable-scale": (
        "exponential-power",
        {"power": 1.2},
        lambda rng, m, d: _rows("1.2", rng, m, d) / 2.0 / math.cos(0.3 * math.pi) ** (1.0 / 1.2),
    ),
    "radial-for-product": ("laplace", {}, lambda rng, m, d: _rows("exponential", rng, m, d) / 2.0),
}


@pytest.mark.parametrize("cause", WRONG)
@pytest.mark.parametrize("d", [4, 16, 64])
def test_every_mistake_has_its_own_name(cause: str, d: int) -> None:
    kernel, parameters, rows = WRONG[cause]
    report = conform(
        _sampler(rows),
        kernel=kernel,
        lengthscale=2.0,
        d=d,
        m=M,
        draws=4096 if d == 4 else 1024,
        **_options(parameters),
    )
    assert report.exit_code == 1
    assert report.causes == (cause,)


def test_features_and_frozen_rows() -> None:
    kernel, parameters, rows = WRONG["univariate-t"]
    found = conform(_features(rows), kernel=kernel, lengthscale=2.0, d=8, draws=2048, **parameters)
    assert found.causes == ("univariate-t",)
    good = partial(_rows, "matern32")
    twice = conform(_features(good, math.sqrt(2.0)), kernel="matern32", d=4, draws=1024)
    assert "scale" in twice.causes
    frozen = conform(
        _features(lambda _, m, d: good(np.random.default_rng(1), m, d)), kernel="matern32", d=4, draws=256
    )
    assert frozen.causes == ("seed-ignored",)


def test_wrong_declarations_are_refused() -> None:
    code = _sampler(WRONG["gaussian-rows"][2])
    for options, text in (
        ({"kernel": "matern"}, "needs nu"),
        ({"kernel": "matern32", "nu": 1.5}, "has no nu"),
        ({"nu": 1.5}, "nu is given"),
        ({"kernel": "matren32"}, "nearest: matern32"),
        ({"kernel": "matern32", "gamma": 1.0}, "Gaussian kernel"),
        ({"kernel": "matern32", "mechanism": "favor+"}, "no such kernel"),
    ):
        with pytest.raises(InputError, match=text):
            conform(code, **options)


@pytest.mark.parametrize(
    ("name", "meant", "more"),
    [("matern-3/2", "matern32", (None, None)), ("rational-quadratic", "rq", (None, 2.0))],
)
def test_kernels_are_known_by_their_written_names(
    name: str, meant: str, more: tuple[float | None, float | None]
) -> None:
    one, other = (stationary(each, *more, None, None) for each in (name, meant))
    assert one is not None
    assert one == other
