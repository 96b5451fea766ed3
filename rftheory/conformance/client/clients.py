"""Whatever a user hands in, as one thing that can be called with a seed."""

from __future__ import annotations

import copy
import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import numpy as np

from rftheory.conformance.client.arrays import NORMAL, ROUNDING, given, library, numeric, snapped, squeezed
from rftheory.conformance.client.seeding import as_wanted, everywhere
from rftheory.conformance.client.signatures import SIDE, Contract, Signature, read
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats

METHODS = ("features", "attention", "draw", "frequencies")
MODES = {"draw": "estimates"}


@dataclass
class Client:
    """A user's code behind one of the contracts; remembers the coarsest rounding that it has seen.

    `leading` axes of length one (batch, head) are put before the points. `last_rows`, where there is one, gives the
    rows of the last draw.
    """

    name: str
    contract: Contract
    call: Callable[..., Any]
    library: str = "numpy"
    dtype: str = "float64"
    device: str = ""
    leading: int = 0
    global_seed: bool = False
    fixed: bool = False
    last_rows: Callable[[], Any] | None = None
    rounding: float = field(default=ROUNDING["float64"], init=False)
    dtype_seen: str = field(default="", init=False)

    @property
    def smallest(self) -> float:
        """Below this the numbers last seen are coarser than `rounding` says."""
        return NORMAL.get(self.dtype_seen, NORMAL["float64"])

    @property
    def seeding(self) -> str:
        """How seeds reach the code."""
        return "global generators" if self.global_seed else "its seed"

    def features(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and of keys, each (p, F), as float64."""
        found = self._guarded(seed, self._array(x))
        pair = found if isinstance(found, tuple) else (found, found)
        if len(pair) != 2:
            raise InputError(f"{self.name} returns a tuple of {len(pair)}; allowed: Phi, or (queries, keys)")
        first = self._matrix(pair[0])
        return first, first if pair[1] is pair[0] else self._matrix(pair[1])

    def estimates(self, x: Floats, y: Floats, seed: int) -> Floats:
        """Estimates of the kernel at the pairs (x_i, y_i), (p,); of a matrix (p, p) the diagonal."""
        data = () if self.fixed else (self._array(x), self._array(y))
        found = squeezed(self._numeric(self._guarded(seed, *data)), 1)
        if found.ndim == 0:
            return found[None]
        if found.ndim == 2 and found.shape[1] == 1:
            return found[:, 0]
        if found.ndim == 2 and found.shape == (len(x), len(x)):
            return np.diagonal(found).copy()
        if found.ndim != 1:
            raise InputError(f"{self.name} returns shape {found.shape}; allowed: (p,), or a matrix (p, p)")
        return found

    def frequencies(self, d: int, m: int, seed: int) -> Floats:
        """W, (m, d), as float64."""
        return self._matrix(self._guarded(seed, d, m))

    def attention(self, q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
        """Attention of queries (L, d), keys (S, d) and values (S, d_v): (L, d_v), as float64."""
        found = self._matrix(self._guarded(seed, *(self._array(part) for part in (q, k, v))))
        if found.shape != (len(q), v.shape[1]):
            raise InputError(
                f"{self.name} returns shape {found.shape}; allowed: {(len(q), v.shape[1])}, a row a query"
            )
        return found

    def rows(self) -> Floats | None:
        """W of the last draw, (m, d), where the client shows it."""
        return None if self.last_rows is None else self._matrix(self.last_rows())

    def grid(self, x: Floats) -> Floats:
        """The nearest points that the client's dtype holds exactly."""
        return snapped(x, self.dtype)

    def _guarded(self, seed: int, *arguments: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                return self.call(*arguments, seed)
        except Exception as error:
            raise InputError(
                f"{self.name} raises {type(error).__name__}: {shorten(str(error), 200)}{self._hint(error)}"
            ) from error

    def _hint(self, error: Exception) -> str:
        """The option that code of another library, or for batches, usually wants."""
        if self.contract == "frequencies" or isinstance(error, InputError):
            return ""
        loaded = next((name for name in ("torch", "jax") if name in sys.modules), None)
        wants = isinstance(error, (TypeError, AttributeError)) and self.library == "numpy" and loaded
        options = [f"array {loaded}"] if wants else []
        options += [] if self.leading else ["leading 2 for (batch, head, n, d)"]
        return (
            f"; allowed: code that takes such arguments (or options {', '.join(options)})" if options else ""
        )

    def _matrix(self, value: Any) -> Floats:
        array = squeezed(self._numeric(value), 2)
        if array.ndim != 2:
            raise InputError(
                f"{self.name} returns shape {array.shape}; allowed: two dimensions, or more whose first have length 1"
            )
        return array

    def _numeric(self, value: Any) -> Floats:
        """A NumPy float64 array of any library's array, noting how coarse its numbers are."""
        array, self.dtype_seen = numeric(value, self.name)
        narrow = self.dtype if self.contract != "frequencies" else "float64"
        if self.library == "jax" and narrow == "float64":
            narrow = self.dtype_seen
        self.rounding = max(self.rounding, ROUNDING.get(self.dtype_seen, 0.0), ROUNDING.get(narrow, 0.0))
        return array

    def _array(self, x: Floats) -> Any:
        return given(x[(None,) * self.leading], self.library, self.device, self.dtype)


def client(
    target: Any,
    *,
    contract: str | None = None,
    array: str = "numpy",
    dtype: str = "float64",
    leading: int = 0,
    fixed: bool = False,
    name: str | None = None,
) -> Client:
    """The client of "module:callable", a callable, a pair of maps, a transformer, an object; InputError for others.

    The contract follows from the parameters (`signatures`), a seed from its name (`seeding`): code without one draws
    from global generators, which are seeded around each call. fixed: the pairs are given, so draw(seed) is enough.
    """
    if contract is not None and contract not in get_args(Contract):
        raise InputError(f"contract {shorten(contract)}; allowed: {', '.join(get_args(Contract))}")
    where, device = library(array, dtype)
    if leading not in (0, 1, 2):
        raise InputError(f"leading = {shorten(leading)}; allowed: 0, 1 (batch) or 2 (batch and head)")
    label = str(
        name or (target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__))
    )
    found, last = _methods(load(target) if isinstance(target, str) else target, label, contract)
    common = (where, dtype, device, leading)
    if hasattr(found, "fit") and hasattr(found, "transform"):
        return Client(label, "features", _transformer(found), *common)
    pair = isinstance(found, tuple) and len(found) == 2 and all(callable(part) for part in found)
    if not pair and not callable(found):
        raise InputError(
            f"{shorten(label)} is a {type(found).__name__}; allowed: a callable, a pair of callables, "
            f"or an object with fit and transform, or with one of {', '.join(METHODS)}"
        )
    parts = found if pair else (found,)
    read_as = [read(part, label, "features" if pair else contract, fixed) for part in parts]
    calls = [_bound(part, how, where, device) for part, how in zip(parts, read_as, strict=True)]
    return Client(
        label,
        read_as[0].contract,
        (lambda x, seed: (calls[0](x, seed), calls[1](x, seed))) if pair else calls[0],
        *common,
        global_seed=any(how.seed is None for how in read_as),
        fixed=read_as[0].fixed,
        last_rows=last,
    )


def load(spec: str) -> Any:
    """The object of "module:name" (the working directory counts); InputError where there is none."""
    module, colon, path = spec.partition(":")
    if not colon or not module or not path:
        raise InputError(
            f"cannot read {shorten(spec)}; allowed: MODULE:CALLABLE, e.g. my_package.maps:features"
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except AttributeError as error:
        raise InputError(f"{shorten(spec)}: {error}") from error
    except Exception as error:
        raise InputError(
            f"{shorten(spec)}: cannot import {module} ({type(error).__name__}: {error})"
        ) from error
    return found


def _bound(call: Callable[..., Any], how: Signature, where: str, device: str) -> Callable[..., Any]:
    """The callable with its data in the contract's order and an integer seed last, whatever it wants there."""

    def once(arguments: tuple[Any, ...], **more: Any) -> Any:
        *data, number = arguments
        if how.seed is not None:
            first, named = how.bind(tuple(data), as_wanted(how.seed, number, where, device), **more)
            return call(*first, **named)
        first, named = how.bind(tuple(data), None, **more)
        with everywhere(number):
            return call(*first, **named)

    def bound(*arguments: Any) -> Any:
        if how.sided:
            return tuple(once(arguments, **{SIDE: side}) for side in (True, False))
        return once(arguments)

    return bound


def _methods(found: Any, label: str, contract: str | None) -> tuple[Any, Any]:
    """The method that a contract names, and frequencies() of the last draw beside it; the target itself otherwise."""
    if inspect.ismodule(found) or (hasattr(found, "fit") and hasattr(found, "transform")):
        return found, None
    names = [name for name in METHODS if callable(getattr(found, name, None))]
    wanted = [name for name in names if contract is None or MODES.get(name, name) == contract]
    if not wanted or inspect.isfunction(found):
        return found, None
    if inspect.isclass(found):
        try:
            found = found()
        except Exception as error:
            raise InputError(
                f"{shorten(label)}() raises {type(error).__name__}: {shorten(str(error), 120)}; allowed: a class "
                "made without arguments, or an object"
            ) from error
    chosen = getattr(found, wanted[0])
    beside = getattr(found, "frequencies", None) if wanted[0] != "frequencies" else None
    if beside is not None:
        try:
            inspect.signature(beside).bind()
        except TypeError:
            beside = None
    return chosen, beside


def _transformer(found: Any) -> Callable[[Any, int], Any]:
    """fit_transform of a fresh copy with random_state = seed."""

    def features(x: Any, seed: int) -> Any:
        fresh: Any = found() if inspect.isclass(found) else copy.deepcopy(found)
        if hasattr(fresh, "set_params"):
            fresh.set_params(random_state=seed)
        else:
            fresh.random_state = seed
        fresh.fit(x)
        return fresh.transform(x)

    return features
