"""GPyTorch's RFFKernel as a client, by its features and by the matrix that it returns."""

import torch
from gpytorch.kernels import RFFKernel

M = 48


def kernel(d, seed, lengthscale=1.0):
    """A kernel with its frequencies drawn from this seed."""
    torch.manual_seed(seed)
    made = RFFKernel(num_samples=M, num_dims=d).double()
    made.lengthscale = lengthscale
    return made


def features(x, seed):
    """Its cosines and sines."""
    return kernel(x.shape[1], seed)._featurize(torch.as_tensor(x), normalize=True)


def half_lengthscale(x, seed):
    """The kernel of 2x: `--scale 2`."""
    return kernel(x.shape[1], seed, lengthscale=0.5)._featurize(torch.as_tensor(x), normalize=True)


def estimates(x, y, seed):
    """What a user gets: the entries K(x_i, y_i)."""
    return kernel(x.shape[1], seed)(torch.as_tensor(x), torch.as_tensor(y)).to_dense().diagonal()
