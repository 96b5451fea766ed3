"""Appendix F of hrf: the normalised bipolar Gaussian hybrid."""
