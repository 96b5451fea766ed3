"""fast-transformers, orthogonal_random_matrix_: lengths are those of rows of the matrix that Q is made of."""

import numpy as np
from spread import shown

rng, d = np.random.default_rng(1), 4
x = np.eye(d)[0]
values, mended = [], []
for _ in range(100000):
    g = rng.standard_normal((d, d))
    q, fresh = np.linalg.qr(g)[0], np.sqrt(rng.chisquare(d, d))
    values.append(np.exp(-2.0) * np.mean(np.cosh(2 * x @ (q * np.linalg.norm(g, axis=1)))))
    mended.append(np.exp(-2.0) * np.mean(np.cosh(2 * x @ (q * fresh))))
shown("E e^{-|x|^2} cosh(2 w.x), lengths of the same matrix", values, 1.0)
shown("the same, lengths of their own", mended, 1.0)
