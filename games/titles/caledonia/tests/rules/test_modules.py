"""Where a reader can start: the modules of the rules stand on one another, down to the state."""

from __future__ import annotations

from tests.imports import sources
from tests.test_imports import import_cycles

RULES = "games.titles.caledonia.rules"


def test_no_module_leads_back_to_itself_for_types_either() -> None:
    import_graph = {
        source.name: {name for name in source.imports() if name.startswith(f"{RULES}.")}
        for source in sources("games/titles/caledonia/rules")
    }
    assert f"{RULES}.state" in import_graph[f"{RULES}.market"]
    assert list(import_cycles(import_graph)) == []
