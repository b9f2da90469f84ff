"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED = {"circle": "the rules: circles on tiles, where workers stand"}

PENDING = {
    "helpers of tests": """
        games.titles.puerto_rico.tests.browser.test_page: wanted
    """,
}
