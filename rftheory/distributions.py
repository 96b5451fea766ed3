"""What installed distributions add by entry points; nothing of theirs is imported before it is asked for."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from rftheory.errors import InputError, shorten

MECHANISMS = "rftheory.mechanisms"
"""Modules with MECHANISMS, and MOMENTS: their entries of the catalogue."""
CAUSES = "rftheory.causes"
"""Modules with CAUSES: mistakes of rows that `conform` can name."""


def named(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, by name."""
    return tuple(sorted(entry_points(group=group), key=lambda each: each.name))


@cache
def offered(group: str, attribute: str) -> tuple[Any, ...]:
    """The items that the modules of a group hold under this name, in order; InputError for one that fails to import."""
    found: list[Any] = []
    for each in named(group):
        try:
            found += getattr(each.load(), attribute, ())
        except (Exception, SystemExit) as error:
            said = shorten(str(error), 300)
            raise InputError(
                f"entry point {each.name} = {each.value} of {group} cannot be loaded: {type(error).__name__}: {said}"
            ) from error
    return tuple(found)
