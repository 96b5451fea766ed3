"""Pairs of rows of any cosine: their conformities as series in the cosine, and as integrals over an angle."""
