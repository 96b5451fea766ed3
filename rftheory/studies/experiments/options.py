"""Options of experiments as text: read by the kind of their defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from rftheory.errors import DomainError, InputError
from rftheory.studies.experiments.named import known

LISTS: Mapping[str, Callable[[str], Any]] = {"blocks": float, "mechanisms": str, "data": str}


def read(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The options of this experiment from text; lists by commas. DomainError for text that is no such value."""
    defaults = defaults_of(name)
    found = {}
    for option, text in given.items():
        if option not in defaults:
            raise InputError(f"option {option!r} of {name}; allowed: {', '.join(defaults)}")
        found[option] = _value(option, str(text), defaults[option])
    return found


def defaults_of(name: str) -> dict[str, Any]:
    """Every option of an experiment with its default; UnknownIdError for a name that is none."""
    return {key: one.default for key, one in inspect.signature(known(name)).parameters.items()}


def _value(option: str, text: str, default: Any) -> Any:
    try:
        if isinstance(default, bool):
            return {"true": True, "false": False}[text.lower()]
        if isinstance(default, (tuple, list)):
            kind = type(default[0]) if default else LISTS[option]
            return tuple(kind(part) for part in text.split(","))
        return type(default)(text)
    except (KeyError, ValueError) as error:
        listed = isinstance(default, tuple) and default
        words = f"a list of {type(default[0]).__name__}" if listed else type(default).__name__
        raise DomainError(option, text, words) from error
