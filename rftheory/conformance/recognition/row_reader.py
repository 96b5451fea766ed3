"""Rows of every draw as they are read off: the first draws settle the coupling, then all are digested block by block."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rftheory.battery.rows.digest import BLOCK, Digest, kept
from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.recognition.row_order import RowOrder, row_order
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling

Settle = Callable[[Floats], tuple[AbstractCoupling, bool]]
"""From the first draws (k, m, d): the coupling that is claimed, and whether signs of rows are known."""


class RowReader:
    """n draws of W (m, d), one after another, entries off by `error`; unit: what they are divided by, from the first ones."""

    def __init__(
        self, n: int, settle: Settle, error: float, unit: Callable[[Floats], float] | None = None
    ) -> None:
        self._n, self._settle, self._error, self._unit = n, settle, error, unit
        self._waiting: Floats = np.empty((0, 0, 0))
        self._filled, self._taken, self._by = 0, 0, 1.0
        self._digest: Digest | None = None
        self._order: RowOrder | None = None
        self._claim: tuple[AbstractCoupling, bool] | None = None
        self.finite = True

    def take(self, w: Floats) -> None:
        """The next draw (m, d); after one that is not finite nothing is looked at any more."""
        self.finite = self.finite and bool(np.all(np.isfinite(w)))
        if not self.finite:
            self._digest, self._waiting = None, np.empty((0, 0, 0))
            return
        if not self._filled:
            together = kept(*w.shape) if self._digest is None else max(1, BLOCK // w.size)
            self._waiting = np.empty((min(together, self._n - self._taken), *w.shape))
        self._waiting[self._filled] = w
        self._filled, self._taken = self._filled + 1, self._taken + 1
        if self._filled == len(self._waiting):
            self._pass_on()

    def _pass_on(self) -> None:
        w, self._filled = self._waiting, 0
        if self._digest is None:
            self._by = 1.0 if self._unit is None else self._unit(w)
            w /= self._by
            self._order = row_order(w, self._error)
            w = w if self._order is None else self._order.sorted(w)
            self._claim = self._settle(w)
            self._digest = Digest(
                self._n, w.shape[1], w.shape[2], self._claim[0], self._error, self._claim[1]
            )
        else:
            w /= self._by
            w = w if self._order is None else self._order.sorted(w)
        self._digest.take(w)

    @property
    def by(self) -> float:
        """What entries were divided by."""
        return self._by

    def rows(self) -> DrawnRows | None:
        """All n of them; None where one was not finite, or some are missing."""
        if not self.finite or self._taken != self._n:
            return None
        assert self._digest is not None
        assert self._claim is not None
        claim, signed = self._claim
        return DrawnRows(self._digest.first, claim, self._error, self._digest.numbers, signed)
