"""Stabilisers that change the answer: a maximum for each key, an epsilon. The exact ones are in `streaming`."""

from __future__ import annotations

from typing import final

from array_api_compat import array_namespace

from rftheory.measured.attention.rows import AbstractPiece, AbstractRows, GivenPiece, largest
from rftheory.measured.attention.tokens import Tokens, parts
from rftheory.measured.inputs import Array


@final
class ScaledRows(AbstractRows):
    """Features over the largest of their row, or over e^{common} where `common` (..., 1, 1) is given, plus epsilon."""

    groups = 1

    def __init__(self, rows: AbstractRows, *, common: Array | None = None, epsilon: float = 0.0) -> None:
        self._rows, self._common, self._epsilon = rows, common, epsilon
        self.width = rows.width

    def piece(self, rows: slice) -> AbstractPiece:
        piece = self._rows.piece(rows)
        xp = array_namespace(piece.sizes)
        top = largest(piece) if self._common is None else self._common
        return GivenPiece.of(piece.values(-xp.where(top > -float("inf"), top, 0.0)) + self._epsilon)


def common_maximum(data: Tokens, keys: AbstractRows, chunk: int | None) -> Array:
    """The logarithm (..., 1, 1) of the largest feature of all keys that are not masked."""
    xp, top = data.xp, None
    for part in parts(data, data.k.shape[-2], chunk):
        sizes, valid = largest(keys.piece(part)), data.valid(part)
        sizes = sizes if valid is None else xp.where(valid[..., None], sizes, -float("inf"))
        here = xp.max(sizes, axis=-2, keepdims=True)
        top = here if top is None else xp.maximum(top, here)
    return top
