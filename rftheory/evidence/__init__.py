"""The hall's instruments: one file for each kind of evidence."""
