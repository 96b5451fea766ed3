"""JAX: keys, init and apply, vmap."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.zoo.specimen import right

M = 24
JAX = {"array": "jax", "dtype": "float32"}
BOTH = {"mechanism": "iid-trigonometric", "kernel": "gaussian"}


def waves(x: Any, key: Any) -> Any:
    z = x @ jax.random.normal(key, (x.shape[-1], M))
    return jnp.concatenate([jnp.cos(z), jnp.sin(z)], axis=-1) / jnp.sqrt(M)


def init(key: Any, dim: int) -> dict[str, Any]:
    first, second = jax.random.split(key)
    return {"w": jax.random.normal(first, (dim, M)), "b": jax.random.uniform(second, (M,), maxval=2 * jnp.pi)}


def apply(params: dict[str, Any], x: Any) -> Any:
    return jnp.sqrt(2.0 / M) * jnp.cos(x @ params["w"] + params["b"])


def functional(x: Any, rng_key: Any) -> Any:
    """init and apply."""
    return apply(init(rng_key, x.shape[-1]), x)


def orthogonal(x: Any, key: Any) -> Any:
    """jax.random.orthogonal is uniform; chi norms."""
    first, second = jax.random.split(key)
    d = x.shape[-1]
    q = jax.random.orthogonal(first, d, (M // d,)).reshape(M, d)
    w = jnp.linalg.norm(jax.random.normal(second, (M, d)), axis=1, keepdims=True) * q
    return jax.vmap(lambda v: jnp.exp(w @ v - v @ v / 2) / jnp.sqrt(M))(x)


def keyed(code: Any) -> Any:
    return lambda x, s: np.asarray(code(jnp.asarray(x), jax.random.PRNGKey(s)))


SPECIMENS = (
    right(
        "jax-waves",
        waves,
        "a key as an argument",
        BOTH,
        {"kernel": "gaussian"},
        common=JAX,
        plain=keyed(waves),
    ),
    right(
        "jax-functional",
        functional,
        "init and apply",
        {"mechanism": "iid-phase", "kernel": "gaussian"},
        {"kernel": "gaussian"},
        common=JAX,
        plain=keyed(functional),
    ),
    right(
        "jax-favor",
        orthogonal,
        "jax.random.orthogonal, vmap",
        {"mechanism": "orthogonal-positive", "kernel": "softmax"},
        {"kernel": "softmax"},
        common=JAX,
        kernel="softmax",
        plain=keyed(orthogonal),
    ),
)
