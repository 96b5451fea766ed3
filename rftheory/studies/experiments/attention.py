"""How far random feature attention is from exact attention against the features: Figure 4 of performer."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.mechanisms._attention import attention_error
from rftheory.mechanisms._names import projected
from rftheory.studies.experiments.measurements import MEDIANS, ExperimentResult, median


def attention(
    mechanisms: Sequence[str] = (
        "iid-trigonometric",
        "orthogonal-trigonometric",
        "iid-positive",
        "orthogonal-positive",
    ),
    *,
    features: Sequence[int] = (16, 32, 64, 128, 256),
    length: int = 512,
    d: int = 16,
    size: float = 1.0,
    draws: int = 15,
    causal: bool = False,
    seed: int = 0,
) -> ExperimentResult:
    """Mean squared error of the output of attention for `length` queries, keys and values of N(0, I_d), keys times `size`.

    Every mechanism sees the same inputs and has the same number of real features (trigonometric: half as many
    projections). Medians over inputs, since the quotient of positive features has heavy tails and that of
    trigonometric ones may have a normaliser near zero. Source: performer, section 4.2, with length 4096.
    """
    found = []
    for name in mechanisms:
        coupling, used = projected(name)
        ms = [max(1, count // used.width) for count in features]
        errors = attention_error(
            coupling, used, ms=ms, length=length, d=d, draws=draws, seed=seed, size=size, causal=causal
        )
        found += [
            median(name, float(count), row)
            for count, row in zip(features, errors.errors.tolist(), strict=True)
        ]
    title = f"Attention by random features: length {length}, d = {d}, size {size:g}"
    up = "mean squared error of the output"
    return ExperimentResult(title, "features", up, f"{draws} inputs; {MEDIANS}", tuple(found))
