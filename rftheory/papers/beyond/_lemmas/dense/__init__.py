"""What the sections on dense features share: lists of eigenvalues, Gaussian integrals, the best eigenvalue."""
