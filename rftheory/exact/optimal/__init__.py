"""Optimal parameters, each with its objective and a machine-checked certificate of optimality. One file an optimiser."""
