"""fast-transformers, RandomFourierFeatures: softmax_temp t is documented as of exp(-t |x-y|^2); points get sqrt(t)."""

import numpy as np
from spread import shown

rng, d, m, t = np.random.default_rng(1), 8, 32, 0.5
x, y = np.zeros(d), np.eye(d)[0]
values = [np.mean(np.cos(np.sqrt(t) * (x - y) @ rng.standard_normal((d, m)))) for _ in range(4000)]
shown("products of features", values, np.exp(-t * np.sum((x - y) ** 2)))
mended = [np.mean(np.cos(np.sqrt(2 * t) * (x - y) @ rng.standard_normal((d, m)))) for _ in range(4000)]
shown("points times sqrt(2 t)", mended, np.exp(-t * np.sum((x - y) ** 2)))
