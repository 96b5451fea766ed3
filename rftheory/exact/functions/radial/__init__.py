"""What radial kernels and their frequency laws are made of: Gamma mixtures, Matern, stable laws, radii."""
