"""Every experiment by its name, with the sizes of the paper beside those of two cores."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from rftheory.errors import InputError, UnknownIdError
from rftheory.studies.experiments.attention import attention
from rftheory.studies.experiments.classification import classification
from rftheory.studies.experiments.directions import directions
from rftheory.studies.experiments.gram import gram
from rftheory.studies.experiments.hybrids import angles, clusters, pairs, softmax
from rftheory.studies.experiments.measurements import ExperimentResult
from rftheory.studies.experiments.ridge import ridge
from rftheory.studies.experiments.variances import variances

EXPERIMENTS: Mapping[str, tuple[Callable[..., ExperimentResult], Mapping[str, Any]]] = {
    "gram": (gram, {"repeats": 200}),
    "classification": (classification, {"seeds": 50}),
    "ridge": (ridge, {"seeds": 50}),
    "attention": (attention, {"length": 4096, "features": (16, 32, 64, 128, 256, 512)}),
    "angles": (angles, {"steps": 32, "size": 10_000, "repeats": 10}),
    "pairs": (pairs, {"repeats": 400}),
    "clusters": (clusters, {"counts": (20, 50, 80, 100, 120, 150, 200), "size": 1000, "repeats": 20}),
    "softmax": (softmax, {"keys": 10_000, "repeats": 10}),
    "variances": (variances, {"length": 1024, "sets": 5, "pairs": 64}),
    "directions": (directions, {"blocks": 200_000}),
}
"""The function of an experiment, whose defaults take seconds, and what the paper's size changes of them."""


def experiment(name: str, *, full: bool = False, **options: Any) -> ExperimentResult:
    """One of the papers' experiments on data at hand: measurements with intervals, beside the theory where it speaks.

    `name`: gram, classification, ridge, attention, angles, pairs, clusters, softmax, variances or directions. `full`: the sizes of
    the paper (minutes) in place of those of two cores (seconds). `options`: those of the experiment, which
    `rftheory experiment` lists. Tables come with scikit-learn (extra `data`). Raises UnknownIdError, InputError, DomainError.
    """
    run = known(name)
    allowed = inspect.signature(run).parameters
    for option in options:
        if option not in allowed:
            raise InputError(f"option {option!r} of {name}; allowed: {', '.join(allowed)}")
    return run(**{**(EXPERIMENTS[name][1] if full else {}), **options})


def known(name: str) -> Callable[..., ExperimentResult]:
    """The function of an experiment; UnknownIdError with the nearest names for none."""
    if name not in EXPERIMENTS:
        near = tuple(difflib.get_close_matches(name, EXPERIMENTS, 3, 0.4) or EXPERIMENTS)
        raise UnknownIdError(name, near, "experiment")
    return EXPERIMENTS[name][0]
