"""Words of the game that the glossary of the site avoids; `tests/test_vocabulary.py` reads them."""

ALLOWED = {"trail": "the term of graph theory for the longest road"}
