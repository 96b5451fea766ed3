"""Hybrids: base estimators mixed by estimated coefficients, as estimators and as feature maps."""
