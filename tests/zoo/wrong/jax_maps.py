"""JAX: keys used twice, folded away, single precision."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from tests.zoo.right.jax_maps import JAX, M, keyed
from tests.zoo.specimen import wrong

GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
ORTHOGONAL = {"mechanism": "orthogonal-positive", **SOFTMAX}


def one_key(x: Any, key: Any) -> Any:
    """One key for every block: all are the same."""
    d = x.shape[-1]
    q = jnp.concatenate([jax.random.orthogonal(key, d) for _ in range(M // d)])
    w = jnp.sqrt(jax.random.chisquare(jax.random.fold_in(key, 1), d, (M, 1))) * q
    return jnp.exp(x @ w.T - jnp.sum(x * x, -1, keepdims=True) / 2) / jnp.sqrt(M)


def key_of_phases(x: Any, key: Any) -> Any:
    """The key is ignored where frequencies are drawn."""
    z = x @ jax.random.normal(jax.random.PRNGKey(0), (x.shape[-1], M))
    return jnp.concatenate([jnp.cos(z), jnp.sin(z)], -1) / jnp.sqrt(M)


def truncated(x: Any, key: Any) -> Any:
    """truncated_normal, as initialisers have it."""
    z = x @ jax.random.truncated_normal(key, -2.0, 2.0, (x.shape[-1], M))
    return jnp.concatenate([jnp.cos(z), jnp.sin(z)], -1) / jnp.sqrt(M)


SPECIMENS = (
    wrong(
        "jax-one-key",
        one_key,
        "blocks-repeated",
        "one key for all blocks",
        ORTHOGONAL,
        SOFTMAX,
        common=JAX,
        kernel="softmax",
        plain=keyed(one_key),
    ),
    wrong(
        "jax-key-ignored",
        key_of_phases,
        "seed-ignored",
        "PRNGKey(0)",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        shows="shown",
        common=JAX,
        kernel=None,
    ),
    wrong(
        "jax-truncated",
        truncated,
        "row-density bandwidth norm-law",
        "cut off at two deviations",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        common=JAX,
        plain=keyed(truncated),
    ),
)
