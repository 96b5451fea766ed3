"""Code that conform was not built for: what harms no estimate is a note, what cannot be told has no name, sizes come first."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory.conformance import conform as battery
from rftheory.conformance.conform import conform
from rftheory.conformance.findings import Report
from rftheory.measured.inputs import Floats
from rftheory.report.conformance import conformance_document, conformance_lines

D, M = 8, 24

ENOUGH = 4096
"""For means of maps of which no variance is known."""


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown here is far larger than what these would miss."""
    monkeypatch.setitem(battery.DRAWS, "quick", 1024)


def unsigned(d: int, m: int, rng: Any, *, columns: bool) -> Floats:
    """Columns or rows of the Q of a QR whose signs are as they come, with chi norms."""
    blocks = []
    for _ in range(-(-m // d)):
        q = np.linalg.qr(rng.standard_normal((d, d)))[0]
        blocks.append((q.T if columns else q) * np.sqrt(rng.chisquare(d, d))[:, None])
    return np.concatenate(blocks)[:m]


def waves(rows: Callable[[int, int, Any], Floats], m: int = M) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        p = x @ rows(x.shape[1], m, np.random.default_rng(seed)).T
        return np.concatenate([np.sin(p), np.cos(p)], axis=1) / np.sqrt(len(p[0]))

    return features


def positive(rows: Callable[[int, int, Any], Floats], m: int = M) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        p = x @ rows(x.shape[1], m, np.random.default_rng(seed)).T
        return np.asarray(np.exp(p - np.sum(x * x, axis=1, keepdims=True) / 2.0) / np.sqrt(m))

    return features


def independent(d: int, m: int, rng: Any) -> Floats:
    return np.asarray(rng.standard_normal((m, d)))


def answers(report: Report) -> list[str]:
    return [found.answer for found in report.answers]


@pytest.mark.parametrize("columns", [True, False])
def test_signs_that_an_even_map_cannot_see_are_a_note(columns: bool) -> None:
    report = conform(
        waves(lambda d, m, rng: unsigned(d, m, rng, columns=columns), 48),
        mechanism="orthogonal-trigonometric",
        d=16,
    )
    assert (report.exit_code, report.causes) == (0, ()), report.failures
    assert {found.cause for found in report.notes} == {"unsigned-qr"}
    assert "signs of entries" in {found.check for found in report.notes}
    assert answers(report) == ["yes", "no", "no"]


def test_the_same_rows_bias_a_positive_map_and_the_size_comes_first() -> None:
    report = conform(
        positive(lambda d, m, rng: unsigned(d, m, rng, columns=False), 48),
        mechanism="orthogonal-positive",
        kernel="softmax",
        d=16,
    )
    assert report.exit_code == 1
    assert report.causes == ("unsigned-qr",)
    assert report.sizes[0].biased_at == "x = y along ±(1, ..., 1)"
    assert report.sizes[0].bias.low < -0.27 < report.sizes[0].bias.high < -0.15
    lines = [line for line in conformance_lines(conformance_document(report)) if isinstance(line, str)]
    assert lines[1].startswith("at |x| = 1 estimates are off by up to -")


def test_two_mistakes_keep_their_names() -> None:
    def rows(d: int, m: int, rng: Any) -> Floats:
        """An unsigned Q with the norms of the rows of the matrix that it was made of."""
        g = rng.standard_normal((m // d, d, d))
        q = np.linalg.qr(g)[0] * np.linalg.norm(g, axis=2, keepdims=True)
        return np.asarray(q.reshape(m, d))

    report = conform(positive(rows), mechanism="orthogonal-positive", kernel="softmax", d=4)
    assert set(report.causes) == {"unsigned-qr", "norm-direction"}, report.causes

    def relu(x: Floats, seed: int) -> Floats:
        w = unsigned(D, M, np.random.default_rng(seed), columns=False)
        return np.asarray(np.maximum(x @ w.T, 0.0))

    both = conform(relu, mechanism="orthogonal-relu", d=D)
    assert set(both.causes) == {"missing-1/sqrt-m", "unsigned-qr"}, both.causes


def test_frozen_projections_are_no_maximum() -> None:
    w = np.random.default_rng(3).standard_normal((M, D))

    def frozen(x: Floats, seed: int = 0) -> Floats:
        return (
            np.asarray(np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / np.sqrt(M)) + 0.0 * seed
        )

    wrong = conform(frozen, mechanism="iid-positive", kernel="softmax", d=D)
    assert wrong.causes == ("seed-ignored",)
    weighed = conform(frozen, mechanism="iid-positive", kernel="gaussian", d=D)
    assert set(weighed.causes) == {"other-kernel", "seed-ignored"}
    right = conform(lambda x: frozen(x), mechanism="iid-positive", kernel="softmax", d=D)
    assert (right.exit_code, right.causes) == (0, ())
    assert any("takes no seed" in found.note for found in right.notes)


def weighted(power: float, scale: float = 1.2) -> Any:
    """Rows of N(0, s^2 I), cosines and sines times a power of the density's quotient, 1/2 being right."""

    def features(x: Floats, seed: int) -> Floats:
        w = scale * np.random.default_rng(seed).standard_normal((M, x.shape[1]))
        quotient = x.shape[1] * math.log(scale) - np.sum(w**2, axis=1) * (1.0 - scale**-2) / 2.0
        p, root = x @ w.T, np.exp(power * quotient) / np.sqrt(M)
        return np.concatenate([root * np.cos(p), root * np.sin(p)], axis=1)

    return features


@pytest.mark.parametrize("options", [{"mechanism": "trigonometric"}, {"kernel": "gaussian"}, {}])
def test_importance_sampled_rows_are_held_against_their_own_law(options: dict[str, Any]) -> None:
    report = conform(weighted(0.5), d=4, draws=ENOUGH, **options)
    assert (report.exit_code, report.causes) == (0, ()), report.failures
    assert "weights of rows" in {found.check for found in report.findings}
    assert answers(report)[1:] == ["yes", "no"]


def test_other_powers_of_the_weights_are_named_and_none_at_all_fails() -> None:
    assert conform(weighted(1.0), mechanism="trigonometric", d=4).causes == ("weights-doubled",)
    assert conform(weighted(0.0), mechanism="iid-trigonometric", d=4).causes == ("bandwidth",)


def test_undeclared_code_has_no_mistake_that_it_does_not_show() -> None:
    wide = conform(waves(lambda d, m, rng: math.sqrt(2.0) * independent(d, m, rng)), d=D)
    assert (wide.causes, wide.exit_code) == ((), 0)
    assert "(--scale 1.4" in wide.identity

    def student(d: int, m: int, rng: Any) -> Floats:
        return np.asarray(rng.standard_normal((m, d)) / np.sqrt(rng.chisquare(3, (m, 1)) / 3.0))

    matern = conform(waves(student), d=D)
    assert (matern.causes, matern.exit_code) == ((), 3)
    assert "it estimates" in matern.identity
    assert answers(matern) == ["not asked", "not asked", "no"]
    assert conform(waves(student), mechanism="iid-trigonometric", kernel="gaussian", d=D).exit_code == 1


def test_undeclared_code_fails_by_what_it_shows() -> None:
    def repeated(d: int, m: int, rng: Any) -> Floats:
        return np.tile(unsigned(d, d, rng, columns=True), (m // d, 1))

    assert "blocks-repeated" in conform(waves(repeated), d=D).causes


def test_a_number_missing_at_an_end_is_harm() -> None:
    def estimate(x: Floats, y: Floats, seed: int) -> Floats:
        w = np.random.default_rng(seed).standard_normal((M, D))
        cosine = np.sum(x * y, axis=1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1)
        return np.asarray(np.mean(np.cos((x - y) @ w.T), axis=1) + 0.0 * np.arccos(1.0000001 * cosine))

    report = conform(estimate, mechanism="iid-trigonometric", d=D, m=M)
    assert report.causes == ("not-finite",)
    assert answers(report)[2] == "yes"


def test_a_constant_feature_and_a_sum_over_coordinates_have_names() -> None:
    def lifted(x: Floats, seed: int) -> Floats:
        return np.concatenate([waves(independent)(x, seed), np.full((len(x), 1), 0.5)], axis=1)

    assert conform(lifted, mechanism="iid-trigonometric", d=D).causes == ("constant-feature",)
    assert conform(lifted, d=D).causes == ()

    def additive(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        w, b = rng.standard_normal((x.shape[1], M)), rng.uniform(0.0, 2.0 * np.pi, M)
        return np.asarray(np.sqrt(2.0 / M) * np.cos(x[:, :, None] * w + b)).reshape(len(x), -1)

    assert conform(additive, mechanism="iid-phase", d=D).causes == ("additive-kernel",)
    assert conform(additive, d=D).exit_code == 3


def test_cosines_plus_sines_are_a_map_of_their_own() -> None:
    def hartley(x: Floats, seed: int) -> Floats:
        p = x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))
        return np.asarray((np.cos(p) + np.sin(p)) / np.sqrt(M))

    for options in ({"kernel": "gaussian"}, {}):
        assert conform(hartley, d=D, draws=ENOUGH, **options).exit_code == 0


def test_rows_with_their_opposites_are_a_note() -> None:
    def antithetic(d: int, m: int, rng: Any) -> Floats:
        half = unsigned(d, m // 2, rng, columns=True) * rng.choice([-1.0, 1.0], (m // 2, 1))
        return np.concatenate([half, -half])

    report = conform(waves(antithetic, 16), mechanism="trigonometric", kernel="gaussian", d=D)
    assert (report.exit_code, report.causes) == (0, ())


def test_a_factor_is_named_by_its_interval() -> None:
    def estimates(factor: float) -> Any:
        def draw(x: Floats, y: Floats, seed: int) -> Floats:
            w = math.sqrt(factor) * np.random.default_rng(seed).standard_normal((M, D))
            return np.asarray(np.mean(np.cos((x - y) @ w.T), axis=1))

        return draw

    other = conform(estimates(0.144), mechanism="iid-trigonometric", d=D, m=M)
    assert not any("bandwidth" in cause for cause in other.causes)
    assert any("its exponent has the factor 0.14" in found.detail for found in other.failures)
    named = conform(estimates(1.0 / (2.0 * math.pi)), mechanism="iid-trigonometric", d=D, m=M)
    assert "bandwidth-2pi" in named.causes


def broken(seed: int) -> tuple[Any, dict[str, Any]]:
    """A feature map with random mistakes, and a random claim."""
    rng = np.random.default_rng(seed)
    rows, power = rng.choice(["normal", "zero", "same", "heavy", "huge"]), rng.choice([0.0, 0.5, 1.0])
    noise, scale, kind = (
        rng.choice([0.0, 1e-3]),
        rng.choice([1e-3, 1.0, 30.0]),
        rng.choice(["exp", "cos", "abs"]),
    )

    def features(x: Floats, seed: int) -> Floats:
        own = np.random.default_rng(0 if rows == "same" else seed)
        w = scale * own.standard_normal((6, x.shape[1]))
        w = {
            "zero": np.vstack([w[:3], 0.0 * w[3:]]),
            "heavy": w / own.uniform(size=(6, 1)),
            "huge": 1e3 * w,
        }.get(rows, w)
        p = x @ w.T
        with np.errstate(all="ignore"):
            found = {
                "exp": np.exp(p - power * np.sum(x * x, axis=1, keepdims=True)),
                "cos": np.cos(p),
                "abs": np.abs(p),
            }
            return np.asarray(found[str(kind)] + noise * own.standard_normal())

    claims: list[dict[str, Any]] = [
        {},
        {"kernel": "gaussian"},
        {"mechanism": "orthogonal-positive"},
        {"mechanism": "iid-trigonometric"},
        {"mechanism": "iid-abs"},
    ]
    return features, claims[int(rng.integers(len(claims)))]


@pytest.mark.parametrize("seed", range(24))
def test_no_interval_is_nan_and_none_leaves_its_estimate_out(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(battery.DRAWS, "quick", 96)
    target, claim = broken(seed)
    report = conform(target, d=3, **claim)
    for found in report.findings:
        if found.interval is not None:
            low, high = found.interval
            assert found.effect is not None
            assert low <= found.effect <= high, found
    document = conformance_document(report)
    assert json.dumps(document, allow_nan=False)
    text = " ".join(line for line in conformance_lines(document) if isinstance(line, str))
    assert "[nan" not in text
