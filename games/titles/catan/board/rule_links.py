"""Names that lead to their paragraph of the rules, and what a move is about."""

from __future__ import annotations

from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first
from games.boards.view_models import RuleLink

from ..rules.components import WARES
from . import vocabulary
from .places import harbour as harbour_name

KEY = "catan"
FEED = "feed"  # the verb `grain`, whose word is that of the resource


def rule_link(anchor: str, text: object) -> RuleLink:
    """A name at the start of a cell, as a link to its paragraph."""
    return RuleLink(capitalize_first(text), rules_url(KEY, anchor))


def ware(word: str) -> RuleLink:
    return rule_link(word, vocabulary.WARES[word])


def ground(word: str) -> RuleLink:
    return rule_link(word, vocabulary.GROUNDS[word])


def good(word: str) -> RuleLink:
    return rule_link(word, vocabulary.GOODS[word])


def card(word: str) -> RuleLink:
    return rule_link(word, vocabulary.CARDS[word])


def piece(word: str) -> RuleLink:
    return rule_link(word, vocabulary.PIECES[word])


def neutral(word: str) -> RuleLink:
    return rule_link(word, vocabulary.NEUTRALS[word])


def event(word: str) -> RuleLink:
    return rule_link(word, vocabulary.EVENTS[word])


def special(word: str) -> RuleLink:
    return rule_link(word, vocabulary.REASONS[word])


def harbour(kind: str) -> RuleLink:
    return rule_link(harbour_anchor(kind), harbour_name(kind))


def harbour_anchor(kind: str) -> str:
    """The anchor of a harbour, by its type."""
    return f"harbour:{kind}"


def level_anchor(level: int) -> str:
    """The anchor of a wagon level."""
    return f"level:{level}"


def subjects(move: str) -> list[str]:
    """The anchors of a move: a card or a token action, else its verb; then the wares it names.

    >>> subjects("play plenty brick ore"), subjects("grain"), subjects("token robber")
    (['plenty', 'brick', 'ore', 'play'], ['feed', 'grain'], ['token:robber', 'trade_token'])
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
