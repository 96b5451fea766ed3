"""Mistakes of rows that distributions name: a name is given only where its sign and its repair were seen to tell."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from rftheory import distributions
from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.causes import CAUSES
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats

_NAME = re.compile(r"[a-z][a-z0-9/-]*\Z")


@dataclass(frozen=True)
class RowMistake:
    """A mistake of the rows w_i by name: one line that says it, its sign in draws, and what takes it out of them.

    `seen` says of draws W (n, m, d) whether they show it. `repair` gives draws of the same shape without it, from
    these and a generator. The name is given where `seen` is true of the code's draws and false of as many from the
    declared mechanism, and every check of rows that fails holds once the repair is made.
    """

    name: str
    text: str
    seen: Callable[[Floats], bool]
    repair: Callable[[Floats, np.random.Generator], Floats]

    def repaired(self, rows: DrawnRows, rng: np.random.Generator) -> Floats:
        """The draws without the mistake; as they are where they do not show it, or right ones would."""
        right = rows.claim.sample(rows.d, rows.m, rng=rng, n=rows.n)
        if not self.seen(rows.w) or self.seen(right):
            return rows.w
        made = np.asarray(self.repair(rows.w.copy(), rng), dtype=np.float64)
        if made.shape != rows.w.shape or not np.all(np.isfinite(made)):
            raise InputError(
                f"the repair of {self.name} gives shape {made.shape}; allowed: {rows.w.shape}, finite"
            )
        return made


@cache
def own_mistakes() -> dict[str, RowMistake]:
    """By name those of installed distributions; InputError for what is none, and for a name that is taken."""
    found: dict[str, RowMistake] = {}
    for each in distributions.offered(distributions.CAUSES, "CAUSES"):
        if not isinstance(each, RowMistake):
            raise InputError(f"CAUSES holds {shorten(each)}; allowed: RowMistake")
        if not _NAME.match(each.name) or "\n" in each.text or not each.text:
            raise InputError(
                f"cause {shorten(each.name)}; allowed: a name of a-z, 0-9, / and -, and one line of text"
            )
        if each.name in CAUSES or each.name in found:
            raise InputError(f"two causes are named {each.name}; allowed: one text, one name")
        found[each.name] = each
    return found


def texts() -> dict[str, str]:
    """Every mistake that a check can name, with the line that says it."""
    return CAUSES | {name: each.text for name, each in own_mistakes().items()}
