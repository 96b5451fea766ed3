"""What is asked of code beside its data, and what classes of it want where they are made."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from rftheory.conformance.client.seeding import SEEDS
from rftheory.conformance.client.sizes import NATURAL, Sizes
from rftheory.errors import InputError, shorten


@dataclass(frozen=True)
class Asking:
    """What is asked of the code beside its data: the contract (None: as it shows), arrays, sizes."""

    label: str
    contract: str | None
    library: str
    device: str
    dtype: str | None
    fixed: bool
    settings: Sizes


def arguments(found: type, ask: Asking) -> tuple[dict[str, Any], str | None]:
    """Sizes and scales that a constructor wants, and the name of its seed; InputError for anything else that it wants.

    A size or scale with a default is given too where the user named it: the points have d coordinates whatever the default
    is, and the kernel that is declared is the one that is asked for.
    """
    try:
        parameters = list(inspect.signature(found).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    plain = [p for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    seed = next((p.name for p in plain if p.name in SEEDS), None)
    names, given = [p.name for p in plain], dict[str, Any]()
    for parameter in plain:
        if parameter.name == seed:
            continue
        value, needed = ask.settings.value(parameter.name, names), parameter.default is parameter.empty
        scaled = ask.settings.said and parameter.name.lower() in NATURAL
        sized = isinstance(value, int) and (value == ask.settings.d or ask.settings.m is not None)
        if value is not None and (needed or sized or scaled):
            given[parameter.name] = value
        elif needed:
            raise InputError(
                f"{shorten(ask.label)} is a class that wants {shorten(parameter.name)}; allowed: parameters with "
                "defaults, sizes such as dim and num_features, gamma, sigma, a seed, or a function that makes the object"
            )
    return given, seed


def plain(found: Any, name: str) -> bool:
    """Whether an object has a method of this name that can be called without arguments."""
    if inspect.isfunction(found) or inspect.ismethod(found):
        return False
    method = getattr(found, name, None)
    try:
        inspect.signature(method).bind()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return callable(method)
