"""Appendix A of simrf: supplementary proofs and discussion."""
