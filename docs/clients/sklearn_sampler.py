"""scikit-learn's RBFSampler as a client: the transformer itself."""

from sklearn.kernel_approximation import RBFSampler

unit = RBFSampler(gamma=0.5, n_components=64)
wide = RBFSampler(gamma=1.0, n_components=64)
