"""Matches between two clubs: each board is a table with as many people of one as of the other."""
