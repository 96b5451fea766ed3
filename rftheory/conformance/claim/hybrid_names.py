"""The hybrid that a name and its parameters declare."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from rftheory.domain import ComplexRational, parse_complex
from rftheory.errors import InputError, shorten
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.inputs import integer
from rftheory.mechanisms._shelf import hybrids
from rftheory.mechanisms.clustered_hybrid import clustered_hybrid
from rftheory.mechanisms.complex_exponential import complex_exponential
from rftheory.mechanisms.gaussian_hybrid import gaussian_hybrid
from rftheory.mechanisms.mixture_hybrid import mixture_hybrid

FACTORIES: dict[str, Callable[..., Hybrid]] = {
    "gaussian-hybrid": gaussian_hybrid,
    "gaussian-hybrid-shared": partial(gaussian_hybrid, shared=True),
    "gaussian-hybrid-positive": partial(gaussian_hybrid, features="positive"),
    "clustered-hybrid": clustered_hybrid,
    "clustered-hybrid-complex": partial(clustered_hybrid, matrices="complex"),
    "clustered-hybrid-general": clustered_hybrid,
    "mixture-hybrid": mixture_hybrid,
    "mixture-hybrid-waves": partial(mixture_hybrid, trigonometric=True, last="positive"),
    "mixture-hybrid-complex": partial(mixture_hybrid, matrices="complex"),
    "complex-exponential": complex_exponential,
    "complex-exponential-real": complex_exponential,
    "complex-exponential-antithetic": partial(complex_exponential, antithetic=True),
}
"""Hybrids that have parameters, by their names on the shelf."""


WORDS = {"true": True, "false": False}


def built(name: str, parameters: Mapping[str, Any]) -> tuple[Hybrid, int | None]:
    """The hybrid of that name and n, the rows of a lambda-estimate (None: not said); InputError for wrong parameters.

    Without parameters (n aside) it is the one on the shelf. Text is read as a number, a word, numbers with commas
    (one point or diagonal) or rows with semicolons.
    """
    rest = {key: read(key, value) if isinstance(value, str) else value for key, value in parameters.items()}
    n = integer("n", rest.pop("n"), 1) if "n" in rest else None
    if not rest:
        found = hybrids()[name]
        assert isinstance(found, Hybrid)
        return found, n
    allowed = ["n"]
    if name in FACTORIES:
        factory = FACTORIES[name]
        fixed = set(getattr(factory, "keywords", {}))
        allowed += [p for p in inspect.signature(factory).parameters if p not in fixed | {"name", "title"}]
    unknown = sorted(set(rest) - set(allowed))
    if unknown:
        raise InputError(f"{name} has no parameter {shorten(unknown[0])}; allowed: {', '.join(allowed)}")
    try:
        return replace(FACTORIES[name](**rest), name=name), n
    except TypeError as error:
        raise InputError(f"parameters of {name}: {error}; allowed: {', '.join(allowed)}") from error


def read(name: str, text: str) -> Any:
    """A parameter written as text; `queries` and `keys` are always rows."""
    if ";" in text or (name in ("queries", "keys") and "," in text):
        return [_numbers(row) for row in text.split(";")]
    if "," in text:
        return _numbers(text)
    try:
        return _number(text)
    except InputError:
        return WORDS.get(text.lower(), text)


def _numbers(text: str) -> list[Any]:
    return [_number(part) for part in text.split(",")]


def _number(text: str) -> Any:
    """An int, a float or a complex number by the grammar of numbers of the whole package."""
    found = parse_complex(text)
    if isinstance(found, ComplexRational):
        return complex(float(found.re), float(found.im))
    return int(found) if found.denominator == 1 else float(found)
