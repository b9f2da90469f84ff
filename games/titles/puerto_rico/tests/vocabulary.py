"""Words of the game that the glossary of the site avoids; `tests/test_vocabulary.py` reads them."""

ALLOWED = {"circle": "the rules: circles on tiles, where workers stand"}
