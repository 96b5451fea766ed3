"""Generalised exponential features: weighted lengths, and complex parameters by modulus and angle."""
