"""Section 2 of performer: attention, its kernels and their features, orthogonal projections."""
