"""Names that link to their section of the rules, and the subjects of moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first
from games.boards.view_models import RuleLink, Text

from ..rules.components import WARES
from . import vocabulary
from .places import harbour as harbour_name

KEY = "catan"
harbour_anchor = "harbour:{}".format
level_anchor = "level:{}".format  # of the wagon
FEED = "feed"  # the anchor of the verb `grain`, because the resource has the anchor "grain"


def rule_link(anchor: str, text: object) -> RuleLink:
    """Return a name, with a capital for the start of a cell, as a link to its section."""
    return RuleLink(capitalize_first(text), rules_url(KEY, anchor))


def _name_link(names: Mapping[str, Text], word: str) -> RuleLink:
    return rule_link(word, names[word])


ware = partial(_name_link, vocabulary.WARES)
ground = partial(_name_link, vocabulary.GROUNDS)
good = partial(_name_link, vocabulary.GOODS)
card = partial(_name_link, vocabulary.CARDS)
piece = partial(_name_link, vocabulary.PIECES)
neutral = partial(_name_link, vocabulary.NEUTRALS)
event = partial(_name_link, vocabulary.EVENTS)
special = partial(_name_link, vocabulary.REASONS)


def harbour(kind: str) -> RuleLink:
    return rule_link(harbour_anchor(kind), harbour_name(kind))


def rule_anchors(move: str) -> list[str]:
    """Return the anchors of a move: a card or token action, else its verb; then its wares.

    >>> rule_anchors("play plenty brick ore"), rule_anchors("grain")
    (['plenty', 'brick', 'ore', 'play'], ['feed', 'grain'])
    >>> rule_anchors("token robber")
    ['token:robber', 'trade_token']
    """
    verb, *arguments = move.split(" ")
    wares = [word for word in arguments if word in WARES]
    match verb:
        case "play":
            return [arguments[0], *wares, verb]
        case "token":
            return [f"token:{arguments[0]}", "trade_token"]
        case "neutral":
            return [verb, arguments[0]]
        case "grain":
            return [FEED, verb]
    return [verb, *wares]
