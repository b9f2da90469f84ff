"""The formats there are, by their keys, in the order in which a form offers them."""

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
