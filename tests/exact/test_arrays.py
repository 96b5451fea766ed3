"""Certified arrays: every float64 is the correctly rounded double of the certified value."""

import random
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import rftheory
from rftheory.domain import Domain, integer, real
from rftheory.errors import DomainError, InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.formula import Formula

CURVE = "simrf/thm4.3/orf"
v, d = sp.symbols("v d")
DOMAIN = Domain((real("v"), integer("d", 1)))


def test_a_curve_equals_its_points_to_the_last_bit() -> None:
    lengths = np.linspace(0.0, 10.0, 40)
    found = rftheory.evaluate(CURVE, d=64, v=lengths)
    assert found.dtype == np.float64
    assert found.tolist() == [float(rftheory.evaluate(CURVE, d=64, v=length)) for length in lengths]


def test_arrays_broadcast_and_keep_exact_text() -> None:
    found = rftheory.evaluate(CURVE, d=[[2], [64]], v=["0.1", Fraction(1, 3), 2])
    assert found.shape == (2, 3)
    assert found[0, 0] == float(rftheory.evaluate(CURVE, d=2, v="0.1"))
    assert found[1, 1] == float(rftheory.evaluate(CURVE, d=64, v="1/3"))
    assert rftheory.evaluate(CURVE, d=range(2, 5), v=1).shape == (3,)
    assert rftheory.evaluate(CURVE, d=64, v=np.array([])).shape == (0,)


def test_vectors_stay_vectors() -> None:
    name, x, y = "performer/lemma2/positive", [0.1, 0.2], np.array([0.3, 0.4])
    assert isinstance(rftheory.evaluate(name, m=16, x=x, y=y), rftheory.Enclosure)
    found = rftheory.evaluate(name, m=[16, 64], x=x, y=y)
    assert found.tolist() == [float(rftheory.evaluate(name, m=m, x=x, y=y)) for m in (16, 64)]


def test_what_is_wrong_at_one_point_is_an_error() -> None:
    with pytest.raises(DomainError, match="v"):
        rftheory.evaluate(CURVE, d=64, v=[1.0, -1.0])
    with pytest.raises(InputError, match="missing parameter d"):
        rftheory.evaluate(CURVE, v=[1.0, 2.0])
    with pytest.raises(InputError, match="unknown parameter"):
        rftheory.evaluate(CURVE, d=64, v=[1.0], w=[2.0])
    with pytest.raises(PrecisionError, match="range of a double"):
        rftheory.evaluate(CURVE, d=64, v=[1.0, 100.0])


@pytest.mark.parametrize("power", [0, 40, -40, 300, -320])
def test_doubles_are_those_of_the_exact_fraction(power: int) -> None:
    made = random.Random(power)
    for _ in range(200):
        number = Fraction(made.getrandbits(90) + 1, made.getrandbits(80) + 1) * Fraction(10) ** power
        with balls.working_precision(300):
            ball = balls.ball(balls.exact(number))
            assert balls.nearest_double(balls.exact(number)) == float(number)
            assert balls.nearest_double(ball) == float(number)


def test_a_tie_and_what_is_too_wide_are_not_decided() -> None:
    halfway = 1 + Fraction(1, 1 << 53)
    with balls.working_precision(200):
        assert balls.nearest_double(balls.arb(balls.exact(halfway), 1e-40)) is None
        assert balls.nearest_double(balls.arb(1, 1e-3)) is None
    with pytest.raises(PrecisionError):
        Formula(sp.sin(v) ** 2 + sp.cos(v) ** 2 - 1, DOMAIN, ("v",)).array(v=[1])


def test_cancellation_keeps_every_bit() -> None:
    gap = Formula(sp.exp(v**2) - sp.hyper((d,), (d / 2,), v**2 / 2), DOMAIN, ("v", "d"))
    found = gap.array(v=["1e-3", "1e-2"], d=10**6)
    assert found.tolist() == [float(gap.evaluate(v=x, d=10**6, digits=30)) for x in ("1e-3", "1e-2")]


def test_the_directory_is_not_listed_and_nothing_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An array is one look-up, and one compilation, whatever its size."""
    found = rftheory.registry.find(CURVE)
    looked_up = []
    monkeypatch.setattr("rftheory.registry.find", lambda name: looked_up.append(name) or found)
    monkeypatch.setattr("rftheory.exact.formula.compile_ball", None)
    rftheory.evaluate(CURVE, d=64, v=np.linspace(0.1, 1, 20))
    assert looked_up == [CURVE]
