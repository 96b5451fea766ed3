"""Section 3 and Appendices C and E of hrf: errors of the bipolar and of the angular hybrid."""
