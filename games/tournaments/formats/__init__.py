"""The formats of tournaments: what is played next, and the standings. No Django, rows or clocks.

`base.py` defines the input and the answers of a format; `registry.py` lists the formats.
"""
