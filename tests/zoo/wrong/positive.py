"""Positive features: weights, maxima, epsilons, sides, precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.maps_numpy import arc_cosine
from tests.zoo.specimen import wrong

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
SOFT = {"mechanism": "iid-positive", **SOFTMAX}
SCALE = M**-0.5


def drawn(x: Any, seed: int) -> Any:
    """w.x."""
    return x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))


def squares(x: Any) -> Any:
    return np.sum(x * x, axis=1, keepdims=True)


def epsilon(x: Any, seed: int) -> Any:
    return SCALE * (np.exp(drawn(x, seed) - squares(x) / 2) + 1e-2)


def maximum_of_point(x: Any, seed: int) -> Any:
    p = drawn(x, seed) - squares(x) / 2
    return SCALE * np.exp(p - p.max(axis=1, keepdims=True))


def maximum_of_batch(x: Any, seed: int) -> Any:
    p = drawn(x, seed) - squares(x) / 2
    return SCALE * np.exp(p - p.max())


def performer(x: Any, seed: int) -> Any:
    """Both: a maximum and an epsilon."""
    p = drawn(x, seed)
    return SCALE * (np.exp(p - squares(x) / 2 - p.max(axis=1, keepdims=True)) + 1e-4)


def whole_square(x: Any, seed: int) -> Any:
    return SCALE * np.exp(drawn(x, seed) - squares(x))


def half_square(x: Any, seed: int) -> Any:
    return SCALE * np.exp(drawn(x, seed) - squares(x) / 2)


def no_weight(x: Any, seed: int) -> Any:
    return SCALE * np.exp(drawn(x, seed))


def norm_for_square(x: Any, seed: int) -> Any:
    """|x| for |x|^2."""
    return SCALE * np.exp(drawn(x, seed) - np.linalg.norm(x, axis=1, keepdims=True) / 2)


def quarter_square(x: Any, seed: int) -> Any:
    return SCALE * np.exp(drawn(x, seed) - squares(x) / 4)


def square_of_rows(x: Any, seed: int) -> Any:
    """|w|^2 for |x|^2."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    return SCALE * np.exp(x @ w.T - np.sum(w * w, axis=1) / 2)


def mean_square(x: Any, seed: int) -> Any:
    """mean for sum."""
    return SCALE * np.exp(drawn(x, seed) - np.mean(x**2, axis=1, keepdims=True) / 2)


def own_rows(x: Any, is_query: bool, seed: int) -> Any:
    """A generator for each side."""
    return half_square(x, 2 * seed + is_query)


def own_scale(x: Any, is_query: bool, seed: int) -> Any:
    """Queries scaled, keys not."""
    return half_square(x / x.shape[1] ** 0.25 if is_query else x, seed)


def clipped(x: Any, seed: int) -> Any:
    return SCALE * np.exp(np.clip(drawn(x, seed), -1.0, 1.0) - squares(x) / 2)


def normalised_features(x: Any, seed: int) -> Any:
    """A softmax over features."""
    p = np.exp(drawn(x, seed) - squares(x) / 2)
    return p / p.sum(axis=1, keepdims=True)


def normalised_points(x: Any, seed: int) -> Any:
    """Points put on the sphere; 0/0 at zero."""
    return half_square(x / np.linalg.norm(x, axis=1, keepdims=True), seed)


def half_precision(x: Any, seed: int) -> Any:
    """float16 with an offset against underflow, divided out later: e^{10 + p} is infinite from p = 1.1 on."""
    p = (drawn(x, seed) - squares(x) / 2).astype(np.float16)
    return SCALE * np.exp(p + np.float16(10)).astype(np.float64) / np.exp(10)


def batch_mean(x: Any, seed: int) -> Any:
    """The batch is centred first."""
    return half_square(x - x.mean(axis=0), seed)


def negative(x: Any, seed: int) -> Any:
    """A control variate that takes features below zero."""
    return SCALE * (np.exp(drawn(x, seed) - squares(x) / 2) - 0.5)


def linear_attention(x: Any, seed: int) -> Any:
    """elu + 1, which is no softmax kernel."""
    p = drawn(x, seed)
    return SCALE * np.where(p > 0, p + 1, np.exp(p))


def relu_with_epsilon(x: Any, seed: int) -> Any:
    return SCALE * (np.maximum(drawn(x, seed), 0) + 1e-2)


