"""GPJax before its spectral measure had a dimension: every coordinate of a frequency is a Student-t draw of its own."""

import numpy as np
from spread import shown

rng, d, m, nu = np.random.default_rng(1), 8, 64, 0.5
x = np.full(d, d**-0.5)
values, mended = [], []
for _ in range(4000):
    w = rng.standard_t(2 * nu, (m, d))
    values.append(np.mean(np.cos(w @ x)))
    one = rng.standard_normal((m, d)) * np.sqrt(2 * nu / rng.chisquare(2 * nu, (m, 1)))
    mended.append(np.mean(np.cos(one @ x)))
shown("Matern-1/2 at distance 1 along the diagonal", values, np.exp(-1.0))
shown("one chi for all coordinates of a row", mended, np.exp(-1.0))
