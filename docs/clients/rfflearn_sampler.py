"""rfflearn's orthogonal frequencies as a client; its columns are the rows of W."""

import numpy as np
from rfflearn.cpu.rfflearn_cpu_common import get_orf_matrix


def sampler(d, m, seed):
    """Under NumPy's global generator."""
    np.random.seed(seed)  # noqa: NPY002
    return get_orf_matrix(d, m, 1.0).T
