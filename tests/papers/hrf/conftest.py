"""Values of the entries of hrf, read through the registry."""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp
import pytest

from rftheory import registry

Value = Callable[..., mp.mpf]


@pytest.fixture
def value() -> Value:
    """value(id, side, parameters..): the certified value to 40 digits; a complex one as an mpc."""

    def evaluated(entry: str, side: str = "", **given: object) -> mp.mpf:
        formula = registry.find(entry).sides[side]
        found = formula.at(formula.point(given), 40)
        text = found.value
        return mp.mpc(text.replace(" ", "")) if "j" in text else mp.mpf(text)

    return evaluated
