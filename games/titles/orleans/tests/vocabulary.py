"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED: dict[str, str] = {}

PENDING = {
    "helpers of tests": """
        games.titles.orleans.tests.rules.test_autoplay: suffering
    """,
}
