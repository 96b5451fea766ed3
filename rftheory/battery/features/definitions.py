"""Feature maps of projections and their kernels, number by number with math.exp, cos and sin."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel

Vector = Sequence[float] | Floats
Scalar = Callable[[float], float]
Definition = Callable[[Sequence[Vector], Vector, Kernel], list[float]]


def dot(x: Vector, y: Vector) -> float:
    """x.y, exactly summed."""
    return math.fsum(float(a) * float(b) for a, b in zip(x, y, strict=True))


def kernel_value(kernel: Kernel, x: Vector, y: Vector) -> float:
    """exp(-|x - y|^2 / 2), or exp(x.y)."""
    difference = [float(a) - float(b) for a, b in zip(x, y, strict=True)]
    return math.exp(-dot(difference, difference) / 2.0 if kernel == "gaussian" else dot(x, y))


def positive(w: Sequence[Vector], x: Vector, kernel: Kernel) -> list[float]:
    """m^{-1/2} e^{-|x|^2} (e^{w_i.x}) (Gaussian) or m^{-1/2} e^{-|x|^2/2} (e^{w_i.x}): simrf, (7)."""
    weight = dot(x, x) if kernel == "gaussian" else dot(x, x) / 2.0
    return [math.exp(dot(row, x) - weight) / math.sqrt(len(w)) for row in w]


def hyperbolic(w: Sequence[Vector], x: Vector, kernel: Kernel) -> list[float]:
    """(2m)^{-1/2} e^{-|x|^2/2} (e^{w_i.x}, then e^{-w_i.x}) (softmax), e^{-|x|^2} (Gaussian): performer, Lemma 1."""
    weight = dot(x, x) if kernel == "gaussian" else dot(x, x) / 2.0
    return [math.exp(s * dot(row, x) - weight) / math.sqrt(2.0 * len(w)) for s in (1.0, -1.0) for row in w]


def trigonometric(w: Sequence[Vector], x: Vector, kernel: Kernel) -> list[float]:
    """m^{-1/2} (sin w_i.x, then cos w_i.x), times e^{|x|^2/2} for softmax: simrf, (3)."""
    factor = (1.0 if kernel == "gaussian" else math.exp(dot(x, x) / 2.0)) / math.sqrt(len(w))
    return [factor * wave(dot(row, x)) for wave in (math.sin, math.cos) for row in w]


def generalised(*functions: Scalar) -> Definition:
    """m^{-1/2} (f_1(w_i.x), .., then f_l(w_i.x)): performer, (5) with h = 1."""

    def features(w: Sequence[Vector], x: Vector, kernel: Kernel) -> list[float]:
        del kernel
        return [f(dot(row, x)) / math.sqrt(len(w)) for f in functions for row in w]

    return features


SCALARS: dict[str, tuple[Scalar, ...]] = {
    "sgn": (lambda p: float(p > 0.0) - float(p < 0.0),),
    "relu": (lambda p: max(p, 0.0),),
    "abs": (abs,),
    "cosine": (math.cos,),
    "sine-cosine": (math.sin, math.cos),
    "exponential": (math.exp,),
    "identity": (lambda p: p,),
    "elu+1": (lambda p: p + 1.0 if p > 0.0 else math.exp(p),),
    "sigmoid": (lambda p: 1.0 / (1.0 + math.exp(-p)),),
    "tanh": (lambda p: 1.0 - 2.0 / (1.0 + math.exp(2.0 * p)),),
    "gelu": (lambda p: p * math.erfc(-p / math.sqrt(2.0)) / 2.0,),
}
"""The functions of performer (5), by mechanism."""

DEFINITIONS: dict[str, Definition] = {
    "positive": positive,
    "hyperbolic": hyperbolic,
    "trigonometric": trigonometric,
    **{name: generalised(*functions) for name, functions in SCALARS.items()},
}

POSITIVE = ("positive", "hyperbolic", "exponential", "elu+1", "sigmoid")
"""Maps whose features are all positive."""

MIRRORED: dict[str, Callable[[Floats, Floats], Floats]] = {
    **dict.fromkeys(("sgn", "identity", "tanh"), lambda f, _: -f),
    **dict.fromkeys(("abs", "cosine"), lambda f, _: f),
    "sigmoid": lambda f, _: 1.0 - f,
    "exponential": lambda f, _: 1.0 / f,
    **dict.fromkeys(("relu", "gelu"), lambda f, p: f + np.swapaxes(p, 1, 2)),
}
"""Features at x from those at -x and the projections: odd, even, f(p) + f(-p) = 1, f(p) f(-p) = 1, f(p) - f(-p) = p."""
