"""Tournaments, leagues and ladders over many tables.

The core is pure and has no database rows: `points.py` (the points of a table, tie-breaks),
`pairings.py` (who meets whom and sits where) and `formats/` (what a format does next, and the
standings). A format gets the `TournamentState`: its settings, its entrants and the results of its
tables. The same state always gives the same answer, so an interrupted caller can ask again.
"""
