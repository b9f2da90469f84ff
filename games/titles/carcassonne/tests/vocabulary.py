"""Words of the game that the glossary of the site avoids; `tests/test_vocabulary.py` reads them."""

ALLOWED = {"gate": "of a city on a tile"}
