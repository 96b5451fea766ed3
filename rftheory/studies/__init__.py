"""The papers' experiments, as functions that return numbers: data, contestants, errors at pairs, distributions, regimes."""
