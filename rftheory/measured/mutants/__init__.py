"""Wrong couplings and feature maps, on purpose."""
