"""Records that travel: their format, what is written of a match, and what is taken in."""
