"""Transformers: fit and transform of a fresh copy with its seed, seen to transform alike twice."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from typing import Any

from rftheory.conformance.client.constructors import Asking, arguments, plain
from rftheory.conformance.client.repeating import Repeating
from rftheory.conformance.client.seeding import SEEDS, as_wanted, everywhere


def transformer(found: Any, ask: Asking) -> Callable[[Any, int], Any]:
    """fit and transform of a fresh copy with its seed, random_state or of another name; a class is made with sizes and seed."""
    given, wanted = arguments(found, ask) if inspect.isclass(found) else ({}, None)
    repeating = Repeating()

    def features(x: Any, seed: int) -> Any:
        with everywhere(seed):
            if wanted is not None:
                fresh: Any = found(**given, **{wanted: as_wanted(wanted, seed, ask.library, ask.device)})
            else:
                fresh = found(**given) if inspect.isclass(found) else copy.deepcopy(found)
                _seeded(fresh, seed, ask)
            fresh.fit() if plain(fresh, "fit") else fresh.fit(x)
            return repeating(lambda: fresh.transform(x), seed, fresh, lambda: features(x, seed))

    return features


def _seeded(fresh: Any, seed: int, ask: Asking) -> None:
    """A seed for what is to be fitted, under the name that its parameters or attributes have for one."""
    known = (
        fresh.get_params()
        if hasattr(fresh, "get_params")
        else vars(fresh)
        if hasattr(fresh, "__dict__")
        else ()
    )
    name = next((name for name in ("random_state", *sorted(SEEDS)) if name in known), "random_state")
    value = as_wanted(name, seed, ask.library, ask.device)
    if hasattr(fresh, "set_params"):
        fresh.set_params(**{name: value})
    else:
        setattr(fresh, name, value)
