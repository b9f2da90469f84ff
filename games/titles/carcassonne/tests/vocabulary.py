"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED = {"gate": "of a city on a tile"}

PENDING = {
    "hooks and attributes of rules, boards and titles, which templates read": """
        games.titles.carcassonne.rules.cells: _Cells.__missing__ _Placements.__missing__
        games.titles.carcassonne.rules.components: tally_count turned
    """,
}
