"""All formats by key, in the order in which forms offer them."""

from __future__ import annotations

from .arena import Arena
from .base import Format
from .double_elimination import DoubleElimination
from .groups import Groups
from .knockout import Knockout
from .ladder import Ladder
from .swiss import Swiss

FORMATS: dict[str, Format] = {
    one.key: one for one in (Swiss(), Groups(), Knockout(), DoubleElimination(), Ladder(), Arena())
}
