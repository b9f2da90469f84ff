"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED = {"gate": "of a city on a tile"}

PENDING: dict[str, str] = {}
