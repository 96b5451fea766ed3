"""Positive features with a matrix parameter, or, the same thing, with importance-sampled rows."""
