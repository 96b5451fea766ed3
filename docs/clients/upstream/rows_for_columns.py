"""rfflearn, get_orf_matrix: chi lengths multiply the coordinates of Q, while its columns are the frequencies."""

import numpy as np
from spread import shown

rng, d = np.random.default_rng(1), 4
x = np.full(d, 2 * d**-0.5)
values, mended = [], []
for _ in range(40000):
    q, r = np.linalg.qr(rng.standard_normal((d, d)))
    q, s = q * np.sign(np.diag(r)), np.sqrt(rng.chisquare(d, d))
    values.append(np.mean(np.cos(x @ (s[:, None] * q))))
    mended.append(np.mean(np.cos(x @ (q * s))))
shown("kernel at distance 2 along all ones, coordinates scaled", values, np.exp(-2.0))
shown("frequencies scaled", mended, np.exp(-2.0))
