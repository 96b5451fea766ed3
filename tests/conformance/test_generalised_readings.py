"""A and D of generalised features by lines made by hand; limits, margins and words of other checks by their formulas."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi

from rftheory import conform
from rftheory.conformance.checks import checked
from rftheory.conformance.claim.declaration import declared
from rftheory.conformance.counts.digest import CELLS, CountDigest
from rftheory.conformance.counts.law_checks import CHECKS as COUNT_CHECKS
from rftheory.conformance.counts.law_checks import STATISTICAL, CountDraws
from rftheory.conformance.feature_form.gerf import Line, from_slope, reading, shows
from rftheory.conformance.moments import estimate_checks
from rftheory.conformance.moments.estimate_checks import EstimatesAt
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.conformance.spectral import rows as row_laws
from rftheory.conformance.spectral import sharing
from rftheory.conformance.spectral.scales import by_scale, expected
from rftheory.conformance.spectral.standard import Standard
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.moments.catalogue import maps
from rftheory.moments.pairs import Pair
from rftheory.moments.radial_kernels import GaussianCovariance, MaternCovariance
from rftheory.verdict import Outcome

Floats = Any
D, M = 5, 24


def line(a: float, *, off: float = 0.0, power: float = 1.0, square: float | None = None) -> Line:
    """log phi(0)^2 = 2 A/B^2 |B w|^2 + 2 log D - log m of rows w of N(0, I), so that the mean of |B w|^2/d is 1 - 4A.

    off: what the level has too much; power: of 1 - 4A in B^2.
    """
    level = 0.5 * D * math.log(1.0 - 4.0 * a) - math.log(M) + off
    wide = (1.0 - 4.0 * a) ** power
    return Line(a / wide, level, 0.0, wide if square is None else square, 1e-12, 1e-11, 1e-10)


@pytest.mark.parametrize("a", [-0.3, -0.1, 0.05, 0.1])
def test_a_and_d_are_read_off_a_line(a: float) -> None:
    for given in (a, None):
        found = reading(line(a), given, D, M)
        assert found.a == pytest.approx(a, abs=1e-9)
        assert found.rows_a == pytest.approx(a, abs=1e-9)
        assert found.misfit[0] <= found.misfit[1]
        assert found.off == pytest.approx(0.0, abs=1e-8)
    other = reading(line(a), -0.2, D, M)
    assert (other.a, other.departure) == (-0.2, "another A")
    assert other.rows_a == pytest.approx(a, abs=1e-9)
    assert other.misfit[0] > other.misfit[1]
    turned = reading(line(a), -a, D, M)
    assert (turned.departure, turned.off) == ("another sign", None)
    assert from_slope(line(a).slope or 0.0) == pytest.approx(a)


WIDTH = 0.5 * D * math.log(1.0 + 0.4)
"""2 log D at A = -1/10."""


@pytest.mark.parametrize("given", [-0.1, None])
@pytest.mark.parametrize(
    ("off", "constant"),
    [
        (math.log(M), "m"),
        (-math.log(M), "1/m"),
        (math.log(M / D), "m/d"),
        (0.5 * D * math.log(1.0 - 0.4) - WIDTH, "another sign"),
        (-WIDTH, "another power of D"),
        (-WIDTH / 2.0, "another power of D"),
        (3.0 * WIDTH, "another power of D"),
    ],
)
def test_what_d_is_wrong_by(given: float | None, off: float, constant: str) -> None:
    found = reading(line(-0.1, off=off), given, D, M)
    assert found.a == pytest.approx(-0.1, abs=1e-9)
    assert found.off == pytest.approx(off, abs=1e-8)
    assert found.constant == constant
    assert reading(line(-0.1, off=off + 0.1), -0.1, D, M).constant == "unknown"


def test_what_a_slope_is_wrong_by() -> None:
    for power in (0.0, 0.5, 2.0):
        assert reading(line(-0.1, power=power), -0.1, D, M).departure == "another power of 1 - 4A"
    steep = Line(0.4, line(-0.1).level, 0.0, 1.0, 1e-12, 1e-11, 1e-10)
    assert reading(steep, -0.1, D, M).departure == "too steep"
    assert reading(steep, None, D, M).departure == "too steep"
    assert reading(line(-0.1), 0.3, D, M).rows_a == pytest.approx(-0.1, abs=1e-9)
    assert reading(None, -0.1, D, M).departure == "vanishing"
    assert reading(None, None, D, M).a == 0.0


def test_a_line_that_is_level_is_that_of_no_a() -> None:
    assert shows(line(-0.1))
    assert not shows(line(0.0))
    assert not shows(None)
    crooked = Line(-0.1, -3.0, 1e-3, 1.0, 1e-12, 1e-11, 1e-10)
    assert not shows(crooked)
    level = line(-0.1)
    assert not shows(Line(None, level.level, 0.0, 1.0, 1e-12, math.inf, 1e-10))


def _gerf(a: float, log_factor: float) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
        exponent = a * np.sum(w * w, axis=1) + math.sqrt(1.0 - 4.0 * a) * x @ w.T
        return np.exp(exponent - np.sum(x * x, axis=1, keepdims=True) + log_factor) / math.sqrt(M)

    return features


def test_the_finding_on_d_says_of_how_many_features() -> None:
    right = 0.25 * D * math.log(1.4)
    report = conform(
        _gerf(-0.1, right + 0.1),
        mechanism="iid-gerf",
        parameters={"A": -0.1},
        kernel="gaussian",
        d=D,
        draws=64,
    )
    found = report.finding("constant D")
    assert found.detail.endswith(f"is e^(0.2) times D^2 = (1-4A)^(d/2); m = {M}, d = {D}")
    assert found.effect == pytest.approx(0.2, abs=1e-9)
    assert found.fails


def test_how_many_features_undecided_means_need() -> None:
    """Margins fall with the root of the features and of the draws, and one of 50 % is decided."""

    def positive(x: Floats, seed: int) -> Floats:
        w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
        return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / math.sqrt(M)

    report = conform(positive, mechanism="iid-positive", kernel="softmax", d=D, draws=64, norm=0.7)
    lost = [f for f in report.undecided if f.check.startswith("mean")]
    assert lost
    assert all(f.delta is not None for f in lost)
    factor = (max(f.delta or 0.0 for f in lost) / 0.5) ** 2
    said = re.search(r"the (\d+) undecided means need about (\S+) features, (\S+) draws", report.preflight)
    assert said is not None
    assert int(said[1]) == len(lost)
    assert float(said[2]) == pytest.approx(factor * M, rel=0.06)
    assert float(said[3]) == pytest.approx(factor * 64, rel=0.06)


def test_a_mean_of_infinite_variance_stands_on_the_statement_of_its_variance() -> None:
    pair = Pair("one", np.full(3, 0.2), np.full(3, 0.1))
    claim = declared("iid-gerf", {"A": 0.2})
    whole = Estimates(np.ones((64, 1)), (pair,), claim, "gaussian", 4, 1e-12, ErrorBudget(["mean: one"]))
    (found,) = checked([EstimatesAt(whole, 0)], estimate_checks.CHECKS)
    assert found.outcome is Outcome.UNDECIDED
    assert found.statement == maps()["gerf"].variance


def test_the_reach_of_lengths_that_vary_together_is_that_of_bernstein_and_their_own_variance() -> None:
    """sqrt(2 V log(4/delta)/n) + 7 r log(4/delta)/(3 (n-1)), r = 2 the range, half of alpha for each mean, 1 % granted."""
    n, kernel = 5000, MaternCovariance(nu=1.5)
    means = np.random.default_rng(6).uniform(-0.3, 0.3, (n, 2))
    law, ledger = Standard(kernel, 4), ErrorBudget([sharing.CHECK])
    subject = sharing.SharedLengths(means, 3, law, 4, "row", False, False, ledger)
    (found,) = checked([subject], sharing.CHECKS)
    log = math.log(4.0 / (ledger.share(sharing.CHECK).alpha / 2.0))
    reach = [
        math.sqrt(2.0 * v * log / n) + 7.0 * 2.0 * log / (3.0 * (n - 1)) + 0.01
        for v in np.var(means, axis=0, ddof=1)
    ]
    assert found.delta is not None
    assert min(abs(found.delta - 2.0 * one) for one in reach) < 1e-12
    assert not found.fails
    assert found.effect == pytest.approx(np.max(np.abs(np.mean(means, axis=0))), abs=1e-12)


def test_bands_of_the_law_of_rows() -> None:
    """Of Maurer and Pontil for the shares of draws, of Massart for the norms of all rows, each with what tables are granted."""
    n, d, names = 400, 3, [row_laws.CHECK, row_laws.NORMS]
    kernel, ledger = GaussianCovariance(), ErrorBudget(names)
    gauges = row_laws.gauges(kernel, 1.0, d)
    w = np.random.default_rng(7).standard_normal((n, M, d))
    shares, nothing = gauges.shares(w), np.zeros((n, d))
    subject = row_laws.SpectralRows(shares, gauges, kernel, 1.0, ledger, nothing, np.ones(d))
    rows, norms = checked([subject, row_laws.AllNorms(subject, M)], row_laws.CHECKS)
    log = math.log(4.0 * gauges.count / ledger.share(row_laws.CHECK).alpha)
    widest = max(math.sqrt(2.0 * np.var(one, ddof=1) * log / n) for one in shares.T)
    assert rows.delta == pytest.approx(2.0 * (widest + 7.0 * log / (3.0 * (n - 1))), rel=1e-12)
    share = ledger.share(row_laws.NORMS)
    own, other = (math.sqrt(math.log(2.0 / rate) / (2.0 * n * M)) for rate in (share.alpha, share.beta))
    lengths = np.linalg.norm(w, axis=2).ravel()
    away = max(abs(np.mean(lengths <= at) - chi(d).cdf(at)) for at in gauges.norms)
    assert norms.effect == pytest.approx(away, abs=1e-9)
    assert norms.interval == pytest.approx((0.0, away + own + row_laws.TABLES), abs=1e-9)
    assert norms.delta == pytest.approx(own + other + row_laws.TABLES, rel=1e-12)
    assert not rows.fails
    assert not norms.fails


def test_what_the_check_of_a_law_of_counts_would_see() -> None:
    """Twice the band of Dvoretzky, Kiefer, Wolfowitz and Massart, and what cells hide."""
    row = declared("iid-poisson", {"lam": 0.7}).row
    digest, rng = CountDigest(200, row, 1), np.random.default_rng(2)  # type: ignore[arg-type]
    for _ in range(200):
        digest.take(rng.poisson(0.7, (3, 4)).astype(float))
    subject = CountDraws(digest, row, "poisson", ErrorBudget(STATISTICAL))  # type: ignore[arg-type]
    found = next(f for f in checked([subject], COUNT_CHECKS) if f.check == "law of counts")
    share, size = subject.ledger.share("law of counts"), 200 * 3 * 4
    reaches = [math.sqrt(math.log(2.0 / rate) / (2.0 * size)) for rate in (share.alpha, share.beta)]
    assert found.delta == pytest.approx(sum(reaches) + 1.0 / CELLS, rel=1e-12)
    assert not found.fails


@pytest.mark.parametrize(
    ("shift", "names"),
    [
        (lambda logs: 0.0 * logs, ()),
        (lambda logs: 0.0 * logs + 0.7, ("bandwidth",)),
        (lambda logs: logs, ("lengthscale-lost",)),
        (lambda logs: 2.0 * logs, ("lengthscale-inverted",)),
        (lambda logs: -logs, ("anisotropic",)),
        (lambda logs: 1.5 * logs, ("anisotropic",)),
    ],
)
def test_scales_of_rows_by_their_logarithms(shift: Any, names: tuple[str, ...]) -> None:
    kernel, lengths = GaussianCovariance(), np.array([0.5, 1.0, 3.0])
    assert expected(kernel) == pytest.approx(
        np.mean(np.log(np.abs(np.random.default_rng(3).standard_normal(10**5)))), abs=0.02
    )
    logs = np.random.default_rng(4).standard_normal((4000, 3)) / 10.0 + expected(kernel)
    found = by_scale(logs + shift(np.log(lengths)), kernel, lengths, 0.0, lambda *_: True)
    assert found == names
