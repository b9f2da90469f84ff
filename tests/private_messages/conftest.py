"""Tables to test with."""

from tests.games.conftest import new_table, table

__all__ = ["new_table", "table"]
