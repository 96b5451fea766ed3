"""How a seed reaches a user's code: an integer, a generator, a key, or every global generator."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
    finally:
        random.setstate(python)
        np.random.set_state(numpy)  # noqa: NPY002
        if torch is not None:
            torch.set_rng_state(tensors)
            if cards is not None:
                torch.cuda.set_rng_state_all(cards)
        if cupy is not None:
            cupy.random.set_random_state(held)
