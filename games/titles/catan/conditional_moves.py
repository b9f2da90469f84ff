"""Conditional moves of Catan: dice, turns, discards, answers to offers, and the robber."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.conditional_moves import DecisionContext, DecisionKind, DecisionKinds, Guard

from .board.translations import gettext_lazy as _
from .rules.components import CARDS, RESOURCES, WARES

# Moves that are nearly always legal and gain nothing.
IGNORED_VERBS = frozenset({"roll", "event", "end", "offer", "retire"})


def _is_phase(*phases: str) -> Callable[[DecisionContext], bool]:
    return lambda context: context.view["phase"] in phases


def _must_answer_offer(context: DecisionContext) -> bool:
    return context.view["phase"] == "answers" and context.seat != context.view["active"]


def _has_nothing_else(context: DecisionContext, move: str, n: int) -> bool:
    """Return whether the seat can build, buy, play and trade nothing else."""
    return all(one == move or one in IGNORED_VERBS for one in context.legal)


def _has_at_least(context: DecisionContext, move: str, least: int) -> bool:
    """Return whether at least this many cards of the discarded resource stay in hand."""
    verb, *arguments = move.split(" ")
    if verb != "discard":
        return True
    held: int = context.view["own"]["hand"][arguments[0]]
    return held - int(arguments[1]) >= least


def _highest_move(context: DecisionContext, fitting: Sequence[str]) -> str:
    """Return the discard of the most cards; for other moves, the first one."""
    return max(fitting, key=lambda move: int(move.split(" ")[2]) if move[:7] == "discard" else 0)


NOTHING_ELSE = Guard(
    "nothing_else", _("Only if I can do nothing else"), _has_nothing_else, has_number=False
)

KINDS = DecisionKinds(
    kinds=(
        DecisionKind(
            "start",
            _("the start of my turn: the dice"),
            _is_phase("start"),
            ("roll", "event", "play <card>", "play plenty <r> <r>", "play monopoly <r>"),
            passing=("roll", "event"),
            guards=(NOTHING_ELSE,),
        ),
        DecisionKind(
            "main",
            _("my turn after the dice"),
            _is_phase("main", "wagon"),
            (
                *("end", "settlement <at>", "city <at>", "road <at>", "buy", "upgrade"),
                *("repair <at>", "bank <r> <ware>", "purchase <r>", "play <card>", "travel"),
                *("play plenty <r> <r>", "play monopoly <r>", "go <at>", "grain", "drive <at>"),
            ),
            passing=("end",),
            guards=(NOTHING_ELSE,),
        ),
        DecisionKind(
            "discard",
            _("cards to discard after a seven"),
            _is_phase("discard"),
            ("discard <r> <n>",),
            passing=(),
            guards=(Guard("keeps_at_least", _("Minimum to keep of each kind"), _has_at_least),),
            best=_highest_move,
        ),
        DecisionKind(
            "answer",
            _("an answer to an offer"),
            _must_answer_offer,
            ("decline",),
            passing=("decline",),
        ),
        DecisionKind(
            "robber",
            _("the robber and its victim"),
            _is_phase("robber", "steal", "rob"),
            ("robber <at>", "steal <n>", "rob <n>"),
            passing=(),
        ),
    ),
    words={"r": RESOURCES, "ware": WARES, "card": CARDS},
)
