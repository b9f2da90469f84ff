"""The site's tests. A failing assert shows its values in every module here, not in tests alone."""

from pathlib import Path

import pytest

_HERE = Path(__file__).parent
_TITLES = _HERE.parent / "games" / "titles"
pytest.register_assert_rewrite(
    *(f"tests.{one.stem}" for one in _HERE.iterdir() if one.is_dir() or one.suffix == ".py"),
    *(f"games.titles.{one.parent.name}.tests" for one in _TITLES.glob("*/tests")),
)
