"""Transformers: fit and transform of a fresh copy with its seed, seen to transform alike twice."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rftheory.conformance.client.arrays import given
from rftheory.conformance.client.constructors import Asking, arguments, plain
from rftheory.conformance.client.repeating import Repeating
from rftheory.conformance.client.seeding import SEEDS, as_wanted, everywhere

COUNT, ORDER = 64, 1.3247179572447460
"""How many points transformers are fitted to, and a number without a pattern."""


class _Fitted:
    """What transformers are fitted to: one set of points, since a program fits once and transforms what comes."""

    def __init__(self, ask: Asking) -> None:
        self._ask, self._made = ask, dict[int, Any]()

    def points(self, x: Any) -> Any:
        """As many-dimensional as x, none of them negative, of variance 1/d; x itself where it is no matrix."""
        if len(x.shape) != 2:
            return x
        d = int(x.shape[1])
        if d not in self._made:
            places = np.arange(1.0, COUNT + 1.0)
            points = np.abs(np.cos(1.0 + np.outer(places, ORDER + np.sqrt(np.arange(1.0, d + 1.0)))))
            dtype = str(x.dtype).rpartition(".")[2]
            points /= math.sqrt(d * np.var(points))
            self._made[d] = given(points, self._ask.library, self._ask.device, dtype)
        return self._made[d]


def transformer(found: Any, ask: Asking) -> Callable[[Any, int], Any]:
    """fit and transform of a fresh copy with its seed, random_state or of another name; a class is made with sizes and seed."""
    settings, wanted = arguments(found, ask) if inspect.isclass(found) else ({}, None)
    repeating, fitted = Repeating(), _Fitted(ask)

    def features(x: Any, seed: int) -> Any:
        with everywhere(seed):
            if wanted is not None:
                fresh: Any = found(**settings, **{wanted: as_wanted(wanted, seed, ask.library, ask.device)})
            else:
                fresh = found(**settings) if inspect.isclass(found) else copy.deepcopy(found)
                _seeded(fresh, seed, ask)
            fresh.fit() if plain(fresh, "fit") else fresh.fit(fitted.points(x))
            return repeating(lambda: fresh.transform(x), seed, fresh, lambda: features(x, seed))

    return features


def _seeded(fresh: Any, seed: int, ask: Asking) -> None:
    """A seed for what is to be fitted, under the name that its parameters or attributes have for one; for every part of a pipeline."""
    known = (
        fresh.get_params()
        if hasattr(fresh, "get_params")
        else vars(fresh)
        if hasattr(fresh, "__dict__")
        else ()
    )
    inner = [name for name in known if name.endswith("__random_state")]
    if inner and "random_state" not in known:
        fresh.set_params(**{name: as_wanted("random_state", seed, ask.library, ask.device) for name in inner})
        return
    name = next((name for name in ("random_state", *sorted(SEEDS)) if name in known), "random_state")
    value = as_wanted(name, seed, ask.library, ask.device)
    if hasattr(fresh, "set_params"):
        fresh.set_params(**{name: value})
    else:
        setattr(fresh, name, value)
