"""Feature maps of whole rows: generalised exponential and discretely-induced ones."""
