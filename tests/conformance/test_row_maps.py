"""Row maps: planted mistakes are named, what is right conforms, A is recognised, parameters are read."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rftheory import registry
from rftheory.conformance.conform import conform
from rftheory.errors import DomainError, InputError, UnknownIdError
from rftheory.measured.rowmaps.discrete import Shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.mechanisms._shelf import couplings, row_maps
from rftheory.mechanisms.discrete import discrete
from rftheory.mechanisms.geometric import geometric
from rftheory.mechanisms.poisson import poisson

_spec = importlib.util.spec_from_file_location("planted_rows", Path(__file__).parent / "planted_rows.py")
assert _spec is not None
assert _spec.loader is not None
planted = importlib.util.module_from_spec(_spec)
sys.modules["planted_rows"] = planted
_spec.loader.exec_module(planted)
D, M, A = planted.D, planted.M, -0.125
LOG_D = D / 4.0 * math.log(1.5)
slow = pytest.mark.slow

GERF: dict[str, tuple[Any, str]] = {
    "D forgotten": (planted.gerf(log_factor=0.0), "gerf-constant"),
    "D with the exponent d/2": (planted.gerf(log_factor=2.0 * LOG_D), "gerf-constant"),
    "D on one side only": (planted.gerf(log_factor=LOG_D / 2.0), "gerf-constant"),
    "1/D": (planted.gerf(log_factor=-LOG_D), "gerf-constant"),
    "D with 1 + 4A": (planted.gerf(log_factor=D / 4.0 * math.log(0.5)), "gerf-sign"),
    "B with 1 + 4A": (planted.gerf(slope=math.sqrt(0.5)), "gerf-sign"),
    "the exponent with -A": (planted.gerf(tilt=0.125), "gerf-sign"),
    "B without a root": (planted.gerf(slope=1.5), "bandwidth"),
    "B = 1": (planted.gerf(slope=1.0), "bandwidth"),
    "A doubled in the exponent": (planted.gerf(tilt=2.0 * A), "gerf-exponent"),
    "C = -0.7": (planted.gerf(constant=-0.7), "weight"),
    "C = 0": (planted.gerf(constant=0.0), "weight"),
    "C of the other kernel": (planted.gerf(constant=-0.5), "other-kernel"),
    "missing 1/sqrt m": (planted.gerf(divisor=1.0), "missing-1/sqrt-m"),
    "1/m": (planted.gerf(divisor=M**2), "extra-1/sqrt-m"),
    "rows are not coupled": (planted.gerf(w=planted.orthogonal), "gram"),
}
FAST = {"D forgotten", "B with 1 + 4A", "C = -0.7"}


@pytest.mark.parametrize("given", [{"A": A}, {}], ids=["declared", "recognised"])
@pytest.mark.parametrize("name", [name if name in FAST else pytest.param(name, marks=slow) for name in GERF])
def test_generalised_mistakes(name: str, given: dict[str, object]) -> None:
    target, cause = GERF[name]
    report = conform(target, mechanism="iid-gerf", parameters=given, kernel="gaussian", d=D)
    assert report.conclusion == "fails"
    assert report.causes[0] == cause, report.causes


def test_another_parameter_than_declared() -> None:
    other = conform(planted.gerf(-0.2), mechanism="iid-oprf", parameters={"A": A}, d=D)
    assert other.causes == ("gerf-parameter",)
    opposite = conform(planted.gerf(-A), mechanism="iid-gerf", parameters={"A": A}, d=D)
    assert opposite.causes[0] == "gerf-sign"
    positive = conform(planted.gerf(), mechanism="iid-positive", d=D)
    assert positive.causes[0] == "gerf-parameter"


def test_an_infinite_mean() -> None:
    target = planted.gerf(0.3, slope=math.sqrt(0.2), log_factor=D / 4.0 * math.log(0.2))
    assert conform(target, mechanism="iid-gerf", d=D).causes[0] == "infinite-mean"


def test_underflow_is_named() -> None:
    report = conform(planted.gerf(-200.0), mechanism="iid-gerf", d=D)
    assert report.causes == ("underflow",)


@pytest.mark.parametrize("a", [A, pytest.param(0.05, marks=slow), pytest.param(-2.0, marks=slow)])
@pytest.mark.parametrize("w", ["gaussian", "orthogonal"])
def test_the_parameter_is_recognised_to_rounding(a: float, w: str) -> None:
    report = conform(planted.gerf(a, w=getattr(planted, w)), d=D, norm=0.2)
    assert report.recognised
    assert report.mechanism == ("iid-gerf" if w == "gaussian" else "orthogonal-gerf")
    assert not report.failures, report.failures
    found = report.finding("parameter A")
    assert f"A = {a:.6g}, recognised" in found.detail
    assert found.effect is not None
    assert found.effect <= 1e-12 * max(1.0, abs(a))
    assert all(registry.find(finding.statement) for finding in report.findings)


@pytest.mark.parametrize("woven", [False, True])
def test_rows_with_their_opposites_are_recognised(woven: bool) -> None:
    report = conform(planted.antithetic(woven=woven), d=D)
    assert report.mechanism == "iid-gerf-antithetic"
    assert report.conclusion == "conforms", report.failures
    assert report.m == M
    assert f"A = {A:.6g}, recognised" in report.finding("parameter A").detail
    assert any(found.check.startswith("variance") for found in report.findings)


def test_rows_with_their_opposites_may_be_declared() -> None:
    given: dict[str, object] = {"A": A}
    right = planted.antithetic(w=planted.orthogonal)
    report = conform(right, mechanism="orthogonal-gerf-antithetic", parameters=given, d=D)
    assert report.conclusion == "conforms", report.failures
    wrong = planted.antithetic(log_factor=0.0)
    report = conform(wrong, mechanism="iid-gerf-antithetic", parameters=given, d=D)
    assert report.causes[0] == "gerf-constant"
    report = conform(planted.antithetic(), mechanism="iid-hyperbolic", d=D)
    assert report.causes[0] == "gerf-parameter"
    assert conform(planted.gerf(), mechanism="iid-gerf-antithetic", d=D).causes[0] == "unknown-map"
    with pytest.raises(DomainError, match="real"):
        conform(right, mechanism="gerf-antithetic", parameters={"A": 1j}, d=D)


def test_given_points_are_not_moved_for_a_positive_map() -> None:
    seen: list[Any] = []
    inner = planted.estimates(planted.poisson())

    def draw(x: Any, y: Any, seed: int) -> Any:
        seen.append(np.array([x, y]))
        return inner(x, y, seed)

    rng = np.random.default_rng(3)
    x, y = 0.05 + 0.3 * rng.random((2, 3, D))
    x[1, 2] = 0.0
    report = conform(draw, mechanism="poisson-positive", parameters={"lam": 0.05}, pairs=(x, y), m=M)
    assert np.array_equal(seen[0], np.array([x, y])[:, [0, 2]])
    assert "skipped, since a coordinate is not above the shift: pair 2" in report.preflight
    assert {found.check for found in report.findings if "pair" in found.check} >= {
        "mean: pair 1",
        "mean: pair 3",
    }
    assert not [found for found in report.findings if "pair 2" in found.check]
    with pytest.raises(InputError, match="above the shift"):
        conform(draw, mechanism="poisson-positive", parameters={"lam": 0.05}, pairs=(-x, y), m=M)


def test_positive_features_are_not_generalised() -> None:
    report = conform(planted.gerf(0.0), d=D)
    assert report.mechanism == "iid-positive"
    assert report.conclusion == "conforms", report.failures
    declared = conform(planted.gerf(0.0), mechanism="iid-gerf", parameters={"A": 0}, d=D)
    assert declared.conclusion == "conforms", declared.failures


@slow
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_coarse_numbers_are_no_mistake(dtype: str) -> None:
    features = planted.gerf()
    report = conform(lambda x, seed: features(x, seed).astype(dtype), d=D)
    assert report.mechanism == "iid-gerf"
    assert report.conclusion == "conforms", report.failures


def test_what_has_no_variance_is_not_said_to_hold() -> None:
    report = conform(planted.gerf(0.15), mechanism="iid-gerf", parameters={"A": "3/20"}, d=D)
    assert report.conclusion == "undecided"
    assert "the variance of an estimate is infinite" in report.finding("parameter A").detail
    assert all(f.outcome.value == "holds" for f in report.findings if not f.check.startswith("mean"))


def test_what_has_no_fourth_moment_has_no_variance_check() -> None:
    report = conform(planted.gerf(0.1), mechanism="iid-gerf", parameters={"A": 0.1}, d=D, norm=0.2)
    assert report.conclusion == "conforms", report.failures
    assert not [f for f in report.findings if f.check.startswith("variance")]
    lighter = conform(planted.gerf(0.02), mechanism="iid-gerf", parameters={"A": 0.02}, d=D, norm=0.2)
    assert [f for f in lighter.findings if f.check.startswith("variance")]


COUNTS: dict[str, tuple[Any, str, dict[str, object], str]] = {
    "e^{lambda d/2} forgotten": (planted.poisson(level=0.0), "poisson", {"lam": 0.05}, "poisson-weight"),
    "lambda^{-w/2} forgotten": (planted.poisson(power=0.0), "poisson", {"lam": 0.05}, "poisson-weight"),
    "e^{-lambda d/2}": (planted.poisson(level=-1.0), "poisson", {"lam": 0.05}, "poisson-weight"),
    "lambda forgotten": (planted.poisson(level=0.0, power=0.0), "poisson", {"lam": 0.05}, "poisson-weight"),
    "whole weight on both sides": (
        planted.poisson(level=2.0, power=2.0),
        "poisson",
        {"lam": 0.05},
        "weight-shared",
    ),
    "root of the weight on one side": (
        planted.poisson(level=0.5, power=0.5),
        "poisson",
        {"lam": 0.05},
        "weight-shared",
    ),
    "drawn with 2 lambda": (planted.poisson(drawn=0.1), "poisson", {"lam": 0.05}, "count-law"),
    "another lambda": (planted.poisson(0.1), "poisson", {"lam": 0.05}, "count-parameter"),
    "0^0 by logarithms": (planted.poisson(logarithms=True), "poisson", {"lam": 0.05}, "zero-power"),
    "signs lost": (planted.poisson(unsigned=True), "poisson", {"lam": 0.05}, "sign-lost"),
    "weight e^{-|x|^2}": (planted.poisson(weight=-1.0), "poisson", {"lam": 0.05}, "weight"),
    "softmax weight": (planted.poisson(weight=0.0), "poisson", {"lam": 0.05}, "other-kernel"),
    "missing 1/sqrt m": (planted.poisson(divisor=1.0), "poisson", {"lam": 0.05}, "missing-1/sqrt-m"),
    "one row for all": (planted.poisson(shared="rows"), "poisson", {"lam": 0.05}, "counts-shared"),
    "one count a row": (planted.poisson(shared="coordinates"), "poisson", {"lam": 0.05}, "counts-shared"),
    "below the shift": (planted.poisson(shift=0.5), "poisson-positive", {"lam": 0.05}, "negative"),
    "drawn with 1 - p": (planted.geometric(0.6, drawn=0.4), "geometric", {"p": 0.6}, "p-swapped"),
    "divided by 1 - p": (planted.geometric(0.6, divided=0.4), "geometric", {"p": 0.6}, "p-swapped"),
    "1 - p throughout": (planted.geometric(0.4), "geometric", {"p": 0.6}, "p-swapped"),
    "another p": (planted.geometric(0.8), "geometric", {"p": 0.9}, "count-parameter"),
    "factorials forgotten": (planted.geometric(factorials=0.0), "geometric", {"p": 0.9}, "factorial"),
    "factorials without a root": (planted.geometric(factorials=1.0), "geometric", {"p": 0.9}, "factorial"),
    "geometric weight on both sides": (
        planted.geometric(whole=2.0),
        "geometric",
        {"p": 0.9},
        "weight-shared",
    ),
    "no weight": (planted.geometric(whole=0.0), "geometric", {"p": 0.9}, "count-weight"),
}


def test_counts_that_are_shared_are_seen_where_they_are() -> None:
    for shared, seen in (("coordinates", "counts within a row"), ("rows", "counts between rows")):
        target = planted.poisson(0.7, shared=shared)
        report = conform(target, mechanism="poisson", parameters={"lam": 0.7}, kernel="gaussian", d=D)
        assert report.causes[0] == "counts-shared"
        assert seen in {found.check for found in report.failures}


QUICK = {"lambda forgotten", "whole weight on both sides", "0^0 by logarithms", "drawn with 1 - p"}


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=slow) for name in COUNTS]
)
def test_mistakes_with_counts(name: str) -> None:
    target, mechanism, given, cause = COUNTS[name]
    report = conform(target, mechanism=mechanism, parameters=given, kernel="gaussian", d=D)
    assert report.conclusion == "fails"
    assert report.causes[0] == cause, report.causes


def of_the_shelf(
    map_: Any, m: int, kernel: Any = "gaussian", coupling: Any = None
) -> Callable[[Any, int], Any]:
    """A row map of the package as a user's pair of features."""

    def features(x: Any, seed: int) -> Any:
        w = map_.sample(x.shape[1], m, rng=np.random.default_rng(seed), n=1, coupling=coupling)[0]
        return map_.queries(w, x, kernel=kernel), map_.keys(w, x, kernel=kernel)

    return features


