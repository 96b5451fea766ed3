"""Appendix D of hrf: the angular hybrid, and the proof of Theorem 3.5."""
