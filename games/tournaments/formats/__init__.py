"""The formats of tournaments: what is played next, and who is ahead. No Django, no rows, no clocks.

`base.py` says what a format is asked and what it answers; `offered.py` lists the formats there are.
"""
