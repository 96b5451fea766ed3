"""Code with one mistake each: its name, and no other, should be said."""
