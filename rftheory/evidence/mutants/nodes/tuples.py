"""Sums over tuples, term by term, and what claims hold for any of: lengths w[k], directions u[k], exponents, factors."""

from __future__ import annotations

import functools
import itertools
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import sympy as sp
from numpy.polynomial import polynomial

from rftheory.claims import Quantity, TupleSum
from rftheory.domain import Domain
from rftheory.evidence.mutants.nodes.laws import rows_of
from rftheory.evidence.mutants.nodes.numbers import Array, Constants
from rftheory.evidence.mutants.nodes.place import NoValue, Realised
from rftheory.exact.formula import Formula
from rftheory.measured.engine.nets import Nets

LETTERS = ("w", "u", "lambda")
"""Lengths, directions and multipliers of the vectors of a claim: those of its own rows where it has some, else any."""
_PERMUTATIONS, _OF_A_SUM, _ANY = "P in S_d", "(j_1, .., j_m) with sum ", "(k_1, .., k_m)"
_COEFFICIENT = "coefficient of x_1^(k_1) .. x_m^(k_m) in g(x_1)^(j_1) .. g(x_m)^(j_m)"
_STEP = 1e-20  # of a derivative by an imaginary step, which has no cancellation
_LARGEST = 3  # vectors that are permuted, and ..
_SUMMED = 2  # .. exponents that have a sum: more take too long


class Tuples(Constants):
    """Values of sums over permutations and exponents, and of the letters of a claim.

    With `special` letters directions are those of a regular simplex and exponents beyond any degree: where bounds for
    any of them are reached.
    """

    special: bool = False

    def __init__(
        self, place: Realised, domain: Domain, sides: Mapping[str, Formula], nets: tuple[int, int]
    ) -> None:
        super().__init__(place, domain, sides)
        self._small = nets
        self._now: dict[str, tuple[int, ...]] = {}
        self._drawn: Array | None = None
        self._moved: dict[int, Array] = {}

    @abstractmethod
    def value(self, e: sp.Basic) -> Array:
        """The value of an expression."""

    @abstractmethod
    def vector(self, e: sp.Basic) -> Array:
        """The value of a vector, its entries last."""

    @abstractmethod
    def rows(self) -> Array | None:
        """Rows of the one coupling of the claim, (nets, points, rows, d); None before any is drawn."""

    def has_letters(self, e: sp.Basic) -> bool:
        """Whether there is a letter in it that the point gives no values."""
        return bool(_bases(e) & ({*LETTERS, *self._now} - set(self.place.lists)))

    def letter(self, e: sp.Indexed) -> Array:
        """The value of w[k], lambda[k] or an entry of the tuple at hand; NoValue for any other."""
        name, index = str(e.base), int(np.real(self.value(e.indices[0])))
        if name in self._now:
            return np.asarray(self._now[name][index - 1])
        if name == "w":
            return np.asarray(np.linalg.norm(self._vectors()[:, :, index - 1], axis=-1))
        if name == "lambda":
            return np.asarray(1.0 / (1.0 + index))
        raise NoValue(f"no entry {e}")

    def direction(self, e: sp.Indexed) -> Array:
        """The value of u[k]."""
        index = int(np.real(self.value(e.indices[0])))
        found = self._vectors()[:, :, index - 1]
        unit = np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))
        return unit + self._moved[index] if index in self._moved else unit

    def _vectors(self) -> Array:
        own = self.rows()
        if own is not None:
            return own
        if self._drawn is None:
            count, power = self._small
            coupling, d = ("simplex" if self.special else "orthogonal"), self.place.d
            drawn = rows_of(coupling, self.place, d, Nets(count, power))
            if not self.special:  # any directions: those of an orthogonal frame, bent
                drawn = drawn + 0.5 * np.roll(drawn, 1, axis=-2)
            self._drawn = drawn.reshape(count, -1, *drawn.shape[1:])
        return self._drawn

    def tuple_sum(self, e: TupleSum, of: Callable[[sp.Basic], Array]) -> Array:
        """The sum of the term over its tuples, one after the other."""
        (name, tuples), found, before = self._tuples(str(e.args[1])), np.asarray(0.0), self._now
        for chosen in tuples:
            self._now = {**before, name: chosen}
            found = found + of(e.args[0])
        self._now = before
        return found

    def _tuples(self, words: str) -> tuple[str, Iterator[tuple[int, ...]]]:
        m = int(self.place.numbers["m"].real)
        if (words == _PERMUTATIONS and self.place.d > _LARGEST) or (words != _PERMUTATIONS and m > _SUMMED):
            raise NoValue("a long sum over tuples")
        if words == _PERMUTATIONS:
            return "P", itertools.permutations(range(1, self.place.d + 1))
        if words.startswith(_OF_A_SUM) and words.removeprefix(_OF_A_SUM).isdigit():
            return "j", _compositions(int(words.removeprefix(_OF_A_SUM)), m)
        if words == _ANY and "j" in self._now:
            degree = 1 if not self.place.numbers.get("a2", 0) else 2
            return "k", itertools.product(*(range(degree * power + 1) for power in self._now["j"]))
        raise NoValue(f"no tuples {words!r} are known")

    def coefficient(self, e: Quantity) -> Array:
        """A coefficient of powers of g(t) = a0 + a1 t + a2 t^2; NoValue for any other quantity."""
        if str(e.args[0]) != _COEFFICIENT or "a0" not in self.place.numbers:
            raise NoValue("no value of Quantity")
        m = int(self.place.numbers["m"].real)
        powers = self._now.get("j", (2,) * m)
        exponents = self._now.get("k", ((99,) if self.special else (1,)) * m)
        series = [self.place.number(f"a{k}").real for k in range(3)]
        found = 1.0
        for power, exponent in zip(powers, exponents, strict=True):
            entries = polynomial.polypow(series, power)
            found *= entries[exponent] if exponent < len(entries) else 0.0
        return np.asarray(found)

    def gradient(self, e: sp.Derivative) -> Array:
        """The gradient of an expression in the direction u[k], its entries last: by an imaginary step in each of them."""
        variable = e.variables[0]
        if len(e.variables) != 1 or not isinstance(variable, sp.Indexed) or str(variable.base) != "u":
            raise NoValue("no value of Derivative")
        index, found = int(np.real(self.value(variable.indices[0]))), []
        for axis in range(self.place.d):
            self._moved = {index: 1j * _STEP * np.eye(self.place.d)[axis]}
            found.append(np.imag(self.value(e.expr)) / _STEP)
        self._moved = {}
        return np.stack(np.broadcast_arrays(*found), axis=-1)


@functools.lru_cache(maxsize=1 << 14)
def _bases(e: sp.Basic) -> frozenset[str]:
    own = frozenset((str(e),)) if isinstance(e, sp.IndexedBase) else frozenset()
    return own.union(*(_bases(each) for each in e.args))


def with_sum(e: sp.Basic, symbol: sp.Symbol, number: int) -> sp.Basic:
    """The expression at a value of the symbol, also where words say that tuples have this sum."""
    words = sp.core.symbol.Str(f"{_OF_A_SUM}{symbol}")
    return e.xreplace({symbol: sp.Integer(number), words: sp.core.symbol.Str(f"{_OF_A_SUM}{number}")})


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
