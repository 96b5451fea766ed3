"""Moments: means over nets of what is drawn once for a claim, also given lengths of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.symbol import Str

from rftheory.claims import (
    ConditionalExpectation,
    ConditionalVariance,
    Covariance,
    Distribution,
    Draw,
    Estimate,
    Expectation,
    Length,
    MeanSquareError,
    Probability,
    Row,
    Variance,
)
from rftheory.domain import Domain
from rftheory.evidence.mutants.nodes import estimates as mechanisms
from rftheory.evidence.mutants.nodes.frames import FAMILIES, frame_of
from rftheory.evidence.mutants.nodes.laws import draw_of, rows_of, sampled, whole_block
from rftheory.evidence.mutants.nodes.numbers import Array
from rftheory.evidence.mutants.nodes.place import NoValue, Realised
from rftheory.evidence.mutants.nodes.tuples import Tuples
from rftheory.exact.formula import Formula
from rftheory.measured.engine.nets import Nets

NETS = 16
_FEW = 2  # points of a net, as a power of 2, of vectors of which a claim says something for any of them
_ROWS = 2  # of a coupling, where the claim names no more
_MANY = 20  # random numbers of independent rows, of which moments of one row then say everything
_RE, _IM = "Re f1 f2 of one product of features", "Im f1 f2 of one product of features"
_LENGTHS = "the lengths"


class Moments(Tuples):
    """What is random in one claim at one place, drawn once, and its moments.

    `by_lengths`: estimates are drawn in groups of the same lengths of their rows, for means given the lengths. A group
    is a net itself, and all couplings have the same lengths.
    """

    by_lengths: bool = False

    def __init__(self, place: Realised, domain: Domain, sides: Mapping[str, Formula], power: int) -> None:
        super().__init__(place, domain, sides, (NETS, _FEW))
        self._power = power
        self._nets = Nets(NETS, power)
        self._known: dict[object, Array] = {}
        self._work = 0
        self._rescaled: tuple[str, Array] | None = None

    def moment(self, e: Expectation) -> Array:
        if isinstance(e, Covariance):
            one, other = (self.value(each) for each in e.args)
            return _mean((one - _mean(one)) * (other - _mean(other)))
        if (
            isinstance(e, (Variance, MeanSquareError))
            and isinstance(e.args[0], Estimate)
            and self._framed(e.args[0])
        ):
            return _mean(self._frame_error(e.args[0]))
        value = self.value(e.args[0])
        if isinstance(e, Variance):
            return _mean(np.abs(value - _mean(value)) ** 2)
        if isinstance(e, MeanSquareError):
            if len(e.args) > 1:
                aim = self.value(e.args[1])
            elif isinstance(e.args[0], Estimate):
                known = mechanisms.target(e.args[0], self.place)
                aim = _mean(value) if known is None else np.asarray(known)
            else:
                raise NoValue("an error without a target")
            return _mean(np.abs(value - aim) ** 2)
        if isinstance(e, Probability) or type(e) is Expectation:
            return _mean(value)
        raise NoValue(f"no moment {type(e).__name__}")

    def _once(self, key: object, drawn: Any) -> Array:
        if key not in self._known:
            found = np.asarray(drawn())
            self._known[key] = found.reshape(NETS, -1, *found.shape[1:])
        return self._known[key]

    def row(self, coupling: str, index: int) -> Array:
        count = max(_ROWS, int(self.place.numbers["m"].real), whole_block(coupling, self.place.d))
        rows = self._once(("rows", coupling), lambda: rows_of(coupling, self.place, count, self._nets))
        if not 1 <= index <= rows.shape[2]:
            raise NoValue(f"no row {index}")
        found = rows[:, :, index - 1]
        if self._rescaled is not None and self._rescaled[0] == coupling:
            return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True) * self._rescaled[1])
        return np.asarray(found)

    def draw(self, e: Draw) -> Array:
        name, law = str(e.args[0]), e.args[1]
        if not isinstance(law, Distribution):
            raise NoValue(f"no law of {name}")
        kind = str(law.args[0])
        if kind in (_RE, _IM):
            a, s = (complex(self.value(each)) for each in law.args[1:3])
            rows = self.row("iid", 1).reshape(-1, self.place.d)
            found = mechanisms.product_of_features(a, int(s.real), rows, self.place)
            return (found.real if kind == _RE else found.imag).reshape(NETS, -1)
        numbers = tuple(
            complex(self.value(p)) for p in law.args[1:] if not isinstance(p, Str) and not p.is_Matrix
        )
        return self._once(e, lambda: draw_of(law, numbers, self.place, self._nets))

    def estimate(self, e: Estimate) -> Array:
        rows = e.rows if isinstance(e.rows, sp.Tuple) else (e.rows,)
        sizes = tuple(int(self.value(each).real) for each in rows)
        # every estimate has nets of its own, all alike: two on the same rows have these in common
        nets = Nets(NETS, self._power)
        if self.by_lengths:
            drawn = self._with_lengths(e, sizes[0], nets)
            return self._once((e, sizes), lambda: mechanisms.of_rows(e, drawn, self.place))
        return self._once((e, sizes), lambda: mechanisms.estimates(e, sizes, self.place, nets))

    def _framed(self, e: Estimate) -> bool:
        """Whether its rows are a frame's, or more rows than a block has of a family with every frame, or many numbers."""
        if isinstance(e.rows, sp.Tuple):
            return False
        if e.coupling in FAMILIES:
            return bool(self.value(e.rows).real > self.place.d)
        many = e.coupling == "iid" and bool(self.value(e.rows).real * self.place.d > _MANY)
        return many or frame_of(e.coupling) is not None

    def _frame_error(self, e: Estimate) -> Array:
        rows, nets = int(self.value(e.rows).real), Nets(NETS, self._power)
        return self._once(("frame", e, rows), lambda: mechanisms.frame_error(e, rows, self.place, nets))

    def conditional(self, e: ConditionalExpectation) -> Array:
        """A mean or variance given the lengths of all rows of an estimate, the same in every draw of a group; or given
        that one row has this length.
        """
        inner, given = e.args
        spread = isinstance(e, ConditionalVariance)
        if isinstance(given, sp.Eq) and isinstance(given.lhs, Length) and isinstance(given.lhs.args[0], Row):
            row = given.lhs.args[0]
            self._rescaled = (str(row.args[0]), self.value(given.rhs))
            value = self.value(inner)
            self._rescaled = None
            return _mean(np.abs(value - _mean(value)) ** 2) if spread else _mean(value)
        if str(given) != _LENGTHS or not self.by_lengths:
            raise NoValue("a conditional moment")
        value = self.value(inner)
        groups = value.reshape(len(value), -1, self._group)
        means = groups.mean(axis=-1, keepdims=True)
        found = np.mean(np.abs(groups - means) ** 2, axis=-1, keepdims=True) if spread else means
        return np.asarray(np.broadcast_to(found, groups.shape).reshape(value.shape))

    @property
    def _group(self) -> int:
        return int(2 ** (self._power // 2))

    def _with_lengths(self, e: Estimate, rows: int, nets: Nets) -> Array:
        """Rows of its directions, with lengths that are the same in a group."""
        drawn: Array = sampled(e.coupling, self.place.d, rows, nets)
        fewer = Nets(NETS, self._power - self._power // 2)
        lengths = np.sqrt(fewer.chisquare(self.place.d, (fewer.draws, rows, 1)))
        units = drawn / np.linalg.norm(drawn, axis=-1, keepdims=True)
        return np.asarray(units * np.repeat(lengths, self._group, axis=0))

    def rows(self) -> Array | None:
        found = [rows for key, rows in self._known.items() if isinstance(key, tuple) and key[0] == "rows"]
        return found[0] if len(found) == 1 else None


def _mean(value: Array) -> Array:
    """The mean over every net; of what is the same in every draw, itself."""
    return np.asarray(np.mean(value, axis=1, keepdims=True)) if value.ndim == 2 else value
