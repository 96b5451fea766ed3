"""Callables with their data in the contract's order and an integer seed last, whatever they want there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from rftheory.conformance.client.seeding import as_wanted, everywhere
from rftheory.conformance.client.signatures import SIDE, Signature
from rftheory.conformance.client.sizes import Sizes
from rftheory.errors import InputError


def bound(
    call: Callable[..., Any],
    how: Signature,
    where: str,
    device: str,
    settings: Sizes,
    around: Callable[[int], AbstractContextManager[None]] = everywhere,
) -> Callable[..., Any]:
    """call(data..., integer) of a callable that is read as `how`; without a seed global generators are set `around`."""
    fixed = {name: settings.value(name, how.settings) for name in how.settings}
    missing = [name for name, value in fixed.items() if value is None]
    if missing:
        raise InputError(
            f"the code wants {', '.join(missing)}; allowed: a kernel that has it, declared with it"
        )

    def once(arguments: tuple[Any, ...], **more: Any) -> Any:
        *data, number = arguments
        if how.seed is not None:
            seed = as_wanted(how.seed, number, where, device)
            first, named = how.bind(tuple(data), seed, **fixed, **more)
            return call(*first, **named)
        first, named = how.bind(tuple(data), None, **fixed, **more)
        with around(number):
            return call(*first, **named)

    def both(*arguments: Any) -> Any:
        if how.sided:
            return tuple(once(arguments, **{SIDE: side}) for side in (True, False))
        return once(arguments)

    return both
