"""Feature maps of whole rows: generalised exponential and discretely-induced ones. No closed form of a moment is here."""
