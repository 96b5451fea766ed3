"""From projections to estimates of a kernel, with bounds of their range."""