MASSES = ((30.0, 2.0, 1.0), (10.0, 1.0), (20.0, 1.0, 1.0, 1.0))
SHELF: dict[str, tuple[Any, str, dict[str, object], int]] = {
    "gerf": (row_maps()["gerf"], "gerf", {"A": "-1/5"}, D),
    "complex": (row_maps()["gerf-complex"], "iid-gerf", {"A": "-0.15+0.2j"}, D),
    "negative": (GeneralisedExponential(0.05, -1), "iid-gerf", {"A": 0.05, "s": -1}, D),
    "complex negative": (row_maps()["gerf-complex-negative"], "iid-gerf-negative", {"A": 0.05 - 0.1j}, 4),
    "poisson": (poisson(0.05), "poisson", {"lam": "1/20"}, D),
    "poisson by coordinate": (poisson((0.1, 0.2, 0.3)), "iid-poisson", {"lam": "0.1,0.2,0.3"}, 3),
    "geometric": (geometric(0.9), "geometric", {"p": 0.9}, D),
    "geometric by coordinate": (geometric((0.9, 0.8, 0.7)), "geometric", {"p": (0.9, 0.8, 0.7)}, 3),
    "discrete": (discrete((0.9, 0.08, 0.02)), "discrete", {"masses": "0.9,0.08,0.02"}, 4),
    "discrete by coordinate": (discrete(MASSES, tail=0.3), "discrete", {"masses": MASSES, "tail": 0.3}, 3),
    "discrete by text": (
        discrete(MASSES, tail=0.3),
        "discrete",
        {"masses": "30,2,1;10,1;20,1,1,1", "tail": "3/10"},
        3,
    ),
    "cut series": (discrete((0.9, 0.1), tail=0.0), "discrete", {"masses": (0.9, 0.1), "tail": 0}, 4),
    "positive poisson": (
        Shifted(poisson(0.1), (-0.5,), (0.1,)),
        "poisson-positive",
        {"lam": 0.1, "shift": "-1/2"},
        D,
    ),
    "positive geometric": (
        Shifted(geometric(0.9), (0.0,), (0.1,)),
        "geometric-positive",
        {"p": 0.9},
        D,
    ),
    "positive discrete": (
        Shifted(discrete((0.9, 0.08, 0.02)), (1.0, 0.0, -1.0), (0.1,) * 3),
        "discrete-positive",
        {"masses": (0.9, 0.08, 0.02), "shift": (1.0, 0.0, -1.0)},
        3,
    ),
}
SOON = {"complex", "discrete by text", "positive poisson"}


