"""A user's table of values against the certified ones. Renders nothing, and no formula lives here."""
