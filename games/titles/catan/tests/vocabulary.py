"""Words of the game that the glossary of the site avoids, and names that wait for another one.

`tests/test_vocabulary.py` reads them.
"""

ALLOWED = {"trail": "the term of graph theory for the longest road"}

PENDING = {
    "helpers of benchmarks and examples": """
        games.titles.catan.benchmarks.alphabeta: Tally
    """,
}
