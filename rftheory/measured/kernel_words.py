"""The words by which the field calls kernels, each as the doors name it."""

from __future__ import annotations

import re

_WORDS = {
    "gaussian": ("rbf", "se", "sqexp", "squared-exponential", "exponentiated-quadratic", "gauss"),
    "softmax": ("exp-dot-product", "exponential-dot-product"),
    "matern12": ("matern-1/2", "matern-12", "matern-0.5", "matern0.5", "matern1/2"),
    "matern32": ("matern-3/2", "matern-32", "matern-1.5", "matern1.5", "matern3/2"),
    "matern52": ("matern-5/2", "matern-52", "matern-2.5", "matern2.5", "matern5/2"),
    "rq": ("rational-quadratic", "rationalquadratic"),
    "laplace": ("laplacian",),
}
"""A word means the kernel alone: how it is scaled, by a lengthscale or by gamma, is always said beside it."""


def kernel_word(name: str) -> str:
    """The name of the doors for a kernel, whatever its case and its dashes; any other word as it is."""
    plain = re.sub(r"[\s_]+", "-", name.strip().lower()).removesuffix("-kernel").replace("é", "e")
    for own, others in _WORDS.items():
        if plain == own or plain in others:
            return own
    return plain if plain.replace("-", "").isalnum() else name
