"""Tactics for directions of rows: angles, spheres, and what is binomial in their signs."""
