"""Row maps whose projections do not show."""
