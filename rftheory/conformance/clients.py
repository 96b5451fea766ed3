"""Whatever a user hands in, as one thing that can be called with a seed. Nothing is judged here."""

from __future__ import annotations

import copy
import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats

Contract = Literal["features", "estimates", "frequencies"]
"""features(X, seed) -> Phi; draw(x, y, seed) -> estimates; frequencies(d, m, seed) -> W."""

Library = Literal["numpy", "torch", "jax", "cupy"]
ROUNDING = {"float64": 2.0**-52, "float32": 2.0**-23, "bfloat16": 2.0**-7, "float16": 2.0**-10}
SIZES = frozenset({"d", "dim", "dimension", "n_features", "nb_columns", "input_dim"})
GENERATORS = frozenset({"rng", "generator"})


@dataclass
class Client:
    """A user's code behind one of the three contracts; remembers the coarsest rounding that it has seen."""

    name: str
    contract: Contract
    call: Callable[..., Any]
    library: Library = "numpy"
    dtype: str = "float64"
    rounding: float = field(default=ROUNDING["float64"], init=False)
    dtype_seen: str = field(default="", init=False)

    def features(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and of keys, each (p, F), as float64."""
        found = self._guarded(self._array(x), seed)
        pair = found if isinstance(found, tuple) else (found, found)
        if len(pair) != 2:
            raise InputError(f"{self.name} returns a tuple of {len(pair)}; allowed: Phi, or (queries, keys)")
        return self._matrix(pair[0]), self._matrix(pair[1])

    def estimates(self, x: Floats, y: Floats, seed: int) -> Floats:
        """Estimates of the kernel at the pairs (x_i, y_i), (p,)."""
        return np.ravel(self._numeric(self._guarded(self._array(x), self._array(y), seed)))

    def frequencies(self, d: int, m: int, seed: int) -> Floats:
        """W, (m, d), as float64."""
        return self._matrix(self._guarded(d, m, seed))

    def _guarded(self, *arguments: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                return self.call(*arguments)
        except Exception as error:
            raise InputError(
                f"{self.name} raises {type(error).__name__}: {shorten(str(error), 200)}"
            ) from error

    def _matrix(self, value: Any) -> Floats:
        array = self._numeric(value)
        if array.ndim != 2:
            raise InputError(f"{self.name} returns shape {array.shape}; allowed: two dimensions")
        return array

    def _numeric(self, value: Any) -> Floats:
        """A NumPy float64 array of any library's array, noting how coarse its numbers are."""
        if hasattr(value, "detach"):
            value = value.detach().cpu()
        elif type(value).__module__.startswith("cupy"):
            value = value.get()
        dtype = str(getattr(value, "dtype", "float64")).rpartition(".")[2]
        if dtype == "bfloat16":
            value = value.float() if hasattr(value, "float") else value.astype("float32")
        try:
            array = np.asarray(value)
        except (TypeError, ValueError) as error:
            raise InputError(f"{self.name} returns {type(value).__name__}; allowed: an array") from error
        if array.dtype.kind not in "fiu":
            raise InputError(f"{self.name} returns dtype {array.dtype}; allowed: real numbers")
        self.dtype_seen = dtype
        self.rounding = max(self.rounding, ROUNDING.get(dtype, 0.0), ROUNDING.get(self.dtype, 0.0))
        return np.asarray(array, dtype=np.float64)

    def _array(self, x: Floats) -> Any:
        if self.library == "numpy":
            return x.astype(self.dtype)
        module = importlib.import_module({"jax": "jax.numpy"}.get(self.library, self.library))
        make = module.as_tensor if self.library == "torch" else module.asarray
        return make(x, dtype=getattr(module, self.dtype))


def client(
    target: Any,
    *,
    contract: str | None = None,
    array: str = "numpy",
    dtype: str = "float64",
    name: str | None = None,
) -> Client:
    """The client of "module:callable", a callable, a pair of maps, a transformer; InputError for anything else.

    The contract follows from the shape: fit and transform, or (X, seed), are features; (d, m, seed) are frequencies;
    (x, y, seed) are estimates. A parameter named rng or generator is given a NumPy Generator, any other seed an int.
    """
    if contract is not None and contract not in get_args(Contract):
        raise InputError(f"contract {shorten(contract)}; allowed: {', '.join(get_args(Contract))}")
    if array not in get_args(Library) or dtype not in ROUNDING:
        raise InputError(
            f"array {shorten(array)}, dtype {shorten(dtype)}; allowed: numpy, torch, jax or cupy; "
            f"{', '.join(ROUNDING)}"
        )
    label = str(
        name or (target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__))
    )
    found = load(target) if isinstance(target, str) else target
    if hasattr(found, "fit") and hasattr(found, "transform"):
        return Client(label, "features", _transformer(found), array, dtype)  # type: ignore[arg-type]
    if isinstance(found, tuple) and len(found) == 2 and all(callable(part) for part in found):
        first, second = (_seeded(part) for part in found)
        return Client(label, "features", lambda x, seed: (first(x, seed), second(x, seed)), array, dtype)  # type: ignore[arg-type]
    if not callable(found):
        raise InputError(
            f"{shorten(label)} is a {type(found).__name__}; allowed: a callable, a pair of callables, "
            "or an object with fit and transform"
        )
    shape = contract or _contract(found, label)
    return Client(label, shape, _seeded(found), array, dtype)  # type: ignore[arg-type]


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


def _contract(call: Callable[..., Any], label: str) -> Contract:
    needed = _parameters(call)
    if len(needed) == 2:
        return "features"
    if len(needed) == 3:
        return "frequencies" if needed[0].lower() in SIZES else "estimates"
    raise InputError(
        f"{shorten(label)} takes ({', '.join(needed)}); allowed: (X, seed), (x, y, seed) or (d, m, seed)"
    )


def _parameters(call: Callable[..., Any]) -> list[str]:
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{call!r}: its parameters cannot be read; wrap it in a function of (X, seed)"
        ) from error
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    seeds = GENERATORS | {"seed", "random_state", "key"}
    return [p.name for p in parameters if p.kind in kinds and (p.default is p.empty or p.name in seeds)]


def _seeded(call: Callable[..., Any]) -> Callable[..., Any]:
    """The callable with an int as its last argument, whatever it wants there."""
    names = _parameters(call)
    if not names or names[-1] not in GENERATORS:
        return call
    return lambda *arguments: call(*arguments[:-1], np.random.default_rng(arguments[-1]))


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
