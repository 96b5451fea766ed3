"""river, RBFSampler: products x_i w_ij are not summed over i. The features are those of a sum of one-dimensional kernels."""

import numpy as np
from spread import shown

rng, gamma, m = np.random.default_rng(1), 1.0, 100
x, y = np.full(4, 0.25), np.zeros(4)
values = []
for _ in range(2000):
    w, b = np.sqrt(2 * gamma) * rng.standard_normal((4, m)), rng.uniform(0, 2 * np.pi, m)
    values.append(2 / m * np.sum(np.cos(x[:, None] * w + b) * np.cos(y[:, None] * w + b)))
shown("products of features, times 2/m", values, np.exp(-gamma * np.sum((x - y) ** 2)))
