"""Transformers: fit and transform of a fresh copy with its seed, seen to transform alike twice."""

from __future__ import annotations

import copy
import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from rftheory.conformance.client.constructors import Asking, arguments, plain
from rftheory.conformance.client.seeding import SEEDS, as_wanted, everywhere

AGAIN = 8
"""Seeds of which it is seen whether a second transform gives what the first one gave."""


def transformer(found: Any, ask: Asking) -> Callable[[Any, int], Any]:
    """fit and transform of a fresh copy with its seed, random_state or of another name; a class is made with sizes and seed."""
    given, wanted = arguments(found, ask) if inspect.isclass(found) else ({}, None)
    asked: Counter[int] = Counter()
    unsteady: set[str] = set()

    def features(x: Any, seed: int) -> Any:
        with everywhere(seed):
            if wanted is not None:
                fresh: Any = found(**given, **{wanted: as_wanted(wanted, seed, ask.library, ask.device)})
            else:
                fresh = found(**given) if inspect.isclass(found) else copy.deepcopy(found)
                _seeded(fresh, seed, ask)
            fresh.fit() if plain(fresh, "fit") else fresh.fit(x)
            phi = fresh.transform(x)
            if len(asked) < AGAIN and seed not in asked and not _alike(phi, fresh.transform(x)):
                unsteady.add("what was fitted does not stay as it is")
            if unsteady or len(asked) < AGAIN:
                asked[seed] += 1
            for _ in range(asked[seed] if unsteady else 0):
                phi = fresh.transform(x)  # another draw each time that it is asked, as a program would see
            return phi

    return features


def _alike(found: Any, again: Any) -> bool:
    """Whether two arrays are one; what NumPy cannot read is not compared."""
    try:
        return np.array_equal(np.asarray(found), np.asarray(again), equal_nan=True)
    except (TypeError, ValueError, RuntimeError):
        return True


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
