"""Why a move is not possible: how it is written, and whether it is time for it.

Only ever asked about moves that the list does not hold. What a well written move at the right
time lacks is said by `reasons.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.match import IllegalMove

from .components import (
    CORNERS,
    GOODS,
    TECHS,
    UNITS,
)
from .maps import SPACE_ID
from .reasons import CHECKS, number
from .state import FRAME_NAME

if TYPE_CHECKING:
    from .match import Caledonia

# How each move is written: after its verb, the kinds of its words (a trailing ? may be left out).
SHAPES: dict[str, str] = {
    "choose": "set",
    "bid": "number",
    "fold": "",
    "place": "unit space",
    "buy": "good number",
    "sell": "good number",
    "take": "contract contract?",
    "expand": "unit space",
    "ship": "",
    "tech": "tech",
    "hire": "",
    "fulfil": "contract",
    "pass": "",
    "slaughter": "space",
    "upgrade": "upgrade",
    "brew": "number",
    "nbuy": "good number",
    "draw": "",
    "keep": "none-or-contract contract?",
    "swap": "space unit",
    "done": "",
    "row": "space space",
    "withdraw": "number",
    "end": "",
    "produce": "number number number",
    "cellar": "yes-or-no",
    "butter": "number",
}
UPGRADES = ("ship", "tech_woodcutter", "tech_miner", "hire", *(f"recall:{good}" for good in GOODS))

PHASES = {
    "clans": ("choose", "bid", "fold"),
    "place": ("place",),
    "production": ("produce", "cellar", "butter"),
}
MAIN = ("buy", "sell", "take", "expand", "ship", "tech", "hire", "fulfil", "pass")
FRAME_VERBS = {
    "meat": ("slaughter", "port", "withdraw"),
    "rewards": ("expand", "upgrade", "brew", "withdraw", "done"),
    "bonus": ("nbuy", "draw", "withdraw", "done"),
    "keep": ("keep", "withdraw"),
    "swap": ("swap", "done"),
    "second": ("fulfil", "done"),
}


def reason(match: Caledonia, seat: int, tokens: list[str]) -> IllegalMove | None:
    """The reason why an actor may not make this move, as far as it can be told."""
    verb = tokens[0]
    if verb != "port" and verb not in SHAPES:
        return None
    p = match.players[seat]
    text = _badly_written(verb, tokens[1:])
    if text:
        return IllegalMove(text, "6")
    text = _wrong_time(match, verb)
    if text:
        return IllegalMove(text, "5")
    text = CHECKS[verb](match, p, seat, tokens[1:]) if verb in CHECKS else None
    return IllegalMove(text, "6") if text else None


# how it is written


def _badly_written(verb: str, args: list[str]) -> str | None:
    if verb == "port":
        return _port_badly_written(args)
    kinds = SHAPES[verb].split()
    needed = [kind for kind in kinds if not kind.endswith("?")]
    if not len(needed) <= len(args) <= len(kinds):
        shape = " ".join(f"<{kind}>" for kind in kinds)
        return f"`{verb}` is written {verb} {shape}".rstrip() + f", not with {len(args)} words"
    for kind, word in zip(kinds, args, strict=False):
        wrong = _not_a(kind.rstrip("?"), word)
        if wrong:
            return wrong
    return None


def _not_a(kind: str, word: str) -> str | None:
    if kind == "number":
        return None if number(word) is not None else f"{word!r} is not a plain number"
    if kind == "contract" or (kind == "none-or-contract" and word != "none"):
        which = number(word)
        known = which is not None and 1 <= which <= 50
        return None if known else f"there is no contract {word!r}: they are 1 to 50"
    if kind == "space":
        return None if word in SPACE_ID else f"there is no space {word!r} on the map"
    words: dict[str, tuple[str, ...]] = {
        "unit": UNITS,
        "good": GOODS,
        "tech": TECHS,
        "upgrade": UPGRADES,
        "yes-or-no": ("yes", "no"),
    }
    if kind in words and word not in words[kind]:
        return f"{word!r} is no {kind}: there are {', '.join(words[kind])}"
    return None


def _port_badly_written(args: list[str]) -> str | None:
    if not args or args[0] not in CORNERS:
        return "`port` names a corner a, b, c or d first"
    return None


# whether it is time for it


def _wrong_time(match: Caledonia, verb: str) -> str | None:
    home = next((name for name, verbs in PHASES.items() if verb in verbs), "action")
    if match.phase != home:
        return f"`{verb}` belongs to the {home} phase; now it is the {match.phase} phase"
    if home != "action":
        return None
    if match.frames:
        frame = FRAME_NAME[type(match.frames[-1])]
        verbs = FRAME_VERBS[frame]
        if verb not in verbs:
            return (
                f"first {frame} must be settled, with {', '.join(verbs)}: `{verb}` is not possible"
            )
        return None
    if match.trade >= 0:
        good = GOODS[match.trade]
        if verb not in ("buy", "sell"):
            return f"after the price was moved {good} must be bought or sold now"
        return None
    if match.stage == "after" and verb not in ("port", "end"):
        return f"the main action of this turn is done: only ports and `end` are left, not `{verb}`"
    if match.stage == "before" and verb not in (*MAIN, "port", "withdraw", "row"):
        return f"there is nothing to `{verb}` now: a turn begins with its main action"
    return None
