"""Proofs as objects: what is made here is believed only when the checker accepts it."""
