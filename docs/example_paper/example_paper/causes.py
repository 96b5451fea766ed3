"""A mistake that `conform` can name: the rows of a pair at 60 degrees, where one of them has lost its sign."""

import numpy as np

from rftheory.authoring import Floats, RowMistake


def _acute(w: Floats) -> bool:
    """Whether the first two rows of every draw W (n, m, d) have the cosine +1/2."""
    if w.shape[1] < 2:
        return False
    first, second = w[:, 0], w[:, 1]
    sizes = np.linalg.norm(first, axis=-1) * np.linalg.norm(second, axis=-1)
    return bool(np.allclose(np.sum(first * second, axis=-1), sizes / 2.0, rtol=1e-4, atol=1e-6))


def _flipped(w: Floats, rng: np.random.Generator) -> Floats:
    """The second row of each pair with its other sign."""
    del rng
    w[:, 1::2] *= -1.0
    return w


CAUSES = (
    RowMistake(
        name="acute-pairs",
        text="the rows of a pair have an angle of 60 degrees: the second one has lost its sign",
        seen=_acute,
        repair=_flipped,
    ),
)