def relu_of_softmax(x: Any, seed: int) -> Any:
    """ReLU features declared as softmax features."""
    return SCALE * np.maximum(drawn(x, seed), 0)


def one_sided_hyperbolic(x: Any, seed: int) -> Any:
    """exp(p) with exp(p) again, for exp(-p)."""
    p = drawn(x, seed)
    return np.exp(-squares(x) / 2) * np.hstack([np.exp(p), np.exp(p)]) / np.sqrt(2 * M)


def soft(name: str, code: Any, causes: str, note: str, **more: Any) -> Any:
    return wrong(name, code, causes, note, SOFT, SOFTMAX, **{"kernel": "softmax", **more})


def by_side(code: Any) -> Any:
    return lambda x, s: (code(x, True, s), code(x, False, s))


SPECIMENS = (
    soft("epsilon", epsilon, "epsilon-added", "1e-2 added to each feature"),
    soft("maximum-of-point", maximum_of_point, "max-subtracted", "a maximum for each point"),
    soft("maximum-of-batch", maximum_of_batch, "max-subtracted batch-dependent", "one maximum a batch"),
    soft("maximum-and-epsilon", performer, "", "both, as published", together="max-subtracted epsilon-added"),
    soft("whole-square", whole_square, "other-kernel", "|x|^2 for |x|^2/2", also="weight", shows="silent"),
    wrong(
        "half-square",
        half_square,
        "other-kernel",
        "|x|^2/2 for |x|^2",
        {"mechanism": "iid-positive", **GAUSSIAN},
        GAUSSIAN,
        also="weight",
        shows="silent",
    ),
    soft("no-weight", no_weight, "weight", "h(x) forgotten"),
    soft("norm-for-square", norm_for_square, "weight", "|x| for |x|^2"),
    soft("quarter-square", quarter_square, "weight", "|x|^2/4"),
    soft(
        "square-of-rows",
        square_of_rows,
        "weight gerf-exponent gerf-constant gerf-parameter",
        "|w|^2 for |x|^2",
        also="gerf-sign gerf-parameter",
    ),
    soft("mean-square", mean_square, "weight", "a mean over coordinates for a sum"),
    soft(
        "rows-of-each-side",
        own_rows,
        "separate-projections",
        "a generator for each side",
        plain=by_side(own_rows),
    ),
    soft(
        "scale-of-one-side",
        own_scale,
        "weight scale separate-projections not-a-kernel-map",
        "queries are scaled, keys are not",
        also="bandwidth",
        plain=by_side(own_scale),
    ),
    soft("exponent-clipped", clipped, "unknown-map", "clipped to [-1, 1]"),
    soft(
        "features-normalised",
        normalised_features,
        "normalised-features unknown-map",
        "divided by their sum",
        also="weight",
    ),
    soft("points-normalised", normalised_points, "not-finite", "0/0 at zero", also="unknown-map weight"),
    soft("float16-overflow", half_precision, "overflow precision", "e^{10 + p} in float16"),
    soft(
        "batch-centred", batch_mean, "batch-dependent", "the mean of the batch is subtracted", shows="shown"
    ),
    soft("below-zero", negative, "negative epsilon-added", "1/2 is subtracted", also="constant-feature"),
    soft("elu-for-softmax", linear_attention, "other-map unknown-map", "elu + 1 declared as softmax"),
    wrong(
        "relu-epsilon",
        relu_with_epsilon,
        "epsilon-added",
        "1e-2 added",
        {"mechanism": "iid-relu"},
        {"mechanism": "relu"},
        kernel=arc_cosine,
    ),
    soft(
        "relu-for-softmax",
        relu_of_softmax,
        "other-map unknown-map",
        "ReLU declared as softmax",
        also="negative",
    ),
    wrong(
        "positive-for-waves",
        whole_square,
        "other-map unknown-map",
        "positive features of the same kernel declared trigonometric",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        sparsely="silent",
        shows="silent",
    ),
    wrong(
        "hyperbolic-one-sided",
        one_sided_hyperbolic,
        "unknown-map blocks-repeated correlated-rows variance uncoupled",
        "exp(p) twice",
        {"mechanism": "iid-hyperbolic", **SOFTMAX},
        SOFTMAX,
        sparsely="either",
        shows="either",
        kernel="softmax",
    ),
)
