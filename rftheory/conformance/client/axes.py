"""How many axes of length one (batch, head) code takes before the points, where nobody said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from rftheory.errors import InputError

Found = TypeVar("Found")

SHAPES = {1: "(1, p, d)", 2: "(1, 1, p, d)"}


class Led(Protocol):
    """What puts axes before the points: how many (None: not known yet), and what a report says of them."""

    leading: int | None
    axes: str


def settled(client: Led, call: Callable[[], Found], fits: Callable[[Found], bool]) -> Found:
    """What the call comes to, with as many axes as the code takes: none where it takes none, else two, else one.

    What comes back with axes has to fit, since code for a single matrix may return something for a stack of one; a call
    that finds out for itself that axes are not what is missing says so by `leading`. The error without axes, where the
    code takes no number of them.
    """
    if client.leading is not None:
        return call()
    try:
        found = call()
    except InputError:
        if client.leading is not None:
            raise
        for client.leading, shape in sorted(SHAPES.items(), reverse=True):
            try:
                found = call()
            except InputError:
                continue
            if fits(found):
                client.axes = f"; points are handed in as {shape}"
                return found
        client.leading = None
        raise
    client.leading = 0
    return found
