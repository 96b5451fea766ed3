"""What a callable is, read off from the names of its parameters, and how to call it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from rftheory.conformance.client.seeding import SEEDS
from rftheory.conformance.client.sizes import COLUMNS, EITHER, NATURAL, ROWS, SHAPES, half, sizes, words
from rftheory.errors import InputError, shorten

Contract = Literal["features", "estimates", "frequencies", "attention", "spectral"]
"""S(omega) -> density (only where it is asked for by name); features(X, seed) -> Phi; draw(x, y, seed) -> estimates; frequencies(d, m, seed) -> W; attention(Q, K, V, seed)."""

TRIPLE = {"q": 0, "query": 0, "queries": 0, "k": 1, "key": 1, "keys": 1, "v": 2, "value": 2, "values": 2}
POINTS = (
    ("x", "y"),
    ("x1", "x2"),
    ("x", "x2"),
    ("a", "b"),
    ("q", "k"),
    ("query", "key"),
    ("queries", "keys"),
)
SIZES = ROWS | COLUMNS | EITHER
SIDE = "is_query"
DATA = words("x y x1 x2 a b xs data input inputs points queries keys query key value values q k v tensor")
"""Names of arrays of points: beside them sizes and scales are settings."""
COUNTS = {"spectral": 1, "features": 1, "estimates": 2, "frequencies": 2, "attention": 3}
ALLOWED = "(X, seed), (x, y, seed), (d, m, seed), (Q, K, V, seed), or the same without a seed"


@dataclass(frozen=True)
class Signature:
    """The contract, the parameter for the seed (None: global generators), and the data's names in the contract's order.

    `settings` are sizes and scales that it wants beside its data.
    """

    contract: Contract
    seed: str | None
    data: tuple[str, ...]
    parameters: tuple[inspect.Parameter, ...]
    sided: bool = False
    settings: tuple[str, ...] = ()

    @property
    def named(self) -> bool:
        """Whether the names tell the dimension from the number of rows."""
        return self.contract != "frequencies" or bool(sizes(self.data) or half(self.data))

    @property
    def fixed(self) -> bool:
        """Whether it takes a seed and no points."""
        return not self.data

    def bind(self, data: tuple[Any, ...], seed: Any, **more: Any) -> tuple[list[Any], dict[str, Any]]:
        """Arguments of one call: by keyword wherever a parameter allows that."""
        values = dict(zip(self.data, data, strict=True)) if self.data else {}
        if self.seed is not None:
            values[self.seed] = seed
        values |= more
        first = [p.name for p in self.parameters if p.kind is p.POSITIONAL_ONLY and p.name in values]
        return [values.pop(name) for name in first], values


def read(
    call: Callable[..., Any], label: str, contract: str | None, fixed: bool, scales: bool = False
) -> Signature:
    """The signature of a callable under a contract, or under the one that its parameters show.

    fixed: the pairs are given, so estimates may come from a callable that takes the seed and nothing else. scales: those
    with a default are settings too.
    InputError where the parameters are none of those that are known.
    """
    parameters = _parameters(call, label, NATURAL if scales else frozenset())
    names = [p.name for p in parameters if p.name != SIDE]
    queries = {n.lower() for n in names} & {"q", "query", "queries"}
    seeds = [n for n in names if n in SEEDS and not (queries and n in TRIPLE)]
    seed = seeds[-1] if seeds else None
    settings = _settings(names, seed, contract)
    known = [n for n in names if n != seed and n not in settings]
    if seed is None and _last_is_seed(known, contract):
        seed = known.pop()
    side = next((p for p in parameters if p.name == SIDE), None)
    if not known and fixed and contract in (None, "estimates"):
        return Signature("estimates", seed, (), parameters, settings=settings)
    shape = contract or _shape(known)
    sided = side is not None and (shape == "features" or side.default is side.empty)
    if shape is None or len(known) != COUNTS[shape] or (sided and shape != "features"):
        raise InputError(f"{shorten(label)} takes ({', '.join(names)}); allowed: {ALLOWED}")
    return Signature(shape, seed, _ordered(shape, known), parameters, sided, settings)  # type: ignore[arg-type]


def _settings(names: list[str], seed: str | None, contract: str | None) -> tuple[str, ...]:
    """Scales, and sizes where points stand beside them."""
    points = contract in ("features", "estimates", "attention", "spectral") or bool(
        {n.lower() for n in names if n != seed} & DATA - SIZES
    )
    found = NATURAL | SHAPES | SIZES if points and contract != "frequencies" else NATURAL | SHAPES
    return tuple(n for n in names if n != seed and (n.lower() in found or (points and n in ("D", "M"))))


def _parameters(
    call: Callable[..., Any], label: str, settings: frozenset[str]
) -> tuple[inspect.Parameter, ...]:
    """Those without a default, those that take a seed, `is_query`, and the settings that are named. A module of PyTorch is read by its forward, of Keras by call."""
    target = call if inspect.isfunction(call) else getattr(call, "forward", getattr(call, "call", call))
    try:
        found = inspect.signature(target).parameters.values()
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{shorten(label)}: its parameters cannot be read; wrap it in a function of (X, seed)"
        ) from error
    open_ended = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return tuple(
        p
        for p in found
        if p.kind not in open_ended
        and (p.default is p.empty or p.name in SEEDS or p.name == SIDE or p.name.lower() in settings)
    )


def _last_is_seed(names: list[str], contract: str | None) -> bool:
    """Whether a last parameter of another name must be the seed: one more than data, which names do not explain."""
    lower = [n.lower() for n in names]
    if contract == "spectral":
        return False
    if contract is not None:
        return len(names) == COUNTS[contract] + 1
    if len(names) == 2:
        return tuple(lower) not in POINTS and sizes(names) is None and not set(lower) <= SIZES
    return len(names) == 4 or (len(names) == 3 and not set(lower) <= TRIPLE.keys())


def _shape(names: list[str]) -> Contract | None:
    if len(names) == 1:
        return None if names[0].lower() in SIZES else "features"
    if len(names) == 2:
        return "frequencies" if sizes(names) or {n.lower() for n in names} & SIZES else "estimates"
    return "attention" if len(names) == 3 and {n.lower() for n in names} <= TRIPLE.keys() else None


def _ordered(shape: str, names: list[str]) -> tuple[str, ...]:
    """Names in the order (d, m) or (Q, K, V) where they are known; else the order of the parameters stands."""
    if shape == "frequencies":
        return sizes(names) or half(names) or tuple(names)
    order = [TRIPLE.get(n.lower(), -1) for n in names]
    if shape == "attention" and sorted(order) == [0, 1, 2]:
        return tuple(names[order.index(k)] for k in range(3))
    return tuple(names)
