"""xformers, SMOrf and SMHyperbolic: lengths multiply coordinates (rows), while frequencies are columns of the matrix."""

import numpy as np
from spread import shown

rng, d, m = np.random.default_rng(1), 8, 8
x = np.full(d, d**-0.5)
values, mended = [], []
for _ in range(100000):
    q, r = np.linalg.qr(rng.standard_normal((m, m)))
    q, s = q * np.sign(np.diag(r)), np.sqrt(rng.chisquare(m, m))
    values.append(np.exp(-1.0) * np.mean(np.exp(2 * x @ (s[:, None] * q)[:d])))
    mended.append(np.exp(-1.0) * np.mean(np.exp(2 * x @ (q * s)[:d])))
shown("estimate of e^{x.x} along all ones, coordinates scaled", values, np.exp(1.0))
shown("frequencies scaled", mended, np.exp(1.0))
