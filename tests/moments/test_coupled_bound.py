"""How much larger than with independent rows a variance can be."""

from __future__ import annotations

import numpy as np
import pytest

from rftheory.mechanisms._shelf import couplings
from rftheory.moments.coupled_bound import coupled_factor, largest_factor


def test_the_factor_of_coupled_rows() -> None:
    """At P_4: orthogonal rows of a block of d have 1 + 3/(d+1); it is reached by that harmonic and by no other."""
    shelf = couplings()
    assert coupled_factor(shelf["orthogonal"], 8, 8) == pytest.approx(1.0 + 3.0 / 9.0)
    assert coupled_factor(shelf["orthogonal"], 8, 9) == pytest.approx((8.0 * (1.0 + 3.0 / 9.0) + 1.0) / 9.0)
    assert coupled_factor(shelf["iid"], 8, 24) == 1.0
    assert largest_factor(None, 8, 24) >= coupled_factor(shelf["simplex"], 8, 24)
    rng = np.random.default_rng(1)
    w = shelf["orthogonal-fixed-norm"].sample(2, 2, rng=rng, n=1000)
    fourth = np.mean(np.cos(4.0 * np.arctan2(w[..., 1], w[..., 0])), axis=1)
    assert np.var(fourth) == pytest.approx(coupled_factor(shelf["orthogonal"], 2, 2) / 4.0, rel=0.2)
