"""What is measured of how people play: how soon they answer, and whether they stay to the end.

Nothing here is said by the person. The door notes with the last move of an answer what it took
(`Move.took`); a worker counts that, and matches that are over, into `Tally` (`counting.py`), and
`recount.py` comes to the same from the journal alone.
"""