@pytest.mark.parametrize("name", [name if name in SOON else pytest.param(name, marks=slow) for name in SHELF])
def test_what_is_right_conforms(name: str) -> None:
    map_, mechanism, given, d = SHELF[name]
    report = conform(of_the_shelf(map_, M), mechanism=mechanism, parameters=given, d=d, m=M)
    assert report.conclusion == "conforms", report.failures
    assert all(registry.find(finding.statement) for finding in report.findings)
    means = [f for f in report.findings if f.check.startswith("mean")]
    assert len(means) >= 5


@slow
@pytest.mark.parametrize("name", SHELF)
def test_estimates_conform(name: str) -> None:
    map_, mechanism, given, d = SHELF[name]
    target = planted.estimates(of_the_shelf(map_, M))
    report = conform(target, mechanism=mechanism, parameters=given, d=d, m=M)
    assert not report.failures, report.failures
    softmax = of_the_shelf(map_, M, "softmax")
    found = conform(softmax, mechanism=mechanism, parameters=given, d=d, m=M, kernel="softmax")
    assert found.conclusion == "conforms", found.failures


@slow
@pytest.mark.parametrize("name", sorted(couplings()))
def test_every_coupling_of_generalised_rows(name: str) -> None:
    coupling = couplings()[name]
    shown = coupling.isotropic and coupling.law.norm != "sqrt(d)"
    rows: dict[str, object] = {} if shown else {"A": A}
    target = of_the_shelf(GeneralisedExponential(A), M, coupling=coupling)
    report = conform(target, mechanism=f"{name}-gerf", parameters=rows, d=D)
    assert not report.failures, report.failures


