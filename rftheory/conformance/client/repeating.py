"""One object asked twice, with no seed set between: it gives one result, unless every call draws anew."""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from rftheory.conformance.client.arrays import ROUNDING, numeric
from rftheory.errors import InputError

AGAIN = 8
"""Seeds of which it is seen whether a second call gives what the first one gave."""
SLACK = 64.0
"""Roundings that sums of another order may cost."""


class Repeating:
    """Features of fresh objects, each seen to give one result twice; where one does not, a seed gives another each time.

    A module of PyTorch that gives one result only once it is evaluated is asked so from then on: dropout and redrawing are
    draws of training, which are meant.

    Generators that are set before every call would hide draws within a call: a program sets none between the features
    of its queries and of its keys.
    """

    def __init__(self, *, features: bool = True) -> None:
        """features: of attention every output is a draw of its own, so only training is looked for."""
        self._features = features
        self._asked: Counter[int] = Counter()
        self._unsteady = self._evaluating = False

    @property
    def note(self) -> str:
        """What a report says of it."""
        return (
            "; in training every call draws anew: it is judged as eval() leaves it"
            if self._evaluating
            else ""
        )

    def __call__(self, ask: Callable[[], Any], seed: int, found: Any, anew: Callable[[], Any]) -> Any:
        """What `ask` of the object `found` gives with the seed; where calls draw anew, another draw at every asking.

        anew: the whole call with another such object, as this one was before it was asked.
        """
        if self._evaluating:
            with _evaluation(found):
                return ask()
        first, early = ask(), len(self._asked) < AGAIN
        if early and seed not in self._asked and not self._unsteady:
            drawing = not _alike(first, ask())
            self._evaluating = drawing and self._evaluated(ask, found)
            self._unsteady = self._features and drawing and not self._evaluating
            if self._evaluating:
                return anew()
        if self._unsteady or early:
            self._asked[seed] += 1
        for _ in range(self._asked[seed] if self._unsteady else 0):
            first = ask()
        return first

    @staticmethod
    def _evaluated(ask: Callable[[], Any], found: Any) -> bool:
        """Whether a module of PyTorch gives one result twice once it is evaluated: draws of training are meant."""
        if not is_module(found) or not hasattr(found, "eval"):
            return False
        with _evaluation(found):
            return _alike(ask(), ask())


def is_module(found: Any) -> bool:
    """Whether it is a module of PyTorch."""
    torch = sys.modules.get("torch")
    return torch is not None and hasattr(torch, "nn") and isinstance(found, torch.nn.Module)


def as_it_is(module: Any) -> Any:
    """A copy of a module in training, with the weights that are trained: steps that it counts redraw nothing in it.

    The module itself where it is evaluated, or cannot be copied.
    """
    if not getattr(module, "training", False):
        return module
    trained = {id(one): one for one in module.parameters() if getattr(one, "requires_grad", False)}
    try:
        return copy.deepcopy(module, trained)
    except (TypeError, RuntimeError):
        return module


@contextmanager
def _evaluation(module: Any) -> Iterator[None]:
    """Evaluated, and each part in the mode that it had afterwards."""
    modes = [(part, part.training) for part in module.modules()]
    module.eval()
    try:
        yield
    finally:
        for part, mode in modes:
            part.training = mode


def _alike(found: Any, again: Any) -> bool:
    """Whether two arrays are one up to rounding; both sides at once are one draw, and what is no array is not compared."""
    if isinstance(found, tuple):
        return True
    try:
        (one, dtype), (other, _) = numeric(found, ""), numeric(again, "")
    except InputError:
        return True
    if one.shape != other.shape:
        return False
    size = float(np.max(np.abs(one), where=np.isfinite(one), initial=0.0))
    limit = SLACK * ROUNDING.get(dtype, ROUNDING["float64"]) * size
    return np.allclose(one, other, rtol=0.0, atol=limit, equal_nan=True)
