"""Laws of the frequencies of stationary kernels, as data, and the couplings that take them."""
