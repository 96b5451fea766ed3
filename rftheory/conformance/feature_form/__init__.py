"""Features of projections: the form of the map, its weights, its constants."""
