"""How a seed reaches a user's code: an integer, a generator, a key, or every global generator."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

INTEGERS = ("seed", "random_state", "random_seed")
GENERATORS = ("rng", "generator", "random_generator")
KEYS = ("key", "rng_key", "prng_key")
SEEDS = frozenset((*INTEGERS, *GENERATORS, *KEYS))


def as_wanted(parameter: str, seed: int, library: str, device: str) -> Any:
    """What a parameter of this name wants: a NumPy or PyTorch generator, a key of JAX, else the integer.

    `generator` is a torch.Generator where arrays are PyTorch's; `key`, and `rng` or `generator` where arrays are
    JAX's, is a jax.random.PRNGKey as soon as JAX is loaded.
    """
    jax = sys.modules.get("jax")
    if jax is not None and (parameter in KEYS or (parameter in GENERATORS and library == "jax")):
        return jax.random.PRNGKey(seed)
    if parameter == "generator" and library == "torch":
        torch = sys.modules["torch"]
        return torch.Generator(device=device or "cpu").manual_seed(seed)
    return np.random.default_rng(seed) if parameter in GENERATORS else seed


_ended: ContextVar[list[tuple[bytes, ...]] | None] = ContextVar("_ended", default=None)


def resets(call: Callable[[int], object]) -> bool:
    """Whether the code seeds a global generator itself: two seeds leave it in one state, so the program's own is lost."""
    kept = _ended.set([])
    try:
        for seed in (1, 2):
            call(seed)
        found = _ended.get() or []
    finally:
        _ended.reset(kept)
    states = list(zip(*found, strict=True)) if len({len(each) for each in found}) == 1 else []
    return len(found) > 1 and any(len(set(each)) == 1 for each in states)


def _state() -> tuple[bytes, ...]:
    """Where the global generators are."""
    torch = sys.modules.get("torch")
    found = [repr(random.getstate()).encode(), repr(np.random.get_state(legacy=False)).encode()]  # noqa: NPY002
    return tuple(found if torch is None else [*found, bytes(torch.get_rng_state().tolist())])


@contextmanager
def everywhere(seed: int) -> Iterator[None]:
    """Every global generator that is loaded starts from the seed: random, NumPy, PyTorch, CuPy, TensorFlow, Keras.

    Restored afterwards, but for those of TensorFlow and Keras, which cannot be read.
    """
    python, numpy = random.getstate(), np.random.get_state()  # noqa: NPY002
    torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
    tensors = cards = held = None
    if torch is not None:
        tensors = torch.get_rng_state()
        cards = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    if cupy is not None:
        held = cupy.random.get_random_state()
        cupy.random.set_random_state(cupy.random.RandomState(seed))
    keras, tensorflow = sys.modules.get("keras"), sys.modules.get("tensorflow")
    if keras is not None and hasattr(keras, "utils"):
        keras.utils.set_random_seed(seed)
    if tensorflow is not None:
        tensorflow.random.set_seed(seed)
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002
    if torch is not None:
        torch.manual_seed(seed)
    try:
        yield
        ended = _ended.get()
        if ended is not None:
            ended.append(_state())
    finally:
        random.setstate(python)
        np.random.set_state(numpy)  # noqa: NPY002
        if torch is not None:
            torch.set_rng_state(tensors)
            if cards is not None:
                torch.cuda.set_rng_state_all(cards)
        if cupy is not None:
            cupy.random.set_random_state(held)
