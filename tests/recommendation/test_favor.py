"""FAVOR++: attention by a map tuned to its queries and keys."""

import numpy as np
import pytest

from rftheory import RandomFeatureAttention, couplings, softmax_attention
from rftheory.errors import InputError
from rftheory.moments.tuning import optimal_for
from rftheory.recommendation.favor import favor_plus_plus, optimal_map

COUPLINGS, RNG = couplings(), np.random.default_rng


def test_favor_plus_plus_is_tuned_near_exact_and_safe_for_long_inputs():
    q, k, v = RNG(9).standard_normal((3, 64, 8))
    q, k = 0.5 * q, 0.5 * k
    scaled = 8**-0.25
    assert optimal_map(q, k).a == optimal_for(scaled * q, scaled * k).a < 0.0
    attention = favor_plus_plus(q, k, 4096, COUPLINGS["orthogonal"])
    assert np.mean((attention(q, k, v) - softmax_attention(q, k, v)) ** 2) < 1e-3
    for factor in (50.0, 400.0):
        assert np.all(
            np.isfinite(
                favor_plus_plus(factor * q, factor * k, 32, COUPLINGS["simplex"])(q * factor, k * factor, v)
            )
        )
    with pytest.raises(InputError, match="no coupling"):
        RandomFeatureAttention(None, "positive", 8, 4)
    with pytest.raises(InputError, match="same d"):
        optimal_map(q, k[:, :4])
