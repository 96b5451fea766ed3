"""What is no plain function: classes, modules, layers, transformers, methods. One instance a seed wherever that can be."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from rftheory.conformance.client.arrays import ROUNDING
from rftheory.conformance.client.calling import bound
from rftheory.conformance.client.constructors import Asking, arguments, plain
from rftheory.conformance.client.guarding import held
from rftheory.conformance.client.repeating import Repeating, as_it_is, is_module
from rftheory.conformance.client.seeding import SEEDS, as_wanted, everywhere
from rftheory.conformance.client.signatures import Contract, Signature, read
from rftheory.conformance.client.transformers import transformer
from rftheory.errors import InputError, shorten

METHODS = ("features", "attention", "draw", "frequencies")
MAPS = (
    "feature_map",
    "transform",
    "compute_features",
    "get_features",
    "random_features",
    "featurize",
    "phi",
    "forward",
    "call",
)
"""Methods that give features, of objects that cannot be called and have none of METHODS; the first one is taken."""
MODES = {"draw": "estimates"} | dict.fromkeys(MAPS, "features")
APART = 1_013_904_223
"""Between the seed of an object and that of its call, which must not draw the same numbers."""
REDRAWS = ("resample", "redraw", "redraw_projections", "reset_parameters")


@dataclass(frozen=True)
class Way:
    """How code is called: under which contract, by call(data..., integer seed), and whether global generators serve.

    note: what a report says of it, once it was called.
    """

    contract: Contract
    call: Callable[..., Any]
    global_seed: bool = False
    fixed: bool = False
    unsettled: bool = False
    last_rows: Callable[[], Any] | None = None
    dtype: str | None = None
    note: Callable[[], str] = str


def running(_: int) -> AbstractContextManager[None]:
    """Global generators go on from where they are."""
    return nullcontext()


def way(found: Any, ask: Asking) -> Way | None:
    """How to call what was found; None where it is nothing that can be called."""
    if inspect.ismodule(found):
        return None
    if hasattr(found, "fit") and hasattr(found, "transform"):
        return Way("features", transformer(found, ask))
    if hasattr(found, "init") and hasattr(found, "apply"):
        return Way("features", _functional(found, ask))
    if inspect.isclass(found):
        return _of_class(found, ask)
    if hasattr(type(found), "from_config") and hasattr(found, "get_config"):
        return _of_class(type(found), ask, _configured(found))
    return _of_object(found, ask)


def read_way(call: Callable[..., Any], ask: Asking, contract: str | None) -> tuple[Signature, Way]:
    """How to call a function or a method by its parameters."""
    how = read(call, ask.label, contract, ask.fixed, ask.settings.said)
    made = bound(call, how, ask.library, ask.device, ask.settings)
    return how, Way(how.contract, made, how.seed is None, how.fixed, not how.named)


def _of_object(found: Any, ask: Asking) -> Way | None:
    """A function as it is; an object by the method that a contract names, with frequencies() of the last draw beside it."""
    chosen, contract = _method(found, ask.contract)
    if not callable(chosen):
        return None
    how, made = read_way(chosen, ask, contract)
    beside = _shown_rows(found) if chosen is not found else None
    again = next((name for name in REDRAWS if made.global_seed and plain(found, name)), None)
    drawing = made.global_seed and made.contract in ("features", "attention") and is_module(found)
    if again is None and not drawing:
        return replace(made, last_rows=beside)
    name = getattr(chosen, "__name__", "") if chosen is not found else ""
    repeating = Repeating(features=made.contract == "features")

    def redrawn(*arguments: Any) -> Any:
        with everywhere(arguments[-1]):
            if again is not None:
                getattr(found, again)()
            asked = as_it_is(found) if drawing else found
            target = getattr(asked, name) if name else asked
            inside = bound(target, how, ask.library, ask.device, ask.settings, running)
            if not drawing:
                return inside(*arguments)
            return repeating(lambda: inside(*arguments), arguments[-1], asked, lambda: redrawn(*arguments))

    return replace(made, call=redrawn, last_rows=beside, note=lambda: repeating.note)


def _of_class(found: type, ask: Asking, config: dict[str, Any] | None = None) -> Way:
    """A class: one instance a seed, made of sizes, scales and a seed by the names of its parameters."""
    given, seed = (config, _seed(config)) if config is not None else arguments(found, ask)
    current: dict[str, Any] = {}

    def instance(number: int) -> Any:
        more = {} if seed is None else {seed: as_wanted(seed, number, ask.library, ask.device)}
        if config is not None:
            return found.from_config({**given, **more})  # type: ignore[attr-defined]
        made = found(**given, **more)
        if plain(made, "fit"):
            made.fit()
        return _in_dtype(made, ask)

    with held(f"{shorten(ask.label)}({', '.join(given)})"), everywhere(0):
        first = instance(0)
    chosen, contract = _method(first, ask.contract)
    if not callable(chosen):
        raise InputError(
            f"{shorten(ask.label)} makes objects of {type(first).__name__}, which cannot be called; allowed: a class "
            f"whose objects can, or have fit and transform, or one of {', '.join((*METHODS, *MAPS))}"
        )
    how, made = read_way(chosen, ask, contract)
    repeating = Repeating(features=made.contract == "features")
    name = getattr(chosen, "__name__", "") if chosen is not first else ""

    def call(*arguments: Any) -> Any:
        *data, number = arguments
        with everywhere(number):
            current["object"] = instance(number)
            target = getattr(current["object"], name) if name else current["object"]
            later = bound(target, how, ask.library, ask.device, ask.settings, running)
            own = number if seed is None else (number + APART) % 2**31
            if made.contract not in ("features", "attention"):
                return later(*data, own)
            return repeating(lambda: later(*data, own), number, current["object"], lambda: call(*arguments))

    def rows() -> Any:
        return current["object"].frequencies()

    shown = rows if name and _shown_rows(first) is not None else None
    alone = seed is None and how.seed is None
    own = None if ask.dtype else own_dtype(first)
    return replace(
        made, call=call, global_seed=alone, last_rows=shown, dtype=own, note=lambda: repeating.note
    )


def own_dtype(found: Any) -> str | None:
    """The dtype of the tensors that a module of PyTorch holds, float32 where it holds none; None of anything else."""
    if not is_module(found):
        return None
    tensors = (tensor for kind in ("parameters", "buffers") for tensor in getattr(found, kind)())
    dtype = str(getattr(next(tensors, None), "dtype", "float32")).rpartition(".")[2]
    return dtype if dtype in ROUNDING else "float32"


def _method(found: Any, contract: str | None) -> tuple[Any, str | None]:
    """The method that a contract names, and the contract; the target itself otherwise."""
    if inspect.isfunction(found) or inspect.isclass(found):
        return found, contract
    names = [name for name in METHODS if callable(getattr(found, name, None))]
    if not names and not callable(found):
        names = [name for name in MAPS if callable(getattr(found, name, None))]
    wanted = [name for name in names if contract is None or MODES.get(name, name) == contract]
    if not wanted:
        return found, contract
    return getattr(found, wanted[0]), contract


def _shown_rows(found: Any) -> Callable[[], Any] | None:
    """frequencies() of an object, where it takes no argument."""
    beside = getattr(found, "frequencies", None)
    try:
        inspect.signature(beside).bind()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return beside if callable(beside) else None


def _in_dtype(found: Any, ask: Asking) -> Any:
    """A module of PyTorch on the device, and in the dtype where one is named."""
    if not is_module(found):
        return found
    kind = getattr(sys.modules["torch"], ask.dtype) if ask.dtype else None
    return found.to(device=ask.device or None, dtype=kind)


def _functional(found: Any, ask: Asking) -> Callable[[Any, int], Any]:
    """init(key, x) and apply(parameters, x), as modules of JAX have them; a class is made with its sizes."""
    if inspect.isclass(found):
        given, _ = arguments(found, ask)
        with held(f"{shorten(ask.label)}({', '.join(given)})"):
            found = found(**given)

    def features(x: Any, seed: int) -> Any:
        key = as_wanted("key", seed, ask.library, ask.device)
        return found.apply(found.init(key, x), x)

    return features


def _configured(found: Any) -> dict[str, Any]:
    """The configuration of a layer, by which fresh ones are made: its name aside, which must not repeat."""
    with held(f"{type(found).__name__}.get_config"):
        return {name: value for name, value in found.get_config().items() if name != "name"}


def _seed(config: dict[str, Any]) -> str | None:
    return next((name for name in config if name in SEEDS), None)
