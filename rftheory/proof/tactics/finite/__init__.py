"""Finite sums and products over the places of vectors."""
