"""Maps of whole rows whose projections do not show."""
