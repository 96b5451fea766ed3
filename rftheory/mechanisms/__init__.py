"""The shelf of mechanisms: one file, one coupling or feature map."""
