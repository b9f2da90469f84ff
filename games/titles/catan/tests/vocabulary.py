"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED = {"trail": "the term of graph theory for the longest road"}

PENDING = {
    "helpers of benchmarks and examples": """
        games.titles.catan.benchmarks.alphabeta: Tally
    """,
    "hooks and attributes of rules, boards and titles, which templates read": """
        games.titles.catan.board: CatanPresenter.opening
        games.titles.catan.board.build_list: _unseen
        games.titles.catan.board.hud: closing
        games.titles.catan.board.preview: _standing_changes _standing_key
        games.titles.catan.rules.notation: listed
    """,
}
