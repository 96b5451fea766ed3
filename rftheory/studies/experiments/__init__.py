"""The papers' experiments by name, at the size of two cores: what is measured, with intervals."""
