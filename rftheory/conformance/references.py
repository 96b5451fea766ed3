"""The statement that every check stands on, by topic; those of a mechanism's moments and definition are the catalogue's."""

from __future__ import annotations

ESTIMATE = "simrf/eq1"
"""An estimate is a mean over independent draws of one seed each."""
FEATURE_VECTOR = "hrf/def2.1"
"""A point has one feature vector, and one draw serves queries and keys."""
PERFECT_ENDS = "hrf/sec2.2/perfect-ends"
"""Positive features have no variance at y = -x, trigonometric ones none at y = x."""

SIGNED_QR = "orf/sec3/footnote1"
NORMS = "orf/sec3/norms"
FIXED_NORMS = "orf/eq4"
MARGINAL = "orf/thm1/marginal"
FIXED_MARGINAL = "orf/thm2/bias"
BLOCKS = "performer/secB.2/block"
INDEPENDENT_ROWS = "orf/eq1"
PRODUCTS = "orf/eq5"
COSINES = {
    "orthogonal": "orf/eq2",
    "simplex": "simrf/eq9/inner",
    "full-simplex": "beyond/simplex-d+1/mse",
    "cross-polytope": "beyond/cross-polytope/mse",
    "anti-resultant": "simrf/eq16",
    "independent": INDEPENDENT_ROWS,
}
"""The cosines of a block, by the directions that a coupling declares."""

ATTENTION = "performer/eq4"
"""Attention is a ratio of estimates: its rows sum to one."""
ONE_HOT = "performer/secC.4/one-hot"

GENERALISED = "crt/eq4"
GENERALISED_CONSTANTS = "crt/eq5"

COUNTS = "crt/eq10"
COUNT_WEIGHT = "crt/sec2.1/softmax"
INDEPENDENT_COUNTS = "crt/eq9"
COUNT_ROWS = "crt/sec2.1/variance-m"
COUNT_LAWS = {"poisson": "crt/sec3.2.1/feature", "geometric": "crt/sec3.2.2/feature"}

INDUCED_KERNEL = "performer/eq5"
"""Features f(w.x)/sqrt(m) and the kernel that they induce."""

DENSE_WEIGHT, DENSE_MATRIX, DENSE_MOMENTS = (
    "beyond/dense/weight",
    "beyond/dense/unbiased",
    "beyond/dense/tail-index",
)
"""Rows of N(0, Sigma): the root of p/q in features, the matrix A or Sigma, which moments are finite."""

SPECTRAL_DENSITY = "beyond/spectral/matern/gp-density"
"""Spectral densities in both normalisations."""
SPECTRAL_SHARING = "beyond/spectral/shared/block-mse"
"""Whether rows have a mixing variable of their own, or blocks share one."""
SPECTRAL_VARIANCE = {
    "independent": "beyond/spectral/variance/matern",
    "orthogonal": "beyond/spectral/orf/contour",
}
"""The variance of an estimate of a stationary kernel, by directions."""
SPECTRAL_ROWS = "beyond/spectral/scale-mixture"
"""Rows of a stationary kernel: the square root of the mixing variable times a Gaussian vector."""
