"""Reliability: how soon people answer, and whether they play matches to the end.

Everything is measured, nothing is entered by users. A table session stores with the last move of an
answer how long it took (`Move.took`). A worker counts answers and finished matches into
`PlayerStatistics` (`aggregation.py`). `recount.py` gets the same numbers from the journal alone.
"""
