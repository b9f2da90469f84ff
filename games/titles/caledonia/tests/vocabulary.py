"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED: dict[str, str] = {}

PENDING = {
    "classes that name shapes in the API's description": """
        games.titles.caledonia.rules.view_types: StandingView
    """,
}
