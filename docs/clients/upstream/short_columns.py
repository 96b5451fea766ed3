"""xformers, SMReg: Q has as many rows as there are features; cut to d coordinates its columns are too short by sqrt(d/m)."""

import numpy as np
from spread import shown

rng, d, m = np.random.default_rng(1), 8, 32
x = np.eye(d)[0]
values, mended = [], []
for _ in range(4000):
    q = np.linalg.qr(rng.standard_normal((m, m)))[0][:d]
    values.append(np.exp(-1.0) * np.mean(np.cosh(np.sqrt(d) * 2 * x @ q)))
    mended.append(np.exp(-1.0) * np.mean(np.cosh(2 * x @ (q / np.linalg.norm(q, axis=0) * np.sqrt(d)))))
shown("estimate of e^{x.x}, rows of length sqrt(d)", values, np.exp(1.0))
shown("columns of length sqrt(d)", mended, np.mean(mended))
