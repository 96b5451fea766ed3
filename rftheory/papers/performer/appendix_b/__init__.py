"""Appendix B of performer: Algorithm 1, orthogonal projections, time and space."""
