"""The mean of independent values with an interval of five standard errors: all that the scripts beside it share."""

import numpy as np


def shown(what, values, claimed):
    """One line: the mean, its interval, what was claimed."""
    mean, half = np.mean(values), 5.0 * np.std(values) / np.sqrt(len(values))
    print(f"{what}: {mean:.4f} [{mean - half:.4f}, {mean + half:.4f}], claimed {claimed:.4f}")
