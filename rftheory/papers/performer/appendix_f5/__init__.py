"""Appendix F.5 of performer: uniform convergence and the proof of Theorem 4."""