def test_estimates_name_what_multiplies_them() -> None:
    wrong = conform(
        planted.estimates(planted.gerf(log_factor=0.0)), mechanism="iid-gerf", parameters={"A": A}, d=D, m=M
    )
    assert wrong.causes[0] == "gerf-constant"
    lost = conform(
        planted.estimates(planted.poisson(level=0.0)), mechanism="poisson", parameters={"lam": 0.05}, d=D, m=M
    )
    assert lost.causes[0] == "poisson-weight"


@pytest.mark.parametrize(
    ("mechanism", "given", "error", "message"),
    [
        ("gerf", {"A": 0.25}, DomainError, "mean of an estimate is infinite"),
        ("gerf", {"A": "0.3+1j"}, DomainError, "Re A < 1/4"),
        ("gerf", {"A": "minus"}, DomainError, "finite number"),
        ("gerf", {"A": math.nan}, DomainError, "finite number"),
        ("gerf", {"s": 2}, DomainError, "1 or -1"),
        ("oprf", {"A": 1j}, DomainError, "real"),
        ("gerf", {"lam": 1}, InputError, "no parameter lam; allowed: A, s"),
        ("poisson", {}, InputError, "lam=0.1"),
        ("poisson", {"lam": -1}, DomainError, "strictly between 0"),
        ("poisson", {"lam": 1, "shift": 0}, InputError, "no parameter shift"),
        ("poisson", {"lam": "0.1,0.2"}, DomainError, "2, the number of coordinates"),
        ("poisson-positive", {"lam": 1, "shift": "0,1"}, DomainError, "coordinates of the shift"),
        ("geometric", {"p": 1}, DomainError, "strictly between 0 and 1"),
        ("discrete", {"masses": "1,1", "tail": 1}, DomainError, "0 <= tail < 1"),
        ("discrete", {"masses": "1;-1"}, DomainError, "strictly between"),
        ("orthogonal-positive", {"A": 0}, InputError, "has no parameters"),
        (None, {"A": 0}, InputError, "has no parameters"),
        ("orthogonal-poisson", {"lam": 1}, InputError, "has no parameters"),
        ("orthogonal-gerv", {}, UnknownIdError, "orthogonal-gerf"),
        ("gerf-negative", {}, InputError, "--parameter A="),
    ],
)
def test_wrong_usage_is_one_line(
    mechanism: str | None, given: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        conform(planted.gerf(), mechanism=mechanism, parameters=given, d=D)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_command_reads_parameters(command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = (Path(__file__).parent / "planted_rows.py").read_text("utf-8")
    (tmp_path / "own_rows.py").write_text(text + "\n\nright, wrong = gerf(), gerf(log_factor=0.0)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    arguments = ("--in-process", "--mechanism", "iid-gerf", "--parameter", "A=-1/8", "--d", str(D))
    answer = command(["conform", "own_rows:right", *arguments])
    assert answer.code == 0, answer.err
    answer = command(["conform", "own_rows:wrong", *arguments])
    assert answer.code == 1
    assert "gerf-constant" in answer.out
    answer = command(
        ["conform", "own_rows:right", "--mechanism", "iid-gerf", "--parameter", "A", "--in-process"]
    )
    assert answer.code == 2
    assert "name=value" in answer.err
