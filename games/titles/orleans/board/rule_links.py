"""Links from names to the rules, and the subjects of moves."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.cached_urls import rules_url
from games.boards.view_models import RuleLink

from . import vocabulary


def rule_link(anchor: str, text: object) -> RuleLink:
    """Return a name that links to its section of the rules."""
    return RuleLink(text, rules_url("orleans", anchor))


def place(key: str) -> RuleLink:
    return rule_link(key, vocabulary.PLACES[key])


def track(key: str) -> RuleLink:
    return rule_link(track_anchor(key), vocabulary.TRACKS[key])


def town(key: str) -> RuleLink:
    return rule_link(key, vocabulary.TOWNS[key])


def track_anchor(key: str) -> str:
    """Return the anchor of a track; without "track:", "farmer" is the follower."""
    return key if key == "development" else f"track:{key}"


def rule_anchors(move: str) -> Sequence[str]:
    """Return the anchors of a move, the most specific first; numbers have no anchors."""
    words = [word for word in move.split(" ") if not word.isdigit() and word != "none"]
    match words:
        case ["place" | "settle" | "recall" as verb, tile, where, _]:
            return [where, tile, verb]
        case ["deed", tile, deed, *_]:
            return [deed, tile, "deed"]
        case ["tech", where, _]:
            return [where, "technology", "tech"]
        case ["torture", "place" | "good", what]:
            return [what, "torture"]
        case ["act", "village", "boatman", advanced, *tile]:
            return ["sluice", track_anchor(advanced), *tile, "village", "act"]
        case ["act", "hideout", good, used, *tile]:
            return ["hideout", track_anchor(used), *tile, good, "act"]
    return [*words[1:], words[0]]
