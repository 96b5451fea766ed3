"""The right wing: couplings, feature maps and their sampling."""
