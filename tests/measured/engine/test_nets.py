"""Nets behind the methods of a generator: every law by its moments, far more precisely than draws would give them."""

from __future__ import annotations

import numpy as np
import pytest

from rftheory.errors import InputError
from rftheory.measured.engine import nets as engine
from rftheory.measured.engine.nets import Nets

MOMENTS = {  # E X and E X^2
    "random": (lambda g, n: g.random(n), 1 / 2, 1 / 3),
    "standard_normal": (lambda g, n: g.standard_normal((n,)), 0.0, 1.0),
    "gaussians": (lambda g, _: g.gaussians(), 0.0, 1.0),
    "chisquare": (lambda g, n: g.chisquare(5.0, n), 5.0, 35.0),
    "standard_gamma": (lambda g, n: g.standard_gamma(2.0, n), 2.0, 6.0),
    "standard_exponential": (lambda g, n: g.standard_exponential(n), 1.0, 2.0),
    "uniform": (lambda g, n: g.uniform(-1.0, 3.0, n), 1.0, 1.0 + 16 / 12),
    "integers": (lambda g, n: g.integers(2, 6, n), 3.5, (4 + 9 + 16 + 25) / 4),
    "integers from 0": (lambda g, n: g.integers(4, size=n), 1.5, (1 + 4 + 9) / 4),
    "poisson": (lambda g, n: g.poisson(1.5, n), 1.5, 1.5 + 2.25),
    "beta": (lambda g, n: g.beta(2.0, 3.0, n), 0.4, 0.2),
}


@pytest.mark.parametrize("law", MOMENTS)
def test_laws_have_their_moments(law: str) -> None:
    draw, first, second = MOMENTS[law]
    nets = Nets(4, 10)
    values = np.asarray(draw(nets, 4 * 2**10), dtype=np.float64)
    assert values.shape == (4096,)
    assert values.mean() == pytest.approx(first, abs=0.01)
    assert np.mean(values**2) == pytest.approx(second, rel=0.01)
    assert law == "random" or values.min() < first < values.max()


def test_every_number_of_a_draw_has_a_dimension_of_its_own() -> None:
    nets = Nets(2, 8)
    pairs = nets.random((512, 2))
    third = nets.random()
    assert third.shape == (512,)
    columns = [pairs[:, 0], pairs[:, 1], third]
    products = [np.mean((a - 0.5) * (b - 0.5)) for a in columns for b in columns]
    assert np.array(products).reshape(3, 3) == pytest.approx(np.eye(3) / 12, abs=2e-3)
    halves = [np.sort(pairs[:256, 0] * 256).astype(int), np.sort(pairs[256:, 0] * 256).astype(int)]
    assert all((half == np.arange(256)).all() for half in halves)  # one point in each 256th: that is a net
    assert not np.array_equal(pairs[:256], pairs[256:])


def test_no_point_lies_on_the_edge_of_the_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an inverse distribution function is infinite."""

    class Edge:
        def __init__(self, dimensions: int, **_: object) -> None:
            self.dimensions = dimensions

        def random_base2(self, power: int) -> np.ndarray:
            return np.indices((2**power, self.dimensions)).sum(axis=0) % 2.0

    monkeypatch.setattr(engine.scipy.stats.qmc, "Sobol", Edge)
    monkeypatch.setattr(engine, "_points", engine._points.__wrapped__)
    drawn = Nets(1, 3).standard_normal((8, 5))
    assert np.all(np.isfinite(drawn))
    assert drawn.min() == pytest.approx(-drawn.max())


def test_what_is_no_net_is_refused() -> None:
    nets = Nets(2, 4)
    with pytest.raises(InputError, match="32 draws at once, not 33"):
        nets.random(33)
    nets.random((32, 40))
    with pytest.raises(InputError, match="more than 40 random numbers"):
        nets.random(32)
