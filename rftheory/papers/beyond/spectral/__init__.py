"""Random Fourier features of radial kernels other than the Gaussian, and their couplings."""
