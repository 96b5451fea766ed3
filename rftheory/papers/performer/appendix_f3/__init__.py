"""Appendix F.3 of performer: the proof of Theorem 1."""
