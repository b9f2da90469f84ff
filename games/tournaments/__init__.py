"""Tournaments: tournaments, leagues and ladders over many tables.

Its heart is pure and knows no rows: `points.py` (what a table brings, tie-breaks), `pairing.py`
(who meets whom, and who sits where) and `formats/` (what a format does next, and who is ahead).
A format is asked with the `State` of a tournament: its settings, its entrants and the ledger of its
tables. From the same state it always answers the same, so whoever is interrupted asks again.
"""
