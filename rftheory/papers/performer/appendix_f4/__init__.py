"""Appendix F.4 of performer: beautiful functions and the proofs of Theorems 2 and 3."""
